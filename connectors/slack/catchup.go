package slack

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
)

// What is read after each greeting of Slack: of every conversation that the agent is in, what
// was said since the position, and at least the newest messages, to see what became of them.
const (
	pageOf        = 200              // messages in one answer
	lookBack      = 200              // messages of a conversation that are looked at again
	lookFar       = 1000             // of the principal's own: of a reply Slack tells only with the message it stands below
	mostPages     = 100              // of one conversation: older ones are a Gap
	mostThreads   = 30               // of one conversation that are read only to see what became of them
	glanceThreads = 3                // of them in a glance: Slack answers about fifty such questions a minute
	glanceMissed  = 12               // threads of one conversation with replies that are not known, in a glance
	glanceSkips   = 3                // conversations that cannot be read for a moment, in a glance; then it ends
	mostOld       = 12               // of one conversation that it does not tell of any more
	threadPages   = 20               // of one thread
	freshThread   = 24 * time.Hour   // before the position: a thread with a later reply is looked at again
	surelyKept    = 23 * time.Hour   // what is younger and gone was taken back: no workspace drops messages before they are a day old
	firstLook     = 10 * time.Minute // how far a Run without a cursor looks back: about as long as Slack itself would still deliver
	mostTalks     = 400              // conversations of whom nobody knows whether he is the principal
	mostListed    = 20_000           // conversations that are looked through for his
	triesOfRead   = 6                // of one call that reads
	triesOfMore   = 2                // of one, after a conversation could not be read
)

// occasion is why the history is read.
type occasion int

const (
	none     occasion = iota
	debt              // some conversations could not be read before
	glance            // Slack gives up an event that is not acknowledged in time, and says so to nobody
	greeting          // nobody listened before
)

// due is why the history is to be read now: Slack greeted, or it is time again to see whether that has to be. idle says
// that nothing came with it.
func (h *hearing) due(hello, again, idle bool) occasion {
	if hello {
		return greeting
	}
	owes := again && len(h.pos.owed) > 0 && h.slack.Now().Sub(h.tried) >= h.slack.again
	looks := again && idle && h.slack.Now().Sub(h.looked) >= h.slack.lookEvery()
	switch { // of two that are due neither keeps the other from its turn
	case looks && (!owes || h.last == debt):
		return glance
	case owes:
		return debt
	}
	return none
}

// look catches up. What comes while Slack is read after a greeting waits; for a glance nobody does: it ends when
// something comes, or Slack wants to be asked less. What was read whole by then is handed on, and the next glance goes
// on with the rest. A debt that cannot be paid is tried again.
func (h *hearing) look(ctx context.Context, me *self, q *queue, why occasion) ([]reading, error) {
	quiet := ctx
	h.last = why
	if why != glance {
		h.tried = h.slack.Now()
	} else {
		var done context.CancelFunc
		quiet, done = q.quiet(ctx)
		defer done()
	}
	missed, err := h.catchUp(quiet, me, why)
	var e *connectors.Error
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && why != debt:
		h.looked = h.slack.Now()
	case why == glance && quiet.Err() != nil, why != greeting && errors.As(err, &e) && e.Reason != connectors.Forbidden:
		return missed, nil
	}
	return missed, err
}

