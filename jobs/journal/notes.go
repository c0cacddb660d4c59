package journal

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostNotes is how many of a day a model is shown.
const mostNotes = 40

// What a note is. What went wrong comes first where there is too much, then what was decided and got done.
const (
	erred   = "went wrong"
	decided = "was decided"
	closed  = "got done"
	dropped = "was let go"
	opened  = "was left open"
	learned = "came up"
)

var rank = map[string]int{decided: 1, closed: 2, dropped: 3, opened: 4, learned: 5} // an error with its sort has none: 0

// looking is a look at the time since the last entry.
type looking struct {
	in    jobs.In
	since time.Time
	after event.Seq
	home  memory.Sight
	out   map[event.Seq]bool // messages that nothing is made of
	ended map[event.Seq]bool // memories that do not hold any more
}

// gather are the notes since the last entry, oldest first: of a huge day those that say most of it.
func gather(ctx context.Context, in jobs.In) (ponder.Notes, error) {
	l := looking{in: in, since: in.Now.Add(-back), ended: map[event.Seq]bool{}}
	var dreams []event.Seq
	in.Read(func(v memory.View) { l.home, l.after, dreams = v.Home(), v.Self.Journaled, v.Dreams.Shown })
	if err := l.leaveOut(ctx, dreams); err != nil {
		return nil, err
	}
	kinds := []event.Kind{
		event.Superseded{}.Kind(), event.Learned{}.Kind(), event.LoopOpened{}.Kind(), event.LoopClosed{}.Kind(),
		event.DecisionRecorded{}.Kind(), event.Erred{}.Kind(),
	}
	var notes ponder.Notes
	for r, err := range ledger.Each[event.Payload](ctx, in, ledger.Query{After: l.after, Kinds: kinds, Newest: true}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(l.since) {
			break
		}
		how, text, err := l.note(ctx, r.Record, r.Said)
		if err != nil {
			return nil, err
		}
		if text != "" {
			notes = append(notes, ponder.Note{Seq: r.Seq, How: how, Text: text})
		}
	}
	slices.SortStableFunc(notes, func(a, b ponder.Note) int { return cmp.Compare(rank[a.How], rank[b.How]) })
	notes = notes[:min(len(notes), mostNotes)]
	slices.SortFunc(notes, func(a, b ponder.Note) int { return cmp.Compare(a.Seq, b.Seq) })
	return notes, nil
}

// leaveOut finds the messages that nothing is made of: those of a quiet turn, and those said under a dream. The dream of
// the night reads the entry, and would meet the last one in it.
func (l *looking) leaveOut(ctx context.Context, dreams []event.Seq) (err error) {
	if l.out, err = jobs.Quiet(ctx, l.in, l.since); err != nil {
		return err
	}
	for h, err := range ledger.Each[event.Heard](ctx, l.in, ledger.Query{Newest: true}) {
		if err != nil {
			return err
		}
		if h.At.Before(l.since) {
			break
		}
		if h.Said.ReplyTo != 0 && slices.Contains(dreams, h.Said.ReplyTo) {
			l.out[h.Seq] = true
		}
	}
	return nil
}

// note words one event; no text where it is not to go in.
func (l *looking) note(ctx context.Context, r ledger.Record, p event.Payload) (how, text string, err error) {
	if s, ok := p.(event.Superseded); ok {
		l.ended[s.Memory] = true
		return "", "", nil
	}
	if may, err := l.may(ctx, r); err != nil || !may {
		return "", "", err
	}
	switch p := p.(type) {
	case event.Learned:
		if p.Provenance != event.Reported && p.Provenance != event.Imported {
			how, text = learned, p.Text
		}
	case event.LoopOpened:
		how, text = opened, p.Text
	case event.DecisionRecorded:
		how, text = decided, p.Text
	case event.LoopClosed:
		if how = closed; p.Outcome != "done" {
			how = dropped
		}
		text, err = l.loop(ctx, p.Loop)
	case event.Erred:
		how = erred + ", " + p.Sort
		text, err = l.correction(ctx, r)
	}
	if err != nil || grave.Touched(text) {
		return "", "", err
	}
	return how, text, nil
}

// may says whether something may go in: it holds, goes back to nobody else's words and to no message that was kept out,
// and whoever reads the principal's messages where he is reached may read it.
func (l *looking) may(ctx context.Context, r ledger.Record) (may bool, err error) {
	if l.ended[r.Seq] || slices.ContainsFunc(r.From, func(s event.Seq) bool { return l.out[s] }) {
		return false, nil
	}
	l.in.Read(func(v memory.View) { may = !v.Origins.Other(r.Seq) && !v.Origins.Carries(r.Seq) })
	if !may {
		return false, nil
	}
	seen, err := l.in.Roots(ctx, r.Seq)
	return err == nil && l.home.ShowsAll(seen), err
}

// loop is what was open, whenever it was opened.
func (l *looking) loop(ctx context.Context, seq event.Seq) (string, error) {
	r, p, err := l.in.Event(ctx, seq)
	if errors.Is(err, ledger.ErrNoEvent) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	o, ok := p.(event.LoopOpened)
	if may, err := l.may(ctx, r); !ok || err != nil || !may {
		return "", err
	}
	return o.Text, nil
}

// correction is what the principal said against the agent.
func (l *looking) correction(ctx context.Context, r ledger.Record) (string, error) {
	for _, seq := range r.From {
		rec, p, err := l.in.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) || err == nil && p == nil || rec.Kind != "" && rec.Kind != (event.Heard{}).Kind() {
			continue // it is gone, or is what was wrong and not what was said against it
		}
		if err != nil {
			return "", err
		}
		if h, ok := p.(event.Heard); ok {
			return h.Text, nil
		}
	}
	return "", nil
}
