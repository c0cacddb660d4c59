package embedded

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"
)

// A slabFile keeps a slab over a restart. It is read through a mapping, so that a start reads
// only the tags and the vectors stay in the cache of the system, and written with ordinary
// writes, whose errors can be handled: a write to a mapping on a full disk would be the end of
// the process.
//
// The file begins with a header that says of which ledger and by which embedder it is. Then
// come blocks, each the tags of its rows and then their numbers, in the byte order of the
// machine: a file from another one is foreign. Nothing in it is the only copy of anything, and
// a file that is damaged or foreign is thrown away.
type slabFile struct {
	file   *os.File
	size   int // numbers of a vector
	key    [sha256.Size]byte
	maps   [][]byte // by block
	faults func(error)
}

// The form of the file. Blocks begin where every machine can map.
const (
	fileMagic  = "citadel vectors 1\n"
	fileEnding = ".vectors"
	pageSize   = 1 << 16
	tagBytes   = 32
	tagsBytes  = blockRows * tagBytes
)

var (
	errForeign  = errors.New("the file of vectors is of another ledger, form or machine")
	checksums   = crc32.MakeTable(crc32.Castagnoli)
	nativeOrder = binary.NativeEndian
)

// blockBytes is how long a block is, and pageSize where the first one begins.
func (f *slabFile) blockBytes() int {
	return (tagsBytes + 4*blockRows*f.size + pageSize - 1) / pageSize * pageSize
}

func (f *slabFile) at(n uint32) (tagAt, numbersAt int64) {
	begin := pageSize + int64(n/blockRows)*int64(f.blockBytes())
	row := int64(n % blockRows)
	return begin + row*tagBytes, begin + tagsBytes + 4*row*int64(f.size)
}

// fileName is where the vectors of an embedder lie.
func fileName(folder, embedder string) string {
	sum := sha256.Sum256([]byte(embedder))
	return filepath.Join(folder, hex.EncodeToString(sum[:8])+fileEnding)
}

// createSlabFile makes an empty file in place of what is there.
func createSlabFile(folder, owner, embedder string, size int, faults func(error)) (*slabFile, error) {
	f := &slabFile{size: size, faults: faults}
	if _, err := rand.Read(f.key[:]); err != nil {
		return nil, err
	}
	head, err := f.header(owner, embedder)
	if err != nil {
		return nil, err
	}
	if f.file, err = os.OpenFile(fileName(folder, embedder), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600); err != nil {
		return nil, err
	}
	if _, err := f.file.WriteAt(head, 0); err != nil {
		f.abandon(nil)
		return nil, err
	}
	return f, nil
}

// header is the first page: what the file is, with a checksum.
func (f *slabFile) header(owner, embedder string) ([]byte, error) {
	whose := sha256.Sum256([]byte(owner))
	b := append([]byte(fileMagic), whose[:]...)
	b = append(b, f.key[:]...)
	b = nativeOrder.AppendUint32(b, 0x01020304)
	b = nativeOrder.AppendUint32(b, blockRows)
	b = nativeOrder.AppendUint32(b, uint32(f.size))        //nolint:gosec // at most maxNumbers
	b = nativeOrder.AppendUint32(b, uint32(len(embedder))) //nolint:gosec // checked below
	b = append(b, embedder...)
	b = nativeOrder.AppendUint32(b, crc32.Checksum(b, checksums))
	if len(b) > pageSize {
		return nil, errors.New("the embedder has too long a name")
	}
	return append(b, make([]byte, pageSize-len(b))...), nil
}

// openSlabFile takes up a file and gives the slab that it keeps, none of whose rows belong to
// a document yet.
func openSlabFile(path, owner string, faults func(error)) (*slab, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	f := &slabFile{file: file, faults: faults}
	s, err := f.load(owner)
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return s, nil
}

