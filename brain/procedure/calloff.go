package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/appointment"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
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
		v.askWhichOff(reply, known, what)
		return reply, nil
	}
	off, remind := what+" is cancelled", "remind me to cancel "+what
	if dayed {
		off, remind = what+" "+day.said+" is cancelled", "remind me "+day.said+" to cancel "+what
	}
	reply.Text.Say(".")
	reply.Buttons = []event.Button{{Label: labelYes, Says: "remember " + off, Emoji: "✅"}, {Label: labelNo, Says: "never mind", Emoji: "❌"}, {Label: "Remind me", Says: remind}}
	if set := v.remindedOf(what); len(set) == 1 {
		m, cancel := set[0], "cancel "+phrase.Handle('r', set[0].Seq)
		reply.Text.Say(" Its reminder stays until you `%s`: ", cancel).Claim([]event.Seq{m.Seq}, "%s, %s", phrase.Quote(m.Text, ownWords), phrase.Moment(m.Next, v.Now)).Say(".")
		reply.Buttons[2] = event.Button{Label: "C" + cancel[1:], Says: cancel}
	}
	reply.Text.Say(" Is it off?")
	return reply, nil
}

// remindedOf are the reminders to come that are about something.
func (v *visit) remindedOf(what string) (set []loops.Reminder) {
	v.Read(func(view memory.View) { set = slices.Clone(view.Loops.Reminders) })
	return slices.DeleteFunc(set, func(m loops.Reminder) bool { return !v.tells(m) || !mentions(m.Text, what) })
}

// subjectWhichOff marks the question which of several appointments is off.
const subjectWhichOff = "which off"

// askWhichOff asks which of several appointments is off: each has a button, with the words by which no other is meant.
func (v *visit) askWhichOff(reply *turn.Reply, known []recall.Item, what string) {
	reply.Text.Break().Say("Which one is off?")
	reply.Subject = subjectWhichOff
	known = known[:min(len(known), most)]
	for _, i := range known {
		day, _ := when.Ahead(i.Text, v.There(i.On))
		label, at := day.From.Format("Mon 2 Jan"), "on "+day.From.Format("2 January 2006")
		if hour, ok := when.Find(i.Text, v.There(i.On)); ok && hour.HasTime {
			label, at = label+", "+hour.At.Format("15:04"), at+" at "+hour.At.Format("15:04")
		}
		name := what
		if own := v.ownWordsOf(i, known); own != "" {
			label, name = own, name+" with "+own
		}
		reply.Buttons = append(reply.Buttons, event.Button{Label: label, Says: "remember " + name + " " + at + " is cancelled"})
	}
}

// ownWordsOf is the name in one of several appointments that is in no other; "" where there is none.
func (v *visit) ownWordsOf(one recall.Item, all []recall.Item) string {
	for word := range strings.FieldsSeq(one.Text) {
		word = strings.Trim(word, ".,;:!")
		if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) || strings.HasPrefix(one.Text, word) || len(appointment.Matter(word)) == 0 {
			continue
		}
		if !slices.ContainsFunc(all, func(i recall.Item) bool { return i.Seq != one.Seq && mentions(i.Text, word) }) {
			return word
		}
	}
	return ""
}

// onWhichOff takes the answer to which of several appointments is off for the button that it stands for: "the one with Tom",
// "Tuesday's", "both".
func (v *visit) onWhichOff() {
	last := v.Turn.Last()
	if last.Spoken != nil || last.ReplyTo != 0 && last.ReplyTo != v.last.seq || len(strings.Fields(v.Text)) > longestWhich || strings.Contains(v.Text, "?") {
		return
	}
	all := whichAll.MatchString(plainWords(v.Text))
	var meant []string
	for _, b := range v.last.Buttons {
		off := strings.TrimPrefix(b.Says, "remember ")
		if all || appointment.Means(v.Text, off, v.Now) {
			meant = append(meant, capital(off))
		}
	}
	if len(meant) == 0 || len(meant) > 1 && !all {
		return
	}
	v.Text, v.Command = "remember "+strings.Join(meant, ". "), nil
	if c, ok := command.Parse(v.Text); ok {
		v.Command = &c
	}
}

// longestWhich is how many words an answer to it has at most.
const longestWhich = 10

var whichAll = regexp.MustCompile(`^(?:both|all|both of them|all of them)(?: please| are| are off| are cancelled)*$`)

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
