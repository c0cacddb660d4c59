package signal

import (
	"hash/maphash"
	"slices"
	"sync/atomic"

	"citadel/memory/embed/hashing"
)

// Kept is what the last turn read of the texts it compared, for the next one: hundreds of loops,
// decisions and edges are compared in each, and nearly all of them are those of the turn before.
// To stem them anew takes most of the time of a Gather.
//
// It holds no words: of a text the hash, of its stems the hashes and what they weigh, under a seed
// that dies with the process. What a turn did not read, as it was changed, closed or forgotten, is
// dropped at its end. What is kept changes no result. The zero Kept keeps nothing; several turns
// may use one at once.
type Kept struct {
	last atomic.Pointer[reading]
}

// mostKept bounds what is kept, in stems of 16 bytes.
const mostKept = 1 << 16

// reading is what was read of texts. Once it is Kept nobody writes to it.
type reading struct {
	seed  maphash.Seed
	bags  map[textKey]bag
	stems int
}

// textKey is what a text is known by.
type textKey struct {
	hash   uint64
	length int
}

// bag is the stems of a text, each once, in the order of their letters: sums over them come out
// the same whoever made it.
type bag struct {
	stems   []weighed
	squares float64 // the sum of those of the weights
}

// weighed is a stem by its hash, with its weight in a text.
type weighed struct {
	stem   uint64
	weight float64
}

// begin gives the last reading, which may be empty, and a new one to be filled.
func (k *Kept) begin() (last, next *reading) {
	if k != nil {
		last = k.last.Load()
	}
	if last == nil {
		last = &reading{seed: maphash.MakeSeed()}
	}
	return last, &reading{seed: last.seed, bags: make(map[textKey]bag, len(last.bags))}
}

// end keeps what was read.
func (k *Kept) end(next *reading) {
	if k != nil {
		k.last.Store(next)
	}
}

// bag gives the stems of a text: those that were kept or, where none were, as they are read now.
func (r *reader) bag(text string) bag {
	text = head(text)
	key := textKey{maphash.String(r.next.seed, text), len(text)}
	if b, read := r.next.bags[key]; read {
		return b
	}
	b, kept := r.last.bags[key]
	if !kept {
		r.buf = r.analyzer.AppendTerms(r.buf[:0], text)
		b = bagOf(r.next.seed, r.buf)
	}
	if r.next.stems+len(b.stems) <= mostKept {
		r.next.bags[key] = b
		r.next.stems += len(b.stems)
	}
	return b
}

// bagOf weighs each stem by how often it stands there and how rare it is. It sorts the stems.
func bagOf(seed maphash.Seed, stems []string) (b bag) {
	slices.Sort(stems)
	for i := 0; i < len(stems); {
		n := i + 1
		for n < len(stems) && stems[n] == stems[i] {
			n++
		}
		weight := float64(n-i) * hashing.Rarity(stems[i])
		b.stems = append(b.stems, weighed{maphash.String(seed, stems[i]), weight})
		b.squares = float64(weight*weight) + b.squares
		i = n
	}
	return b
}
