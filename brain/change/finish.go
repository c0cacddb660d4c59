package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// How a loop or reminder can end.
const (
	outcomeDone      = "done"
	outcomeCancelled = "cancelled" // of a reminder
	outcomeDropped   = "dropped"   // of a loop
)

// cancel calls reminders off and drops loops.
func cancel(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	return end(ctx, t, "Cancelled: ", outcomeCancelled, outcomeDropped)
}

// done marks reminders and loops as done. A reminder that repeats stays: done is what it came for this time.
func done(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	return end(ctx, t, "Done: ", outcomeDone, outcomeDone)
}

// closeLoop closes loops, and reminders, without saying that they were done.
func closeLoop(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	return end(ctx, t, "Closed: ", outcomeDone, outcomeDone)
}

// mostEnded is how many things one message can end.
const mostEnded = 6

// end ends each thing that is named and still open, and says of the others why not.
func end(ctx context.Context, t *turn.Turn, label, reminder, loop string) (*turn.Reply, error) {
	if len(t.Command.Handles) > mostEnded {
		return says(t, "Too many at once. Which are the first few?")
	}
	r := begin(t)
	var ended, refused phrase.Text
	var onward []task
	seen := map[command.Handle]bool{}
	for _, h := range t.Command.Handles {
		if seen[h] {
			continue
		}
		seen[h] = true
		x, ok, err := open(ctx, t, h)
		if err != nil {
			return nil, err
		}
		if !ok {
			if err := whyNot(ctx, t, h, &refused); err != nil {
				return nil, err
			}
			continue
		}
		if x.repeats && t.Command.Name == "done" {
			onward = append(onward, x)
			continue
		}
		switch h.Letter {
		case 'l':
			write(r, event.LoopClosed{Loop: x.seq, Outcome: loop}, x.seq)
		case 'c':
			write(r, event.CommitmentClosed{Commitment: x.seq, Outcome: loop}, x.seq)
		default:
			write(r, event.ReminderCancelled{Reminder: x.seq, Outcome: reminder}, append(t.Heard(), x.seq)...)
			if reminder == outcomeDone {
				r.Subject, r.About = event.SubjectDone, x.seq
			}
		}
		if !ended.Empty() {
			ended.Say(", ")
		}
		ended.Claim([]event.Seq{x.seq}, "%s", quoted(x.text, phrase.MaxQuote)).Say(" (`%s`)", h)
	}
	if !ended.Empty() {
		r.Text.Say("%s", label).Add(&ended).Say(".")
		undoable(t, &r.Text)
	}
	for _, x := range onward {
		if !r.Text.Empty() {
			r.Text.Say(" ")
		}
		if err := comesAgain(ctx, t, r, x); err != nil {
			return nil, err
		}
	}
	if !refused.Empty() {
		if !r.Text.Empty() {
			r.Text.Say(" ")
		}
		r.Text.Add(&refused)
	}
	return r, nil
}

// comesAgain says of a reminder that repeats what becomes of it now that it is done: nothing, but where it was put off it
// does not come for what is done.
func comesAgain(ctx context.Context, t *turn.Turn, r *turn.Reply, x task) error {
	_, came, err := firedBy(ctx, t, func(_ event.Seq, f loops.Fired) bool { return f.Reminder == x.seq })
	if err != nil {
		return err
	}
	said := &r.Text
	handle := phrase.Handle('r', x.seq)
	own := []event.Seq{x.seq}
	if came {
		regular, err := after(x.reminder, t.Now, t.Now.Location())
		if err != nil {
			return err
		}
		if next := x.reminder.Next; next.Before(regular) {
			write(r, event.ReminderMoved{Reminder: x.seq, To: regular, Once: true}, append(t.Heard(), x.seq)...)
			x.reminder.Next = regular
		}
		r.Subject, r.About = event.SubjectDone, x.seq
		said.Say("Done, for this time: ").Claim(own, "%s", quoted(x.text, phrase.MaxQuote)).Say(" (`%s`). It comes again on ", handle)
		said.Claim(own, "%s", phrase.Moment(x.reminder.Next, t.Now)).Say("; `cancel %s` ends it.", handle)
		return nil
	}
	said.Claim(own, "%s", quoted(x.text, phrase.MaxQuote)).Say(" (`%s`) has not come yet, and stays: next on ", handle).Claim(own, "%s", phrase.Moment(x.reminder.Next, t.Now))
	said.Say(". `skip %s` leaves that one out, `cancel %s` ends it.", handle, handle)
	return nil
}

// notDone takes back that a reminder which repeats was done for this time, by the post that says so. Where nothing else was
// done by that, it changes nothing but what is said of it: it comes as it would.
func notDone(ctx context.Context, t *turn.Turn, post ledger.Record, q event.PostQueued) (v inverse, err error) {
	if q.Subject != event.SubjectDone {
		return v, nil
	}
	recs, err := eventsOf(ctx, t, post.Cause())
	if err != nil || slices.ContainsFunc(recs, func(r ledger.Record) bool { return slices.Contains(r.From, q.About) && r.Kind != post.Kind }) {
		return v, err
	}
	t.Read(func(m memory.View) {
		r, waits := m.Loops.Reminder(q.About)
		if !waits {
			return
		}
		v.write(event.ReminderMoved{Reminder: r.Seq, To: r.Next, Once: true}, r.Seq) // by which the turn is known to be taken back
		v.text.Claim([]event.Seq{r.Seq}, "%s", quoted(r.Text, phrase.MaxQuote)).Say(" (`%s`) is not done for this time. It comes again on ", phrase.Handle('r', r.Seq))
		v.text.Claim([]event.Seq{r.Seq}, "%s", phrase.Moment(r.Next, t.Now))
		v.reminder = r.Seq
	})
	return v, nil
}

