package slack

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"citadel/connectors"
)

// Clients are those that a connector calls with.
func Clients(s *Slack) map[string]*http.Client {
	s.setUp()
	return map[string]*http.Client{"calls": s.plain, "files": s.files}
}

// Settle changes how long what comes at once after a greeting is waited for.
func Settle(s *Slack, d time.Duration) { s.settle = d }

// Again changes how long it takes until what could not be read is tried again.
func Again(s *Slack, d time.Duration) { s.again = d }

// Rest changes how long is waited between two conversations that are read behind everything else.
func Rest(s *Slack, d time.Duration) { s.rest = d }

// Greeted sets when Slack last greeted.
func Greeted(s *Slack, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulse.since = at
}

// Read translates a frame as Run does, with nobody to ask for names.
func Read(s *Slack, frame []byte) (events []connectors.Event) {
	s.setUp()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, r := range s.read(ctx, &self{team: "T1", user: "UBOT", bot: "BBOT", name: "citadel"}, frame) {
		if r.event != nil {
			events = append(events, *r.event)
		}
	}
	return events
}

// History translates one answer of conversations.history as Run does, with nobody to ask for names.
func History(s *Slack, answer []byte) (events []connectors.Event) {
	s.setUp()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var p page
	if json.Unmarshal(answer, &p) != nil {
		return nil
	}
	pos, _ := parseCursor("") // the empty one is never refused
	h := newHearing(s, pos, nil)
	h.me = &self{team: "T1", user: "UBOT", bot: "BBOT", name: "citadel"}
	h.recall()
	t := told{lines: p.lines(), now: s.Now()}
	slices.Reverse(t.lines)
	if len(t.lines) > 0 {
		t.since = t.lines[0].ts
	}
	all, err := h.readings(ctx, h.me, where{room: "D1", direct: true}, "", t, stampOf(s.Now()))
	if err != nil {
		return nil
	}
	for _, r := range all {
		if r.later != nil {
			r.event = r.later()
		}
		if r.event != nil {
			events = append(events, *r.event)
		}
	}
	return events
}

// Words reads Slack's dialect, with nobody to ask for names.
func Words(text string) string {
	none := func(string) string { return "" }
	w := words{self: "UBOT", user: none, room: none}
	return w.unaddressed(w.mrkdwn(text, 0))
}

var (
	Markdown     = markdown
	Notification = notification
	NameOf       = nameOf
	ReactionOf   = reactionOf
)

// Reparse reads a cursor and writes it again.
func Reparse(c connectors.Cursor) (connectors.Cursor, error) {
	p, err := parseCursor(c)
	if err != nil {
		return "", err
	}
	return p.cursor(), nil
}

// Position is how far was read.
type Position struct{ p position }

// NewPosition is the one at the beginning.
func NewPosition() *Position {
	p, _ := parseCursor("") // the empty one is never refused
	return &Position{p}
}

func (p *Position) Owe(room string)           { p.p.owe(room) }
func (p *Position) Paid(room string)          { p.p.paid([]string{room}) }
func (p *Position) Reach(base int64)          { p.p.reach(stamp(base)) }
func (p *Position) Looks()                    { p.p.looks() }
func (p *Position) Looked()                   { p.p.looked() }
func (p *Position) Add(room string, ts int64) { p.p.add(room, stamp(ts)) }
func (p *Position) Cursor() connectors.Cursor { return p.p.cursor() }
