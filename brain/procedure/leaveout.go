package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// What is wanted of reminders and the briefing in words of every day, and could mean something else in the world, is not
// done on a guess: "cancel the flight" may be of the flight. It is said that nothing was done, and what does it.

var (
	leavesOut   = []string{"skip ", "leave out "}
	dropsByName = []string{"cancel ", "delete ", "remove ", "scrap ", "call off ", "turn off ", "i no longer need to ", "i no longer have to "}
	noBriefing  = regexp.MustCompile(`^(?:no|skip|cancel|drop|leave out|don't send|do not send|don't send me|do not send me|i don't want|i don't need) (?:the |my |a )?(?:(?:morning )?briefing (?:for )?(?P<day>.+)|(?P<of>[a-z]+)'s (?:morning )?briefing)$`)
)

// leaveOut answers who wants a reminder called off, or left out once, by the words it was set with, or one briefing
// left out.
func leaveOut(ctx context.Context, v *visit) (*turn.Reply, error) {
	low := lead(strings.TrimSuffix(plainWords(v.Text), " please"))
	if len(v.Text) > maxReminder || strings.ContainsAny(v.Text, "?\n") || len(sentences(v.Text)) > 1 {
		return nil, nil
	}
	reply := says("leave out")
	if m := noBriefing.FindStringSubmatch(low); m != nil {
		day, ok := onlyTime(m[1]+m[2], v.Now)
		if !ok || !day.HasDay || day.At.Format(time.DateOnly) <= v.Now.Format(time.DateOnly) { // "no briefing today" may be said of one that did not come
			return nil, nil
		}
		reply.Text.Say("Nothing is changed: one briefing by itself can't be left out. `briefing off` stops them, `briefing on` brings them back.")
		reply.Buttons = []event.Button{{Label: "Stop them", Says: "briefing off"}}
		return reply, nil
	}
	rest, once := cutAny(low, leavesOut...)
	if !once {
		var drops bool
		if rest, drops = cutAny(low, dropsByName...); !drops {
			return nil, nil
		}
	}
	if o, named := (reminderOrder{}).named(rest); named && once && !o.all { // "skip tomorrow's reminder"
		rest = strings.TrimSuffix(o.words, "'s")
	}
	words, day, dayed := dayAtEnd(rest, v.Now)
	if dayed && isOneOf(" everything all ", words) {
		words = ""
	}
	if words == "" && !dayed {
		return nil, nil
	}
	fits := v.setAs(words, once, day, dayed)
	if !once && len(fits) > 0 { // an appointment that a reminder is about comes first
		if off, err := callOff(ctx, v); off != nil || err != nil {
			return off, err
		}
	}
	switch {
	case len(fits) > 0:
		v.offer(reply, fits, once || dayed) // to call one off on a day is to leave it out
	case dayed && words != "" && v.onlyNext(reply, words):
	default:
		return nil, nil
	}
	return reply, nil
}

// onlyNext says of what repeats, and does not come next on the day that was named, that only the next one can be left
// out. It reports whether there is any.
func (v *visit) onlyNext(reply *turn.Reply, words string) bool {
	var fits []loops.Reminder
	v.Read(func(view memory.View) { fits = slices.Clone(view.Loops.Reminders) })
	fits = slices.DeleteFunc(fits, func(m loops.Reminder) bool { return !v.tells(m) || m.Rule == "" || !mentions(m.Text, words) })
	if len(fits) == 0 {
		return false
	}
	reply.Text.Say("Nothing is changed: only the next one of what repeats can be left out.")
	for _, m := range fits[:min(len(fits), listedReminders)] {
		reply.Text.Item().Say("`skip %s`: ", phrase.Handle('r', m.Seq)).Claim([]event.Seq{m.Seq}, "%s, %s", phrase.Quote(m.Text, ownWords), phrase.Moment(m.Next, v.Now))
	}
	return true
}

