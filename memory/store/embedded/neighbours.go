package embedded

import (
	"cmp"

	"citadel/memory/store/ranking"
)

// sessions numbers the sittings. The same session number under two audiences is
// two sessions, so that nobody has neighbours he may not see.
type sessions struct {
	ids  map[sessionKey]uint32
	all  []session // number 0 is none
	free []uint32
}

type sessionKey struct {
	number   uint64
	audience uint32
}

type session struct {
	key       sessionKey
	documents int
	length    int64  // in tenths
	tail      uint32 // its last document
}

func (s *sessions) init() {
	s.ids = make(map[sessionKey]uint32)
	s.all = make([]session, 1)
}

// number is the caller's number of a session.
func (s *sessions) number(id uint32) uint64 {
	return s.all[id].key.number
}

func (s *sessions) id(key sessionKey) (id uint32, made bool) {
	if id, ok := s.ids[key]; ok {
		return id, false
	}
	if n := len(s.free); n > 0 {
		id, s.free = s.free[n-1], s.free[:n-1]
	} else {
		id = uint32(len(s.all))
		s.all = append(s.all, session{})
	}
	s.all[id] = session{key: key}
	s.ids[key] = id
	return id, true
}

// weight is what all words of a document count for in its session, in tenths.
func (x *Index) weight(doc uint32) int64 {
	return int64(ranking.Word(x.briefs[doc].is(answer))) * int64(x.spots[doc].length)
}

// join gives a new document its place in its session. Items come nearly always
// in order, so the place is looked for from the end.
func (x *Index) join(doc uint32, number uint64) {
	defer x.sumAround(doc)
	if number == 0 {
		return
	}
	s := &x.spots[doc]
	total := &x.audiences[s.audience]
	id, made := x.sessions.id(sessionKey{number, s.audience})
	home := &x.sessions.all[id]
	if made {
		total.sessions++
	}
	home.documents++
	home.length += x.weight(doc)
	total.sessionLength += x.weight(doc)

	s.session = id
	after, before := home.tail, uint32(0)
	for after != 0 && x.order(doc, after) < 0 {
		after, before = x.spots[after].prev, after
	}
	s.prev, s.next = after, before
	if after != 0 {
		x.spots[after].next = doc
	}
	if before != 0 {
		x.spots[before].prev = doc
	} else {
		home.tail = doc
	}
}

// leave takes a document out of its session and out of the totals.
func (x *Index) leave(doc uint32) {
	s := &x.spots[doc]
	total := &x.audiences[s.audience]
	x.totals(doc).add(totals{documents: -1, length: -int64(s.length), around: -int64(x.briefs[doc].around)})
	if s.session == 0 {
		return
	}
	home := &x.sessions.all[s.session]
	home.documents--
	home.length -= x.weight(doc)
	total.sessionLength -= x.weight(doc)
	if s.prev != 0 {
		x.spots[s.prev].next = s.next
	}
	if s.next != 0 {
		x.spots[s.next].prev = s.prev
	} else {
		home.tail = s.prev
	}
	x.sumAround(s.prev)
	x.sumAround(s.next)
	if home.documents == 0 {
		total.sessions--
		delete(x.sessions.ids, home.key)
		*home = session{}
		x.sessions.free = append(x.sessions.free, s.session)
	}
}

// sumAround works out the lengths of the neighbourhoods that a document is in.
func (x *Index) sumAround(doc uint32) {
	if doc == 0 {
		return
	}
	x.sumOne(doc)
	for _, near := range x.neighbours(doc) {
		if near != 0 {
			x.sumOne(near)
		}
	}
}

func (x *Index) sumOne(doc uint32) {
	s := &x.spots[doc]
	sum := ranking.WholeWord * s.length
	for i, near := range x.neighbours(doc) {
		sum += ranking.Near(x.briefs[near].is(answer), i/2+1) * x.spots[near].length // nobody has no length
	}
	x.totals(doc).around += int64(sum) - int64(x.briefs[doc].around)
	x.briefs[doc].around = sum
}

// neighbours are the documents within reach of one, 0 standing for nobody: the one before,
// the one after, the one before that, and so on.
func (x *Index) neighbours(doc uint32) (near [2 * ranking.Reach]uint32) {
	before, after := doc, doc
	for i := range ranking.Reach {
		before = x.spots[before].prev // of nobody: nobody
		after = x.spots[after].next
		near[2*i], near[2*i+1] = before, after
	}
	return near
}

// order compares the places of two documents in a session.
func (x *Index) order(a, b uint32) int {
	p, q := &x.records[a], &x.records[b]
	return cmp.Or(cmp.Compare(p.turn, q.turn), cmp.Compare(p.seq, q.seq), cmp.Compare(p.part, q.part))
}
