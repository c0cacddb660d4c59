package mattermost

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// mostTries is how often in a row reading a room may fail before it is passed over. The
// server itself answers meanwhile: each connection begins with asking it who we are.
const mostTries = 3

// mostOwed is how many rooms may be owed at once; of more, the one owed longest is given up.
const mostOwed = 16

// debt is a room that could not be read, and from when on it has to be.
type debt struct {
	room string
	at   int64 // 0 is the beginning
}

// owes gives from when on a room has to be read again.
func (m *mark) owes(room string) (int64, bool) {
	for _, d := range m.owed {
		if d.room == room {
			return d.at, true
		}
	}
	return 0, false
}

// owe keeps that a room has to be read from a moment on, or from an earlier one if it is
// owed already. It gives the debts that became too many.
func (m *mark) owe(room string, at int64) []debt {
	for i, d := range m.owed {
		if d.room == room {
			m.owed[i].at = min(d.at, at)
			return nil
		}
	}
	m.owed = append(m.owed, debt{room, at})
	over := slices.Clone(m.owed[:max(len(m.owed)-mostOwed, 0)])
	m.owed = slices.Clone(m.owed[len(over):])
	return over
}

// paid forgets a debt.
func (m *mark) paid(room string) {
	m.owed = slices.DeleteFunc(m.owed, func(d debt) bool { return d.room == room })
}

// idLength is the length of the server's ids.
const idLength = 26

// writeOwed writes debts as a cursor has them.
func writeOwed(owed []debt) string {
	var list []string
	for _, d := range owed {
		list = append(list, d.room+base36(d.at))
	}
	return strings.Join(list, "-")
}

// parseOwed reads what writeOwed wrote.
func parseOwed(text string) ([]debt, bool) {
	var owed []debt
	for one := range strings.SplitSeq(text, "-") {
		if len(owed) == mostOwed || len(one) <= idLength || !model.IsValidId(one[:idLength]) {
			return nil, false
		}
		at, ok := moment(one[idLength:])
		if !ok || slices.ContainsFunc(owed, func(d debt) bool { return d.room == one[:idLength] }) {
			return nil, false
		}
		owed = append(owed, debt{one[:idLength], at})
	}
	return owed, true
}

// What is done with a room; the tries of each are counted by themselves.
const (
	reads  = "read"
	sweeps = "sweep"
	hears  = "hear"
)

type attempt struct{ room, what string }

// fails is what to do where something about one room went wrong: nothing was lost up to at.
// A nil error says that the room is owed, and to go on with the others. An error ends the
// connection and never Run, but for the sink's own.
func (h *hearing) fails(ctx context.Context, room, what string, at int64, err error) error {
	var own *sunk
	if ctx.Err() != nil || errors.As(err, &own) || reason(err) == connectors.RateLimited {
		return err
	}
	if _, owing := h.mark.owes(room); !owing || what == hears {
		a := attempt{room, what}
		if h.tries == nil {
			h.tries = map[attempt]int{}
		}
		if h.tries[a]++; h.tries[a] < mostTries {
			return &connectors.Error{Op: "mattermost: " + what + " a room", Reason: connectors.Temporary, Err: err}
		}
		delete(h.tries, a)
	}
	h.m.Log.Warn("mattermost: a room cannot be read; the others are", "room", room, "err", err)
	if h.stranger(room) {
		return nil // his is in no cursor
	}
	for _, d := range h.mark.owe(room, at) {
		if err := h.giveUp(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// giveUp hands on that what was said in a room since a moment will not be heard.
func (h *hearing) giveUp(ctx context.Context, d debt) error {
	h.m.mu.Lock()
	in := h.m.rooms[d.room]
	h.m.mu.Unlock()
	now := h.serverNow()
	e := connectors.Event{
		Key: fmt.Sprintf("%s:gap:%d:%d", d.room, d.at, now), Kind: connectors.Gap, At: time.UnixMilli(now).UTC(),
		Place:  connectors.Place{Platform: name, Account: h.self.account, Room: d.room},
		Direct: in.kind == model.ChannelTypeDirect, Title: in.title,
	}
	if d.at > 0 {
		e.Since = time.UnixMilli(d.at).UTC()
	}
	return h.handOn(ctx, e, 0)
}

// repay reads the rooms that are owed once more, while the connection holds.
func (h *hearing) repay(ctx context.Context) error {
	if len(h.mark.owed) == 0 {
		return nil
	}
	now := h.serverNow()
	return h.catchUp(ctx, now, now, true)
}

// refusedItself says whether the server itself refused, so that it can be asked for another
// room at once.
func refusedItself(err error) bool {
	var no *refused
	return errors.As(err, &no) && no.own()
}
