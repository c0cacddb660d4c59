package jobs

import (
	"context"
	"errors"
	"slices"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Sieve lets through what a job may make something new of: the principal's own words that still hold, that were in no
// turn which was kept out of memory and under no dream, and that whoever reads along where he is reached may
// read. Words of others, what goes back to such, and what a model made of something before are held back.
//
// A job that uses one declares to read Sifts, and Things where it asks for those.
type Sieve struct {
	in    In
	since time.Time
	home  memory.Sight
	out   map[event.Seq]bool // messages that nothing is made of
}

// Thing is what came of his words, in a sentence.
type Thing struct {
	Seq   event.Seq
	Rests []event.Seq // itself, and what it was made of
	How   string      // see the constants
	Text  string
	On    time.Time
}

// How a thing came up.
const (
	WasDecided = "was decided"
	GotDone    = "got done"
	WasLetGo   = "was let go"
	LeftOpen   = "was left open"
	CameUp     = "came up"
)

// Sifts are the kinds that a sieve goes by.
func Sifts() []event.Kind {
	return []event.Kind{event.Heard{}.Kind(), event.TurnBegan{}.Kind(), event.TurnJoined{}.Kind(), event.TurnEnded{}.Kind()}
}

// Things are the kinds that Lately makes things of.
func Things() []event.Kind {
	return []event.Kind{event.Learned{}.Kind(), event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(), event.DecisionRecorded{}.Kind()}
}

// Sift looks at what is to be held back since a moment.
func Sift(ctx context.Context, in In, since time.Time) (*Sieve, error) {
	s := &Sieve{in: in, since: since}
	var dreams []event.Seq
	in.Read(func(v memory.View) { s.home, dreams = v.Home(), v.Dreams.Shown })
	var err error
	if s.out, err = Quiet(ctx, in, since); err != nil {
		return nil, err
	}
	for h, err := range ledger.Each[event.Heard](ctx, in, ledger.Query{Newest: true}) {
		if err != nil {
			return nil, err
		}
		if h.At.Before(since) {
			break
		}
		if h.Said.ReplyTo != 0 && slices.Contains(dreams, h.Said.ReplyTo) {
			s.out[h.Seq] = true
		}
	}
	return s, nil
}

// Lately are the things behind an event and since the moment of the sieve, newest first.
func (s *Sieve) Lately(ctx context.Context, after event.Seq) (all []Thing, err error) {
	for r, err := range ledger.Each[event.Payload](ctx, s.in, ledger.Query{After: after, Kinds: Things(), Newest: true}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(s.since) {
			break
		}
		t, err := s.Thing(ctx, r.Record, r.Said)
		if err != nil {
			return nil, err
		}
		if t.Text != "" {
			all = append(all, t)
		}
	}
	return all, nil
}

// Thing is what came up in one event; without a text where it is held back.
func (s *Sieve) Thing(ctx context.Context, r ledger.Record, p event.Payload) (t Thing, err error) {
	if may, err := s.May(ctx, r); err != nil || !may {
		return t, err
	}
	t = Thing{Seq: r.Seq, Rests: append([]event.Seq{r.Seq}, r.From...), On: r.At}
	switch p := p.(type) {
	case event.Learned:
		if p.Provenance == event.Stated || p.Provenance == event.Inferred || p.Provenance == event.Observed {
			t.How, t.Text, t.On = CameUp, p.Text, p.On
		}
	case event.LoopOpened:
		t.How, t.Text, t.On = LeftOpen, p.Text, p.On
	case event.DecisionRecorded:
		t.How, t.Text, t.On = WasDecided, p.Text, p.On
	case event.LoopClosed:
		if t.How = GotDone; p.Outcome != "done" {
			t.How = WasLetGo
		}
		t.Rests = append(t.Rests, p.Loop)
		t.Text, err = s.loop(ctx, p.Loop)
	}
	return t, err
}

// loop is what was open, whenever it was opened.
func (s *Sieve) loop(ctx context.Context, seq event.Seq) (string, error) {
	r, p, err := s.in.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	l, ok := p.(event.LoopOpened)
	if !ok {
		return "", nil
	}
	if may, err := s.May(ctx, r); err != nil || !may {
		return "", err
	}
	return l.Text, nil
}

// May says whether something may be made of an event.
func (s *Sieve) May(ctx context.Context, r ledger.Record) (may bool, err error) {
	if slices.ContainsFunc(r.From, func(m event.Seq) bool { return s.out[m] }) {
		return false, nil
	}
	s.in.Read(func(v memory.View) {
		may = !v.Beliefs.State(r.Seq).Over && !v.Origins.Other(r.Seq) && !v.Origins.Carries(r.Seq)
	})
	if !may {
		return false, nil
	}
	seen, err := s.in.Roots(ctx, r.Seq)
	return err == nil && s.home.ShowsAll(seen), err
}
