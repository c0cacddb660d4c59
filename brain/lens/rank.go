package lens

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
	"citadel/memory/formula"
	"citadel/memory/words"
)

// Count is how many lenses a turn is offered (SPEC §5), by the name of its tier: none for one
// it does not know.
func Count(tier string) int {
	switch tier {
	case "routine":
		return 3
	case "standard":
		return 5
	case "deep":
		return 8
	}
	return 0
}

// Ranked is a lens and how well it fits a message.
type Ranked struct {
	Lens
	Similarity float64 // 0 to 1: the mean of both likenesses
	Factor     float64 // 0.5 to 1.5: how often it was put to use when offered
	Score      float64 // their product
}

// Uses says how often a lens was put to use, and how often it was offered (memory/lenses).
type Uses func(id string) (used, offered int)

// Index finds the lenses for a message. It may be used by several goroutines.
type Index struct {
	embedder embed.Embedder
	when     concordance // of what helps
	apart    [][]float32 // of the embedder, by lens
}

// textShare is how much a word of what a model is told counts, beside one of when it helps.
const textShare = 0.2

// NewIndex reads all lenses. The embedder should need nobody else, since the lenses are ranked
// before anything of a turn has been fetched. The error is that of the embedder.
func NewIndex(ctx context.Context, e embed.Embedder) (*Index, error) {
	x := &Index{embedder: e}
	analyzer := words.New(4096)
	counts := make([]vector, len(all()))
	texts := make([]string, len(all()))
	for i, l := range all() {
		when, turns := telling(analyzer, l.When+" "+l.Hears)
		texts[i] = strings.Join(when, " ")
		counts[i] = counted(append(when, turns...), 1)
		about, _ := telling(analyzer, l.Text())
		for term, n := range counted(about, textShare) {
			counts[i][term] += n
		}
	}
	x.when = concord(counts)
	var err error
	if x.apart, err = e.Embed(ctx, texts); err != nil {
		return nil, fmt.Errorf("lens: %w", err)
	}
	return x, nil
}

// Rank gives all lenses, the best first; of equal ones, the first in the file. uses may be nil.
// The error is that of the embedder.
func (x *Index) Rank(ctx context.Context, message string, uses Uses) ([]Ranked, error) {
	terms, turns := telling(words.New(0), message)
	vectors, err := x.embedder.Embed(ctx, []string{strings.Join(terms, " ")})
	if err != nil {
		return nil, fmt.Errorf("lens: %w", err)
	}
	like := x.when.like(counted(append(terms, turns...), 1))
	scored := make([]Ranked, len(like)) // in place of the lenses, which are long, their numbers are sorted
	order := make([]int, len(like))
	for i, l := range all() {
		alike := (like[i].cosine + max(0, embed.Cosine(vectors[0], x.apart[i]))) / 2
		factor := 1.0
		if uses != nil {
			factor = formula.UseFactor(uses(l.ID))
		}
		scored[i], order[i] = Ranked{Similarity: alike, Factor: factor, Score: alike * factor}, i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scored[b].Score, scored[a].Score) })
	ranked := make([]Ranked, len(order))
	for place, i := range order {
		ranked[place] = scored[i]
		ranked[place].Lens = all()[i]
	}
	return ranked, nil
}

// telling gives what a text is about and how it asks: its terms, and its words two in
// a row as they stand, for "how do I tell" and "every single time" say more of what
// helps than the thing that is asked about. Denials do not: half of all doubts hold one.
func telling(a *words.Analyzer, text string) (terms, turns []string) {
	terms = slices.DeleteFunc(a.AppendTerms(nil, text), hashing.Denies)
	for clause := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(".,;:?!()\n", r) }) {
		said := strings.Fields(clause)
		for i := range said {
			for n := 2; n <= longest && i+n <= len(said); n++ {
				turns = append(turns, strings.Join(said[i:i+n], " "))
			}
		}
	}
	return terms, turns
}

// longest is how many words in a row count together: with three, fewer messages find theirs.
const longest = 2

// rare turns in how many of n texts each term stands into how much it tells.
func rare(in map[string]float64, n int) {
	for term, texts := range in {
		in[term] = math.Log(1 + float64(n)/texts)
	}
}

func counted(terms []string, each float64) vector {
	v := vector{}
	for _, term := range terms {
		v[term] += each
	}
	return v
}

// vector is a text as the weights of its terms.
type vector map[string]float64

// weigh gives the counts, damped, by how rare each term is, at length 1. What no lens holds
// counts for nothing.
func (v vector) weigh(rarity map[string]float64) vector {
	out, squares := vector{}, 0.0
	for _, term := range v.terms() {
		if rare := rarity[term]; rare > 0 {
			w := rare * (1 + math.Log(max(v[term], 1))) * min(v[term], 1)
			out[term] = w
			squares += float64(w * w)
		}
	}
	for term := range out {
		out[term] /= math.Sqrt(squares)
	}
	return out
}

func (v vector) terms() []string {
	terms := make([]string, 0, len(v))
	for term := range v {
		terms = append(terms, term)
	}
	slices.Sort(terms)
	return terms
}
