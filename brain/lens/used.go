package lens

import (
	"cmp"
	"slices"
	"sync"

	"citadel/memory/words"
)

// Used says which of the lenses that an answer was written with it shows to have been put to
// use. Nobody asks the model: what it says about itself is no evidence (TRUST, Receipts that
// overclaim). What counts is the answer's own words, without those of the message: among all
// sixty-three, offered or not, a lens must be one of the nearest, so that the many that were
// not offered say how near one comes by chance.
//
// It is a rough figure, and all that hangs on it is the order in which lenses are offered.
func Used(message, answer string, offered []string) []string {
	ranked := traces()(message, answer)
	var used []string
	for _, id := range offered {
		if i := slices.IndexFunc(ranked, func(t trace) bool { return t.id == id }); i >= 0 && i < nearest && ranked[i].shared >= leastShared {
			used = append(used, id)
		}
	}
	return used
}

const (
	nearest     = 6 // of sixty-three: one in ten by chance
	leastShared = 4 // words, and pairs of them
)

// trace is how much an answer reads like a lens at work.
type trace struct {
	id string
	likeness
}

// traces gives the function that ranks all lenses by an answer.
var traces = sync.OnceValue(func() func(message, answer string) []trace {
	counts := make([]vector, len(all()))
	for i, l := range all() {
		about, turns := telling(words.New(0), l.Text())
		counts[i] = counted(append(about, turns...), 1)
	}
	apply := concord(counts)
	return func(message, answer string) []trace {
		asked, _ := telling(words.New(0), message)
		said, turns := telling(words.New(0), answer)
		said = slices.DeleteFunc(said, func(term string) bool { return slices.Contains(asked, term) })
		like := apply.like(counted(append(said, turns...), 1))
		ranked := make([]trace, len(like))
		for i, l := range all() {
			ranked[i] = trace{l.ID, like[i]}
		}
		slices.SortStableFunc(ranked, func(a, b trace) int { return cmp.Compare(b.cosine, a.cosine) })
		return ranked
	}
})