// offer says what calls reminders off, or leaves those out once that repeat, and has done neither.
func (v *visit) offer(reply *turn.Reply, fits []loops.Reminder, once bool) {
	reply.Text.Say("Nothing is changed yet.")
	does := func(m loops.Reminder) (verb, what string) {
		if once && m.Rule != "" {
			return "skip " + phrase.Handle('r', m.Seq), "leaves that one out"
		}
		return "cancel " + phrase.Handle('r', m.Seq), "calls it off"
	}
	for _, m := range fits[:min(len(fits), listedReminders)] {
		verb, what := does(m)
		reply.Text.Item().Say("`%s` %s: ", verb, what).Claim([]event.Seq{m.Seq}, "%s, %s", phrase.Quote(m.Text, ownWords), phrase.Moment(m.Next, v.Now))
	}
	if len(fits) == 1 {
		verb, _ := does(fits[0])
		reply.Text.Break().Say("Shall I?")
		reply.Buttons = []event.Button{{Label: labelYes, Says: verb, Emoji: "✅"}, {Label: labelNo, Says: "never mind", Emoji: "❌"}}
	}
}

// dayAtEnd parts what is named from the day at its end: "the stretch tomorrow".
func dayAtEnd(text string, now time.Time) (words string, day when.Match, ok bool) {
	fields := strings.Fields(text)
	for i := range fields {
		if m, timely := onlyTime(strings.Join(fields[i:], " "), now); timely && m.HasDay && m.Recur == nil && !m.Several {
			return strings.Join(fields[:i], " "), m, true
		}
	}
	return text, day, false
}

// setAs are the reminders to come of which all the words are these, of any words where none are given; of those to be
// left out once, the ones that repeat and are due on the day.
func (v *visit) setAs(words string, once bool, day when.Match, dayed bool) (fits []loops.Reminder) {
	v.Read(func(view memory.View) { fits = slices.Clone(view.Loops.Reminders) })
	return slices.DeleteFunc(fits, func(m loops.Reminder) bool {
		switch {
		case !v.tells(m), once && m.Rule == "":
			return true
		case dayed && m.Next.In(v.Now.Location()).Format(time.DateOnly) != day.At.In(v.Now.Location()).Format(time.DateOnly):
			return true
		}
		return words != "" && !(mentions(m.Text, words) && (dayed || mentions(words, m.Text)))
	})
}

// ifNotBy is a wish to be told if something has not happened by a day.
var ifNotBy = regexp.MustCompile(`(?i)^(?:please )?(?:tell me|let me know|alert me|warn me|notify me|ping me) if (?P<who>[^,;?\n]{1,60}?) (?P<not>has not|hasn['’]t|have not|haven['’]t|is not|isn['’]t|are not|aren['’]t) (?P<what>[^,;?\n]{1,80}) by (?P<day>[^,;?\n]{1,40}?)(?: please)?[.!]*$`)

// unwatched says of what nobody can see happen that it is not watched, and what can be done instead.
func unwatched(_ context.Context, v *visit) (*turn.Reply, error) {
	m := ifNotBy.FindStringSubmatch(strings.TrimSpace(v.Text))
	if m == nil {
		return nil, nil
	}
	by, ok := onlyTime(m[4], v.Now)
	if !ok || by.Recur != nil || by.Several || by.Ambiguous() {
		return nil, nil
	}
	is, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(m[2]), "’", "'"), " ")
	whether := "whether " + m[1] + " " + strings.TrimSuffix(is, "n't") + " " + m[3]
	on := m[4]
	switch low := strings.ToLower(on); {
	case !by.HasDay:
		on = "at " + on
	case !isOneOf(" tomorrow tonight today the next this ", strings.Fields(low)[0]):
		on = "on " + on
	}
	does := "remind me " + on + " to check " + whether
	reply := says("unwatched")
	reply.Text.Say("I don't watch that: I can't see ").Claim(v.Heard(), "%s", whether).Say(". `").Claim(v.Heard(), "%s", does).Say("` has me ask you then.")
	reply.Buttons = []event.Button{{Label: "Remind me", Says: does}}
	return reply, nil
}
