package classify

import (
	_ "embed"
	"strings"

	"citadel/brain/linear"
)

//go:embed classes.txt
var classesText string

// sorts are the classes of classes.txt a word belongs to, by its hash. What is learned of one word
// of a class is known of all of it: that is what carries the weights to words they never met.
type sorts struct {
	of    map[uint32]membership // by the hash of a word
	names []string              // "@day"
	keys  []uint32              // the hashes of the names

	places   uint64 // the bit of countries and towns, which have a capital and are nobody's name
	firstKey uint32
}

// membership is the classes of a word.
type membership struct {
	all   uint64 // a bit for each
	first uint8  // the one named first, for where only one counts
}

func compileSorts(text string) *sorts {
	s := &sorts{of: make(map[uint32]membership, 4000)}
	for line := range strings.Lines(text) {
		name, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || name[0] == '#' {
			continue
		}
		n := uint8(len(s.names))
		if n == 64 {
			panic("classify: more than 64 classes")
		}
		s.names = append(s.names, "@"+name)
		s.keys = append(s.keys, hash([]byte("@"+name)))
		switch name {
		case "place":
			s.places = 1 << n
		case "first":
			s.firstKey = s.keys[n]
		}
		for w := range strings.FieldsSeq(words) {
			for _, form := range [...]string{w, string(stem([]byte(w)))} {
				m, known := s.of[hash([]byte(form))]
				if !known {
					m.first = n
				}
				m.all |= 1 << n
				s.of[hash([]byte(form))] = m
			}
		}
	}
	return s
}

func (s *sorts) place(m membership) bool { return m.all&s.places != 0 }

// look gives the classes of a word: those of itself, else those of its stem.
func (s *sorts) look(w word) (membership, bool) {
	m, ok := s.of[w.hash]
	if !ok {
		m, ok = s.of[w.stem]
	}
	return m, ok
}

// hash is what a word is known by.
func hash(b []byte) uint32 { return linear.Hash(b) }

// stem is a word without its ending, roughly: enough to bring "crashes", "crashed" and "crashing"
// together.
func stem(w []byte) []byte {
	for _, ending := range [...]string{"ing", "ed", "es", "s", "ly"} {
		if n := len(w) - len(ending); n >= 3 && string(w[n:]) == ending {
			w = w[:n]
			break
		}
	}
	n := len(w)
	if n > 3 && (w[n-1] == 'e' || w[n-1] == w[n-2] && w[n-1] > 'a') {
		w = w[:n-1]
	}
	return w
}
