package mattermost

import (
	"context"
	"errors"
	"slices"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// heeding is whose words count; nil is everybody's, and any channel's.
type heeding struct {
	person func(connectors.Person) bool
	room   func(connectors.Place) bool
}

// Heed has what happened in the principal's own conversations, and in the channels that count,
// handed on before anything else after an interruption. Of all other rooms what was missed is read
// behind that, while the connection is heard already; of other people's own conversations only
// what they wrote. It is called before Run.
func (m *Mattermost) Heed(person func(connectors.Person) bool, room func(connectors.Place) bool) {
	m.heeding = heeding{person, room}
}

// first says whether a room is read before others are.
func (h *hearing) first(ch *model.Channel, r room) bool {
	if ch.Type == model.ChannelTypeDirect {
		return h.heeds(r.peer)
	}
	return h.m.along(h.self, ch.Id)
}

// heeds says whether somebody's words count.
func (h *hearing) heeds(id string) bool { return h.m.heeds(h.self, id) }

func (m *Mattermost) heeds(s *self, id string) bool {
	return m.heeding.person == nil || m.heeding.person(connectors.Person{Platform: name, Account: s.account, ID: id})
}

// matters says whether anything is made of what somebody does in a room.
func (m *Mattermost) matters(s *self, who string, in room, id string) bool {
	return m.heeds(s, who) || in.kind != model.ChannelTypeDirect && m.along(s, id)
}

// along says whether a channel counts.
func (m *Mattermost) along(s *self, id string) bool {
	return m.heeding.room == nil || m.heeding.room(connectors.Place{Platform: name, Account: s.account, Room: id})
}

// stranger says whether a room is the conversation of somebody who does not count.
func (h *hearing) stranger(room string) bool {
	h.m.mu.Lock()
	in := h.m.rooms[room]
	h.m.mu.Unlock()
	return in.kind == model.ChannelTypeDirect && !h.heeds(in.peer)
}

// awaited is a room whose reading was put off.
type awaited struct {
	ch           *model.Channel
	first, since int64    // as catchUp has them
	begun        *reading // nil until it is being read
}

// putOff has a room read later. From when on that has to be stands in the cursor until all of
// them were read, so that a new process reads them, too.
func (h *hearing) putOff(ch *model.Channel, first, since int64) {
	if ch.Type == model.ChannelTypeDirect {
		if since = 0; ch.LastPostAt < first {
			return
		}
	}
	from := first
	if since > 0 {
		from = min(from, since)
	}
	if from = max(from, h.floor-margin, 1); h.mark.others == 0 || from < h.mark.others {
		h.mark.others = from
	}
	i := slices.IndexFunc(h.others, func(a *awaited) bool { return a.ch.Id == ch.Id && a.begun == nil })
	if i < 0 {
		h.others = append(h.others, &awaited{ch: ch, first: first, since: since})
	} else {
		a := h.others[i]
		a.ch, a.first, a.since = ch, min(a.first, first), min(a.since, since)
	}
	h.resume.Reset(0)
}

// readOn goes on with the rooms that were put off. Where the server wants to be asked less, they
// wait, and the connection does not.
func (h *hearing) readOn(ctx context.Context) error {
	if len(h.others) == 0 {
		return nil
	}
	_, err := h.further(ctx, h.others[0])
	var pause time.Duration
	var ce *connectors.Error
	if errors.As(err, &ce) && ce.Reason == connectors.RateLimited {
		pause, err = ce.After, nil
	}
	h.resume.Reset(pause)
	return err
}

// further reads a room that was put off a little further: a page of it, or a post. done says that
// it is through, or owed. It does not move the mark: the connection may still have to tell what is older.
func (h *hearing) further(ctx context.Context, a *awaited) (done bool, err error) {
	h.mark.upto = max(h.mark.at, 1)
	defer func() { h.mark.upto = 0 }()
	id, more := a.ch.Id, true
	if a.begun == nil {
		r := &reading{begins: map[string]int64{id: a.first}}
		if err = h.open(ctx, r, a.ch, a.first, a.since); err == nil {
			r.sort()
			a.begun = r
		}
	} else {
		_, more, err = h.mergeOne(ctx, a.begun)
	}
	switch {
	case err != nil:
		a.begun = nil // what was taken last may not have been handed on
		if err := h.fails(ctx, id, reads, a.first, err); err != nil {
			return false, err
		}
	case more:
		return false, nil
	default:
		h.mark.paid(id)
		delete(h.tries, attempt{id, reads})
	}
	h.others = slices.DeleteFunc(h.others, func(b *awaited) bool { return b == a })
	if len(h.others) == 0 {
		h.mark.others = 0
	}
	return true, nil
}

// ahead reads a room that was put off before what the connection tells of it.
func (h *hearing) ahead(ctx context.Context, room string) error {
	for {
		i := slices.IndexFunc(h.others, func(a *awaited) bool { return a.ch.Id == room })
		if i < 0 {
			return nil
		}
		_, err := h.further(ctx, h.others[i])
		var ce *connectors.Error
		if errors.As(err, &ce) && ce.Reason == connectors.RateLimited && h.stranger(room) {
			h.resume.Reset(ce.After)
			return nil // what he wrote before comes behind it: he holds up nobody
		}
		if err != nil {
			return err
		}
	}
}
