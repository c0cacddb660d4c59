package classify

import (
	"math/bits"

	"citadel/brain/linear"
)

// feature is one thing to be seen in a message.
type feature = linear.Feature

func see(sort byte, a, b, c uint32) feature { return feature{Sort: sort, A: a, B: b, C: c} }

// The sorts of features. The letters stand in weights.txt. In five folds of the lines, pairs and
// triples of the words themselves added nothing and are not among them.
const (
	aWord    byte = 'w' // a word
	aStem    byte = 's' // a word without its ending
	aClass   byte = 'c' // a class of words
	twoKinds byte = 'g' // one behind the other, as kindOf has them
	opening  byte = 'o' // the first one, two or three kinds, behind "um, so"
	ending   byte = 'e' // the last two kinds
	asked    byte = 'a' // what begins a question, anywhere, with the two kinds behind it
	ofWhom   byte = 'n' // the same word alone, in a message that names somebody
	together byte = 'p' // two classes, anywhere in a short message
	shape    byte = 'x' // length, question, code: what no single word says
	spoken   byte = 'q' // what the cues say
	wanted   byte = 'd' // a word of what is wanted (want.go), and the first three kinds of it
	ofWanted byte = 'r' // a class of words in it
	setting  byte = 'b' // the first kinds of what is told before it, and how much
)

// maxFelt is how many words of a message are looked at: what it is shows in the first lines.
const maxFelt = 200

// maxTogether is the most words of a message whose classes are paired.
const maxTogether = 30

var (
	edge     = hash([]byte("^"))
	other    = hash([]byte("~"))
	aName    = hash([]byte("@name"))
	aPerson  = hash([]byte("@person"))
	lengths  = [...]int{1, 2, 3, 4, 6, 9, 14, 22, 40, 80}
	longName = hashes("l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10")
	levels   = hashes("some", "much", "most")
	spoke    = func() (out [len(categories)]uint32) {
		for i, c := range categories {
			out[i] = hash([]byte(c))
		}
		return
	}()
	shapes = struct{ asks, code, light, standard, deep, stakes, follows uint32 }{
		hash([]byte("asks")), hash([]byte("code")), hash([]byte("light")), hash([]byte("standard")), hash([]byte("deep")), hash([]byte("stakes")), hash([]byte("follows")),
	}
)

func hashes(names ...string) []uint32 {
	out := make([]uint32, len(names))
	for i, n := range names {
		out[i] = hash([]byte(n))
	}
	return out
}

// message is all that features are taken from.
type message struct {
	words    []word
	found    *findings
	question bool
	code     bool
}

// each calls f with every feature of a message, some more than once.
func (m *message) each(f func(feature)) {
	m.eachShape(f)
	m.eachCue(f)
	m.eachWant(f)
	words := m.words[:min(len(m.words), maxFelt)]
	begun := false
	var open [3]uint32
	opened := 0
	before, beforeThat := edge, edge
	classes := uint64(0)
	fillers := uint64(1)    // classes.txt names them first
	var asks, behind uint32 // the last word that begins a question, and what stood behind it
	begins, named := uint32(0), false
	for _, w := range words {
		sorts, known := table.sorts.look(w)
		kind := kindOf(w, sorts.first, known)
		person := table.isPerson(w) && !table.sorts.place(sorts)
		if person {
			f(see(aClass, aPerson, 0, 0))
		}
		if w.hash != 0 {
			f(see(aWord, w.hash, 0, 0))
			f(see(aStem, w.stem, 0, 0))
		}
		for rest := sorts.all; rest != 0; rest &= rest - 1 {
			f(see(aClass, table.sorts.keys[bits.TrailingZeros64(rest)], 0, 0))
		}
		f(see(twoKinds, before, kind, 0))
		begun = begun || sorts.all&fillers == 0
		if begun && opened < len(open) {
			open[opened] = kind
			opened++
			f(see(opening, open[0], open[1], open[2]))
			if opened == 1 {
				f(see(opening, w.hash, edge, 0))
			}
		}
		classes |= sorts.all
		named = named || kind == aName || person || kind == table.sorts.firstKey
		switch {
		case table.asking.has(w.id):
			if begins == 0 {
				begins = w.hash
			}
			asks, behind = w.hash, 0
		case asks != 0 && behind == 0:
			behind = kind
		case asks != 0:
			f(see(asked, asks, behind, kind))
			asks = 0
		}
		beforeThat, before = before, kind
	}
	if len(words) > 0 {
		f(see(ending, beforeThat, before, 0))
	}
	if named && m.question {
		f(see(ofWhom, begins, 0, 0))
	}
	if len(words) <= maxTogether {
		pairs(classes, f)
	}
}

// pairs calls f with every two classes that occur in one message.
func pairs(classes uint64, f func(feature)) {
	for rest := classes; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(rest)
		for more := rest & (rest - 1); more != 0; more &= more - 1 {
			f(see(together, table.sorts.keys[a], table.sorts.keys[bits.TrailingZeros64(more)], 0))
		}
	}
}

// kindOf is what a word counts as beside others: its class, itself if it is a little word of
// English, or no more than that there is a word.
func kindOf(w word, first uint8, known bool) uint32 {
	switch {
	case known:
		return table.sorts.keys[first]
	case table.function.has(w.id):
		return w.hash
	case w.name:
		return aName
	case w.hash == digits:
		return digits
	}
	return other
}

func (m *message) eachShape(f func(feature)) {
	n := 0
	for n < len(lengths) && len(m.words) > lengths[n] {
		n++
	}
	f(see(shape, longName[n], 0, 0))
	if m.question {
		f(see(shape, shapes.asks, 0, 0))
		f(see(shape, shapes.asks, longName[n], 0))
	}
	if m.code {
		f(see(shape, shapes.code, 0, 0))
	}
}

// eachCue tells what the rules make of the message. How far they can be trusted is learned from
// lines that they were not written by.
func (m *message) eachCue(f func(feature)) {
	best := m.found.best()
	for i, c := range categories {
		weight := m.found.weight[i]
		if weight == 0 {
			continue
		}
		level := 0
		if weight > 3 {
			level = 1
		}
		f(see(spoken, spoke[i], levels[level], 0))
		if c == best {
			f(see(spoken, spoke[i], levels[2], 0))
			if weight > 5 {
				f(see(spoken, spoke[i], levels[2], levels[1]))
			}
		}
		if m.found.light[i] {
			f(see(spoken, spoke[i], shapes.light, 0))
		}
	}
	switch m.found.raised {
	case Standard:
		f(see(spoken, shapes.standard, 0, 0))
	case Deep:
		f(see(spoken, shapes.deep, 0, 0))
	}
	if m.found.stakes {
		f(see(spoken, shapes.stakes, 0, 0))
	}
	if m.found.follows {
		f(see(spoken, shapes.follows, 0, 0))
	}
}
