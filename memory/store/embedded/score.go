package embedded

import (
	"cmp"
	"slices"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// scratch is the working memory of one search. Between searches every array is
// all zeros; the terms of the last query are remembered until something is removed.
type scratch struct {
	allowed  []bool   // by audience
	everyone bool     // all of them are
	whole    audience // of all that are allowed
	answers  bool     // the agent's own words may be found
	items    totals   // of all that may be found

	tallies []tally   // by document
	session []float32 // by session: BM25 of its words
	found   []uint32  // documents whose neighbourhood holds a term
	inside  []uint32  // sessions that hold one
	mass    float32   // the worth of all that was asked for

	worth, inSessions map[string]float32 // of each term of the query that was scored

	prospects []prospects // by query

	// of one term
	list     []posting
	counted  []uint32 // documents whose tally counts it
	sessions []uint32 // in a session, in tenths
	entered  []uint32
}

// spare is the working memory of searches that ended, for the next ones. A sync.Pool would lose it with
// every collection of garbage, and to make it anew takes as long as to search: for 150,000 documents it is some 15 MB.
type spare chan *scratch

// spares is for how many searches at once it is kept: a conversation has one at a time, and jobs may have another.
const spares = 2

func newSpare() *spare {
	s := make(spare, spares)
	return &s
}

func (p *spare) take() *scratch {
	select {
	case s := <-*p:
		return s
	default:
		return new(scratch)
	}
}

func (p *spare) keep(s *scratch) {
	select {
	case *p <- s:
	default:
	}
}

// tally is what the terms scored in a document. It lies together because a term reads and writes all
// of it, for tens of thousands of documents.
type tally struct {
	terms   float32 // BM25 of its own words
	covered float32 // the worth of those of its words that were asked for
	around  float32 // BM25 of its neighbourhood
	count   uint32  // of one term: how often the neighbourhood holds it, in tenths
}

// prospects are what is ranked for one query.
type prospects struct {
	words  []ranking.Scored // of what was found, what its bounds let through
	bounds []float64        // see ranking.Lists
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
	s.tallies = grown(s.tallies, n)
	s.session = grown(s.session, len(x.sessions.all))
	s.sessions = grown(s.sessions, len(x.sessions.all))
}

// end brings the arrays back to zeros.
func (s *scratch) end() {
	if len(s.found) > len(s.tallies)/8 {
		clear(s.tallies)
	} else {
		for _, doc := range s.found {
			s.tallies[doc] = tally{}
		}
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
	mean, around := ranking.Norm(s.items.length, s.items.documents), ranking.Norm(s.items.around, s.items.documents)
	spots, briefs, tallies := x.spots, x.briefs, s.tallies // of tens of thousands of documents
	for _, p := range s.list {
		at, brief := &spots[p.doc], &briefs[p.doc]
		if brief.is(answer) && !s.answers {
			if at.session != 0 {
				s.spread(x, p, at)
			}
			continue
		}
		own := &tallies[p.doc]
		own.terms += worth * ranking.SaturateOwn(float32(p.count), float32(at.length), mean)
		own.covered += worth
		if at.session != 0 {
			s.spread(x, p, at)
			continue
		}
		// It stands alone, as most facts do, and nothing else tells it of the term.
		if own.around == 0 {
			s.found = append(s.found, p.doc)
		}
		own.around += worth * ranking.Saturate(float32(p.count), float32(brief.around), around)
	}

	for _, doc := range s.counted {
		of := &tallies[doc]
		if of.around == 0 {
			s.found = append(s.found, doc)
		}
		of.around += worth * ranking.Saturate(float32(of.count)/ranking.WholeWord, float32(briefs[doc].around), around)
		of.count = 0
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
		if !x.briefs[p.doc].is(answer) {
			n++
		}
	}
	return n
}

// spread counts a posting in the neighbourhoods and the session that it belongs to. What may not be
// found is told nothing of its neighbours, who are told of it all the same.
func (s *scratch) spread(x *Index, p posting, at *spot) {
	s.tell(x, p.doc, ranking.WholeWord*p.count)
	before, after, answers := at.prev, at.next, x.briefs[p.doc].is(answer)
	for turns := 1; before|after != 0; turns++ { // x.neighbours, without a copy for each of so many
		said := ranking.Near(answers, turns) * p.count
		if before != 0 {
			s.tell(x, before, said)
		}
		if after != 0 {
			s.tell(x, after, said)
		}
		if turns == ranking.Reach {
			break
		}
		before, after = x.spots[before].prev, x.spots[after].next // of nobody: nobody
	}
	said := ranking.Word(answers) * p.count
	if s.sessions[at.session] == 0 {
		s.entered = append(s.entered, at.session)
	}
	s.sessions[at.session] += said
}

func (s *scratch) tell(x *Index, doc, count uint32) {
	if !s.answers && x.briefs[doc].is(answer) {
		return
	}
	of := &s.tallies[doc]
	if of.count == 0 {
		s.counted = append(s.counted, doc)
	}
	of.count += count
}
