package signal

import (
	"hash/maphash"
	"slices"
	"sync"

	"citadel/memory/embed/hashing"
)

// Kept is what the last turn read of the texts it compared, for the next one: hundreds of loops,
// decisions and edges are compared in each, and nearly all of them are those of the turn before.
// To stem them anew takes most of the time of a Gather.
//
// It holds no words: of a text the hash, of its stems the hashes and what they weigh, under a seed
// that dies with the process, and the vector of what was told. What a turn did not read, as it was
// changed, closed or forgotten, is dropped at its end. What is kept changes no result. The zero Kept
// is empty; several turns may use one at once.
type Kept struct {
	mu    sync.Mutex
	seed  maphash.Seed // of a Kept that was begun
	turn  uint64       // the newest that began
	texts map[textKey]*read
	size  int // of all of them, in stems
}

// mostKept bounds what is kept, in stems of 16 bytes.
const mostKept = 1 << 16

// vectorSize is what a vector counts for.
const vectorSize = hashing.Size * 4 / 16

// textKey is what a text is known by.
type textKey struct {
	hash   uint64
	length int
}

// read is what was read of a text. Only its turn changes, and its vector where it had none.
type read struct {
	bag    bag
	vector []float32 // nil where it was not needed yet
	turn   uint64    // that read it last
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

// begin gives the number of a turn.
func (k *Kept) begin() (turn uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.texts == nil {
		k.seed, k.texts = maphash.MakeSeed(), map[textKey]*read{}
	}
	k.turn++
	return k.turn
}

// end drops what was not read since a turn began.
func (k *Kept) end(turn uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, e := range k.texts {
		if e.turn < turn {
			delete(k.texts, key)
			k.size -= e.size()
		}
	}
}

func (e *read) size() int {
	if e.vector == nil {
		return len(e.bag.stems)
	}
	return len(e.bag.stems) + vectorSize
}

// find gives what is kept of a text; nil where nothing is.
func (k *Kept) find(key textKey, turn uint64) *read {
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.texts[key]
	if e != nil {
		e.turn = max(e.turn, turn)
	}
	return e
}

// keep keeps what was read of a text, where there is room.
func (k *Kept) keep(key textKey, e *read) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.texts[key] == nil && k.size+e.size() <= mostKept {
		k.texts[key] = e
		k.size += e.size()
	}
}

// vector gives the vector that is kept of a text; nil where none is.
func (k *Kept) vector(key textKey) []float32 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.texts[key]; e != nil {
		return e.vector
	}
	return nil
}

// keepVector keeps the vector of a text of which something is kept, where there is room.
func (k *Kept) keepVector(key textKey, v []float32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.texts[key]; e != nil && e.vector == nil && k.size+vectorSize <= mostKept {
		e.vector = v
		k.size += vectorSize
	}
}

// key is what a text is known by.
func (r *reader) key(text string) textKey {
	return textKey{maphash.String(r.kept.seed, text), len(text)}
}

// bag gives the stems of a text: those that were kept or, where none were, as they are read now.
func (r *reader) bag(text string) bag {
	text = head(text)
	key := r.key(text)
	e := r.kept.find(key, r.turn)
	if e == nil {
		r.buf = r.analyzer.AppendTerms(r.buf[:0], text)
		e = &read{bag: bagOf(r.kept.seed, r.buf), turn: r.turn}
		r.kept.keep(key, e)
	}
	return e.bag
}

// vectors gives those of texts: as they were kept or, where none were, as they are made now.
func (r *reader) vectors(texts []string) [][]float32 {
	all := make([][]float32, len(texts))
	var missing []int
	var unknown []string
	for i, text := range texts {
		if all[i] = r.kept.vector(r.key(head(text))); all[i] == nil {
			missing, unknown = append(missing, i), append(unknown, text)
		}
	}
	if len(unknown) == 0 {
		return all
	}
	for n, v := range vectors(unknown) {
		i := missing[n]
		all[i] = v
		if v != nil {
			r.kept.keepVector(r.key(head(texts[i])), v)
		}
	}
	return all
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
