package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// everything is the long form: what was asked, then what was used, what was in view and not
// used, and what was left out, each list by itself with scores; then the signals with their
// weights, and how the answer was made.
func (w *weighed) everything(ctx context.Context, l *look) (*turn.Reply, error) {
	head := w.head(l, "**Everything behind ")
	foot := new(phrase.Text).Say("No signals, weights or prompt: no model was asked.")
	if len(w.turn.calls) > 0 {
		foot = new(phrase.Text).Say("I can show what was in front of the model, not prove what swayed it.")
	}
	return l.list(head, func(yield func(*phrase.Text, error) bool) {
		if !w.question(ctx, l, yield) {
			return
		}
		levels := len(w.turn.recalls) > 0 || w.turn.gated != nil
		if levels && !yield(label("Used"), nil) {
			return
		}
		if !w.list(ctx, l, mostRoots, yield) || levels && !w.levels(ctx, l, yield) ||
			w.turn.gated != nil && !w.noticed(ctx, l, yield) || w.turn.ended.payload == nil {
			return
		}
		if levels && !yield(label("How it was made"), nil) {
			return
		}
		w.making(ctx, l, yield)
	}, foot)
}

// question is what was asked, and who decided on the answer.
func (w *weighed) question(ctx context.Context, l *look, yield func(*phrase.Text, error) bool) bool {
	a := w.said.Answer
	if a == nil {
		return true
	}
	asked, ok, err := l.event(ctx, a.Message)
	if err != nil {
		return yield(nil, err)
	}
	line, err := l.evidence(ctx, asked)
	if err != nil {
		return yield(nil, err)
	}
	if ok && line != nil && !yield(new(phrase.Text).Say("Asked. ").Add(line), nil) {
		return false
	}
	return yield(w.decided(a), nil)
}

// making is what entered the prompt, the calls of models, and the turn itself.
func (w *weighed) making(ctx context.Context, l *look, yield func(*phrase.Text, error) bool) {
	x := w.turn
	if x.prompted != nil && !x.prompted.lines(yield) {
		return
	}
	for _, e := range x.compressed {
		if !l.compressed(ctx, e, yield) {
			return
		}
	}
	for i, c := range x.calls {
		if !yield(c.line(l, i+1, len(x.calls)), nil) {
			return
		}
	}
	span := []event.Seq{x.began.Seq, x.ended.Seq}
	yield(new(phrase.Text).Claim(span, "The turn: %s in %s, %d to %d, ended %s ms after the message",
		phrase.Count(len(x.events), "event"), phrase.Count(x.commits, "commit"), x.began.Seq, x.ended.Seq,
		phrase.Thousands(int(x.took.Milliseconds()))), nil)
}

func (w *weighed) decided(a *event.Answer) *phrase.Text {
	t := new(phrase.Text).Say("Decided by `%s`", a.By)
	category, tier := a.Category, a.Tier
	if o := w.turn.outcome; category == "" {
		category, tier = o.Category, o.Tier
	}
	if category != "" {
		t.Say(", category `%s`", category)
	}
	if tier != "" {
		t.Say(", tier `%s`", tier)
	}
	return t
}

// score words the score with which something was recalled; nothing if it was not.
func (w *weighed) score(seq event.Seq) *phrase.Text {
	t := new(phrase.Text)
	for _, r := range w.turn.recalls {
		for _, f := range r.Items {
			if f.Memory == seq {
				return t.Say("; ").Claim([]event.Seq{r.seq}, "score %s", phrase.Figure(f.Score))
			}
		}
	}
	return t
}

// levels goes on after what is cited: what was used without being cited, what was in view and
// not used, and how much was left out.
func (w *weighed) levels(ctx context.Context, l *look, yield func(*phrase.Text, error) bool) bool {
	told := map[event.Seq]bool{}
	for _, e := range w.sources {
		told[e.Seq] = true
	}
	for _, used := range []bool{true, false} {
		if !used && !yield(label("In view, not used"), nil) {
			return false
		}
		for _, r := range w.turn.recalls {
			for _, f := range r.Items {
				if f.Used != used || told[f.Memory] {
					continue
				}
				told[f.Memory] = true
				if !w.inView(ctx, l, f, yield) {
					return false
				}
			}
		}
	}
	if !yield(label("Left out"), nil) {
		return false
	}
	for _, r := range w.turn.recalls {
		if r.Among <= len(r.Items) && !r.Late {
			continue // nothing was
		}
		t := new(phrase.Text).Claim([]event.Seq{r.seq}, "%s of %s", phrase.Thousands(max(0, r.Among-len(r.Items))), phrase.Count(r.Among, "candidate"))
		if r.Late {
			t.Say("; the index had not caught up")
		}
		if !yield(t, nil) {
			return false
		}
	}
	return true
}

// inView words one recalled memory that the answer does not cite.
func (w *weighed) inView(ctx context.Context, l *look, f event.Found, yield func(*phrase.Text, error) bool) bool {
	e, ok, err := l.event(ctx, f.Memory)
	if err != nil {
		return yield(nil, err)
	}
	if !ok {
		return true
	}
	grounds, err := l.grounds(ctx, e, fewRoots, w.score(f.Memory))
	if err != nil {
		return yield(nil, err)
	}
	for _, line := range grounds {
		if !yield(line, nil) {
			return false
		}
	}
	return true
}
