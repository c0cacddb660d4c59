package slack

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
)

// hearing is the state of one Run.
type hearing struct {
	slack   *Slack
	me      *self
	sink    connectors.Sink
	pos     position
	seen    *recent[bool]                                         // keys of events that were handed on
	sets    *recent[*emojis]                                      // by message and person: what stands there
	edits   *recent[edition]                                      // by message: which of its wordings was handed on
	gone    *recent[bool]                                         // messages that were taken back
	still   map[connectors.Place]map[stamp][]connectors.MessageID // what was there when it was last read, or was said since
	stood   map[connectors.Place]stretch                          // what was read last, without a hole
	lacked  map[connectors.Place]map[stamp]bool                   // what was not there when it was read last, and had been
	unread  []func()                                              // bring back what was known of places before the conversation was read
	err     error                                                 // the sink's: nothing is handed on any more
	tries   int                                                   // of each call that reads
	vouched bool                                                  // while catching up: a conversation was read, or the token is good
	turn    int                                                   // counts what has no name of its own
	began   stamp                                                 // what was said later was heard by this Run from the beginning
	start   stamp                                                 // when this Run read first, at Slack
	known   map[string][]string                                   // who has an emoji on a message, as far as was known before the reading
	peers   *recent[string]                                       // with whom a direct conversation is, of those whose words did not count when they came
	looked  time.Time                                             // when the history was read last
	tried   time.Time                                             // when what is owed was
	last    occasion                                              // why it was read last
	left    []string                                              // the conversations that a glance did not come to
	visits  *recent[int]                                          // by thread: at which turn it was read
	fewer   *recent[string]                                       // by message and person: what the last look showed, where that lacked something
	glances bool                                                  // while catching up: it is a glance
	wary    bool                                                  // while catching up: what is missing is believed at the second time only, as nothing says that events were missed
	cut     bool                                                  // an earlier look at what became of messages did not come to its end
	others  []*awaited                                            // what is read behind everything else
	resume  *time.Timer                                           // when the next of them is, or when it was read
	reads   bool                                                  // one of them is read, or was and is not handed on
	read    chan behind                                           // what came of that
}

// stretch is what stood in a place, from and until when.
type stretch struct {
	since, until stamp
	there        map[stamp][]connectors.MessageID
	told         bool    // the sink knows what there was at a moment of this Run
	from         stamp   // before this Run read anything there: what was said up to then was handed on,
	done         []stamp // and these
}

// before says whether a message was handed on before this Run read anything there.
func (s stretch) before(ts stamp) bool { return ts <= s.from || slices.Contains(s.done, ts) }

// without says whether a message would be in it, and is not.
func (s stretch) without(ts stamp) bool {
	_, stands := s.there[ts]
	return ts >= s.since && ts < s.until && !stands
}

// emojis are one person's on one message.
type emojis struct {
	face
	names map[string]mark
	read  stamp // when all of them were read; 0 is never
}

// mark is the latest that is known of one.
type mark struct {
	on bool
	at stamp
}

// How much is remembered of what was heard, so that a copy is acknowledged and no more.
// What is forgotten is handed on again, under its key.
const (
	mostSeen = 20_000
	mostSets = 5_000
)

func newHearing(s *Slack, pos position, sink connectors.Sink) *hearing {
	h := &hearing{
		slack: s, sink: sink, pos: pos, peers: newRecent[string](mostNames), seen: newRecent[bool](mostSeen), sets: newRecent[*emojis](mostSets),
		edits: newRecent[edition](mostSets), gone: newRecent[bool](mostSets),
		still: map[connectors.Place]map[stamp][]connectors.MessageID{}, stood: map[connectors.Place]stretch{}, lacked: map[connectors.Place]map[stamp]bool{},
		visits: newRecent[int](mostSets), fewer: newRecent[string](mostSets), resume: time.NewTimer(time.Hour), read: make(chan behind, 1),
	}
	h.resume.Stop() // nothing waits yet
	// A stranger's conversation is no business of the ledger's, until his words count: then what he wrote before is
	// not read again.
	h.pos.veiled = func(room string) bool { return h.peers.has(room) && !s.heeds(h.me, h.peers.at[room]) }
	return h
}

func (f face) message() string { return fmt.Sprintf("%s/%d", f.room, f.ts) }

