package brain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/redact"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// assemble looks up what was heard, as it stands now.
func (b *Brain) assemble(ctx context.Context, q Request) (*turn.Turn, error) {
	t, err := &turn.Turn{Mind: b.Mind, Store: b.Store, Host: b.Host, Did: new(phrase.Text)}, error(nil)
	zone, late := b.Zone, map[event.Seq][]event.Seq{}
	b.Mind.Read(func(v memory.View) {
		t.UpTo = v.Head
		for _, w := range v.Thread.Waiting {
			late[w.Message] = w.Late
		}
		if set := v.Principal.Zone(); set != nil {
			zone = set
		}
	})
	t.Now = b.Now().In(zone)
	texts := make([]string, 0, len(q.Messages))
	for _, seq := range q.Messages {
		m, h, err := b.message(ctx, seq, t.UpTo)
		if err != nil {
			return nil, err
		}
		m.Late = late[seq]
		t.Messages = append(t.Messages, m)
		t.Place, t.Audience = h.Place, h.Audience
		texts = append(texts, m.Text)
	}
	t.Text = strings.Join(texts, "\n")
	b.Mind.Read(func(v memory.View) {
		if (memory.Sight{Audience: t.Audience}).Private() && v.Accounts.Audience(t.Place) == event.Work {
			t.Audience = event.Work // since that was said, others came to read it
		}
		t.Was = v.Sight(t.Place, t.Audience).Was
	})
	t.HideZone, err = b.hidesZone(ctx, t.Asked())
	return t, err
}

// hidesZone says whether those who read a place may not be told the principal's zone: he
// named it where fewer read, or, of what is configured, strangers read along.
func (b *Brain) hidesZone(ctx context.Context, s memory.Sight) (bool, error) {
	var named event.Seq
	b.Mind.Read(func(v memory.View) { named = v.Principal.Set[event.SettingZone] })
	if s.Private() || named == 0 {
		return s.Audience == event.Shared, nil
	}
	shown, err := b.Mind.Shown(ctx, s, named)
	return !shown, err
}

// Message gives a message as it stands now, and what was heard then.
func (b *Brain) Message(ctx context.Context, seq event.Seq) (turn.Message, event.Heard, error) {
	return b.message(ctx, seq, b.Mind.Head())
}

// message gives one message with the text it had after the event upTo: an edit that comes while a
// turn is assembled is none that the turn took into account.
func (b *Brain) message(ctx context.Context, seq, upTo event.Seq) (turn.Message, event.Heard, error) {
	r, err := b.Mind.Event(ctx, seq)
	if err != nil {
		return turn.Message{}, event.Heard{}, err
	}
	p, err := r.Payload()
	if err != nil {
		return turn.Message{}, event.Heard{}, err
	}
	h, ok := p.(event.Heard)
	if !ok && p != nil {
		return turn.Message{}, h, fmt.Errorf("event %d is %q and not a message", seq, r.Kind)
	}
	m := turn.Message{Seq: seq, Text: words.Visible(h.Text), On: h.On, ReplyTo: h.ReplyTo, Removed: h.Removed, Forwarded: h.Forwarded}
	m.Veiled = m.Text != h.Text
	if h.Edited {
		m.Edited, m.Typed = seq, seq
	}
	now, files := reading{Message: &m}, attachments.Files(nil).Came(0, h.Files)
	since := ledger.Query{From: []event.Seq{seq}, Before: upTo + 1, Kinds: append(attachments.Changes(), event.Transcribed{}.Kind())}
	for r, err := range ledger.Each[event.Payload](ctx, b.Mind, since) {
		if err != nil {
			return m, h, err
		}
		now.became(r.Record, r.Said)
		files = files.After(seq, r.Seq, r.Said)
	}
	if !now.below { // what he typed since stands instead
		m.Spoken = nil
	}
	if err := b.present(ctx, &m, files, upTo); err != nil {
		return m, h, err
	}
	if h.Place.Thread == "" {
		return m, h, nil
	}
	// Of a thread most platforms name only what it hangs under; what was said in it last is
	// meant then.
	if in, err := b.saidIn(ctx, h.ReplyTo); err != nil || in == h.Place {
		return m, h, err
	}
	m.Under = h.ReplyTo
	posts := ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Before: seq, Newest: true, Limit: lately}
	for r, err := range ledger.Each[event.PostQueued](ctx, b.Mind, posts) {
		if err != nil {
			return m, h, err
		}
		if q := r.Said; q.Place == h.Place {
			m.ReplyTo = r.Seq
			break
		}
	}
	return m, h, nil
}

// saidIn is where a message or a post stands; no place for what is neither, or was forgotten.
func (b *Brain) saidIn(ctx context.Context, seq event.Seq) (event.Place, error) {
	if seq == 0 {
		return event.Place{}, nil
	}
	r, err := b.Mind.Event(ctx, seq)
	if err != nil {
		return event.Place{}, err
	}
	p, err := r.Payload()
	switch p := p.(type) {
	case event.Heard:
		return p.Place, err
	case event.PostQueued:
		return p.Place, err
	}
	return event.Place{}, err
}

