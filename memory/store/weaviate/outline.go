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
	latest uint32              // of groups there ever were
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
	o.latest++
	g.arrived = o.latest
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

// first names the first part of a memory that is there, which is 0 for all that the follower put whole.
func (o *outline) first(seq uint64) (key, bool) {
	for part := range uint32(maxParts) {
		k := key{seq, part}
		if _, there := o.place[k]; there {
			return k, true
		}
	}
	return key{}, false
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
	audiences []string // that hold anything at all
	asked     []wanted // the terms, in the order in which their scores are added up
	place     map[string]int
	mass      float32 // what all that was asked for is worth
	own       float32 // norm of lengths
	around    float32 // norm of neighbourhoods
	session   map[home]float32
	named     map[speaker]bool
	vectors   []store.Vector // those of the query that can be compared with anything
	least     float64        // likeness by which something may be found
}

// wanted is a term that is looked for.
type wanted struct {
	term   string
	kin    string // the term of the query it stands for, if it is none itself
	calls  bool   // a speaker
	worth  float32
	inTalk float32 // its worth in sessions
}

// speaker is somebody in one audience: a query learns nothing of who speaks where it may not
// look.
type speaker struct{ name, audience string }

// question weighs the terms of a query, as the embedded store does, item by item and number by
// number.
func (o *outline) question(q store.Query) *question {
	out := &question{place: map[string]int{}, session: map[home]float32{}, named: map[speaker]bool{}}
	within := o.within(q.Audiences)
	for name, inside := range within {
		if inside {
			out.audiences = append(out.audiences, name)
		}
	}
	slices.Sort(out.audiences)
	out.vectors, out.least = o.comparable(q.Vectors, within), q.Least
	whole, sittings, weight := o.totals(within, ranking.Answers(q))
	out.own, out.around = ranking.Norm(whole.length, int(whole.items)), ranking.Norm(whole.around, int(whole.items))

	terms := ranking.Terms(q.Text)
	calls := o.callers(terms, within, out.named)
	terms = o.rarest(terms, within)
	looked := make([]wanted, 0, len(terms))
	for _, term := range terms {
		looked = append(looked, wanted{term: term, calls: calls[term]})
	}
	for _, k := range ranking.KinOf(terms) {
		if !o.called(k.Term, within) {
			looked = append(looked, wanted{term: k.Term, kin: k.For})
		}
	}
	norm := ranking.Norm(weight, sittings)
	known := map[string]wanted{}
	for _, a := range looked {
		n := o.count(a.term, within)
		found := n.told
		if ranking.Answers(q) {
			found += n.answers
		}
		if found == 0 {
			continue
		}
		a.worth, a.inTalk = ranking.Worth(a.term, found, int(whole.items), a.calls), ranking.WorthInSessions(n.sittings, sittings, a.calls)
		if a.kin == "" {
			known[a.term] = a
			out.mass += a.worth
		} else {
			a.worth, a.inTalk = ranking.KinWorth(a.worth, known[a.kin].worth), ranking.KinWorth(a.inTalk, known[a.kin].inTalk)
		}
		out.place[a.term] = len(out.asked)
		out.asked = append(out.asked, a)
		for _, p := range o.terms[a.term] {
			if within[p.audience] && !p.shelf {
				out.session[p.home] += a.inTalk * ranking.Saturate(float32(p.tenths)/ranking.WholeWord, float32(p.weight), norm)
			}
		}
	}
	return out
}

// comparable are the vectors of a query that can be compared with some within the audiences,
// one for each embedder. What is no vector is passed over.
func (o *outline) comparable(query []store.Vector, within map[string]bool) (some []store.Vector) {
	if len(query) == 0 {
		return nil
	}
	held := map[string]bool{}
	for h, g := range o.groups {
		if !within[h.audience] {
			continue
		}
		for name := range g.vectors {
			held[name] = true
		}
	}
	for _, v := range query {
		if name := vectorName(v.Embedder, len(v.Values)); held[name] && store.Unit(v.Values) {
			some = append(some, v)
			delete(held, name)
		}
	}
	return some
}

// within says of each audience that has anything whether a query may find it.
func (o *outline) within(named []string) map[string]bool {
	within := map[string]bool{}
	for h := range o.groups {
		if _, known := within[h.audience]; !known {
			within[h.audience] = store.Within(h.audience, named)
		}
	}
	return within
}

// totals are those of what may be found, and the number and the weight of the sittings.
func (o *outline) totals(within map[string]bool, answers bool) (whole totals, sittings int, weight int64) {
	for h, g := range o.groups {
		if !within[h.audience] {
			continue
		}
		if whole.add(g.told); answers {
			whole.add(g.answers)
		}
		if !h.shelf {
			sittings++
			weight += g.weight
		}
	}
	return whole, sittings, weight
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

// called says whether a term calls a speaker within the audiences.
func (o *outline) called(term string, within map[string]bool) bool {
	return len(o.callers([]string{term}, within, map[speaker]bool{})) > 0
}

// holders is how many items and sittings hold a term.
type holders struct{ told, answers, sittings int }

func (o *outline) count(term string, within map[string]bool) (n holders) {
	for _, p := range o.terms[term] {
		if !within[p.audience] {
			continue
		}
		n.told += int(p.told)
		n.answers += int(p.answers)
		if !p.shelf {
			n.sittings++
		}
	}
	return n
}

// rarest cuts the terms of a long query to those that the fewest items hold. Terms come and
// go in order.
func (o *outline) rarest(terms []string, within map[string]bool) []string {
	if len(terms) <= ranking.MaxTerms {
		return terms
	}
	held := map[string]int{}
	var known []string
	for _, term := range terms {
		if n := o.count(term, within); n.told+n.answers > 0 {
			held[term] = n.told + n.answers
			known = append(known, term)
		}
	}
	slices.SortStableFunc(known, func(a, b string) int { return cmp.Compare(held[a], held[b]) })
	known = known[:min(len(known), ranking.MaxTerms)]
	slices.Sort(known)
	return known
}