func (f *slabFile) load(owner string) (*slab, error) {
	page := make([]byte, pageSize)
	if _, err := f.file.ReadAt(page, 0); err != nil {
		return nil, errForeign
	}
	const fixed = len(fileMagic) + 2*sha256.Size + 4*4
	f.size = int(nativeOrder.Uint32(page[fixed-8:]))
	named := int(nativeOrder.Uint32(page[fixed-4:]))
	if f.size == 0 || f.size > maxNumbers || named > pageSize-fixed-4 {
		return nil, errForeign
	}
	copy(f.key[:], page[len(fileMagic)+sha256.Size:])
	embedder := string(page[fixed : fixed+named])
	if want, err := f.header(owner, embedder); err != nil || !bytes.Equal(page, want) {
		return nil, errForeign
	}
	info, err := f.file.Stat()
	if err != nil {
		return nil, err
	}
	s := newSlab(embedder, f.size)
	s.file = f
	blocks := int((info.Size() - pageSize) / int64(f.blockBytes()))
	s.reserve(max(0, blocks))
	for b := range blocks { // what was begun behind them is written anew
		numbers, err := f.mapped(b)
		if err != nil {
			return nil, err
		}
		s.append(block{numbers: numbers, kept: true})
		for i := range uint32(blockRows) {
			n := uint32(b)*blockRows + i //nolint:gosec // as many as fit into a file
			if f.tag(n) == (tag{}) {
				s.free = append(s.free, n)
			}
		}
	}
	return s, nil
}

// extend adds block b, written as zeros so that the disk has room for what will stand there.
func (f *slabFile) extend(b int) ([]float32, error) {
	if _, err := f.file.WriteAt(make([]byte, f.blockBytes()), pageSize+int64(b)*int64(f.blockBytes())); err != nil {
		return nil, err
	}
	return f.mapped(b)
}

func (f *slabFile) mapped(b int) ([]float32, error) {
	at := pageSize + int64(b)*int64(f.blockBytes())
	m, err := syscall.Mmap(int(f.file.Fd()), at, f.blockBytes(), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	f.maps = append(f.maps, m)
	return unsafe.Slice((*float32)(unsafe.Pointer(&m[tagsBytes])), blockRows*f.size), nil //nolint:gosec // of page-aligned bytes
}

// write puts a vector into a row, or zeros with the zero tag. The tag is valid only beside its
// vector: it is written last, and taken away first.
func (f *slabFile) write(n uint32, t tag, v []float32) error {
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), 4*len(v)) //nolint:gosec // a view for the length of the call
	tagAt, numbersAt := f.at(n)
	if t == (tag{}) {
		if _, err := f.file.WriteAt(make([]byte, tagBytes), tagAt); err != nil {
			return err
		}
		_, err := f.file.WriteAt(raw, numbersAt)
		return err
	}
	if _, err := f.file.WriteAt(raw, numbersAt); err != nil {
		return err
	}
	_, err := f.file.WriteAt(encodeTag(t, crc32.Checksum(raw, checksums)), tagAt)
	return err
}

// tag is that of a row.
func (f *slabFile) tag(n uint32) tag {
	t, _ := decodeTag(f.maps[n/blockRows][n%blockRows*tagBytes:])
	return t
}

// intact says whether the numbers of a row are those that were written there.
func (f *slabFile) intact(n uint32) bool {
	m := f.maps[n/blockRows]
	i := int(n % blockRows)
	_, sum := decodeTag(m[i*tagBytes:])
	return crc32.Checksum(m[tagsBytes+4*i*f.size:][:4*f.size], checksums) == sum
}

func encodeTag(t tag, sum uint32) []byte {
	b := nativeOrder.AppendUint64(make([]byte, 0, tagBytes), t.seq)
	b = nativeOrder.AppendUint32(b, t.part)
	b = nativeOrder.AppendUint32(b, sum)
	return append(b, t.text[:]...)
}

func decodeTag(b []byte) (t tag, sum uint32) {
	t.seq, t.part, sum = nativeOrder.Uint64(b), nativeOrder.Uint32(b[8:]), nativeOrder.Uint32(b[12:])
	copy(t.text[:], b[16:])
	return t, sum
}

// mark is the keyed hash of a text.
func (f *slabFile) mark(text string) (m mark) {
	h := hmac.New(sha256.New, f.key[:])
	h.Write([]byte(text))
	copy(m[:], h.Sum(nil))
	return m
}

// abandon gives up the file, with what it holds.
func (f *slabFile) abandon(cause error) {
	err := errors.Join(cause, f.file.Truncate(0), os.Remove(f.file.Name()), f.close())
	if err != nil && f.faults != nil {
		f.faults(fmt.Errorf("vectors are kept in memory alone: %w", err))
	}
}

func (f *slabFile) close() error {
	var errs []error
	for _, m := range f.maps {
		errs = append(errs, syscall.Munmap(m))
	}
	f.maps = nil
	return errors.Join(append(errs, f.file.Close())...)
}

// isSlabFile says whether a name is one that fileName gives.
func isSlabFile(name string) bool { return strings.HasSuffix(name, fileEnding) }
