package inspect

import (
	"cmp"
	"context"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// reminders lists those to come, the next one first, and below them those that were said and not answered;
// or those of some days, or the next alone.
func reminders(ctx context.Context, l *look) (*turn.Reply, error) {
	var set []loops.Reminder
	l.turn.Read(func(v memory.View) { set = slices.Clone(v.Loops.Reminders) })
	set, err := visible(ctx, l, set, alone(func(r loops.Reminder) event.Seq { return r.Seq }))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(set, func(a, b loops.Reminder) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.Seq, b.Seq)) })
	if l.cmd.Period != "" {
		return l.remindersOf(set)
	}
	said, err := l.waiting(ctx)
	if err != nil {
		return nil, err
	}
	next := l.cmd.Has("next")
	if len(set) == 0 && (len(said) == 0 || next) {
		return l.says(new(phrase.Text).Say("No reminder is set. `remind me on Tuesday at 15:00 to call the bank` sets one.")), nil
	}
	head := new(phrase.Text).Say("**No reminder to come.**")
	foot := new(phrase.Text)
	switch {
	case next:
		head = l.reminder(set[0])
		set, said = nil, nil
	case len(set) > 0:
		head = new(phrase.Text).Claim(numbers(set, func(r loops.Reminder) event.Seq { return r.Seq }), "**%s to come.**", phrase.Count(len(set), "reminder"))
		foot.Say("`cancel r%d` calls one off.", set[0].Seq)
	}
	if len(said) > 0 {
		foot.Say(" `snooze r%d 1 h` says one again.", said[0].Reminder)
	}
	return l.list(head, func(yield func(*phrase.Text, error) bool) {
		for _, r := range set {
			if !yield(l.reminder(r), nil) {
				return
			}
		}
		if len(said) > 0 && !yield(label("Said, not marked done"), nil) {
			return
		}
		for _, f := range said {
			line := new(phrase.Text).Say("`r%d` ", f.Reminder).Claim([]event.Seq{f.post}, "%s: %s", phrase.Moment(f.At, l.turn.Now), quote(f.Text))
			if !yield(line, nil) {
				return
			}
		}
	}, foot)
}

// remindersOf lists those of some days.
func (l *look) remindersOf(set []loops.Reminder) (*turn.Reply, error) {
	now := l.turn.Now
	span, ok := when.Ahead(l.cmd.Period, now)
	if !ok || span.To.IsZero() {
		return l.says(new(phrase.Text).Say("I can't tell which day that is. `reminders tomorrow`, `reminders next week` and `reminders on 3 Dec` I understand.")), nil
	}
	of := slices.DeleteFunc(slices.Clone(set), func(r loops.Reminder) bool { return r.Next.Before(span.From) || !r.Next.Before(span.To) })
	days := phrase.Days(span.From, span.To, now)
	if len(of) == 0 {
		text := new(phrase.Text).Claim([]event.Seq{l.asked}, "%s: no reminder.", days)
		if len(set) > 0 {
			text.Say(" The next: ").Add(l.reminder(set[0])).Say(".")
		}
		return l.says(text), nil
	}
	head := new(phrase.Text).Claim(numbers(of, func(r loops.Reminder) event.Seq { return r.Seq }), "**%s: %s.**", days, phrase.Count(len(of), "reminder"))
	return l.list(head, each(of, func(r loops.Reminder) (*phrase.Text, error) { return l.reminder(r), nil }), new(phrase.Text).Say("`cancel r%d` calls one off.", of[0].Seq))
}

// reminder words one: "`r12` Tue 24 Nov, 15:00 (Melbourne): "call the bank"".
func (l *look) reminder(r loops.Reminder) *phrase.Text {
	return new(phrase.Text).Say("`r%d` ", r.Seq).Add(l.next(r)).Say(": ").Claim([]event.Seq{r.Seq}, "%s", quote(r.Text))
}

// saidLately is for how long a reminder that was said stays in the list: after an outage several come
// at once.
const saidLately = 24 * time.Hour

// saying is a reminder that was said.
type saying struct {
	loops.Fired
	post event.Seq
}

// waiting are the reminders that were said of late and are neither done nor put off, in the order
// of their times.
func (l *look) waiting(ctx context.Context) ([]saying, error) {
	var said []saying
	ended := map[event.Seq]event.Seq{} // by reminder: its newest end
	l.turn.Read(func(v memory.View) {
		for post, f := range v.Loops.Fired {
			if _, set := v.Loops.Reminder(f.Reminder); !set {
				said = append(said, saying{f, post})
			}
		}
	})
	if len(said) == 0 {
		return nil, nil
	}
	slices.SortFunc(said, func(a, b saying) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.post, b.post)) })
	first := slices.MinFunc(said, func(a, b saying) int { return cmp.Compare(a.post, b.post) }).post
	for r, err := range ledger.Each[event.ReminderCancelled](ctx, l.turn.Mind, ledger.Query{After: first}) {
		if err != nil {
			return nil, err
		}
		if r.Said.Outcome != event.ReminderSaid {
			ended[r.Said.Reminder] = r.Seq
		}
	}
	said, err := visible(ctx, l, said, alone(func(f saying) event.Seq { return f.post }))
	if err != nil {
		return nil, err
	}
	posts, err := l.named(ctx, numbers(said, func(f saying) event.Seq { return f.post }))
	if err != nil {
		return nil, err
	}
	lately := map[event.Seq]bool{}
	for _, e := range posts {
		lately[e.Seq] = l.turn.Now.Sub(e.At) < saidLately
	}
	return slices.DeleteFunc(said, func(f saying) bool { return !lately[f.post] || ended[f.Reminder] > f.post }), nil
}

// next words when a reminder is due: "Tue 24 Nov, 15:00 (Melbourne), every Tuesday". One
// that is tied to another zone shows both clocks (MESSAGES, rule 14).
func (l *look) next(r loops.Reminder) *phrase.Text {
	now := l.turn.Now
	t, rests := new(phrase.Text), []event.Seq{r.Seq}
	home := l.turn.Zone(now.Location(), r.Next)
	there, err := time.LoadLocation(r.Zone)
	if r.Floating || err != nil || r.Zone == "" || sameClock(r.Next, there, now.Location()) {
		t.Claim(rests, "%s (%s)", phrase.Moment(r.Next, now), home)
	} else {
		away := r.Next.In(there)
		here := r.Next.In(now.Location())
		local := here.Format("15:04") + " " + home
		if away.YearDay() != here.YearDay() {
			local += ", " + phrase.Day(here, now)
		}
		t.Claim(rests, "%s %s (%s)", phrase.Moment(away, now.In(there)), l.turn.Zone(there, r.Next), local)
	}
	if r.Next.Before(now) {
		t.Say(", overdue")
	}
	if r.Rule != "" {
		t.Claim(rests, ", %s", repeats(r.Rule))
	}
	return t
}

// sameClock says whether two zones show the same time at a moment.
func sameClock(at time.Time, a, b *time.Location) bool {
	_, x := at.In(a).Zone()
	_, y := at.In(b).Zone()
	return x == y
}
