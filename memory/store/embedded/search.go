package embedded

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/words"
)

// Search implements store.Store.
func (x *Index) Search(ctx context.Context, q store.Query) (store.Result, error) {
	if len(q.Audiences) == 0 {
		return store.Result{}, store.ErrNoAudience
	}
	if err := ctx.Err(); err != nil {
		return store.Result{}, fmt.Errorf("search: %w", err)
	}
	var analyzer words.Analyzer // remembers nothing
	q.Text = q.Text[:min(len(q.Text), store.MaxQuery)]
	terms := analyzer.AppendTerms(nil, q.Text)
	slices.Sort(terms)
	terms = slices.Compact(terms)

	s, _ := x.scratch.Get().(*scratch)
	if s == nil {
		s = new(scratch)
	}
	defer x.scratch.Put(s)
	result := x.search(ctx, s, q, terms)
	if err := ctx.Err(); err != nil {
		return store.Result{}, fmt.Errorf("search: %w", err)
	}
	result.Hits = withoutTwins(result.Hits, q.Places())
	return result, nil
}

// search is the part of Search under the lock. Its hits are more than asked for,
// so that twins can be left out.
func (x *Index) search(ctx context.Context, s *scratch, q store.Query, terms []string) store.Result {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s.begin(x, q.Audiences)
	defer s.end()
	for _, a := range x.asked(s, terms) {
		if ctx.Err() != nil {
			return store.Result{}
		}
		s.score(x, a)
	}
	r := x.ranking(s, q, x.named(s, terms))
	return store.Result{
		Hits:      r.best(x, s, formula.Candidates(q.Places())),
		Named:     r.names(x),
		Agreement: r.agreement(),
	}
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
	list *postings
	name bool // it calls a speaker
}

// asked are the terms to search for, in the order given: an order that depended
// on how often they occur would show, in the last digits of scores, what lies
// outside the audiences.
func (x *Index) asked(s *scratch, terms []string) []query {
	var asked []query
	for _, term := range s.rarest(x, terms) {
		id, ok := x.lexicon.ids[term]
		if !ok {
			continue
		}
		name := slices.ContainsFunc(x.speakers.word[term], func(id uint32) bool {
			return s.allowed[x.speakers.all[id].key.audience]
		})
		asked = append(asked, query{&x.lexicon.lists[id], name})
	}
	return asked
}

// ranking turns what the terms scored into hits.
type ranking struct {
	query         store.Query
	named         map[uint32]bool
	dates         store.Dates
	now, from, to int64

	total                  float64 // of the weights that apply
	terms, around, session float64 // the best among the candidates
	byNamed, byOther       float64 // the most of the query covered by one item
}

// ranking takes the documents that the query's bounds let through as candidates
// and finds the best of each part among them.
func (x *Index) ranking(s *scratch, q store.Query, named map[uint32]bool) *ranking {
	r := &ranking{query: q, named: named, dates: store.DatesIn(q.Text)}
	r.now, r.from, r.to = micro(q.Now, 0), micro(q.From, math.MinInt64), micro(q.To, math.MaxInt64)
	r.total = termsWeight + neighbourWeight + sessionWeight
	if len(named) > 0 {
		r.total += speakerWeight
	}
	if r.dates.Any() {
		r.total += dateWeight
	}
	for _, doc := range s.found {
		if !r.admits(x, doc) {
			continue
		}
		s.candidates = append(s.candidates, doc)
		at := &x.spots[doc]
		r.terms = max(r.terms, float64(s.terms[doc]))
		r.around = max(r.around, float64(s.around[doc]))
		r.session = max(r.session, float64(s.session[at.session]))
		if covered := float64(s.covered[doc]); named[at.speaker] {
			r.byNamed = max(r.byNamed, covered)
		} else {
			r.byOther = max(r.byOther, covered)
		}
	}
	return r
}

func micro(at time.Time, ifZero int64) int64 {
	if at.IsZero() {
		return ifZero
	}
	return at.UnixMicro()
}

// names are the names of those whom the query names.
func (r *ranking) names(x *Index) []string {
	var names []string
	for id := range r.named {
		names = append(names, x.speakers.name(id))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// agreement goes by how much of the query is covered, not by BM25, whose liking
// for short items blurs it.
func (r *ranking) agreement() float64 {
	if len(r.named) == 0 || r.byNamed == 0 {
		return 0
	}
	return r.byNamed / (r.byNamed + r.byOther)
}

func (r *ranking) admits(x *Index, doc uint32) bool {
	rec := &x.records[doc]
	switch {
	case rec.on < r.from || rec.on >= r.to:
		return false
	case !r.query.Superseded && !r.query.Now.IsZero() && rec.validTo <= r.now:
		return false
	case len(r.query.Kinds) > 0 && !slices.Contains(r.query.Kinds, rec.kind):
		return false
	case r.query.Speaker != "" && x.speakers.name(x.spots[doc].speaker) != r.query.Speaker:
		return false
	}
	return true
}

// candidate is a document on its way to being a hit.
type candidate struct {
	doc   uint32
	score float64
	parts store.Parts
}

// best returns the n best hits in order.
func (r *ranking) best(x *Index, s *scratch, n int) []store.Hit {
	top := make([]candidate, 0, n+1)
	worse := func(a, b candidate) int {
		p, q := &x.records[a.doc], &x.records[b.doc]
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(q.seq, p.seq), cmp.Compare(p.part, q.part))
	}
	for _, doc := range s.candidates {
		c := candidate{doc: doc, parts: r.parts(x, s, doc)}
		c.score = c.parts.Sum() // freshness, still 1, can only lower it
		if len(top) == n && c.score < top[n-1].score {
			continue
		}
		c.parts.Freshness = r.freshness(&x.records[doc])
		c.score = c.parts.Sum()
		at, _ := slices.BinarySearchFunc(top, c, worse)
		if at == n {
			continue
		}
		top = slices.Insert(top, at, c)
		top = top[:min(len(top), n)]
	}
	hits := make([]store.Hit, len(top))
	for i, c := range top {
		hits[i] = store.Hit{Item: x.item(c.doc), Score: c.score, Parts: c.parts}
		if s.mass > 0 {
			hits[i].Coverage = min(1, float64(s.covered[c.doc])/float64(s.mass))
		}
	}
	return hits
}

func (r *ranking) parts(x *Index, s *scratch, doc uint32) store.Parts {
	at := &x.spots[doc]
	p := store.Parts{
		Terms:     termsWeight * share(s.terms[doc], r.terms) / r.total,
		Neighbour: neighbourWeight * share(s.around[doc], r.around) / r.total,
		Session:   sessionWeight * share(s.session[at.session], r.session) / r.total,
		Kind:      kindFactor(at.answer),
		Freshness: 1,
	}
	if len(r.named) > 0 && r.named[at.speaker] {
		p.Speaker = speakerWeight / r.total
	}
	if r.dates.Any() {
		p.Date = dateWeight * r.dates.Match(time.UnixMicro(x.records[doc].on).UTC()) / r.total
	}
	return p
}

func share(of float32, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return float64(of) / best
}

func (r *ranking) freshness(rec *record) float64 {
	if r.query.Now.IsZero() {
		return 1
	}
	const day = float64(24 * time.Hour / time.Microsecond)
	age := float64(r.now-rec.on) / day
	return formula.FreshnessFactor(formula.Strength(rec.class, rec.settled, age))
}
