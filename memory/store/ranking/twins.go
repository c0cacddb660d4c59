package ranking

import (
	"math/bits"
	"slices"
	"strings"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/words"
)

// StemsOfASearch is how many stems are worth remembering to compare what a search found.
const StemsOfASearch = 4096

// WithoutTwins keeps the best n hits and leaves out those that say the same as a
// better one: at least NearDuplicate of the words shared, of the same kind and
// by the same speaker. A difference in a figure or a negation makes two
// statements different however much else they share, and so does a word in place of
// another: the left tyre is not the right one, and Lena is not Paul. What asks is never
// the same as what states. The analyzer may be that of earlier
// searches, and remembers words of the hits.
func WithoutTwins(analyzer *words.Analyzer, hits []store.Hit, n int) []store.Hit {
	bags := make([]bag, len(hits))
	open := func(i int) *bag { // only those that have to be looked at
		if b := &bags[i]; b.terms == nil {
			*b = bagOf(analyzer.AppendTerms([]string{}, hits[i].Item.Text))
		}
		return &bags[i]
	}
	question := make([]bool, len(hits))
	for i := range hits {
		question[i] = asks(hits[i].Item.Text)
	}
	var kept []int
next:
	for i := range hits {
		if len(kept) == n {
			break
		}
		for _, k := range kept {
			a, b := &hits[k].Item, &hits[i].Item
			if a.Kind != b.Kind || a.Speaker != b.Speaker || question[k] != question[i] || !similarSize(a.Text, b.Text) {
				continue
			}
			if a.Text == b.Text || same(open(k), open(i)) {
				if a.Seq != b.Seq {
					hits[k].Twins = append(hits[k].Twins, b.Seq)
				}
				continue next
			}
		}
		kept = append(kept, i)
	}
	out := make([]store.Hit, len(kept))
	for i, k := range kept {
		out[i] = hits[k]
	}
	return out
}

// bag is the terms of a text, sorted.
type bag struct {
	terms []string
	sign  uint64 // has a bit set for each term, the same for the same term
}

func bagOf(terms []string) bag {
	slices.Sort(terms)
	b := bag{terms: terms}
	for _, term := range terms {
		h := uint32(2166136261) // FNV-1a
		for i := range len(term) {
			h = (h ^ uint32(term[i])) * 16777619
		}
		b.sign |= 1 << (h >> 26)
	}
	return b
}

// alone is of how many terms of two bags at least the other has none. What is no twin, which is nearly all that is
// compared, shows by it without a look at the terms.
func (b *bag) alone(o *bag) int { return bits.OnesCount64(b.sign ^ o.sign) }

// asks reports whether a text ends as a question does.
func asks(text string) bool { return strings.HasSuffix(strings.TrimRight(text, " \n"), "?") }

// similarSize spares the comparison of texts too different in length to share so
// much.
func similarSize(a, b string) bool {
	return 2*len(a) <= 3*len(b) && 2*len(b) <= 3*len(a)
}

// same compares two bags.
func same(one, other *bag) bool {
	a, b := one.terms, other.terms
	shared, total := 0, len(a)+len(b)
	if float64(total-one.alone(other)) < formula.NearDuplicate*float64(total) {
		return false
	}
	onlyA, onlyB := false, false // a word that the other lacks
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(a[0], b[0]); {
		case c == 0:
			shared += 2
			a, b = a[1:], b[1:]
		case c < 0:
			if decisive(a[0]) {
				return false
			}
			a, onlyA = a[1:], true
		default:
			if decisive(b[0]) {
				return false
			}
			b, onlyB = b[1:], true
		}
		if onlyA && onlyB {
			return false
		}
	}
	if onlyA && len(b) > 0 || onlyB && len(a) > 0 || slices.ContainsFunc(a, decisive) || slices.ContainsFunc(b, decisive) {
		return false
	}
	return total > 0 && float64(shared) >= formula.NearDuplicate*float64(total)
}

// decisive reports whether a term alone can make a statement another one.
func decisive(term string) bool {
	if '0' <= term[0] && term[0] <= '9' {
		return true
	}
	switch term {
	case "no", "not", "never", "none", "nobodi", "noth", "nowher", "neither", "nor", "without":
		return true
	}
	return false
}
