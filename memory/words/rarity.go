package words

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed idf1.txt
var idf1 string

// Rarity is how rare a term is in English, by a table that is part of the program and holds nothing of
// anybody's words: the level is Level × ln(all / count) of all words that were counted, rounded, 0 for what the table
// does not have, which is rarer than most of what it has. name says that it is mostly a name. Both are
// the same for ever.
func Rarity(term string) (level int, name bool) { return levels().of(hashOf(term)) }

// Level is how many levels make a unit of the natural logarithm.
const Level = 4

// hashOf is FNV-1a, 64 bits.
func hashOf(stem string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(stem); i++ {
		h = (h ^ uint64(stem[i])) * 1099511628211
	}
	return h
}

// levels is the table in use, read when it is first needed.
var levels = sync.OnceValue(func() *rarity { return read(idf1) })

// slots of the table in memory: half as many again as there are stems.
const slots = 1 << 15

// rarity says how rare stems are, by their hashes. It holds no words.
type rarity struct {
	hashes [slots]uint64 // 0: free
	levels [slots]int8   // below 0: of a name
}

// of gives the level of a stem, 0 if it is not known, and whether it is mostly a name.
func (r *rarity) of(h uint64) (level int, name bool) {
	for i := h % slots; r.hashes[i] != 0; i = (i + 1) % slots {
		if r.hashes[i] == h {
			level = int(r.levels[i])
			return max(level, -level), level < 0
		}
	}
	return 0, false
}

// read takes in a table whose form the tests have checked.
func read(text string) *rarity {
	r := new(rarity)
	for line := range strings.Lines(text) {
		if line[0] == '#' {
			continue
		}
		level, stems, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, _ := strconv.Atoi(level)
		for stem := range strings.FieldsSeq(stems) {
			h := hashOf(stem)
			i := h % slots
			for r.hashes[i] != 0 {
				i = (i + 1) % slots
			}
			r.hashes[i], r.levels[i] = h, int8(n) //nolint:gosec // levels go to 62
		}
	}
	return r
}
