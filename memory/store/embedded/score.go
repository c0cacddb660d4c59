package embedded

import (
	"cmp"
	"slices"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// scratch is the working memory of one search. Between searches every array is
// all zeros; the stems it met are remembered until something is removed.
type scratch struct {
	stems *words.Analyzer

	allowed  []bool   // by audience
	everyone bool     // all of them are
	whole    audience // of all that are allowed
	answers  bool     // the agent's own words may be found
	items    totals   // of all that may be found

	terms   []float32 // by document: BM25 of its own words
	covered []float32 // the worth of those of its words that were asked for
	around  []float32 // BM25 of its neighbourhood
	session []float32 // by session
	found   []uint32  // documents whose neighbourhood holds a term
	inside  []uint32  // sessions that hold one
	mass    float32   // the worth of all that was asked for

	worth, inSessions map[string]float32 // of each term of the query that was scored

	candidates [][]ranking.Candidate // by query: those found that its bounds let through

	// of one term
	list     []posting
	count    []uint32 // in a neighbourhood, in tenths
	counted  []uint32
	sessions []uint32 // in a session, in tenths
	entered  []uint32
}

// begin sizes the arrays and adds up the totals of the audiences.
func (s *scratch) begin(x *Index, audiences []string, answers bool) {
	s.allowed = zeros(s.allowed, len(x.audiences))
	s.whole, s.answers, s.items = audience{}, answers, totals{}
	for i, a := range x.audiences {
		if !store.Within(a.name, audiences) {
			continue
		}
		s.allowed[i] = true
		if s.items.add(a.told); answers {
			s.items.add(a.answers)
		}
		s.whole.sessions += a.sessions
		s.whole.sessionLength += a.sessionLength
	}
	if s.worth == nil {
		s.worth, s.inSessions = map[string]float32{}, map[string]float32{}
	}
	s.everyone = !slices.Contains(s.allowed, false)
	n := len(x.spots)
	s.terms, s.covered, s.around = grown(s.terms, n), grown(s.covered, n), grown(s.around, n)
	s.count = grown(s.count, n)
	s.session = grown(s.session, len(x.sessions.all))
	s.sessions = grown(s.sessions, len(x.sessions.all))
}

// end brings the arrays back to zeros.
func (s *scratch) end() {
	for _, doc := range s.found {
		s.terms[doc], s.covered[doc], s.around[doc] = 0, 0, 0
	}
	for _, id := range s.inside {
		s.session[id] = 0
	}
	clear(s.worth)
	clear(s.inSessions)
	s.found, s.inside, s.mass = s.found[:0], s.inside[:0], 0
}

// grown returns a slice of n elements, keeping what is there.
func grown[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return append(s, make([]T, n-len(s)+n/8)...)
}

func zeros(s []bool, n int) []bool {
	s = append(s[:0], make([]bool, n)...)
	return s
}

// load decodes the postings of a list that lie within the audiences.
func (s *scratch) load(x *Index, list *postings) {
	s.list = list.appendAll(s.list[:0])
	if s.everyone {
		return
	}
	s.list = slices.DeleteFunc(s.list, func(p posting) bool { return !s.allowed[x.spots[p.doc].audience] })
}

// rarest cuts the terms of a long query to those that the fewest documents hold.
// Terms come and go in order.
func (s *scratch) rarest(x *Index, terms []string) []string {
	if len(terms) <= ranking.MaxTerms {
		return terms
	}
	held := make(map[string]int)
	var known []string
	for _, term := range terms {
		if id, ok := x.lexicon.ids[term]; ok {
			if s.load(x, &x.lexicon.lists[id]); len(s.list) > 0 {
				held[term] = len(s.list)
				known = append(known, term)
			}
		}
	}
	slices.SortStableFunc(known, func(a, b string) int { return cmp.Compare(held[a], held[b]) })
	known = known[:min(len(known), ranking.MaxTerms)]
	slices.Sort(known)
	return known
}

// score adds what one term of the query is worth to every document, its
// neighbours and its session.
func (s *scratch) score(x *Index, q query) {
	s.load(x, q.list)
	held := s.holding(x)
	if held == 0 {
		return
	}
	worth := ranking.Worth(q.term, held, s.items.documents, q.name)
	if q.kin == "" {
		s.worth[q.term] = worth
		s.mass += worth
	} else {
		worth = ranking.KinWorth(worth, s.worth[q.kin])
	}
	mean := ranking.Norm(s.items.length, s.items.documents)
	for _, p := range s.list {
		at := &x.spots[p.doc]
		s.spread(x, p, at)
		if at.answer && !s.answers {
			continue
		}
		s.terms[p.doc] += worth * ranking.SaturateOwn(float32(p.count), float32(at.length), mean)
		s.covered[p.doc] += worth
	}

	mean = ranking.Norm(s.items.around, s.items.documents)
	for _, doc := range s.counted {
		if s.around[doc] == 0 {
			s.found = append(s.found, doc)
		}
		s.around[doc] += worth * ranking.Saturate(float32(s.count[doc])/ranking.WholeWord, float32(x.briefs[doc].around), mean)
		s.count[doc] = 0
	}
	s.counted = s.counted[:0]

	worth = ranking.WorthInSessions(len(s.entered), s.whole.sessions, q.name)
	if q.kin == "" {
		s.inSessions[q.term] = worth
	} else {
		worth = ranking.KinWorth(worth, s.inSessions[q.kin])
	}
	mean = ranking.Norm(s.whole.sessionLength, s.whole.sessions)
	for _, id := range s.entered {
		if s.session[id] == 0 {
			s.inside = append(s.inside, id)
		}
		s.session[id] += worth * ranking.Saturate(float32(s.sessions[id])/ranking.WholeWord, float32(x.sessions.all[id].length), mean)
		s.sessions[id] = 0
	}
	s.entered = s.entered[:0]
}

// holding is how many of the items that may be found hold the term that was loaded.
func (s *scratch) holding(x *Index) int {
	if s.answers {
		return len(s.list)
	}
	n := 0
	for _, p := range s.list {
		if !x.spots[p.doc].answer {
			n++
		}
	}
	return n
}

// spread counts a posting in the neighbourhoods and the session it belongs to. What may not be
// found is told nothing of its neighbours, who are told of it all the same.
func (s *scratch) spread(x *Index, p posting, at *spot) {
	s.tell(x, p.doc, ranking.WholeWord*p.count)
	if at.session == 0 {
		return
	}
	before, after := p.doc, p.doc
	for turns := 1; turns <= ranking.Reach; turns++ { // x.neighbours, without a copy for each of so many
		said := ranking.Near(at.answer, turns) * p.count
		if before = x.spots[before].prev; before != 0 {
			s.tell(x, before, said)
		}
		if after = x.spots[after].next; after != 0 {
			s.tell(x, after, said)
		}
	}
	said := ranking.Word(at.answer) * p.count
	if s.sessions[at.session] == 0 {
		s.entered = append(s.entered, at.session)
	}
	s.sessions[at.session] += said
}

func (s *scratch) tell(x *Index, doc, count uint32) {
	if !s.answers && x.spots[doc].answer {
		return
	}
	if s.count[doc] == 0 {
		s.counted = append(s.counted, doc)
	}
	s.count[doc] += count
}
