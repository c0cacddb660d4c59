package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	pageOf      = 200              // messages in one answer
	lookBack    = 200              // messages of a conversation that are looked at again
	mostPages   = 100              // of one conversation: older ones are a Gap
	mostThreads = 30               // of one conversation that are read only to see what became of them
	threadPages = 20               // of one thread
	freshThread = 24 * time.Hour   // before the position: a thread with a later reply is looked at again
	firstLook   = 10 * time.Minute // how far a Run without a cursor looks back: about as long as Slack itself would still deliver
	mostTalks   = 400              // conversations of whom nobody knows whether he is the principal
	mostListed  = 20_000           // conversations that are looked through for his
	triesOfRead = 6                // of one call that reads
	triesOfMore = 2                // of one, after a conversation could not be read
)

// catchUp reads what was missed, and what became of what is known; or, with owed, only what
// could not be read before. Its readings are in no order.
func (h *hearing) catchUp(ctx context.Context, me *self, owed bool) ([]reading, error) {
	s := h.slack
	h.tries = triesOfRead
	if owed {
		h.tries = 1 // what comes meanwhile waits
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
		h.began = h.pos.newest()
	}
	if h.cut = h.pos.behind != 0; !owed {
		h.pos.looks()
		h.putOff(others)
	}
	h.recall()
	var all []reading
	var settled []string // rooms that were read
	h.vouched = false
	for _, c := range talks {
		if _, ok := h.pos.owed[c.ID]; owed && !ok {
			continue
		}
		r, err := h.talk(ctx, me, c, upTo)
		if err != nil {
			if err := h.leaveOut(ctx, me, c, err); err != nil {
				return nil, err
			}
			continue
		}
		h.vouched = true
		settled = append(settled, c.ID)
		all = append(all, r...)
	}
	slices.SortStableFunc(all, inTurn)
	h.mark(all, settled, upTo, owed)
	return all, nil
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
// them settles the rooms that were read, and where there is none, that is done at once.
func (h *hearing) mark(all []reading, settled []string, upTo stamp, owed bool) {
	n := len(all)
	if !owed { // else nothing is known of the other rooms
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
		if !owed {
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
	top, lost, now, err := h.history(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	var out []reading
	if lost {
		out = append(out, h.gap(me, w, "", h.pos.from(c.ID), top[0].ts, top[0].ts))
	}
	read, err := h.readings(ctx, me, w, "", top, upTo, now)
	if err != nil {
		return nil, err
	}
	out = append(out, read...)
	for _, l := range h.threads(c.ID, top) {
		replies, whole, err := h.replies(ctx, w, l.ts)
		if code := saidCode(err); code == "thread_not_found" || code == "message_not_found" {
			continue // its root was taken back just now
		}
		if err != nil {
			return nil, err
		}
		until := upTo
		if n := len(replies); !whole && replies[n-1].ts < upTo {
			until = replies[n-1].ts
			out = append(out, h.gap(me, w, l.ts.String(), until, upTo, until))
		}
		read, err := h.readings(ctx, me, w, l.ts.String(), replies, until, now)
		if err != nil {
			return nil, err
		}
		out = append(out, read...)
	}
	return out, nil
}

// history reads what stands in a conversation outside of threads, oldest first: back to what is known, or so far that
// older ones are lost. It says what time it was there when that began.
func (h *hearing) history(ctx context.Context, room string) (top []line, lost bool, now time.Time, err error) {
	known, cursor := h.pos.known(room), ""
	for n := 1; !lost; n++ {
		p, date, err := h.page(ctx, room, cursor)
		if err != nil {
			return nil, false, now, err
		}
		if n == 1 {
			now = date
		}
		top = append(top, p.lines()...)
		cursor = p.Meta.Next
		if len(top) == 0 || !p.More || cursor == "" || len(top) >= lookBack+h.sunk(room, top) && top[len(top)-1].ts <= known {
			break
		}
		lost = n == mostPages
	}
	slices.Reverse(top)
	return top, lost, now, nil
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

// threads are the roots of the threads to be read, of those in what was read of a conversation:
// all that have replies that were missed, and of the others those that were replied to last, to
// see what became of what stands there.
func (h *hearing) threads(room string, top []line) (roots []line) {
	base, known := h.pos.from(room), h.pos.known(room)
	type seen struct {
		root   line
		latest stamp
	}
	var others []seen
	for _, l := range top {
		if l.msg == nil || l.msg.Replies == 0 && l.msg.LatestReply == "" {
			continue
		}
		latest, ok := parseStamp(l.msg.LatestReply)
		switch {
		case !ok, latest > base && !h.pos.has(room, latest), latest > known && latest <= base:
			roots = append(roots, l)
		case !latest.time().Before(known.time().Add(-freshThread)):
			others = append(others, seen{l, latest})
		}
	}
	slices.SortStableFunc(others, func(a, b seen) int { return cmp.Compare(b.latest, a.latest) })
	for _, o := range others[:min(len(others), mostThreads)] {
		roots = append(roots, o.root)
	}
	return roots
}

// replies reads a thread, without its root, oldest first. It says whether it came to the end.
func (h *hearing) replies(ctx context.Context, w where, root stamp) (out []line, whole bool, err error) {
	since := max(root, stampOf(h.pos.known(w.room).time().Add(-freshThread)))
	values := url.Values{"channel": {w.room}, "ts": {root.String()}, "oldest": {since.String()}, "limit": {strconv.Itoa(pageOf)}}
	for range threadPages {
		var p page
		if _, err := h.asking(ctx, "conversations.replies", values, &p); err != nil {
			return nil, false, err
		}
		for _, l := range p.lines() {
			if l.ts != root {
				out = append(out, l)
			}
		}
		if !p.More || p.Meta.Next == "" {
			return out, true, nil
		}
		values.Set("cursor", p.Meta.Next)
	}
	return out, len(out) == 0, nil
}

// readings are those of messages that stand one after the other in a place: thread is
// its root, or empty; now is when reading them began.
func (h *hearing) readings(ctx context.Context, me *self, w where, thread string, lines []line, upTo stamp, now time.Time) ([]reading, error) {
	s := h.slack
	var out []reading
	there := map[stamp][]connectors.MessageID{}
	for _, l := range lines {
		if l.msg == nil {
			if !h.pos.has(w.room, l.ts) {
				r := s.unread(me, envelope{}, l.raw)
				r.event.Key = fmt.Sprintf("%s/%s/%s/unparsed", me.team, w.room, l.ts)
				r.event.At, r.at, r.event.Place.Room, r.message = l.ts.time(), l.ts.time(), w.room, l.ts
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
		out = append(out, h.become(ctx, me, w, l)...)
		out = append(out, h.standing(ctx, me, w, l, stampOf(now))...)
	}
	if len(lines) > 0 {
		if r := h.remaining(me, w.place(me, thread, ""), lines[0].ts, upTo, there); r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

// isReply says whether a message stands in a thread.
func isReply(m *message) bool { return m.Thread != "" && m.Thread != m.TS }

// become makes readings of a message, or of its latest edit. Where it is both new and
// edited, it is handed on as it stands.
func (h *hearing) become(ctx context.Context, me *self, w where, l line) []reading {
	s := h.slack
	var out []reading
	var err error
	fresh := !h.pos.has(w.room, l.ts)
	edited, isEdited := stamp(0), false
	if l.msg.Edited != nil {
		edited, isEdited = parseStamp(l.msg.Edited.TS)
	}
	if isEdited {
		h.found(w.room+"/"+l.ts.String(), edition{second: edited, print: l.msg.print()})
	}
	switch {
	case isEdited && (fresh || edited.end() > h.pos.from(w.room)): // heard of or not: what is known of it is not how it ended
		out, err = s.edited(ctx, me, w, l.msg, edition{second: edited})
		if len(out) > 0 && fresh {
			out = h.whole(ctx, me, w, l.msg, out[0])
		}
		if len(out) == 0 && fresh && err == nil {
			out, err = s.said(ctx, me, w, l.msg)
		}
	case fresh:
		out, err = s.said(ctx, me, w, l.msg)
	}
	if err != nil {
		r := s.unread(me, envelope{}, l.raw)
		r.event.Key = fmt.Sprintf("%s/%s/%s/unparsed", me.team, w.room, l.ts)
		r.event.At, r.at, r.event.Place.Room = l.ts.time(), l.ts.time(), w.room
		if fresh {
			r.message = l.ts
		}
		return []reading{r}
	}
	return out
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
		out = append(out, h.reactions(ctx, me, f, names[u], read))
	}
	return out
}
