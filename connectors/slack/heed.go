package slack

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"citadel/connectors"
)

// heeding is whose words count; nil is everybody's, and any channel's.
type heeding struct {
	person func(connectors.Person) bool
	room   func(connectors.Place) bool
}

// Heed has the principal's own conversations, and the channels, read before anything else after an outage. Of those of
// others what they wrote is read behind that, one by one, while the connection is heard already: one of them may have
// sent a code. Nobody else is asked for, and nobody else's id stands in a cursor.
func (s *Slack) Heed(person func(connectors.Person) bool, room func(connectors.Place) bool) {
	s.heeding = heeding{person, room}
}

// Remind has emoji that were taken off while nobody listened found on whatever message of those that are looked at they
// stood, without it on those that the cursor has room for; and threads read that a conversation tells nothing of.
func (s *Slack) Remind(standing func() []connectors.Standing, threads func() []connectors.Place) {
	s.standing, s.threads = standing, threads
}

// heeds says whether somebody's words are the principal's.
func (s *Slack) heeds(me *self, user string) bool {
	return s.heeding.person == nil || s.heeding.person(connectors.Person{Platform: name, Account: me.team, ID: user})
}

// matters says whether anything is made of what somebody says in a conversation.
func (s *Slack) matters(me *self, w where, user string) bool {
	return s.heeds(me, user) || !w.direct && s.heeding.room(w.place(me, "", ""))
}

// How what strangers wrote is read behind everything else.
const (
	mostAwaited = 2_000                   // conversations
	restBetween = 1200 * time.Millisecond // Slack answers about fifty such questions a minute
	behindFor   = 5 * time.Second         // for one of them
	triesBehind = 3
	threadsOf   = 5 // of one conversation, with replies that were missed
)

// awaited is the conversation of somebody whose words do not count, which is read behind everything else.
type awaited struct {
	conversation
	since stamp // what was said up to here is not read
	tries int
}

// putOff has conversations read behind everything else. From when on that has to be stands in the cursor until all of
// them were read, so that a new process reads them, too.
func (h *hearing) putOff(others []conversation) {
	since := h.pos.base
	if h.pos.others != 0 && len(h.others) == 0 { // an earlier process did not come to them
		since = min(since, h.pos.others)
	}
	for _, c := range others {
		if !slices.ContainsFunc(h.others, func(a *awaited) bool { return a.ID == c.ID }) {
			h.others = append(h.others, &awaited{conversation: c, since: since})
		}
	}
	if len(h.others) > mostAwaited {
		h.slack.Log.Warn("more conversations than are read", "connector", name, "listed", len(h.others))
		h.others = h.others[:mostAwaited]
	}
	if len(h.others) == 0 {
		if !h.reads {
			h.pos.others = 0
		}
		return
	}
	if h.pos.others == 0 || since < h.pos.others {
		h.pos.others = since
	}
	h.resume.Reset(0)
}

// behind is what was read of one of them.
type behind struct {
	of  *awaited
	all []reading
	err error
}

// readOn has the next of the conversations that were put off read beside everything else, and hands on what was written
// there once that is done. One that cannot be read is tried again behind the others, some times.
func (h *hearing) readOn(ctx, live context.Context, me *self, parts *sync.WaitGroup) error {
	if !h.reads {
		if len(h.others) == 0 {
			return nil
		}
		a := h.others[0]
		h.others, h.reads = h.others[1:], true
		reader := &hearing{slack: h.slack, me: me, tries: 1} // it shares nothing with what is heard meanwhile
		parts.Go(func() {
			all, err := reader.readBehind(live, me, a)
			h.read <- behind{a, all, err}
			h.resume.Reset(0)
		})
		return nil
	}
	var r behind
	select {
	case r = <-h.read:
	default:
		return nil // it is not done
	}
	h.reads = false
	pause := h.slack.rest
	var e *connectors.Error
	switch {
	case r.err == nil && h.slack.heeds(me, r.of.User): // they do by now
	case r.err == nil:
		if err := h.hand(ctx, r.all, nil); err != nil {
			return err
		}
	case errors.Is(r.err, context.Canceled): // the connection ended
		h.others = append(h.others, r.of)
	case errors.As(r.err, &e) && e.Reason == connectors.RateLimited: // it was not even tried
		pause = max(pause, e.After)
		h.others = append(h.others, r.of)
	default:
		if r.of.tries++; r.of.tries < triesBehind {
			h.others = append(h.others, r.of)
		}
	}
	if len(h.others) == 0 {
		h.pos.others = 0
	}
	h.resume.Reset(pause)
	return nil
}

// readBehind reads what somebody wrote whose words do not count. Where they do by now, it was said before they did, and is
// nothing to be read.
func (h *hearing) readBehind(ctx context.Context, me *self, a *awaited) (all []reading, err error) {
	if h.slack.heeds(me, a.User) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, behindFor)
	defer cancel()
	w := where{room: a.ID, direct: true}
	top, _, err := h.page(ctx, a.ID, "")
	if err != nil {
		return nil, err
	}
	lines, threads := top.lines(), 0
	for _, l := range top.lines() {
		if l.msg == nil || threads == threadsOf {
			continue
		}
		if latest, ok := parseStamp(l.msg.LatestReply); !ok || latest <= a.since {
			continue
		}
		threads++
		replies, err := h.replies(ctx, w, thread{l.ts, max(l.ts, a.since)})
		if err != nil {
			return nil, err
		}
		lines = append(lines, replies.lines...)
	}
	for _, l := range lines {
		if l.msg == nil || l.ts <= a.since {
			continue
		}
		said, err := h.slack.said(ctx, me, w, l.msg)
		if err != nil {
			continue // what a stranger wrote that cannot be read is no loss
		}
		all = append(all, said...)
	}
	return all, nil
}
