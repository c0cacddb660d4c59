package inspect

import (
	"cmp"
	"context"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// reminders lists those to come, the next one first.
func reminders(ctx context.Context, l *look) (*turn.Reply, error) {
	var set []loops.Reminder
	l.turn.Read(func(v memory.View) { set = slices.Clone(v.Loops.Reminders) })
	set, err := visible(ctx, l, set, alone(func(r loops.Reminder) event.Seq { return r.Seq }))
	if err != nil {
		return nil, err
	}
	if len(set) == 0 {
		return l.says(new(phrase.Text).Say("No reminder is set. `remind me on Tuesday at 15:00 to call the bank` sets one.")), nil
	}
	slices.SortStableFunc(set, func(a, b loops.Reminder) int { return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.Seq, b.Seq)) })
	head := new(phrase.Text).Claim(numbers(set, func(r loops.Reminder) event.Seq { return r.Seq }), "**%s to come.**", phrase.Count(len(set), "reminder"))
	foot := new(phrase.Text).Say("`cancel r%d` calls one off.", set[0].Seq)
	return l.list(head, each(set, func(r loops.Reminder) (*phrase.Text, error) {
		return new(phrase.Text).Say("`r%d` ", r.Seq).Add(l.next(r)).Say(": ").Claim([]event.Seq{r.Seq}, "%s", quote(r.Text)), nil
	}), foot)
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