func (f face) key() string { return f.message() + "/" + f.user }

// anywhere is the conversation of a message of which only the timestamp is known.
const anywhere = ""

// recall lists who is known to have an emoji on which message.
func (h *hearing) recall() {
	h.known = map[string][]string{}
	add := func(f face) { h.known[f.message()] = append(h.known[f.message()], f.user) }
	for _, f := range h.pos.on {
		add(f)
	}
	if h.slack.standing != nil {
		for _, s := range h.slack.standing() {
			if ts, ok := parseStamp(string(s.Message)); ok && s.From.Account == h.me.team {
				add(face{anywhere, ts, s.From.ID})
			}
		}
	}
	for _, set := range h.sets.at {
		if set.any() {
			add(set.face)
		}
	}
}

// inTurn is the order in which readings are handed on: by time, and how things stand last.
func inTurn(a, b reading) int {
	if a.state != b.state {
		return map[bool]int{true: 1, false: -1}[a.state]
	}
	return a.at.Compare(b.at)
}

// hand gives readings to the sink in the order of their time, and acknowledges each only
// after the sink took it. Of two with one key it hands on the first.
func (h *hearing) hand(ctx context.Context, all []reading, ack func(envelope, note string)) error {
	slices.SortStableFunc(all, inTurn)
	for i, r := range all {
		if r.later != nil {
			r.event = r.later()
		}
		if err := ctx.Err(); err != nil {
			for _, r := range all[i:] { // copies of what was taken need not come again
				if r.envelope != "" && r.event != nil && h.seen.has(r.event.Key) {
					ack(r.envelope, r.note)
				}
			}
			return err
		}
		switch {
		case r.event == nil: // no news, but it was looked at
			if r.then != nil {
				r.then()
			}
			h.pos.reach(r.reach)
		case h.seen.has(r.event.Key), h.outdated(r):
			if r.then != nil {
				r.then()
			}
			h.pos.reach(r.reach)
		default:
			if err := h.one(ctx, r); err != nil {
				return err
			}
		}
		if r.envelope != "" {
			ack(r.envelope, r.note)
		}
	}
	return nil
}

func (h *hearing) one(ctx context.Context, r reading) error {
	next := h.note(r)
	e := *r.event
	e.Cursor = next
	if err := h.sink(ctx, e); err != nil {
		h.err = fmt.Errorf("slack: hand on %s: %w", e.Key, err)
		return h.err
	}
	h.seen.put(e.Key, true)
	return nil
}

// face notes for the next process that somebody has an emoji on a message, if it concerns anybody.
func (h *hearing) face(f face, on bool) {
	if on && !h.slack.heeds(h.me, f.user) {
		return
	}
	h.pos.face(f, on)
}

// note moves the position past a reading and gives its cursor. The position is moved before
// the sink has the event; if the sink refuses it, this hearing ends.
func (h *hearing) note(r reading) connectors.Cursor {
	e := r.event
	if e.Direct && e.From.ID != "" && (h.peers.has(e.Place.Room) || !h.slack.heeds(h.me, e.From.ID)) {
		h.peers.put(e.Place.Room, e.From.ID)
	}
	if r.message != 0 {
		h.pos.add(e.Place.Room, r.message)
		h.stands(e, r.message)
	}
	switch e.Kind {
	case connectors.Edit:
		if known, ok := h.edits.at[of(e)]; ok {
			if e.At.Before(known.at) { // within one second: it is later all the same
				e.At, r.edit.at = known.at, known.at
			}
			if e.Seen().Before(known.seen) { // what it changes was seen later than it was made
				e.Stands = known.seen
			}
			r.edit.seen = e.Seen()
		}
		h.edits.put(of(e), *r.edit)
	case connectors.Delete:
		h.gone.put(of(e), true)
		if ts, ok := parseStamp(bare(e.Message)); ok {
			delete(h.still[shownAt(e)], ts)
		}
	}
	if r.then != nil {
		r.then()
	}
	h.pos.reach(r.reach)
	if c := r.change; c != nil {
		set, ok := h.sets.at[c.key()]
		if !ok {
			set = &emojis{face: c.face, names: map[string]mark{}}
			h.sets.put(c.key(), set)
		}
		if len(set.names) < mostNames {
			set.names[c.emoji] = mark{c.on, c.at}
		}
		h.face(c.face, set.any())
	}
	return h.pos.cursor()
}

