package embedded

import (
	"crypto/sha256"

	"github.com/viterin/vek/vek32"
)

// blockRows is how many vectors lie together. A slab grows by blocks, so that what is
// there never moves, and a file of it can be mapped piece by piece.
const blockRows = 1024

// maxNumbers is the longest vector that is taken, in numbers.
const maxNumbers = 8192

// mark tells of what a vector was made: a keyed hash of the text, cut to half.
type mark [sha256.Size / 2]byte

// tag says in a file whose vector lies in a row. The zero tag is that of a free one.
type tag struct {
	seq  uint64
	part uint32
	text mark
}

// slab holds the vectors of one embedder, row behind row. Rows are given once and, when
// free, again. It is used under the lock of its Index.
type slab struct {
	embedder string
	size     int // numbers of a vector
	blocks   []block
	docs     []uint32 // by row: the document it belongs to; 0 where it is free or was not taken up
	free     []uint32 // rows
	file     *slabFile
	unsynced bool // the zeros of an erased row may not have reached the disk
}

// block is a run of rows, in memory or mapped from a file, and then not to be written to.
type block struct {
	numbers  []float32
	kept     bool   // the numbers are in the file
	sketched []half // of each row that belongs to a document the first half of its sketch
	further  []half // and the rest of it
}

func newSlab(embedder string, size int) *slab { return &slab{embedder: embedder, size: size} }

// row is a view of a vector.
func (s *slab) row(n uint32) []float32 {
	at := int(n%blockRows) * s.size
	return s.blocks[n/blockRows].numbers[at : at+s.size : at+s.size]
}

// add puts a vector into a free row.
func (s *slab) add(doc uint32, t tag, v []float32) uint32 {
	if len(s.free) == 0 {
		s.grow()
	}
	n := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.write(n, t, v)
	s.belong(n, doc)
	return n
}

// belong gives a row that holds a vector to a document.
func (s *slab) belong(n, doc uint32) {
	sketch := sketchOf(s.row(n))
	s.docs[n] = doc
	b := &s.blocks[n/blockRows]
	b.sketched[n%blockRows], b.further[n%blockRows] = sketch.halves()
}

// erase overwrites a row with zeros, in the file too, and frees it.
func (s *slab) erase(n uint32) {
	b := &s.blocks[n/blockRows]
	s.docs[n], b.sketched[n%blockRows], b.further[n%blockRows] = 0, half{}, half{}
	s.write(n, tag{}, make([]float32, s.size))
	s.free = append(s.free, n)
	s.unsynced = true
}

func (s *slab) write(n uint32, t tag, v []float32) {
	b := s.blocks[n/blockRows]
	if !b.kept {
		copy(s.row(n), v)
		return
	}
	if err := s.file.write(n, t, v); err != nil {
		s.leave(err)
		copy(s.row(n), v)
	}
}

// grow adds a block, in the file as long as it has room.
func (s *slab) grow() {
	b := block{}
	if s.file != nil {
		numbers, err := s.file.extend(len(s.blocks))
		if err != nil {
			s.leave(err)
		}
		b = block{numbers: numbers, kept: err == nil}
	}
	if !b.kept {
		b.numbers = make([]float32, blockRows*s.size)
	}
	s.append(b)
	from := uint32(len(s.blocks)-1) * blockRows
	for i := range uint32(blockRows) {
		s.free = append(s.free, from+blockRows-1-i) // the first row is taken first
	}
}

func (s *slab) append(b block) {
	b.sketched, b.further = make([]half, blockRows), make([]half, blockRows)
	s.blocks = append(s.blocks, b)
	s.docs = longer(s.docs, blockRows)
}

// reserve makes room for so many blocks, so that to append them copies nothing.
func (s *slab) reserve(blocks int) { s.docs = make([]uint32, 0, blocks*blockRows) }

// leave goes on in memory alone when the file cannot be written to: it would keep what was
// erased, so it goes.
func (s *slab) leave(cause error) {
	for i, b := range s.blocks {
		if b.kept {
			s.blocks[i].numbers, s.blocks[i].kept = append([]float32(nil), b.numbers...), false
		}
	}
	s.file.abandon(cause)
	s.file = nil
}

// close lets go of the file. The slab is of no more use.
func (s *slab) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.close()
	s.file, s.blocks = nil, nil
	return err
}

// dot is the product of two vectors of one size: with the processor's wide registers where it
// has them, which vek finds out when the program starts, else in plain Go.
func dot(a, b []float32) float32 { return vek32.Dot(a, b) }
