package procedure

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// mostCalledOff is how many reminders one command can cancel.
const mostCalledOff = 6

// listedReminders is how many reminders a question lists.
const listedReminders = 8

// reminderOrder is what somebody wants done with a reminder that he names by its words.
type reminderOrder struct {
	words string // what it is about; "" for any
	last  bool   // the newest
	all   bool
	to    string // the time to move it to; "" to cancel it
}

// order cancels or moves a reminder that is named by its words: where exactly one fits, at
// once; where several do, it asks which.
func order(_ context.Context, v *visit) (*turn.Reply, error) {
	o, ok := readOrder(v.Text)
	if !ok {
		if to, moves := movedThat(v.Text); moves {
			if _, timely := onlyTime(to, v.Now); timely && v.listed() != nil {
				return v.moveTo(reminderOrder{to: to}, *v.listed()), nil
			}
		}
		return nil, nil
	}
	o.words, o.to = asTyped(v.Text, o.words), asTyped(v.Text, o.to)
	fits := v.fitting(o)
	if words, day, dayed := dayAtEnd(o.words, v.Now); len(fits) == 0 && o.to == "" && dayed {
		if fits = v.setAs(words, false, day, true); len(fits) > 0 { // "don't remind me of the vitamins tomorrow"
			reply := says("order")
			v.offer(reply, fits, true)
			return reply, nil
		}
	}
	if len(fits) == 0 && unwanted(v.Text, v.Now) != "" { // of a subject, not of something to be done
		return nil, nil
	}
	reply := says("order")
	switch {
	case len(fits) == 0 && o.words == "":
		reply.Text.Say("I have no reminders to come.")
	case len(fits) == 0 && isHandle(strings.ToLower(o.words)):
		reply.Text.Say("I have no reminder `%s` to come. `reminders` lists them.", o.words)
	case len(fits) == 0:
		reply.Text.Say("I have no reminder about ").Claim(v.Heard(), "%s", phrase.Quote(o.words, ownWords)).Say(". `reminders` lists them.")
	case o.to == "" && v.ofADay(o) && slices.ContainsFunc(fits, func(m loops.Reminder) bool { return m.Rule != "" }):
		v.offer(reply, fits, true)
	case len(fits) > 1 || o.all:
		v.askWhichReminder(reply, o, fits)
	case o.to != "":
		return v.moveTo(o, fits[0]), nil
	default:
		m := fits[0]
		reply.About = m.Seq
		reply.Writes = append(reply.Writes, turn.Write{
			Payload: event.ReminderCancelled{Reminder: m.Seq, Outcome: "cancelled"}, From: append(slices.Clone(v.Heard()), m.Seq),
		})
		reply.Text.Say("Cancelled: ").Claim([]event.Seq{m.Seq}, "%s", phrase.Quote(m.Text, ownWords)).Say(" (`%s`). `undo` within ", phrase.Handle('r', m.Seq))
		reply.Text.Claim(v.Heard(), "24 h").Say(".")
	}
	return reply, nil
}

// ofADay says whether an order is about what comes on one day: of what repeats only that.
func (v *visit) ofADay(o reminderOrder) bool {
	day, ok := onlyTime(strings.TrimSuffix(o.words, "'s"), v.Now)
	return ok && day.HasDay && day.Recur == nil
}

// moveTo gives the reminder the time that was named, or says why not.
func (v *visit) moveTo(o reminderOrder, m loops.Reminder) *turn.Reply {
	handle := phrase.Handle('r', m.Seq)
	to, ok := onlyTime(o.to, v.Now)
	reply := says("order")
	switch {
	case !ok || to.Recur != nil || to.Several:
		reply.Text.Say("I can't read the time ").Claim(v.Heard(), "%s", phrase.Quote(o.to, ownWords)).Say(". As in `move %s to tomorrow at 15:00`.", handle)
		return reply
	case to.Ambiguous():
		reply.Text.Claim(v.Heard(), "%s: %s or %s?", phrase.Quote(o.to, ownWords), to.At.Format("Mon 2 Jan 2006"), to.Other.Format("Mon 2 Jan 2006"))
		for _, at := range []time.Time{to.At, to.Other} {
			layout := "2 January 2006"
			if to.HasTime {
				layout += " 15:04"
			}
			reply.Buttons = append(reply.Buttons, event.Button{Label: at.Format("2 Jan 2006"), Says: "move " + handle + " to " + at.Format(layout)})
		}
		return reply
	case m.Rule != "":
		return v.rhythm(m.ReminderSet, m.Seq, o.to)
	}
	set := m.ReminderSet
	set.At = m.Next
	if moved := v.move(set, m.Seq, to, v.Last().Seq, v.Heard()); moved != nil {
		return moved
	}
	reply.Text.Claim(v.Heard(), "%s is past.", phrase.Quote(o.to, ownWords)).Say(" As in `move %s to tomorrow at 15:00`.", handle)
	return reply
}

