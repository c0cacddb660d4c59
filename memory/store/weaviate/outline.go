package weaviate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// outline is what this process keeps of all that is on the server: the groups, without
// their items. It is what rarity, mean lengths, the words of sessions and the names of
// speakers are worked out from, for the audiences of each query alone. About a hundred bytes
// a memory of common length. Whoever holds an outline never changes it without the store's
// lock.
type outline struct {
	groups map[home]*group
	place  map[key]home
	terms  map[string][]posting
	count  uint32              // of groups there ever were
	names  map[string][]string // by name: the words that call its bearer
	words  words.Analyzer      // remembers nothing
}

// posting is a group that holds a term. Lists of them are by rising number of the group.
type posting struct {
	*group
	told, answers, tenths uint32
}

func newOutline() *outline {
	return &outline{groups: map[home]*group{}, place: map[key]home{}, terms: map[string][]posting{}, names: map[string][]string{}}
}

// replace puts a group in the place of the one of its home. Without members it goes.
func (o *outline) replace(g *group) {
	if old := o.groups[g.home]; old != nil {
		for _, m := range old.members {
			if o.place[m] == g.home {
				delete(o.place, m)
			}
		}
		for _, m := range old.terms {
			o.unlist(m.term, old)
		}
		delete(o.groups, g.home)
	}
	if len(g.members) == 0 {
		return
	}
	o.groups[g.home] = g
	o.count++
	g.arrived = o.count
	for _, m := range g.members {
		o.place[m] = g.home
	}
	for _, m := range g.terms {
		o.terms[m.term] = append(o.terms[m.term], posting{g, m.told, m.answers, m.tenths})
	}
	for name := range g.speakers {
		if _, ok := o.names[name]; !ok {
			o.names[name] = ranking.NameTerms(&o.words, name)
		}
	}
}

func (o *outline) unlist(term string, g *group) {
	list := o.terms[term]
	at, ok := slices.BinarySearchFunc(list, g.arrived, func(p posting, n uint32) int { return cmp.Compare(p.arrived, n) })
	if !ok {
		return
	}
	if list = slices.Delete(list, at, at+1); len(list) == 0 {
		delete(o.terms, term)
		return
	}
	o.terms[term] = list
}

// forget drops the words of names that nobody bears any more.
func (o *outline) forget() {
	borne := map[string]bool{}
	for _, g := range o.groups {
		for name := range g.speakers {
			borne[name] = true
		}
	}
	maps.DeleteFunc(o.names, func(name string, _ []string) bool { return !borne[name] })
}

// fits checks the sizes of vectors against those that are there, and among themselves.
func (o *outline) fits(items []store.Item) error {
	sizes := map[string]int{}
	for _, g := range o.groups {
		for name := range g.vectors {
			embedder, size := ofVectorName(name)
			sizes[embedder] = size
		}
	}
	for _, i := range items {
		n := len(i.Vector)
		if n == 0 {
			continue
		}
		embedder, _ := ofVectorName(vectorName(i.Embedder, n))
		if want, known := sizes[embedder]; n > maxNumbers || known && n != want {
			return fmt.Errorf("%w: item %d has a vector of %d numbers, those of %q have %d", store.ErrInvalid, i.Seq, n, i.Embedder, want)
		}
		sizes[embedder] = n
	}
	return nil
}

// A question is what a query asks for, weighed by what its audiences hold.
type question struct {
	audiences []string       // that hold anything at all
	asked     map[string]int // the terms, by their place
	terms     []string       // in order
	worth     []float32
	mass      float32
	own       float32 // norm of lengths
	around    float32 // norm of neighbourhoods
	session   map[home]float32
	named     map[speaker]bool
}

// speaker is somebody in one audience: a query learns nothing of who speaks where it may not
// look.
type speaker struct{ name, audience string }

// question weighs the terms of a query.
func (o *outline) question(q store.Query) question {
	out := question{asked: map[string]int{}, session: map[home]float32{}, named: map[speaker]bool{}}
	within := map[string]bool{}
	var whole totals
	var sessions int
	var weight int64
	for h, g := range o.groups {
		inside, known := within[h.audience]
		if !known {
			inside = store.Within(h.audience, q.Audiences)
			within[h.audience] = inside
		}
		if !inside {
			continue
		}
		whole.add(g.told)
		whole.add(g.answers)
		if !h.shelf {
			sessions++
			weight += g.weight
		}
	}
	for name, inside := range within {
		if inside {
			out.audiences = append(out.audiences, name)
		}
	}
	slices.Sort(out.audiences)
	out.own, out.around = ranking.Norm(whole.length, int(whole.items)), ranking.Norm(whole.around, int(whole.items))

	terms := ranking.Terms(q.Text)
	calls := o.callers(terms, within, out.named)
	norm := ranking.Norm(weight, sessions)
	for _, r := range o.rarest(terms, within) {
		worth := ranking.Worth(r.items, int(whole.items), calls[r.term])
		out.asked[r.term] = len(out.terms)
		out.terms = append(out.terms, r.term)
		out.worth = append(out.worth, worth)
		out.mass += worth
		held := ranking.Worth(r.sessions, sessions, calls[r.term])
		for _, p := range o.terms[r.term] {
			if within[p.audience] && !p.shelf {
				out.session[p.home] += held * ranking.Saturate(float32(p.tenths)/ranking.WholeWord, float32(p.weight), norm)
			}
		}
	}
	return out
}

// callers finds whom the terms call by name, and which of them do.
func (o *outline) callers(terms []string, within map[string]bool, named map[speaker]bool) map[string]bool {
	calls := map[string]bool{}
	called := map[string]bool{}
	for name, words := range o.names {
		for _, word := range words {
			if _, ok := slices.BinarySearch(terms, word); ok {
				called[name] = true
			}
		}
	}
	if len(called) == 0 {
		return calls
	}
	for h, g := range o.groups {
		if !within[h.audience] {
			continue
		}
		for name := range g.speakers {
			if called[name] {
				named[speaker{name, h.audience}] = true
				for _, word := range o.names[name] {
					calls[word] = true
				}
			}
		}
	}
	return calls
}

// held is a term with the number of items and sessions, within the audiences, that hold it.
type held struct {
	term            string
	items, sessions int
}

// rarest cuts the terms of a query to those that occur, and of those to the ones that the
// fewest items hold. Terms come and go in order.
func (o *outline) rarest(terms []string, within map[string]bool) []held {
	var known []held
	for _, term := range terms {
		h := held{term: term}
		for _, p := range o.terms[term] {
			if !within[p.audience] {
				continue
			}
			h.items += int(p.told + p.answers)
			if !p.shelf {
				h.sessions++
			}
		}
		if h.items > 0 {
			known = append(known, h)
		}
	}
	if len(known) > ranking.MaxTerms {
		slices.SortStableFunc(known, func(a, b held) int { return cmp.Compare(a.items, b.items) })
		known = known[:ranking.MaxTerms]
		slices.SortFunc(known, func(a, b held) int { return cmp.Compare(a.term, b.term) })
	}
	return known
}
