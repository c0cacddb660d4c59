package embedded

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// Search implements store.Store.
func (x *Index) Search(ctx context.Context, q store.Query) (store.Result, error) {
	results, err := x.SearchAll(ctx, q)
	if err != nil {
		return store.Result{}, err
	}
	return results[0], nil
}

// SearchAll implements store.Store. Queries next to each other that differ in their bounds alone
// are scored once, and which of what was found each of them admits is told after.
func (x *Index) SearchAll(ctx context.Context, qs ...store.Query) ([]store.Result, error) {
	for _, q := range qs {
		if len(q.Audiences) == 0 {
			return nil, store.ErrNoAudience
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	spare := x.scratch.Load()
	s := spare.take()
	defer spare.keep(s)
	results := x.search(ctx, s, qs)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for i, q := range qs {
		results[i].Hits = ranking.WithoutTwins(results[i].Hits, q.Places())
	}
	return results, nil
}

// search is the part of SearchAll under the lock. Its hits are more than asked for,
// so that twins can be left out.
func (x *Index) search(ctx context.Context, s *scratch, qs []store.Query) []store.Result {
	x.mu.RLock()
	defer x.mu.RUnlock()
	results := make([]store.Result, 0, len(qs))
	for len(qs) > 0 {
		alike := 1
		for alike < len(qs) && scoredAlike(&qs[0], &qs[alike]) {
			alike++
		}
		s.begin(x, qs[0].Audiences, ranking.Answers(qs[0]))
		terms := ranking.Terms(qs[0].Text)
		for _, a := range x.asked(s, terms) {
			if ctx.Err() != nil {
				break
			}
			s.score(x, a)
		}
		results = x.rank(s, results, qs[:alike], x.named(s, terms))
		s.end()
		qs = qs[alike:]
	}
	return results
}

// scoredAlike says whether the words of two queries score the same in every document.
func scoredAlike(a, b *store.Query) bool {
	return a.Text == b.Text && slices.Equal(a.Audiences, b.Audiences) && ranking.Answers(*a) == ranking.Answers(*b)
}

// rank takes of what was scored the best that each query admits, and appends them.
func (x *Index) rank(s *scratch, results []store.Result, qs []store.Query, named map[uint32]bool) []store.Result {
	all := make([]*bounded, len(qs))
	looks := make([]look, len(qs))
	for i := range qs {
		b := x.bounded(&qs[i], len(named) > 0)
		all[i], looks[i] = b, b.look(x, s)
	}
	var together [][]near
	if len(s.found) == 0 { // no word found anything: vectors decide, for every query
		together = x.nearest(looks...)
	}
	ranked := make([]store.Result, len(qs))
	s.prospects = grown(s.prospects, len(qs))
	one := func(i int) {
		b, p := all[i], &s.prospects[i]
		p.words = s.admit(x, p.words[:0], b, named)
		p.bounds = grown(p.bounds, len(p.words))
		candidates, best := b.rank.Fuse(ranking.Lists{
			Words:  p.words,
			Bounds: p.bounds,
			Rest:   x.rest,
			Near: func(int) []ranking.Candidate {
				if together != nil {
					return s.near(x, together[i], named)
				}
				return s.near(x, x.nearest(looks[i])[0], named)
			},
			Like: func(all []ranking.Candidate) { x.likes(b.units, all) },
		}, looks[i].most)
		ranked[i] = store.Result{Hits: b.rank.Phrased(x.hits(s, candidates, best)), Named: x.names(named), Agreement: b.rank.Agreement()}
	}
	if len(s.found) < sideBySide {
		for i := range all {
			one(i)
		}
		return append(results, ranked...)
	}
	var every sync.WaitGroup
	for i := range all {
		every.Go(func() { one(i) })
	}
	every.Wait()
	return append(results, ranked...)
}

// sideBySide is from how many documents on queries are ranked on several processors: below, that takes
// a fraction of a millisecond.
const sideBySide = 4096

// bounded is a query and what it admits.
type bounded struct {
	query  *store.Query
	units  []store.Vector // of the query, those that can be compared
	rank   *ranking.Ranking
	wanted []bool // by kind
	open   bool   // for whatever still holds
}

func (x *Index) bounded(q *store.Query, named bool) *bounded {
	b := &bounded{query: q, rank: ranking.New(*q, named), wanted: make([]bool, len(x.kinds))}
	b.open = b.rank.Timeless()
	for _, v := range q.Vectors {
		if store.Unit(v.Values) {
			b.units = append(b.units, v)
		}
	}
	for i, name := range x.kinds {
		b.wanted[i] = b.rank.Wants(name)
	}
	return b
}

// look is for the documents most like the query that are within its bounds.
func (b *bounded) look(x *Index, s *scratch) look {
	l := look{query: b.query.Vectors, least: b.query.Least, most: formula.Candidates(b.query.Places()), admit: func(doc uint32) bool { return b.admits(x, doc) }}
	if !s.everyone || slices.Contains(b.wanted, false) {
		l.may = func(doc uint32) bool { return s.allowed[x.spots[doc].audience] && b.wanted[x.briefs[doc].kind] }
	}
	return l
}

// admits says whether a document within the audiences is within the query's other bounds.
func (b *bounded) admits(x *Index, doc uint32) bool {
	switch at := &x.briefs[doc]; {
	case !b.wanted[at.kind]:
		return false
	case b.open && !at.is(ends): // tens of thousands in one search, whose records are far apart
		return true
	}
	rec, speaker := &x.records[doc], ""
	if b.query.Speaker != "" {
		speaker = x.speakers.name(x.spots[doc].speaker)
	}
	return b.rank.Within(rec.on, rec.validTo, speaker)
}

// named are the speakers within the audiences whom the terms call by name.
func (x *Index) named(s *scratch, terms []string) map[uint32]bool {
	named := make(map[uint32]bool)
	for _, term := range terms {
		for _, id := range x.speakers.word[term] {
			if s.allowed[x.speakers.all[id].key.audience] {
				named[id] = true
			}
		}
	}
	return named
}

// query is a term of the query that occurs in the index.
type query struct {
	term string
	list *postings
	name bool   // it calls a speaker
	kin  string // the term of the query that it stands for, if it is none itself
}

// asked are the terms to search for, in the order given: an order that depended
// on how often they occur would show, in the last digits of scores, what lies
// outside the audiences.
func (x *Index) asked(s *scratch, terms []string) []query {
	var asked []query
	terms = s.rarest(x, terms)
	for _, term := range terms {
		id, ok := x.lexicon.ids[term]
		if !ok {
			continue
		}
		asked = append(asked, query{term: term, list: &x.lexicon.lists[id], name: x.calls(s, term)})
	}
	for _, k := range ranking.KinOf(terms) {
		if id, ok := x.lexicon.ids[k.Term]; ok && !x.calls(s, k.Term) {
			asked = append(asked, query{term: k.Term, list: &x.lexicon.lists[id], kin: k.For})
		}
	}
	return asked
}

// calls says whether a term calls a speaker within the audiences.
func (x *Index) calls(s *scratch, term string) bool {
	return slices.ContainsFunc(x.speakers.word[term], func(id uint32) bool {
		return s.allowed[x.speakers.all[id].key.audience]
	})
}

// admit appends the documents that the query's bounds let through, with what the terms scored in them.
func (s *scratch) admit(x *Index, to []ranking.Scored, b *bounded, named map[uint32]bool) []ranking.Scored {
	to = slices.Grow(to, len(s.found)+len(s.found)/8) // tens of thousands: to grow by and by takes several times the memory
	for _, doc := range s.found {
		if b.admits(x, doc) {
			to = append(to, s.scored(x, doc, named))
		}
	}
	return to
}

// scored is what the terms scored in a document.
func (s *scratch) scored(x *Index, doc uint32, named map[uint32]bool) ranking.Scored {
	at, brief, of := &x.spots[doc], &x.briefs[doc], &s.tallies[doc]
	return ranking.Scored{
		Own: doc, Terms: of.terms, Around: of.around, Session: s.session[at.session], Covered: of.covered,
		Answer: brief.is(answer), Asks: brief.is(asks), Held: brief.held, Named: len(named) > 0 && named[at.speaker], // nobody is not
	}
}

// rest gives a candidate what its record says.
func (x *Index) rest(c *ranking.Candidate) {
	rec := &x.records[c.Own]
	c.Seq, c.Part, c.Fades, c.Settled, c.On = rec.seq, rec.part, ranking.Fades(x.classes[rec.class]), rec.settled, rec.on
}

// near are documents as candidates, with whatever words scored in them.
func (s *scratch) near(x *Index, nearest []near, named map[uint32]bool) []ranking.Candidate {
	found := make([]ranking.Candidate, len(nearest))
	for i, c := range nearest {
		found[i].Scored = s.scored(x, c.doc, named)
		x.rest(&found[i])
	}
	return found
}

// names are the names of speakers.
func (x *Index) names(named map[uint32]bool) []string {
	var names []string
	for id := range named {
		names = append(names, x.speakers.name(id))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// hits are the candidates that made it, put back together.
func (x *Index) hits(s *scratch, candidates []ranking.Candidate, best []ranking.Ranked) []store.Hit {
	hits := make([]store.Hit, len(best))
	for i, b := range best {
		c := &candidates[b.At]
		hits[i] = store.Hit{
			Item: x.bare(c.Own), Score: b.Score, Parts: b.Parts,
			Coverage: ranking.Coverage(c.Covered, s.mass), Likeness: float64(c.Likeness),
		}
	}
	return hits
}
