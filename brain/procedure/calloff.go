package procedure

import (
	"context"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
)

// endsIt are words that want an appointment called off, where it is known; elsewhere they may be of anything.
var endsIt = []string{"cancel ", "call off ", "scrap "}

// callOff answers who wants an appointment called off that he told of: with what is known of it, and whether it is off. It
// is called off nowhere else by that, and is no reminder to do so unless he wants one.
func callOff(ctx context.Context, v *visit) (*turn.Reply, error) {
	what, day, dayed, ok := endsWhat(v)
	if !ok {
		return nil, nil
	}
	known, err := v.appointments(ctx, what, day, dayed)
	if err != nil || len(known) == 0 {
		return nil, err
	}
	reply := says("call off")
	reply.Text.Say("Nothing is changed yet. You told me: ")
	for _, i := range known[:min(len(known), most)] {
		x := &reply.Text
		if len(known) > 1 {
			x = x.Item()
		}
		v.quote(x, i, i.Text, listWords)
	}
	if len(known) > 1 {
		reply.Text.Break().Say("Which one is off? As in: the dinner on Tuesday is cancelled.")
		return reply, nil
	}
	off, remind := what+" is cancelled", "remind me to cancel "+what
	if dayed {
		off, remind = what+" "+day.said+" is cancelled", "remind me "+day.said+" to cancel "+what
	}
	reply.Text.Say(". Is it off?")
	reply.Buttons = []event.Button{{Label: labelYes, Says: "remember " + off, Emoji: "✅"}, {Label: labelNo, Says: "never mind", Emoji: "❌"}, {Label: "Remind me", Says: remind}}
	return reply, nil
}

// unknownOff answers who wants something called off on a day that nobody knows of. A reminder to do so is set only at his word.
func unknownOff(_ context.Context, v *visit) (*turn.Reply, error) {
	what, day, dayed, ok := endsWhat(v)
	if !dayed {
		return nil, nil
	}
	reply := says("call off")
	if !ok { // "cancel everything tomorrow"
		reply.Text.Say("I can't tell what you mean, and changed nothing: what is to be called off on ").Claim(v.Heard(), "%s", day.when(v.Now)).Say("?")
		return reply, nil
	}
	reply.Text.Say("I know of no ").Claim(v.Heard(), "%s %s", phrase.Quote(what, ownWords), day.on(v.Now)).Say(", and changed nothing.")
	reply.Buttons = []event.Button{{Label: "Remind me", Says: "remind me " + day.said + " to cancel " + what}}
	return reply, nil
}

// namedDay is a day as it was said.
type namedDay struct {
	said string
	at   when.Match
}

// days are the first moment of the day, or of the month that was named, and the first after it.
func (d namedDay) days(now time.Time) (from, to time.Time) {
	if span, ok := when.Ahead(d.said, now); ok && !span.From.IsZero() && span.To.Sub(span.From) > 25*time.Hour && !d.at.HasTime {
		return span.From, span.To
	}
	y, m, day := d.at.At.Date()
	from = time.Date(y, m, day, 0, 0, 0, 0, now.Location())
	return from, from.AddDate(0, 0, 1)
}

// when words the day, or the month: "Sat 21 Nov 2026", "May 2027".
func (d namedDay) when(now time.Time) string {
	from, to := d.days(now)
	switch {
	case to.Sub(from) <= 25*time.Hour:
		return from.Format("Mon 2 Jan 2006")
	case from.Day() == 1 && to.Equal(from.AddDate(0, 1, 0)):
		return from.Format("January 2006")
	}
	return from.Format("2 Jan 2006") + " to " + to.Add(-time.Second).Format("2 Jan 2006")
}

// on is when behind the word that goes with it.
func (d namedDay) on(now time.Time) string {
	if from, to := d.days(now); to.Sub(from) > 25*time.Hour {
		return "in " + d.when(now)
	}
	return "on " + d.when(now)
}

// endsWhat reads what somebody wants called off, and on which day.
func endsWhat(v *visit) (what string, day namedDay, dayed, ok bool) {
	text := strings.Trim(strings.TrimSpace(v.Text), ".!")
	if len(text) > maxReminder || strings.ContainsAny(text, "?\n") || v.Last().Spoken != nil || v.Last().Forwarded != "" || v.Command != nil {
		return "", day, false, false
	}
	low := lowered(text)
	rest, ok := cutAny(strings.TrimPrefix(low, "please "), endsIt...)
	if !ok || isHandle(rest) {
		return "", day, false, false
	}
	rest = text[len(text)-len(rest):]
	what, day.at, dayed = dayAtEnd(rest, v.Now)
	day.said = strings.TrimSpace(rest[len(what):])
	if dayed && day.at.Ambiguous() {
		return "", day, false, false
	}
	if mine, own := cutAny(lowered(what), "all of my ", "all of our ", "all of the ", "all my ", "all our ", "all the ", "my ", "our "); own {
		what = what[len(what)-len(mine):]
	}
	return what, day, dayed, len(meaning(what)) > 0
}

// appointments are what he told of a day to come that holds all these words, the newest first: of one day, where that is named.
func (v *visit) appointments(ctx context.Context, what string, day namedDay, dayed bool) (known []recall.Item, err error) {
	y, m, d := v.Now.Date()
	from := time.Date(y, m, d, 0, 0, 0, 0, v.Now.Location())
	to := from.AddDate(10, 0, 0)
	if dayed {
		from, to = day.days(v.Now)
	}
	book, err := v.book(ctx, v.Sight())
	if err != nil {
		return nil, err
	}
	for _, s := range book.On(from, to).Told {
		if !s.Beside && mentions(s.Text, what) {
			known = append(known, itemOf(s))
		}
	}
	recall.NewestFirst(known)
	return known, nil
}