// askWhichReminder lists those that fit and asks.
func (v *visit) askWhichReminder(reply *turn.Reply, o reminderOrder, fits []loops.Reminder) {
	seqs := make([]event.Seq, len(fits))
	handles := make([]string, len(fits))
	for i, m := range fits {
		seqs[i], handles[i] = m.Seq, phrase.Handle('r', m.Seq)
	}
	reply.Text.Claim(seqs, "%s.", phrase.Count(len(fits), "reminder"))
	for i, m := range fits[:min(len(fits), listedReminders)] {
		reply.Text.Item().Say("`%s` ", handles[i]).Claim([]event.Seq{m.Seq}, "%s, %s", phrase.Quote(m.Text, ownWords), phrase.Moment(m.Next, v.Now))
	}
	reply.Text.Break()
	switch {
	case o.all && len(fits) <= mostCalledOff:
		reply.Text.Say("Cancel all of them?")
		reply.Buttons = []event.Button{{Label: labelYes, Says: "cancel " + strings.Join(handles, " "), Emoji: "✅"}, {Label: labelNo, Says: "never mind", Emoji: "❌"}}
	case o.to != "":
		reply.Text.Say("Which one? As in `move %s to ", handles[0]).Claim(v.Heard(), "%s", o.to).Say("`.")
	default:
		reply.Text.Say("Which one? As in `cancel %s`.", handles[0])
	}
}

// fitting are the reminders that an order may mean, of those that may be told here, in the
// order they were made.
func (v *visit) fitting(o reminderOrder) []loops.Reminder {
	var fits []loops.Reminder
	v.Read(func(view memory.View) { fits = slices.Clone(view.Loops.Reminders) })
	at, timed := onlyTime(strings.TrimSuffix(o.words, "'s"), v.Now)
	fits = slices.DeleteFunc(fits, func(m loops.Reminder) bool {
		if !v.tells(m) {
			return true
		}
		next := m.Next.In(v.Now.Location())
		if timed && (!at.HasDay || at.At.Format("2006-01-02") == next.Format("2006-01-02")) && (!at.HasTime || at.At.Format("15:04") == next.Format("15:04")) {
			return false
		}
		return !strings.EqualFold(o.words, phrase.Handle('r', m.Seq)) && !mentions(m.Text, o.words)
	})
	if o.last && len(fits) > 0 {
		return []loops.Reminder{slices.MaxFunc(fits, func(a, b loops.Reminder) int { return int(a.Seq) - int(b.Seq) })}
	}
	return fits
}

// asTyped gives words that were read in lower case with the capitals they were typed with, where
// they stand so in the text.
func asTyped(text, words string) string {
	low := strings.ToLower(text)
	if at := strings.Index(low, words); at >= 0 && len(low) == len(text) {
		return text[at : at+len(words)]
	}
	return words
}

// tells says whether a reminder may be spoken of where the turn takes place.
func (v *visit) tells(m loops.Reminder) bool {
	return v.Sight().Shows(m.Audience, m.Place)
}

// mentions says whether a text has all the words, small ones aside, in any order and form.
func mentions(text, words string) bool {
	has := map[string]bool{}
	for w := range strings.FieldsSeq(plainWords(text)) {
		has[root(w)] = true
	}
	for w := range strings.FieldsSeq(plainWords(words)) {
		if !strings.Contains(" a an the my that this about to of for me on in at and it ", " "+w+" ") && !has[root(w)] {
			return false
		}
	}
	return true
}

