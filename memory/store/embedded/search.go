package embedded

import (
	"context"
	"fmt"
	"slices"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
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
	free := x.scratch.Load()
	s, _ := free.Get().(*scratch)
	if s == nil {
		s = &scratch{stems: words.New(ranking.StemsOfASearch)}
	}
	defer free.Put(s)
	results := x.search(ctx, s, qs)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	for i, q := range qs {
		results[i].Hits = ranking.WithoutTwins(s.stems, results[i].Hits, q.Places())
	}
	return results, nil
}

// search is the part of SearchAll under the lock. Its hits are more than asked for,
// so that twins can be left out.
func (x *Index) search(ctx context.Context, s *scratch, qs []store.Query) []store.Result {
	x.mu.RLock()
	defer x.mu.RUnlock()
	results := make([]store.Result, len(qs))
	var terms []string
	for i, q := range qs {
		if i == 0 || !scoredAlike(&qs[i-1], &q) {
			s.end()
			s.begin(x, q.Audiences, ranking.Answers(q))
			terms = ranking.Terms(q.Text)
			for _, a := range x.asked(s, terms) {
				if ctx.Err() != nil {
					break
				}
				s.score(x, a)
			}
		}
		results[i] = x.rank(s, q, terms)
	}
	s.end()
	return results
}

// scoredAlike says whether the words of two queries score the same in every document.
func scoredAlike(a, b *store.Query) bool {
	return a.Text == b.Text && slices.Equal(a.Audiences, b.Audiences) && ranking.Answers(*a) == ranking.Answers(*b)
}

// rank takes of what was scored the best that a query admits.
func (x *Index) rank(s *scratch, q store.Query, terms []string) store.Result {
	named := x.named(s, terms)
	s.candidates, s.wanted = s.candidates[:0], s.wanted[:0]
	r := ranking.New(q, len(named) > 0)
	for _, name := range x.kinds {
		s.wanted = append(s.wanted, r.Wants(name))
	}
	s.admit(x, &q, r, named)
	candidates, best := r.Fuse(ranking.Lists{
		Words: s.candidates,
		Near:  func(n int) []ranking.Candidate { return s.near(x, &q, r, named, n) },
		Like:  func(c *ranking.Candidate) { c.Likeness, c.Weight = x.likeness(q.Vectors, uint32(c.Own)) }, //nolint:gosec // a document
	}, formula.Candidates(q.Places()))
	return store.Result{Hits: x.hits(s, candidates, best), Named: x.names(named), Agreement: r.Agreement()}
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

// admit takes the documents that the query's bounds let through as candidates.
func (s *scratch) admit(x *Index, q *store.Query, r *ranking.Ranking, named map[uint32]bool) {
	for _, doc := range s.found {
		if s.admits(x, q, r, doc) {
			s.candidates = append(s.candidates, s.candidate(x, doc, named))
		}
	}
}

func (s *scratch) admits(x *Index, q *store.Query, r *ranking.Ranking, doc uint32) bool {
	if !s.wanted[x.spots[doc].kind] {
		return false
	}
	rec, speaker := &x.records[doc], ""
	if q.Speaker != "" {
		speaker = x.speakers.name(x.spots[doc].speaker)
	}
	return r.Within(rec.on, rec.validTo, speaker)
}

// candidate is a document with what the terms scored in it.
func (s *scratch) candidate(x *Index, doc uint32, named map[uint32]bool) ranking.Candidate {
	at, rec := &x.spots[doc], &x.records[doc]
	return ranking.Candidate{
		Seq: rec.seq, Part: rec.part, Answer: at.answer, Asks: at.asks, Named: named[at.speaker],
		Class: rec.class, Settled: rec.settled, On: rec.on,
		Terms: s.terms[doc], Around: s.around[doc], Session: s.session[at.session], Covered: s.covered[doc],
		Own: int(doc),
	}
}

// near are the candidates whose vectors are most like those of a query.
func (s *scratch) near(x *Index, q *store.Query, r *ranking.Ranking, named map[uint32]bool, n int) []ranking.Candidate {
	may := func(doc uint32) bool { return s.allowed[x.spots[doc].audience] && s.wanted[x.spots[doc].kind] }
	if !slices.Contains(s.allowed, false) && !slices.Contains(s.wanted, false) {
		may = nil
	}
	nearest := x.nearest(q.Vectors, n, may, func(doc uint32) bool { return s.admits(x, q, r, doc) })
	found := make([]ranking.Candidate, len(nearest))
	for i, c := range nearest {
		found[i] = s.candidate(x, c.doc, named)
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
			Item: x.item(uint32(c.Own)), Score: b.Score, Parts: b.Parts, //nolint:gosec // a document
			Coverage: ranking.Coverage(c.Covered, s.mass), Likeness: float64(c.Likeness),
		}
	}
	return hits
}