// lately is how many of the newest posts are looked through for one in a thread.
const lately = 100

// reading is a message as it becomes what it is now, event by event.
type reading struct {
	*turn.Message
	below bool // its text ends with what was said in the recording
}

// became applies what was recorded later. Of the edits since a recording was written down those that rest on that have what
// was said in it below their words; what he typed otherwise is his own, whatever it says.
func (m *reading) became(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Edited:
		m.Text, m.Edited, m.Typed, m.Removed = words.Visible(p.Text), r.Seq, r.Seq, p.Removed
		m.Veiled, m.below = m.Text != p.Text, slices.Contains(r.From, m.Transcribed)
		if m.below && m.Spoken != nil {
			m.Removed = append(slices.Clip(m.Removed), m.Spoken.Removed...)
		}
	case event.Unsaid:
		if m.Spoken == nil || p.Message != m.Spoken.File {
			return
		}
		if m.below { // what was said in it went with it, also while he is asked
			m.Text, m.Edited = event.Beside(m.Text, words.Visible(m.Spoken.Spoken)), m.Typed
		}
		m.Spoken, m.Transcribed, m.below = nil, 0, false
	case event.Transcribed:
		m.Text, m.Edited, m.Spoken, m.Transcribed, m.below = p.Text, r.Seq, &p, r.Seq, true
		m.Removed = append(slices.Clip(m.Removed), p.Removed...)
	}
}

// present gives a message those of its files that stand in it after the event upTo.
func (b *Brain) present(ctx context.Context, m *turn.Message, files attachments.Files, upTo event.Seq) error {
	if len(files) == 0 {
		return nil
	}
	var left []int
	b.Mind.Read(func(v memory.View) { left = slices.Clone(v.Attachments.Left(m.Seq)) })
	came := ledger.Query{From: []event.Seq{m.Seq}, Kinds: []event.Kind{event.Attached{}.Kind()}, After: upTo}
	for r, err := range ledger.Each[event.Attached](ctx, b.Mind, came) {
		if err != nil {
			return err
		}
		left = append(left, r.Said.Index) // it was then
	}
	for _, f := range files.Standing(left) {
		m.Files = append(m.Files, turn.File{File: f})
	}
	m.Emptied = len(m.Files) == 0 && strings.TrimSpace(m.Text) == ""
	return nil
}

// understand reads one message: is it a command, and if not, what kind of talk is it? What was
// spoken is talk, whatever the machine that wrote it down heard.
func understand(t *turn.Turn) {
	if c, ok := command.Parse(t.Text); ok && t.Last().Spoken == nil {
		t.Command = &c
		t.Category, t.Tier = string(classify.Meta), classify.Reflex.String()
		return
	}
	var recent []classify.Turn
	t.Read(func(v memory.View) {
		for _, w := range v.Thread.Window[max(0, len(v.Thread.Window)-3):] {
			recent = append(recent, classify.Turn{Category: classify.Category(w.Category), Tier: tier(w.Tier)})
		}
	})
	c := classify.Classify(t.Text, recent)
	t.Category, t.Tier = string(c.Category), c.Tier.String()
	t.Question = c.Question
}

func tier(name string) classify.Tier {
	for t := classify.Reflex; t <= classify.Deep; t++ {
		if t.String() == name {
			return t
		}
	}
	return classify.Reflex
}

// join puts the replies to messages that came together into one.
func join(a, b *turn.Reply) *turn.Reply {
	if a == nil {
		return b
	}
	b.Shift(len(a.Writes))
	if !b.Text.Empty() {
		a.Text.Break().Add(&b.Text)
		a.Buttons, a.Subject, a.About = b.Buttons, b.Subject, b.About
		a.Charts = append(a.Charts, b.Charts...)
		if b.Art != nil {
			a.Art = b.Art
		}
	}
	a.By = b.By
	a.Writes = append(a.Writes, b.Writes...)
	a.Found = append(a.Found, b.Found...)
	a.Among += b.Among
	a.Seen = append(a.Seen, b.Seen...)
	a.Cards = append(a.Cards, b.Cards...)
	a.Others = append(a.Others, b.Others...)
	if b.Direct && (!a.Direct || !a.To.Shows(b.To.Audience, b.To.Place)) {
		a.To = b.To // the one of the two that may show both
	}
	a.Direct = a.Direct || b.Direct
	a.Quiet = a.Quiet || b.Quiet
	a.Latest = a.Latest || b.Latest
	a.Hold = max(a.Hold, b.Hold)
	a.Leave = a.Leave || b.Leave
	if b.Forget != nil {
		a.Forget = b.Forget
	}
	return a
}

// tellRemoved says what was taken out of the messages before they were kept (TRUST, Secrets).
func tellRemoved(t *turn.Turn, r *turn.Reply) {
	var named []string
	for _, m := range t.Messages {
		for _, kind := range m.Removed {
			if name := redact.Kind(kind).Words(); !slices.Contains(named, name) {
				named = append(named, name)
			}
		}
	}
	if len(named) == 0 {
		return
	}
	r.Text.Break().Say("Before keeping your message I took out what looked like %s.", strings.Join(named, " and "))
}