// task is an open loop or promise, or a reminder that is to come or was said and not answered.
type task struct {
	seq     event.Seq
	text    string
	repeats bool
	// reminder is a reminder that is to come.
	reminder loops.Reminder
}

// open finds the open loop, promise or reminder that a handle names.
func open(ctx context.Context, t *turn.Turn, h command.Handle) (x task, ok bool, err error) {
	seq := event.Seq(h.N)
	switch h.Letter {
	case 'l':
		t.Read(func(v memory.View) {
			var l loops.Loop
			l, ok = v.Loops.Loop(seq)
			x = task{seq: seq, text: l.Text}
		})
	case 'c':
		t.Read(func(v memory.View) {
			var c loops.Commitment
			c, ok = v.Loops.Commitment(seq)
			x = task{seq: seq, text: c.Text}
		})
	case 'r':
		t.Read(func(v memory.View) {
			var m loops.Reminder
			m, ok = v.Loops.Reminder(seq)
			x = task{seq: seq, text: m.Text, repeats: m.Rule != "", reminder: m}
		})
		if ok {
			return x, ok, nil
		}
		f, found, err := firedBy(ctx, t, func(_ event.Seq, f loops.Fired) bool { return f.Reminder == seq })
		return task{seq: seq, text: f.Text}, found, err
	}
	return x, ok, nil
}

// firedBy finds the newest reminder that was said, is not answered yet, and fits.
func firedBy(ctx context.Context, t *turn.Turn, fits func(post event.Seq, f loops.Fired) bool) (newest loops.Fired, ok bool, err error) {
	var post event.Seq
	t.Read(func(v memory.View) {
		for p, f := range v.Loops.Fired {
			if p > post && fits(p, f) {
				post, newest, ok = p, f, true
			}
		}
	})
	if !ok {
		return newest, false, nil
	}
	ended, err := endOf(ctx, t, newest.Reminder, post)
	return newest, ended.Seq == 0, err
}

// endOf finds the newest end of a reminder or loop after an event; its Seq is zero if
// there is none, or if it was taken back. A reminder that only an earlier wording of this
// message has ended is not: the present one stands instead.
func endOf(ctx context.Context, t *turn.Turn, seq, after event.Seq) (ledger.Record, error) {
	_, earlier, err := wordings(ctx, t)
	if err != nil {
		return ledger.Record{}, err
	}
	recs, err := all(ctx, t, ledger.Query{After: after, Kinds: []event.Kind{
		event.ReminderCancelled{}.Kind(), event.ReminderRestored{}.Kind(), event.LoopClosed{}.Kind(), event.LoopReopened{}.Kind(),
		event.CommitmentClosed{}.Kind(), event.CommitmentReopened{}.Kind(),
	}})
	if err != nil {
		return ledger.Record{}, err
	}
	var end ledger.Record
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return ledger.Record{}, err
		}
		switch p := p.(type) {
		case event.ReminderCancelled:
			// Taking a snooze back, or that it was done, leaves it said and unanswered.
			switch {
			case p.Reminder != seq || shares(rec.From, earlier):
			case !isUndo(rec.Key):
				end = rec
			case p.Outcome == event.ReminderSaid:
				end = ledger.Record{}
			}
		case event.LoopClosed:
			if p.Loop == seq {
				end = rec
			}
		case event.CommitmentClosed:
			if p.Commitment == seq {
				end = rec
			}
		case event.CommitmentReopened:
			if p.Commitment == seq {
				end = ledger.Record{}
			}
		case event.ReminderRestored:
			if p.Reminder == seq {
				end = ledger.Record{}
			}
		case event.LoopReopened:
			if p.Loop == seq {
				end = ledger.Record{}
			}
		}
	}
	return end, nil
}

// whyNot says why the thing a handle names cannot be ended.
func whyNot(ctx context.Context, t *turn.Turn, h command.Handle, x *phrase.Text) error {
	if !x.Empty() {
		x.Say(" ")
	}
	found, ok, err := named(ctx, t, h)
	if err != nil {
		return err
	}
	switch {
	case !ok:
		x.Say("I have nothing under `%s`.", h)
		return nil
	case found.gone():
		x.Say("`%s` was forgotten.", h)
		return nil
	case h.Letter == 'd':
		x.Say("`%s` is a decision: `reverse %s` ends it.", h, h)
		return nil
	case h.Letter == 'm':
		x.Say("`%s` is no loop and no reminder. `loops` and `reminders` list them.", h)
		return nil
	}
	rec, err := endOf(ctx, t, found.seq(), found.seq())
	if err != nil {
		return err
	}
	if rec.Seq == 0 {
		x.Say("`%s` is no longer open.", h)
		return nil
	}
	word := outcomeDone
	switch p, err := rec.Payload(); p := p.(type) {
	case event.ReminderCancelled:
		word = p.Outcome
	case event.LoopClosed:
		word = p.Outcome
	case event.CommitmentClosed:
		word = p.Outcome
	default:
		if err != nil {
			return err
		}
	}
	x.Say("`%s` is %s since ", h, word).Claim([]event.Seq{rec.Seq}, "%s", phrase.Moment(rec.At, t.Now)).Say(".")
	return nil
}