// catchUp reads what was missed, and what became of what is known; for a debt only what could not be read before. Its
// readings are in no order. A glance that is cut off gives with the error what it had read whole.
func (h *hearing) catchUp(ctx context.Context, me *self, why occasion) ([]reading, error) {
	s := h.slack
	h.tries, h.glances, h.wary = triesOfRead, why == glance, why != greeting
	if why != greeting {
		h.tries = 1 // it is tried again
	}
	talks, others, now, err := h.talks(ctx, me)
	if code := saidCode(err); firm(code) || aboutToken(code) {
		return nil, h.doubted(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	upTo := stampOf(now.Add(-s.lag()))
	if h.pos.base == 0 {
		h.pos.base = stampOf(now.Add(-firstLook))
	}
	if h.began == 0 {
		h.began, h.start = h.pos.newest(), stampOf(now)
	}
	if h.cut = h.pos.behind != 0; why == greeting {
		h.pos.looks()
		h.putOff(others)
	}
	h.recall()
	var all []reading
	var settled []string // rooms that were read
	var cut error        // why no more is read, in a glance
	h.vouched = false
	first, skipped := h.edits, 0
	if why == glance && len(h.left) > 0 {
		talks = goOn(talks, h.left)
	}
	if why != debt {
		h.left = nil
	}
	for i, c := range talks {
		if _, owed := h.pos.owed[c.ID]; why == debt && !owed || why == glance && owed { // a glance does not read all that is owed
			continue
		}
		known := h.edits
		h.edits, h.unread = known.clone(), nil // what is not handed on is not known
		r, err := h.talk(ctx, me, c, upTo)
		if why == glance {
			err = cmp.Or(err, ctx.Err()) // names may be missing
		}
		if err == nil {
			h.vouched = true
			settled = append(settled, c.ID)
			all = append(all, r...)
			continue
		}
		h.edits = known
		for _, back := range h.unread {
			back()
		}
		if err = h.leaveOut(ctx, me, c, err); err == nil {
			continue
		}
		var e *connectors.Error
		switch limited := ctx.Err() != nil || errors.As(err, &e) && e.Reason != connectors.Temporary; {
		case why != glance:
			h.edits = first
			return nil, err
		case !limited && skipped < glanceSkips:
			skipped++ // the position stays, and the next glance comes
			continue
		}
		cut = err
		for _, c := range talks[i:] {
			h.left = append(h.left, c.ID)
		}
		if i == 0 { // else nothing behind it would ever be read
			h.left = append(h.left[1:], c.ID)
		}
		break
	}
	slices.SortStableFunc(all, inTurn)
	h.mark(all, settled, upTo, why == greeting)
	return all, cut
}

// goOn gives those of the conversations that are left, in the order in which they are; all where none of them is there.
func goOn(talks []conversation, left []string) (rest []conversation) {
	for _, id := range left {
		if i := slices.IndexFunc(talks, func(c conversation) bool { return c.ID == id }); i >= 0 {
			rest = append(rest, talks[i])
		}
	}
	if len(rest) == 0 {
		return talks
	}
	return rest
}

// leaveOut passes over a conversation that could not be read, to be read later; or returns why
// none can be read now.
func (h *hearing) leaveOut(ctx context.Context, me *self, c conversation, err error) error {
	code := saidCode(err)
	if ctx.Err() != nil || !unreadable(code) && !strange(code) {
		return err
	}
	if !unreadable(code) && (!h.vouched || aboutToken(code)) {
		if err := h.vouch(ctx); err != nil {
			return err
		}
		h.vouched = true
	}
	if _, ok := h.pos.owed[c.ID]; !ok && len(h.pos.owed) >= mostOwed && !unreadable(code) {
		return err // so many at once are Slack's trouble, not theirs
	}
	h.slack.Log.Warn("a conversation cannot be read", "connector", name, "room", c.ID, "code", code)
	if !c.Direct || h.slack.heeds(me, c.User) { // what a stranger wrote is missed by nobody
		h.pos.owe(c.ID)
	}
	h.tries = min(h.tries, triesOfMore)
	return nil
}

// mark says of the readings, which are in turn, how far the position moves with each: the last of
// them settles the rooms that were read, and where there is none, that is done at once. whole says that all was read
// that is ever read: else, as after a glance, the position stays before what the next greeting reads.
func (h *hearing) mark(all []reading, settled []string, upTo stamp, whole bool) {
	n := len(all)
	if whole {
		for i := range all { // what was said before the next of them is done
			if all[i].message != 0 {
				all[i].reach = min(all[i].message-1, upTo)
			}
		}
		if n == 0 {
			h.pos.reach(upTo)
		} else {
			all[n-1].reach = max(all[n-1].reach, upTo)
		}
	}
	done := func() {
		h.pos.paid(settled)
		if whole {
			h.pos.looked()
		}
	}
	if n == 0 {
		done()
		return
	}
	then := all[n-1].then
	all[n-1].then = func() {
		if then != nil {
			then()
		}
		done()
	}
}

// vouch asks whether the token is good, whatever was said of one conversation; nil if it is.
func (h *hearing) vouch(ctx context.Context) error {
	_, err := h.slack.introduce(ctx, "catch up")
	var e *connectors.Error
	if errors.As(err, &e) && !aboutToken(saidCode(e)) {
		e.Reason = connectors.Temporary // it only asked
	}
	return err
}

// doubted is a refusal as Run takes it: final only if the token is not good.
func (h *hearing) doubted(ctx context.Context, refused error) error {
	if err := h.vouch(ctx); err != nil {
		return err
	}
	return &connectors.Error{Op: "slack: catch up", Reason: connectors.Temporary, Err: refused}
}

// talk reads one conversation.
func (h *hearing) talk(ctx context.Context, me *self, c conversation, upTo stamp) ([]reading, error) {
	w := where{room: c.ID, direct: c.Direct || isDirect(c.ID, "")}
	depth := lookBack
	if w.direct && h.slack.heeds(me, c.User) {
		depth = lookFar
	}
	top, err := h.history(ctx, me, c.ID, depth)
	if err != nil {
		return nil, err
	}
	var out []reading
	if top.lost {
		out = append(out, h.gap(me, w, "", h.pos.from(c.ID), top.since, top.since))
	}
	read, err := h.readings(ctx, me, w, "", top, upTo)
	if err != nil {
		return nil, err
	}
	out = append(out, read...)
	for _, t := range slices.Concat(h.threads(me, c.ID, top.lines), h.old(me, c.ID, top.lines)) {
		replies, err := h.replies(ctx, w, t)
		if code := saidCode(err); code == "thread_not_found" || code == "message_not_found" {
			continue // its root was taken back
		}
		if err != nil {
			return nil, err
		}
		replies.now = top.now
		until := upTo
		if n := len(replies.lines); replies.lost && replies.lines[n-1].ts < upTo {
			until = replies.lines[n-1].ts
			out = append(out, h.gap(me, w, t.root.String(), until, upTo, until))
		}
		read, err := h.readings(ctx, me, w, t.root.String(), replies, until)
		if err != nil {
			return nil, err
		}
		out = append(out, read...)
	}
	return out, nil
}

// told is what stands in a place, oldest first.
type told struct {
	lines []line
	since stamp     // from here on everything that stands there is among them; 0 where nothing says so
	lost  bool      // there was more than is read
	now   time.Time // at Slack, when reading began
}

// history reads what stands in a conversation outside of threads: back to what is known and at least some messages, or
// so far that older ones are lost.
func (h *hearing) history(ctx context.Context, me *self, room string, depth int) (t told, err error) {
	known, cursor, whole := h.pos.known(room), "", false
	if h.glances { // further back there is nothing new but what a greeting looks for
		known = max(known, h.stood[where{room: room}.place(me, "", "")].until)
	}
	for n := 1; !t.lost; n++ {
		p, date, err := h.page(ctx, room, cursor)
		if err != nil {
			return told{}, err
		}
		if n == 1 {
			t.now = date
		}
		t.lines = append(t.lines, p.lines()...)
		cursor = p.Meta.Next
		whole = !p.More || cursor == ""
		if len(t.lines) == 0 || whole || len(t.lines) >= depth+h.sunk(room, t.lines) && t.lines[len(t.lines)-1].ts <= known {
			break
		}
		t.lost = n == mostPages
	}
	slices.Reverse(t.lines)
	if len(t.lines) > 0 {
		if t.since = t.lines[0].ts; whole {
			t.since = min(t.since, stampOf(t.now.Add(-surelyKept)))
		}
	}
	return t, nil
}

// page asks for one page of a conversation, the newest where cursor is empty, and says what time it is there.
func (h *hearing) page(ctx context.Context, room, cursor string) (p page, now time.Time, err error) {
	values := url.Values{"channel": {room}, "limit": {strconv.Itoa(pageOf)}, "include_all_metadata": {"0"}}
	if cursor != "" {
		values.Set("cursor", cursor)
	}
	now, err = h.asking(ctx, "conversations.history", values, &p)
	return p, now, err
}

// gap tells of a stretch of a place that was not read, at its place among what was.
func (h *hearing) gap(me *self, w where, thread string, since, until, at stamp) reading {
	key := []string{me.team, w.room, thread, "gap", h.pos.from(w.room).String(), at.String()}
	return reading{at: at.time(), event: &connectors.Event{
		Key:  strings.Join(slices.DeleteFunc(key, func(part string) bool { return part == "" }), "/"),
		Kind: connectors.Gap, At: until.time(), Since: since.time(), Place: w.place(me, thread, ""), Direct: w.direct,
	}}
}

// sunk is how much deeper than as a rule messages of a conversation are looked at again: where an
// earlier look was cut off, by what was handed on since it began, as that was said above what the
// look was to come to.
func (h *hearing) sunk(room string, top []line) (n int) {
	if !h.cut {
		return 0
	}
	known := h.pos.known(room)
	for _, l := range top {
		if l.ts > known && h.pos.has(room, l.ts) {
			n++
		}
	}
	return n
}

// thread is one to be read: what stands below its root and is later than since.
type thread struct{ root, since stamp }

// lately is a thread of which only what is later than a day before the position is read.
func (h *hearing) lately(room string, root stamp) thread {
	return thread{root, max(root, stampOf(h.pos.known(room).time().Add(-freshThread)))}
}

// threads are those to be read, of those in what was read of a conversation: all that have replies that were missed, and
// of the others some, to see what became of what stands there. A greeting reads those that were replied to last; a glance
// takes one after the other, also those of which the conversation tells no reply any more.
func (h *hearing) threads(me *self, room string, top []line) (all []thread) {
	base, known := h.pos.from(room), h.pos.known(room)
	fresh := func(latest stamp) bool { return !latest.time().Before(known.time().Add(-freshThread)) }
	others := map[stamp]stamp{} // by root: the latest reply
	if h.glances {
		others = h.below(me, room, fresh)
	}
	for _, l := range top {
		if !l.replied() {
			continue
		}
		latest, ok := parseStamp(l.msg.LatestReply)
		delete(others, l.ts)
		switch {
		case h.glances && len(all) == glanceMissed: // the next glance comes to it
		case !ok, latest > base && !h.pos.has(room, latest) && !h.stoodBelow(me, room, l.ts, latest), latest > known && latest <= base && !h.glances:
			all = append(all, h.lately(room, l.ts))
		case fresh(latest):
			others[l.ts] = latest
		}
	}
	many, visit := mostThreads, func(stamp) int { return 0 }
	if h.glances {
		many, visit = glanceThreads, func(root stamp) int {
			if len(h.lacked[where{room: room}.place(me, root.String(), "")]) > 0 {
				return 0 // it was not believed yet
			}
			return h.visits.at[room+"/"+root.String()]
		}
		for _, root := range slices.Sorted(maps.Keys(others)) { // its turn comes behind those that wait already
			if !h.visits.has(room + "/" + root.String()) {
				h.visit(room, root)
			}
		}
	}
	next := slices.SortedFunc(maps.Keys(others), func(a, b stamp) int {
		return cmp.Or(cmp.Compare(visit(a), visit(b)), cmp.Compare(others[b], others[a]), cmp.Compare(a, b))
	})
	for _, root := range next[:min(len(next), many)] {
		all = append(all, h.lately(room, root))
	}
	for _, t := range all {
		h.visit(room, t.root)
	}
	return all
}

// visit notes whose turn it was to be read.
func (h *hearing) visit(room string, root stamp) {
	h.turn++
	h.visits.put(room+"/"+root.String(), h.turn)
}

// stoodBelow says whether it is known that a reply stands: as one that the agent itself wrote, and a look read.
func (h *hearing) stoodBelow(me *self, room string, root, reply stamp) bool {
	_, ok := h.still[where{room: room}.place(me, root.String(), "")][reply]
	return ok
}

// below are the threads of a conversation in which something stands, as far as this Run knows, by root, with the latest
// reply. Those that are not fresh are forgotten.
func (h *hearing) below(me *self, room string, fresh func(stamp) bool) map[stamp]stamp {
	all := map[stamp]stamp{}
	for at, there := range h.still {
		latest, ok := parseStamp(at.Thread)
		if !ok || at.Account != me.team || at.Room != room {
			continue
		}
		root := latest
		for ts := range there {
			latest = max(latest, ts)
		}
		if !fresh(latest) {
			delete(h.still, at)
			delete(h.stood, at)
			delete(h.lacked, at)
		} else if len(there) > 0 {
			all[root] = latest
		}
	}
	return all
}

// old are the threads in which somebody was heard last, of those that what was read of a conversation does not tell of:
// their root stands further back, or nothing stands below it any more.
func (h *hearing) old(me *self, room string, top []line) (all []thread) {
	if h.slack.threads == nil || h.glances {
		return nil
	}
	for _, at := range h.slack.threads() {
		root, ok := parseStamp(at.Thread)
		if !ok || at.Account != me.team || at.Room != room || slices.ContainsFunc(top, func(l line) bool { return l.ts == root && l.replied() }) {
			continue
		}
		if all = append(all, thread{root, root}); len(all) == mostOld {
			break
		}
	}
	return all
}

// replied says whether something stands below a message.
func (l line) replied() bool { return l.msg != nil && (l.msg.Replies > 0 || l.msg.LatestReply != "") }

// replies reads a thread, without its root.
func (h *hearing) replies(ctx context.Context, w where, t thread) (out told, err error) {
	values := url.Values{"channel": {w.room}, "ts": {t.root.String()}, "oldest": {t.since.String()}, "limit": {strconv.Itoa(pageOf)}}
	for range threadPages {
		var p page
		if _, err := h.asking(ctx, "conversations.replies", values, &p); err != nil {
			return told{}, err
		}
		for _, l := range p.lines() {
			switch {
			case l.ts != t.root:
				out.lines = append(out.lines, l)
			case l.msg != nil && l.msg.Subtype != "tombstone": // where the root is kept, so is what is younger
				out.since = t.since + 1
			}
		}
		if !p.More || p.Meta.Next == "" {
			out.lost = false
			break
		}
		values.Set("cursor", p.Meta.Next)
		out.lost = len(out.lines) > 0
	}
	if out.since == 0 && len(out.lines) > 0 {
		out.since = out.lines[0].ts
	}
	return out, nil
}

// readings are those of what stands in a place: thread is its root, or empty.
func (h *hearing) readings(ctx context.Context, me *self, w where, thread string, t told, upTo stamp) ([]reading, error) {
	s := h.slack
	var out []reading
	there := map[stamp][]connectors.MessageID{}
	for _, l := range t.lines {
		if l.msg == nil {
			if !h.pos.has(w.room, l.ts) {
				r := s.unread(me, envelope{}, l.raw)
				r.stood(me, w.room, l.ts)
				out = append(out, r)
			}
			there[l.ts] = []connectors.MessageID{connectors.MessageID(l.ts.String())}
			continue
		}
		if l.msg.Subtype == "tombstone" {
			continue
		}
		if thread != "" || !isReply(l.msg) { // a reply that the room shows, too, was heard in its thread
			there[l.ts] = ids(l.msg)
		}
		out = append(out, h.become(ctx, me, w, l, stampOf(t.now), upTo)...)
		emojisAt := stampOf(t.now)
		if h.wary {
			emojisAt = upTo
		}
		out = append(out, h.standing(ctx, me, w, l, emojisAt)...)
	}
	if t.since != 0 {
		if r := h.remaining(me, w.place(me, thread, ""), t.since, upTo, there); r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

// isReply says whether a message stands in a thread.
func isReply(m *message) bool { return m.Thread != "" && m.Thread != m.TS }

// become makes readings of a message, or of its latest edit. Where it is both new and
// edited, it is handed on as it stands.
func (h *hearing) become(ctx context.Context, me *self, w where, l line, read, upTo stamp) []reading {
	s := h.slack
	var out []reading
	var err error
	fresh := !h.pos.has(w.room, l.ts)
	edited, isEdited := stamp(0), false
	if l.msg.Edited != nil {
		edited, isEdited = parseStamp(l.msg.Edited.TS)
	}
	known, ok := h.edits.at[w.room+"/"+l.ts.String()]
	told := ok && known.print == l.msg.print() // by this Run
	heard := false
	if isEdited {
		heard = h.found(w.room+"/"+l.ts.String(), edition{second: edited, print: l.msg.print()})
	}
	switch {
	case isEdited && !heard && (fresh || edited.end() > h.pos.from(w.room)): // heard of or not: what is known of it is not how it ended
		out, err = s.edited(ctx, me, w, l.msg, edition{second: edited})
		if len(out) > 0 && fresh {
			out = h.whole(ctx, me, w, l.msg, out[0])
		}
		if len(out) == 0 && fresh && err == nil {
			out, err = s.said(ctx, me, w, l.msg)
		}
	case fresh:
		out, err = s.said(ctx, me, w, l.msg)
	case takenOut(l.msg.Files) && !told:
		out, err = h.lessened(ctx, me, w, l, cmp.Or(edited, l.ts), read, upTo)
	}
	if err != nil {
		r := s.unread(me, envelope{}, l.raw)
		if r.stood(me, w.room, l.ts); !fresh {
			r.message = 0
		}
		return []reading{r}
	}
	return out
}

// lessened is the edit of a message of which a file was deleted. Slack says nowhere when that was: its words are as old as
// they are, and what is known is how it stands at the reading, which is later than all that became of it before, and surely
// tells of all up to a moment. Whether it is news only the sink knows. second is in which its words were written, which names
// it at every reading.
func (h *hearing) lessened(ctx context.Context, me *self, w where, l line, second, read, upTo stamp) ([]reading, error) {
	out, err := h.slack.edited(ctx, me, w, l.msg, edition{second: second})
	for i := range out {
		r := &out[i]
		r.saw(l.msg.worded().time(), max(read, second).end().time())
		r.event.Posted, r.edit.second = l.ts.time(), max(second, upTo-upTo%1e6)
	}
	return out, err
}

// standing makes readings of the emoji on a message, where they are others than is known.
func (h *hearing) standing(ctx context.Context, me *self, w where, l line, read stamp) []reading {
	names := map[string][]string{}
	for _, x := range each[standing](l.msg.Reactions) {
		if len(x.Users) < x.Count || x.Name == "" {
			return nil // not everybody is named: nothing can be told from who is not
		}
		for _, u := range x.Users {
			if isID(u) && u != me.user && h.slack.heeds(me, u) && !slices.Contains(names[u], x.Name) {
				names[u] = append(names[u], x.Name)
			}
		}
	}
	for _, u := range slices.Concat(h.known[face{room: w.room, ts: l.ts}.message()], h.known[face{room: anywhere, ts: l.ts}.message()]) {
		if names[u] == nil && h.slack.heeds(me, u) {
			names[u] = []string{} // taken off since
		}
	}
	users := make([]string, 0, len(names))
	for u := range names {
		users = append(users, u)
	}
	slices.Sort(users)
	var out []reading
	for _, u := range users {
		f := face{w.room, l.ts, u}
		if h.doubtful(f, names[u], read) {
			continue
		}
		out = append(out, h.reactions(ctx, me, f, names[u], read))
	}
	return out
}
