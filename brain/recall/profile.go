package recall

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/store"
)

// Default is the profile of a mind for which none was chosen.
const Default = memory.DefaultProfile

// ErrNoProfile: no profile has that name.
var ErrNoProfile = errors.New("there is no profile")

// A profile is how what the store found is put in order. The first is the one that was best
// on both sets it was measured on; the others are there to compare with.
type profile struct {
	name  string
	score func(p pool)
}

var profiles = []profile{
	{Default, byRelevance},
	{"citadel", byRank},
	{"baird", byComposite},
	{"ageless", ageless},
	{"cold", cold},
	{"flat", flat},
}

// Profiles are the names of all profiles, the default first.
func Profiles() []string {
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = p.name
	}
	return names
}

// chosen is the profile of a query, else that of the mind, else the default.
func chosen(t *turn.Turn, q Query) (profile, error) {
	name := q.Profile
	if name == "" {
		t.Mind.Read(func(v memory.View) { name = v.Principal.Profile })
	}
	if name == "" {
		name = Default
	}
	for _, p := range profiles {
		if p.name == name {
			return p, nil
		}
	}
	return profile{}, ErrNoProfile
}

// pool is what was found for one query, and what else a place in it depends on.
type pool struct {
	hits   []store.Hit
	warmth []float64 // by hit, 0 to formula.WarmthTop
	now    time.Time
}

// rank gives every hit the score of the profile. The order of hits is not changed.
func rank(p profile, t *turn.Turn, hits []store.Hit) {
	among := pool{hits: hits, warmth: make([]float64, len(hits)), now: t.Now}
	t.Mind.Read(func(v memory.View) {
		for i := range hits {
			among.warmth[i] = v.Warmth.Warm[event.Seq(hits[i].Item.Seq)].Total()
		}
	})
	p.score(among)
}

// days is how old a hit is.
func (p pool) days(i int) float64 { return p.now.Sub(p.hits[i].Item.On).Hours() / 24 }

// strength is what is left of a hit.
func (p pool) strength(i int) float64 {
	item := p.hits[i].Item
	return formula.Strength(item.Class, item.Settled, p.days(i))
}

// byRelevance is the store's score, in which age already counts within bounds, moved a little
// by importance and warmth: both may decide between what fits about as well, and neither
// brings up what fits worse.
func byRelevance(p pool) {
	for i := range p.hits {
		p.hits[i].Score *= formula.ImportanceFactor(p.hits[i].Item.Importance) * formula.WarmthFactor(p.warmth[i])
	}
}

// ageless is byRelevance of a mind in which nothing fades: age counts for nothing.
func ageless(p pool) {
	for i := range p.hits {
		if h := &p.hits[i]; h.Parts.Freshness > 0 {
			h.Score /= h.Parts.Freshness
		}
	}
	byRelevance(p)
}

// cold is byRelevance of a mind in which nothing is warm: what was talked of lately is as far as the rest.
func cold(p pool) {
	clear(p.warmth)
	byRelevance(p)
}

// flat is byRelevance of a mind in which nothing fades and nothing is warm.
func flat(p pool) {
	clear(p.warmth)
	ageless(p)
}

// byRank is the first design as it was written: the ranks in the two lists, fused, times
// strength. The fused scores are so flat that age decides.
func byRank(p pool) {
	words := p.ranks(func(h store.Hit) float64 { return h.Parts.Terms })
	alike := p.ranks(func(h store.Hit) float64 { return h.Parts.Likeness })
	for i := range p.hits {
		p.hits[i].Score = formula.AdjustedScore(formula.RRF(words[i], alike[i])*p.strength(i), p.warmth[i])
	}
}

// ranks are the places of hits by a measure, from 1; 0 for those that have none of it.
func (p pool) ranks(of func(store.Hit) float64) []int {
	order := make([]int, len(p.hits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(of(p.hits[b]), of(p.hits[a])) })
	ranks := make([]int, len(p.hits))
	for place, i := range order {
		if of(p.hits[i]) > 0 {
			ranks[i] = place + 1
		}
	}
	return ranks
}

// byComposite is the other design as it was written: similarity, importance and freshness with
// half-lives of a month and a week, and nothing below the floor.
func byComposite(p pool) {
	for i := range p.hits {
		item := p.hits[i].Item
		fresh := formula.BairdFreshness(item.Class, max(0, p.days(i)))
		score := formula.AdjustedScore(formula.BaseScore(min(1, p.hits[i].Score), item.Importance, fresh), p.warmth[i])
		if !formula.Recallable(score) {
			score = 0
		}
		p.hits[i].Score = score
	}
}