// stands notes that a message is where it was said, whatever the history shows: that may be behind.
func (h *hearing) stands(e *connectors.Event, ts stamp) {
	if e.Message == "" || e.Direct && !h.slack.heeds(h.me, e.From.ID) {
		return // what a stranger takes back is missed by nobody
	}
	at := shownAt(e)
	if h.still[at] == nil {
		h.still[at] = map[stamp][]connectors.MessageID{}
	}
	there := []map[stamp][]connectors.MessageID{h.still[at]}
	if last, ok := h.stood[at]; ok && ts >= last.since {
		there = append(there, last.there)
	}
	for _, m := range there {
		if len(m) < mostSeen && !slices.Contains(m[ts], e.Message) {
			m[ts] = append(m[ts], e.Message)
		}
	}
}

func (s *emojis) any() bool {
	for _, m := range s.names {
		if m.on {
			return true
		}
	}
	return false
}

// outdated says whether something later is known already: a copy that comes late, or out of
// order, must not bring back what was taken off, written over or taken back since.
func (h *hearing) outdated(r reading) bool {
	e := r.event
	if c := r.change; c != nil {
		set, ok := h.sets.at[c.key()]
		return ok && (set.read >= c.at || set.names[c.emoji].at > c.at)
	}
	if e.Kind != connectors.Message && e.Kind != connectors.Edit {
		return false
	}
	// Slack promises for no moment that the history shows all that was said by then: a message
	// that it did not show is out of date only if it was handed on before.
	if ts, ok := parseStamp(bare(e.Message)); h.gone.has(of(e)) || ok && h.stood[shownAt(e)].without(ts) &&
		(e.Kind == connectors.Edit || h.stood[shownAt(e)].before(ts)) {
		return true
	}
	known, ok := h.edits.at[of(e)]
	return ok && r.edit != nil && r.edit.outdated(known)
}

// shownAt is where the history shows the message that an event is about: one that opened a thread stands in the room itself.
func shownAt(e *connectors.Event) connectors.Place {
	at := e.Place
	if at.Thread == bare(e.Message) {
		at.Thread = ""
	}
	return at
}

// of names the message that an event is about.
func of(e *connectors.Event) string { return e.Place.Room + "/" + bare(e.Message) }

// heard says whether a message was handed on, as far as this Run knows.
func (h *hearing) heard(me *self, room string, ts stamp) bool {
	return h.pos.has(room, ts) || h.seen.has(messageKey(me, room, ts))
}

// whole puts before the edit of a message, which may never have been heard, the message itself
// as it stands now. Which of the two is news only the sink knows: an edit that changes nothing
// is none.
func (h *hearing) whole(ctx context.Context, me *self, w where, m *message, edit reading) []reading {
	out, err := h.slack.said(ctx, me, w, m)
	if err != nil {
		return []reading{edit}
	}
	return append(out, edit)
}

// bears is what a message has on it of a person, from what was read and what was heard later;
// news says that it is not what was known.
func (h *hearing) bears(f face, names []string, read stamp) (now []string, news bool) {
	names = slices.Clone(names)
	set, ok := h.sets.at[f.key()]
	if !ok {
		return names, true
	}
	var known []string
	for n, m := range set.names {
		if m.on {
			known = append(known, n)
		}
		if m.at <= read {
			continue
		}
		names = slices.DeleteFunc(names, func(x string) bool { return x == n })
		if m.on {
			names = append(names, n)
		}
	}
	slices.Sort(known)
	slices.Sort(names)
	// Of a message from before this Run only a whole set tells everything.
	return names, set.read == 0 && f.ts <= h.began || !slices.Equal(known, names)
}

// doubtful says whether a look is not to be believed what is on a message of a person: it lacks something, and the look
// before did not show the same. Slack has an event of its own for what is taken off, and its history may be behind.
func (h *hearing) doubtful(f face, names []string, read stamp) bool {
	if !h.wary {
		return false
	}
	now, _ := h.bears(f, names, read)
	lacks := len(now) == 0
	if set, ok := h.sets.at[f.key()]; ok {
		lacks = false
		for n, m := range set.names {
			lacks = lacks || m.on && !slices.Contains(now, n)
		}
	}
	shown := strings.Join(now, " ")
	last, again := h.fewer.at[f.key()]
	h.fewer.drop(f.key())
	if lacks {
		h.fewer.put(f.key(), shown)
	}
	return lacks && !(again && last == shown)
}

