package change

import (
	"cmp"
	"context"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

const (
	snoozeFor   = time.Hour // where no time is named
	morningHour = 9         // of a day named without a time
)

// snooze gives a reminder another time: the one named, else the one replied to, else the
// newest that was said and not answered. One that repeats goes on as before after it.
func snooze(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	to, other, ok := snoozeTo(t)
	if !ok {
		r := begin(t)
		if gone := gone(t); gone != "" {
			r.Text.Claim(t.Heard(), "%s is past.", gone).Say(" As in `snooze 20 min` or `snooze until 16:00`.")
			return r, nil
		}
		r.Text.Say("I can't read the time ").Claim(t.Heard(), "%s", quoted(t.Command.Period, phrase.MaxQuote))
		r.Text.Say(". As in `snooze 20 min` or `snooze until 16:00`.")
		return r, nil
	}
	m, waits, refusal, err := reminderMeant(ctx, t)
	if err != nil || refusal != nil {
		return refusal, err
	}
	if !other.IsZero() {
		return askUntilWhich(t, m, to, other), nil
	}
	r := begin(t)
	r.Subject, r.About = event.SubjectPutOff, m.Seq
	comes, err := comesUnmoved(ctx, t, m)
	if err != nil {
		return nil, err
	}
	own := []event.Seq{m.Seq}
	echoes := func() { r.Text.Claim(t.Heard(), "%s", at(to, t)).Say(": ").Claim(own, "%s", quoted(m.Text, echo)) }
	switch {
	case !waits:
		write(r, event.ReminderRestored{Reminder: m.Seq, Next: to, ReminderSet: m.ReminderSet}, append(t.Heard(), m.Seq)...)
		echoes()
	case m.Rule != "" && to.Equal(comes):
		r.Subject, r.About = "", 0
		r.Text.Claim(own, "%s", quoted(m.Text, echo)).Say(" comes then as ever: ").Claim(own, "%s", at(to, t)).Say(". Another time puts this one off.")
		return r, nil
	case m.Rule != "" && cameLately(t, m.Seq) && !to.Before(comes): // else those between were never said
		once := m.ReminderSet
		once.At, once.Rule, once.Phrase, once.On = to.UTC(), "", t.Command.Period, t.Last().On
		write(r, once, append(t.Heard(), m.Seq)...)
		echoes()
		r.Text.Say(", once more. As ever it comes next on ").Claim(own, "%s", phrase.Moment(comes, t.Now)).Say(". `cancel %s` calls the extra one off.", r.Made('r'))
		return r, nil
	default:
		write(r, event.ReminderMoved{Reminder: m.Seq, To: to, Once: m.Rule != ""}, append(t.Heard(), m.Seq)...)
		echoes()
		if next, err := after(m, to, t.Now.Location()); m.Rule != "" && err == nil && !next.IsZero() && !next.After(comes) {
			r.Text.Say(". As ever it comes next on ").Claim(own, "%s", phrase.Moment(next, t.Now))
		}
	}
	r.Text.Say(". `cancel %s`, or another time.", phrase.Handle('r', m.Seq))
	return r, nil
}

// comesUnmoved is when a reminder is due without what an earlier wording of this message did to its time.
func comesUnmoved(ctx context.Context, t *turn.Turn, m loops.Reminder) (time.Time, error) {
	moves, err := doings(ctx, t, []event.Kind{event.ReminderMoved{}.Kind()})
	if err != nil {
		return m.Next, err
	}
	var first event.Seq
	for _, d := range moves {
		p, err := d.rec.Payload()
		if err != nil {
			return m.Next, err
		}
		moved, is := p.(event.ReminderMoved)
		if !is || moved.Reminder != m.Seq {
			continue
		}
		if first = cmp.Or(first, d.rec.Seq); moved.To.Equal(m.Next) {
			was, err := reminderBefore(ctx, t, m.Seq, first)
			return was.Next, err
		}
	}
	return m.Next, nil
}

// cameLately says whether a reminder was said within the last day.
func cameLately(t *turn.Turn, seq event.Seq) (lately bool) {
	t.Read(func(v memory.View) {
		for _, f := range v.Loops.Fired {
			lately = lately || f.Reminder == seq && t.Now.Sub(f.At) < 24*time.Hour
		}
	})
	return lately
}

// at words the time of a reminder: "Tue 24 Nov 2026, 15:00 (Melbourne)" (MESSAGES 14).
func at(to time.Time, t *turn.Turn) string {
	here := t.Now.Location()
	return to.In(here).Format("Mon 2 Jan 2006, 15:04") + " (" + t.Zone(here, to) + ")"
}

// snoozeTo is the time that was named; other is a second reading of it, as 3/12 has, or zero.
func snoozeTo(t *turn.Turn) (to, other time.Time, ok bool) {
	if t.Command.Period == "" {
		return t.Now.Add(snoozeFor).Truncate(time.Minute), other, true
	}
	m, ok := when.Duration(t.Command.Period, t.Now)
	if !ok || m.Recur != nil {
		return to, other, false
	}
	if m.AllDay() {
		m = m.Clock(morningHour, 0, t.Now)
	}
	return m.At, m.Other, m.At.After(t.Now)
}

// gone words the time that was named, where it is past; "" for all else.
func gone(t *turn.Turn) string {
	if m, ok := when.Duration(t.Command.Period, t.Now.AddDate(0, 0, -1)); ok && m.HasDay && m.HasTime && !m.At.After(t.Now) {
		return phrase.Moment(m.At, t.Now)
	}
	span, ok := when.Period(strings.TrimPrefix(t.Command.Period, "until "), t.Now)
	if !ok || span.From.IsZero() || span.To.IsZero() || span.To.After(t.Now) {
		return ""
	}
	return phrase.Day(span.From, t.Now)
}

// askUntilWhich asks which reading of a date such as 3/12 was meant.
func askUntilWhich(t *turn.Turn, m loops.Reminder, to, other time.Time) *turn.Reply {
	r := begin(t)
	r.About = m.Seq
	here := t.Now.Location()
	r.Text.Claim(t.Heard(), "%s: %s or %s?", quoted(t.Command.Period, phrase.MaxQuote), to.In(here).Format("Mon 2 Jan 2006"), other.In(here).Format("Mon 2 Jan 2006"))
	for _, at := range []time.Time{to.In(here), other.In(here)} {
		r.Buttons = append(r.Buttons, event.Button{
			Label: at.Format("2 Jan 2006"), Says: "snooze " + phrase.Handle('r', m.Seq) + " until " + at.Format("2 January 2006 at 15:04"), Once: true,
		})
	}
	return r
}

// reminderMeant finds the reminder that a command means. waits is whether it is still to
// come; one that was said and does not repeat is not. Where none is found, refusal is the
// reply to give.
func reminderMeant(ctx context.Context, t *turn.Turn) (m loops.Reminder, waits bool, refusal *turn.Reply, err error) {
	h := t.Command.Handle()
	fits := func(event.Seq, loops.Fired) bool { return true }
	switch {
	case h.N != 0 && h.Letter != 'r':
		refusal, err = says(t, "`%s` is no reminder. `reminders` lists them.", h)
		return m, false, refusal, err
	case h.N != 0:
		t.Read(func(v memory.View) { m, waits = v.Loops.Reminder(event.Seq(h.N)) })
		fits = func(_ event.Seq, f loops.Fired) bool { return f.Reminder == event.Seq(h.N) }
	case t.Last().ReplyTo != 0:
		fits = func(post event.Seq, _ loops.Fired) bool { return post == t.Last().ReplyTo }
	}
	if waits {
		return m, true, nil, nil
	}
	f, found, err := firedBy(ctx, t, fits)
	if err != nil {
		return m, false, nil, err
	}
	if !found && h.N != 0 && t.Command.Name == "snooze" {
		if f, found, err = doneAfterAll(ctx, t, event.Seq(h.N)); err != nil {
			return m, false, nil, err
		}
	}
	if !found && h.N != 0 {
		r := begin(t)
		err := whyNot(ctx, t, h, &r.Text)
		return m, false, r, err
	}
	if !found {
		refusal, err = says(t, "No reminder has come up that waits for an answer. `reminders` lists those to come.")
		return m, false, refusal, err
	}
	t.Read(func(v memory.View) { m, waits = v.Loops.Reminder(f.Reminder) })
	if waits {
		return m, true, nil, nil
	}
	x, ok, err := named(ctx, t, command.Handle{Letter: 'r', N: uint64(f.Reminder)})
	set, stands := x.payload.(event.ReminderSet)
	if err != nil || !ok || !stands {
		refusal, _ = says(t, "That reminder was forgotten.")
		return m, false, refusal, err
	}
	return loops.Reminder{Seq: f.Reminder, ReminderSet: set}, false, nil, nil
}

// doneAfterAll is a reminder that was said and marked done: it may be wanted once more.
func doneAfterAll(ctx context.Context, t *turn.Turn, reminder event.Seq) (said loops.Fired, ok bool, err error) {
	t.Read(func(v memory.View) {
		for _, f := range v.Loops.Fired {
			if f.Reminder == reminder {
				said, ok = f, true
			}
		}
	})
	if !ok {
		return said, false, nil
	}
	end, err := endOf(ctx, t, reminder, reminder)
	if err != nil || end.Seq == 0 {
		return said, false, err
	}
	p, err := end.Payload()
	c, is := p.(event.ReminderCancelled)
	return said, is && c.Outcome == outcomeDone, err
}

// skip leaves out the next turn of a reminder that repeats, or a proposal. Without a handle it
// is about the reminder or the review replied to, and otherwise no command of this package.
func skip(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Handle().Letter == 'm' {
		return skipMemory(ctx, t)
	}
	if t.Command.Handle().N == 0 {
		replied := false
		t.Read(func(v memory.View) { _, replied = v.Loops.Fired[t.Last().ReplyTo] })
		if !replied {
			return skipMemory(ctx, t)
		}
	}
	m, waits, refusal, err := reminderMeant(ctx, t)
	if err != nil || refusal != nil {
		return refusal, err
	}
	handle := phrase.Handle('r', m.Seq)
	if m.Rule == "" || !waits {
		return says(t, "`%s` does not repeat. `cancel %s` calls it off.", handle, handle)
	}
	left, err := comesUnmoved(ctx, t, m) // mended, it leaves out no second one
	if err != nil {
		return nil, err
	}
	next, err := after(m, left, t.Now.Location())
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.About = m.Seq
	own := []event.Seq{m.Seq}
	if next.IsZero() {
		write(r, event.ReminderCancelled{Reminder: m.Seq, Outcome: outcomeCancelled}, append(t.Heard(), m.Seq)...)
		r.Text.Say("That was the last one: ").Claim(own, "%s", quoted(m.Text, phrase.MaxQuote)).Say(" is cancelled.")
		undoable(t, &r.Text)
		return r, nil
	}
	write(r, event.ReminderMoved{Reminder: m.Seq, To: next, Once: true}, append(t.Heard(), m.Seq)...)
	r.Text.Say("Skipped on ").Claim(own, "%s: %s", phrase.Moment(left, t.Now), quoted(m.Text, phrase.MaxQuote))
	r.Text.Say(". Next on ").Claim(own, "%s", phrase.Moment(next, t.Now)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// after is the next time of a repeating reminder; zero if it has come to its end. One that
// floats keeps its time of day in the present zone.
func after(m loops.Reminder, last time.Time, present *time.Location) (time.Time, error) {
	zone := present
	if loc := load(m.Zone); loc != nil {
		zone = loc
	}
	rule, err := when.ParseRecurrence(m.Rule, m.At.In(zone))
	if err != nil {
		return time.Time{}, err
	}
	if m.Floating {
		rule = rule.In(present)
	}
	return rule.Next(last), nil
}
