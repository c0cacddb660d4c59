package classify

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate go test -count=1 -run ^TestWeights$ -update .

//go:embed weights.txt
var weightsText string

// scale is what a point of weights.txt is worth: a hundredth of a unit of log odds.
const scale = 100

// tiers is how many there are.
const tiers = int(Deep) + 1

// outputs is what a feature has weights for: every category, then every tier.
const outputs = len(categories) + tiers

// row is the weights of one feature.
type row [outputs]int16

// weights is a log-linear model of category and tier together: a feature speaks for categories
// and for tiers, and pair says how well the two go together. A pair that was never seen cannot
// be.
type weights struct {
	slots []slot // an open table, a power of two of them, at least half empty
	rows  []row
	pair  [len(categories)][tiers]int16
	seen  [len(categories)][tiers]bool
}

// slot is a feature by its key, and the row of its weights; row 0 is no feature's.
type slot struct {
	key uint64
	row uint16
}

// key is a feature in one number. Two features of the table with the same one are found when it is
// read; one that is not in it has the key of one that is about once in 10¹⁵.
func (f feature) key() uint64 {
	x := (uint64(f.a)<<32|uint64(f.b))*0x9e3779b97f4a7c15 ^ bits.RotateLeft64((uint64(f.c)<<8|uint64(f.sort))*0xd6e8feb86659fd93, 29)
	return (x ^ x>>32) * 0xff51afd7ed558ccd
}

// row is where the weights of a feature stand, 0 if it has none.
func (w *weights) row(f feature) uint16 {
	k := f.key()
	for i := k >> 40; ; i++ {
		s := &w.slots[i&uint64(len(w.slots)-1)]
		if s.row == 0 || s.key == k {
			return s.row
		}
	}
}

// add makes room for a feature; false if it is there already.
func (w *weights) add(f feature, r row) bool {
	if w.row(f) != 0 {
		return false
	}
	k := f.key()
	i := k >> 40
	for w.slots[i&uint64(len(w.slots)-1)].row != 0 {
		i++
	}
	w.slots[i&uint64(len(w.slots)-1)] = slot{k, uint16(len(w.rows))}
	w.rows = append(w.rows, r)
	return true
}

// maxFeatures bounds the table, so that what was counted already can be kept on the stack.
const maxFeatures = 1 << 14

// learned is weights.txt, read when it is first needed.
var learned = sync.OnceValue(func() *weights {
	w, err := readWeights(weightsText)
	if err != nil {
		panic(err) // it is part of the program
	}
	return w
})

// readWeights reads what TestWeights writes.
func readWeights(text string) (*weights, error) {
	n := strings.Count(text, "\n")
	w := &weights{slots: make([]slot, 1<<bits.Len(uint(2*n))), rows: make([]row, 1, n+1)}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, values, ok := strings.Cut(line, "\t")
		if !ok || len(w.rows) == maxFeatures {
			return nil, fmt.Errorf("classify: weights: cannot read %q", line)
		}
		f, parts := feature{sort: name[0]}, [3]uint32{}
		if rest := strings.TrimPrefix(name[1:], " "); rest != "" {
			i := 0
			for p := range strings.SplitSeq(rest, " ") {
				if p != "-" {
					parts[i] = hash([]byte(p))
				}
				i++
			}
		}
		f.a, f.b, f.c = parts[0], parts[1], parts[2]
		var r row
		for v := range strings.SplitSeq(values, " ") {
			label, number, _ := strings.Cut(v, "=")
			points, err := strconv.ParseInt(number, 10, 16)
			if err != nil {
				return nil, fmt.Errorf("classify: weights: cannot read %q", line)
			}
			category, tier, both := strings.Cut(label, "/")
			switch {
			case both:
				c, t := output(category), output(tier)-len(categories)
				w.pair[c][t], w.seen[c][t] = int16(points), true
			default:
				r[output(label)] = int16(points)
			}
		}
		if name == "pairs" {
			continue
		}
		if !w.add(f, r) {
			return nil, fmt.Errorf("classify: weights: %q stands there twice", name)
		}
	}
	return w, nil
}

// output is where the weights of a category or a tier stand in a row.
func output(label string) int {
	if c := slices.Index(categories[:], Category(label)); c >= 0 {
		return c
	}
	for t := Reflex; t <= Deep; t++ {
		if t.String() == label {
			return len(categories) + int(t)
		}
	}
	panic("classify: neither a category nor a tier: " + label)
}

// judge is the likeliest category and tier of a message. Every feature counts once. Of a message
// without a single word that is known, a name say, nothing is guessed.
func (w *weights) judge(m *message) (Category, Tier) {
	known := false
	var sum [outputs]int32
	var counted [maxFeatures / 64]uint64
	m.each(func(f feature) {
		n := w.row(f)
		if n == 0 || counted[n>>6]&(1<<(n&63)) != 0 {
			return
		}
		counted[n>>6] |= 1 << (n & 63)
		known = known || f.sort != shape && f.sort != opening && f.sort != ending && f.sort != twoKinds
		for i, v := range w.rows[n] {
			sum[i] += int32(v)
		}
	})
	if !known && !m.code {
		if len(m.words) > 3 {
			return SmallTalk, Standard // too much thought is the cheaper mistake
		}
		return SmallTalk, Routine
	}
	best, category, tier := int32(-1<<31), SmallTalk, Routine
	for c := range categories {
		for t := range tiers {
			if s := sum[c] + sum[len(categories)+t] + int32(w.pair[c][t]); w.seen[c][t] && s > best {
				best, category, tier = s, categories[c], Tier(t)
			}
		}
	}
	return category, tier
}