// reactions is the reading of a whole set, which is an event if it is news by then.
func (h *hearing) reactions(ctx context.Context, me *self, f face, names []string, read stamp) reading {
	s := h.slack
	r := reading{at: read.time(), state: true}
	r.later = func() *connectors.Event {
		now, news := h.bears(f, names, read)
		if !news {
			return nil
		}
		chars := []string{}
		for _, n := range now {
			if c := reactionOf(n); !slices.Contains(chars, c) {
				chars = append(chars, c)
			}
		}
		w := where{room: f.room, direct: isDirect(f.room, "")}
		e := connectors.Event{
			Key:  fmt.Sprintf("%s/%s/%s/reactions/%s/%s", me.team, f.room, f.ts, f.user, h.once()),
			Kind: connectors.Reactions, Place: w.place(me, "", ""), Direct: w.direct, At: read.time(), Posted: f.ts.time(),
			From: s.somebody(ctx, me, w, f.user, ""), Message: connectors.MessageID(f.ts.String()), Emojis: chars,
		}
		if !w.direct {
			e.Title = s.title(ctx, f.room)
		}
		return &e
	}
	r.then = func() {
		now, _ := h.bears(f, names, read)
		set := &emojis{face: f, names: map[string]mark{}, read: read}
		for _, n := range now {
			set.names[n] = mark{true, read}
		}
		if old, ok := h.sets.at[f.key()]; ok {
			for n, m := range old.names {
				if m.at > read {
					set.names[n] = m
				}
			}
		}
		h.sets.put(f.key(), set)
		h.face(f, len(now) > 0)
	}
	return r
}

// once is a part of a key that no other has.
func (h *hearing) once() string {
	h.turn++
	return fmt.Sprintf("%d.%d", h.slack.Now().UnixNano(), h.turn)
}

// remaining says what there still is in a stretch that was read whole; nil if nothing that
// was there is gone, as far as this Run knows. there is kept, and grows by what is not told of yet.
func (h *hearing) remaining(me *self, at connectors.Place, since, until stamp, there map[stamp][]connectors.MessageID) *reading {
	if since >= until {
		return nil
	}
	old, read := h.stood[at]
	still, lacked := h.still[at], h.lacked[at]
	h.unread = append(h.unread, func() {
		h.still[at], h.lacked[at] = still, lacked
		if h.stood[at] = old; !read {
			delete(h.stood, at)
		}
	})
	gone, lacks := !old.told, map[stamp]bool{}
	for ts, ids := range still {
		if _, ok := there[ts]; ok || ts < since {
			continue
		}
		switch late := ts >= until; { // one reading may be behind; a deletion has an event of its own
		case !late && (!h.wary || lacked[ts]):
			gone = true
		case !late:
			lacks[ts] = true
			fallthrough
		default:
			there[ts] = ids
		}
	}
	h.lacked[at] = lacks
	next := stretch{since: since, until: until, there: there, told: old.told, from: old.from, done: old.done}
	if !read {
		next.from, next.done = h.pos.from(at.Room), slices.Clone(h.pos.done[at.Room])
	}
	h.stood[at] = next
	if !gone {
		h.still[at] = there
		return nil
	}
	e := connectors.Event{
		Key:  fmt.Sprintf("%s/%s/%s/remaining/%s", me.team, at.Room, at.Thread, h.once()),
		Kind: connectors.Remaining, Place: at, Direct: isDirect(at.Room, ""), At: until.time(), Since: since.time(),
	}
	later := func() *connectors.Event { // what was not shown, and came meanwhile, is there, too
		for _, id := range there {
			e.Still = append(e.Still, id...)
		}
		slices.Sort(e.Still)
		return &e
	}
	return &reading{event: &e, later: later, at: until.time(), state: true, then: func() {
		h.still[at] = there
		if next = h.stood[at]; until > h.start { // else who was heard just before this Run may have taken it back since
			next.told = true
			h.stood[at] = next
		}
	}}
}