// root is a word without what English puts behind it: pills and pill, calling and call.
func root(w string) string {
	w = strings.TrimSuffix(w, "'s")
	if strings.HasSuffix(w, "ings") { // meetings and meeting
		w = strings.TrimSuffix(w, "s")
	}
	for _, end := range []string{"ing", "es", "s", "e"} {
		if len(w) > len(end)+2 && strings.HasSuffix(w, end) {
			return strings.TrimSuffix(w, end)
		}
	}
	return w
}

// isHandle says whether a word is a reminder's handle: r9.
func isHandle(w string) bool {
	return len(w) > 1 && w[0] == 'r' && strings.Trim(w[1:], "0123456789") == ""
}

var (
	callsOff  = []string{"cancel ", "delete ", "remove ", "drop ", "clear ", "scrap ", "call off ", "turn off ", "stop ", "i don't need ", "no need for "}
	callsOffX = []string{
		"don't remind me ", "do not remind me ", "dont remind me ", "stop reminding me ", "no need to remind me ", "you don't need to remind me ",
		"quit reminding me ", "no more reminders ",
	}
	moves  = []string{"move ", "change ", "reschedule ", "shift ", "push ", "postpone ", "switch "}
	joints = []string{"about ", "to ", "of ", "that ", "for "}
)

// readOrder reads an order to cancel or move a reminder. Without the word reminder, or a
// handle, it is none: "cancel the flight" asks for something else.
func readOrder(text string) (o reminderOrder, ok bool) {
	if len(text) > maxReminder || strings.Contains(text, "\n") {
		return o, false
	}
	low := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if _, polite := cutAny(low, "can you ", "could you ", "would you ", "please "); strings.Contains(low, "?") && !polite {
		return o, false
	}
	low = strings.Trim(strings.Join(strings.Fields(low), " "), " .!?")
	for more := true; more; {
		low, more = cutAny(low, "please ", "ok ", "okay ", "ok, ", "citadel ", "citadel, ", "can you ", "could you ", "would you ", "actually ", "actually, ", "and ", "no, ")
	}
	for _, end := range []string{" please", ", please", " any more", " anymore", " again", ", thanks", " thanks"} {
		low = strings.TrimSuffix(low, end)
	}
	if rest, off := cutAny(low+" ", callsOffX...); off {
		words, joined := cutAny(strings.TrimPrefix(rest, "any more "), joints...)
		o.words = strings.TrimSpace(words)
		return o, joined && o.words != "" || strings.TrimSpace(rest) == "" || o.words == "today" || o.words == "tomorrow" || o.words == "tonight"
	}
	if rest, off := cutAny(low, callsOff...); off {
		return o.named(rest)
	}
	if rest, moved := cutAny(low, moves...); moved {
		at := strings.LastIndex(rest, " to ")
		if at < 0 {
			return o, false
		}
		o.to = strings.TrimSpace(rest[at+4:])
		if isHandle(rest[:at]) {
			o.words = rest[:at]
			return o, true
		}
		return o.named(rest[:at])
	}
	return o, false
}

// named reads the name of a reminder: "the oven reminder", "my reminder to call Tom", "the
// last reminder", "all reminders", "tomorrow's reminder".
func (o reminderOrder) named(name string) (reminderOrder, bool) {
	for more := true; more; {
		var cut string
		cut, more = cutAny(name, "the ", "my ", "that ", "this ", "all ", "every ", "of ", "last ", "latest ", "newest ")
		switch strings.TrimSuffix(name, cut) {
		case "all ", "every ":
			o.all = true
		case "last ", "latest ", "newest ":
			o.last = true
		}
		name = cut
	}
	before, after, found := strings.Cut(" "+name+" ", " reminders ")
	if !found {
		before, after, found = strings.Cut(" "+name+" ", " reminder ")
	}
	if !found {
		if name == "alarm" || name == "alarms" {
			o.words = "alarm"
			return o, true
		}
		return o, false
	}
	o.words = strings.TrimSpace(before)
	if after = strings.TrimSpace(after); after != "" {
		words, joined := cutAny(after, joints...)
		if day, on := strings.CutPrefix(after, "on "); on || after == "today" || after == "tomorrow" || after == "tonight" {
			words, joined = day, true
		}
		if !joined || o.words != "" {
			return o, false // "stop all reminders until Monday" is another matter
		}
		o.words = words
	}
	return o, true
}
