package procedure

import (
	"context"
	"regexp"
	"strings"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// putOffWithin is how long what gives a time alone is said to the reminder before it.
const putOffWithin = 24 * time.Hour

var (
	// putsOff wants a reminder that has come to come again, and names no time: "not now", "remind me later".
	putsOff = regexp.MustCompile(`^(?:(?:please|no|oh|ok|okay|sorry|hm|hmm|can you|could you) )*(?:not (?:right |just )?now|(?:not|not done|haven't|have not)(?: done it)? yet|not done|(?:maybe |a bit |a little )?later(?: on)?|in a (?:little )?(?:bit|while)|again(?: later)?|` +
		`(?:remind|ask|ping|nudge) me(?: again)?(?: (?:of|about) (?:it|this|that))?(?: (?:again|later|once more|another time))*|(?:postpone|delay|snooze) (?:it|this|that)|put (?:it|this|that) off)(?: (?:please|sorry|thanks))*$`)
	// putsOffTo names the time, too: "again in an hour", "postpone it to 22:00", "tomorrow at 10".
	putsOffTo = regexp.MustCompile(`(?i)^(?:(?:please|no|yes|oh|ok|okay|sorry|sure|fine|alright|all right|actually|thanks|thank you|not (?:right |just )?now|not yet|not (?:today|tonight)|later|maybe|perhaps|hold on|wait|hang on|one moment|can you|could you),? )*` +
		`(?P<how>(?:remind|ask|ping|nudge) me (?:again )?(?:(?:of|about) (?:it|this|that) )?(?:again )?|(?:try |once )?again,? |once more |another |give me (?:another )?|make (?:it|that) |better |rather |` +
		`(?:i'll|i will|will|let's) do (?:(?:it|this|that) )?|(?:postpone|delay|push|reschedule|snooze) (?:(?:it|this|that) )?(?:back )?|(?:move|shift|change|put|set) (?:it|this|that) (?:back |off )?|(?:leave|keep) (?:it|this|that) |come back |try me )?(?:to |by |for |until |till )?` +
		`(?P<to>.+?)(?P<kindly>(?:,? (?:again|instead|later|rather|then|please|thanks|thank you|is better|would be better))*)[.!?]*$`)
	// excuse stands beside what puts a reminder off: "I'm in a meeting, remind me in an hour".
	excuse = regexp.MustCompile(`(?i)^(?:(?:no|yes|ok|okay|sorry|thanks|thank you|hm|ah|oh|not (?:right |just )?now|busy|driving|at work|in a meeting|on the phone|can't(?: right now)?)|(?:i'm|i am|we're|we are|still|i can't|sorry) [a-z' ]{2,40})$`)
	// didIt says that what a reminder told of is done.
	didIt = regexp.MustCompile(`^(?:(?:oh|ok|okay|yes|yep|yeah|thanks|just|all|already) )*(?:done(?: (?:it|that|this))?|did (?:it|that)|(?:i|we)(?: just| already)? did(?: (?:it|that|this))?|` +
		`(?:i've|i have|we've|we have)(?: just| already)? done(?: (?:it|that|this))?|(?:it's|it is|that's|that is)(?: all| already)? done|` +
		`finished|(?:just|already) did)(?: (?:already|now|just now|today|yesterday|thanks|thank you))*$`)
	// notDone takes back that something is done.
	notDone = regexp.MustCompile(`^(?:(?:no|oh|sorry|wait|actually) )*(?:it's |it is |that's |i'm |i am |i have |i've )?(?:not|haven't|have not) (?:yet )?(?:done|finished)(?: (?:it|that|this))?(?: (?:yet|after all|sorry))*$`)
	// didThat says what was done, and not to what.
	didThat = regexp.MustCompile(`^(?:(?:oh|ok|okay|yes|yep|yeah|just|already) )*(?:i |i've |i have |we |we've )?(?:just |already )?([a-z]+)(?: (?:it|them|him|her|that))?(?: (?:already|now|just now|today|yesterday|thanks|thank you))*$`)
	// holdsOn begins what has the reminder wait for as long as it names: "hold on, 10 minutes".
	holdsOn = regexp.MustCompile(`(?i)^(?:(?:ok|okay|sorry|sure),? )*(?:hold on|wait|hang on),? `)
	// minutes is a number where only minutes can be meant: "give me 5".
	minutes = regexp.MustCompile(`^(?:5|10|15|20|25|30|40|45|50|60|90|\d)$`)
	// span is how long something lasts.
	span = regexp.MustCompile(`(?i)^(?:about )?(?:(?:half (?:an )?)?hour|(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|ten|fifteen|twenty|thirty|half an|a few|a couple of)[ -]?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?))$`)
)

// saidToReminder does what is said to a reminder that has come, or was put off just now: it is put off, or marked done.
// That holds while neither of the two said anything here since, or in a reply to its post; anywhere else the same words
// are talk.
func (v *visit) saidToReminder(ctx context.Context) (*turn.Reply, error) {
	if c := v.Command; c != nil && c.Name != "not now" && c.Name != "wrong" || v.Turn.Last().Spoken != nil || v.Turn.Last().Forwarded != "" {
		return nil, nil
	}
	text := unexcused(v.Text)
	done := didIt.MatchString(plainWords(text))
	_, _, deed := deedIn(text)
	to, timed, by := putOffTo(text, v.Now)
	if !done && !deed && !timed && !putsOff.MatchString(plainWords(text)) {
		return nil, nil
	}
	if v.last.Subject == event.SubjectDone {
		return nil, v.saidToDone(ctx, text, to, timed)
	}
	seq, put, err := v.cameUp(ctx)
	if err != nil || seq == 0 {
		return nil, err
	}
	if deed && !done && !timed {
		if done = v.didWhatItSays(text, seq); !done {
			return nil, nil
		}
	}
	if put && !timed && !done {
		return nil, nil
	}
	if put {
		if seq, err = v.onceMore(ctx, seq); err != nil {
			return nil, err
		}
	}
	if v.Turn.Last().ReplyTo == 0 && (!done && v.Now.Sub(v.rang.at) > putOffWithin || timed && !by && v.last.seq != v.rang.seq && asksLast(v.last.Text)) {
		return nil, nil
	}
	handle := phrase.Handle('r', seq)
	if put && timed {
		v.Read(func(view memory.View) {
			if m, set := view.Loops.Reminder(seq); set {
				to = besideNext(to, m.Next.In(v.Now.Location()), v.Now)
			}
		})
	}
	words := "snooze " + handle
	if done {
		words = "done " + handle
	}
	if c, ok := command.Parse(words); ok {
		c.Period = to
		v.Command = &c
	}
	return nil, nil
}

// unexcused is a text without what only says why: "I'm in a meeting, remind me in an hour".
func unexcused(text string) string {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")
	if len(text) > maxReminder {
		return text
	}
	if request, ok := requestBehind(text); ok {
		return request
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".,;!", r) })
	var rest []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" && !excuse.MatchString(p) {
			rest = append(rest, p)
		}
	}
	if len(rest) != 1 || len(parts) < 2 {
		return text
	}
	return rest[0]
}

// besideNext is another time for what was put off to next: an hour alone leaves the day as it was, a day alone the hour.
func besideNext(to string, next, now time.Time) string {
	m, ok := when.Duration(to, now)
	joined := to
	switch {
	case !ok:
	case m.AllDay():
		joined = to + " at " + next.Format("15:04")
	case !m.HasDay && m.HasTime:
		joined = next.Format("2 January 2006") + " " + to
	}
	if at, read := when.Duration(joined, now); read && at.At.After(now) {
		return joined
	}
	return to
}

// toReminder says whether words speak of a reminder that came, and of nothing else that may have been said.
func toReminder(text string, now time.Time) bool {
	text = unexcused(text)
	_, _, by := putOffTo(text, now)
	_, thing, deed := deedIn(text)
	return by || deed && thing == "" || didIt.MatchString(plainWords(text)) || putsOff.MatchString(plainWords(text))
}

// putOffTo is the time to which a message puts off what it does not name. by says that it has a word for putting it off.
func putOffTo(text string, now time.Time) (to string, ok, by bool) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")
	m := putsOffTo.FindStringSubmatch(text)
	if m == nil || len(text) > maxReminder {
		return "", false, false
	}
	how, said := strings.ToLower(m[putsOffTo.SubexpIndex("how")]), m[putsOffTo.SubexpIndex("to")]
	to = strings.Replace(said, " more ", " ", 1)
	if how == "" && to != said || holdsOn.MatchString(text) {
		how = "more "
	}
	if strings.HasPrefix(how, "another") || strings.HasPrefix(how, "give me") {
		if minutes.MatchString(to) {
			to += " minutes"
		}
	}
	if strings.HasPrefix(how, "another") && span.MatchString(to) && to[0] > '9' { // "another hour"
		to = "an " + to
	}
	if how == "" && m[putsOffTo.SubexpIndex("kindly")] == "" && span.MatchString(to) { // "45 minutes" may be how long it took
		return "", false, false
	}
	for _, said := range []string{to, "at " + to} {
		at, read := when.Duration(said, now)
		if read && at.Recur == nil && !at.Several && !at.Ambiguous() && (at.At.After(now) || at.AllDay()) {
			return said, true, how != "" && !strings.HasPrefix(how, "make ") && how != "better " && how != "rather "
		}
		if how == "" {
			break // a number alone is no hour
		}
	}
	return "", false, false
}

// cameUp is the reminder that a message answers: the one it replies to, else the one that was said last here, where he
// said nothing after it. put says that it answers the word that it is put off.
func (v *visit) cameUp(ctx context.Context) (seq event.Seq, put bool, err error) {
	post := v.rang
	if v.Turn.Last().ReplyTo == 0 && post.reminds() {
		if spoke, err := v.spoke(ctx, post.seq, v.Messages[0].Seq); err != nil || spoke {
			return 0, false, err
		}
	}
	if v.Turn.Last().ReplyTo != 0 {
		post = v.last
	}
	if !post.reminds() {
		return 0, false, nil
	}
	return post.About, post.Subject == event.SubjectPutOff, nil
}

// didWhatItSays says whether a message tells that what a reminder says was done: by its verb, of something that is not
// named, or by its words.
func (v *visit) didWhatItSays(text string, reminder event.Seq) bool {
	said := ""
	v.Read(func(view memory.View) {
		for _, f := range view.Loops.Fired {
			if f.Reminder == reminder {
				said = f.Text
			}
		}
	})
	verb, _, _ := strings.Cut(strings.ToLower(said), " ")
	deed, thing, ok := deedIn(text)
	return ok && root(deed) == root(verb) && (thing == "" || ends(said, deed, meaning(thing)) > 0)
}

// deedIn reads what somebody tells that he did: the verb in its first form, and of what, where that is named: "called her"
// names nothing.
func deedIn(text string) (deed, thing string, ok bool) {
	if m := didThat.FindStringSubmatch(plainWords(text)); m != nil {
		deed, ok = firstForm(m[1])
		return deed, "", ok
	}
	if words := strings.Fields(plainWords(text)); len(words) == 2 { // "called mum"
		deed, ok = firstForm(words[0])
		return deed, words[1], ok
	}
	deed, thing, ok = doneIn(text)
	return deed, thing, ok && deed != ""
}

// saidToDone does what is said to the word that a reminder is done: it is not, or is to come again at another time.
func (v *visit) saidToDone(ctx context.Context, text, to string, timed bool) error {
	if v.Turn.Last().ReplyTo == 0 {
		if spoke, err := v.spoke(ctx, v.last.seq, v.Messages[0].Seq); err != nil || spoke {
			return err
		}
	}
	switch c, ok := command.Parse("snooze " + phrase.Handle('r', v.last.About)); {
	case timed && ok:
		c.Period = to
		v.Command = &c
	case notDone.MatchString(plainWords(text)):
		v.Command = &command.Command{Name: "undo"}
	}
	return nil
}

// onceMore is the extra reminder to which one that repeats was put off, where that is still to come; else the one itself.
func (v *visit) onceMore(ctx context.Context, seq event.Seq) (event.Seq, error) {
	for r, err := range ledger.Each[event.ReminderSet](ctx, v.Mind, ledger.Query{From: []event.Seq{seq}, Newest: true}) {
		if err != nil {
			return seq, err
		}
		stands := false
		v.Read(func(view memory.View) { _, stands = view.Loops.Reminder(r.Seq) })
		if stands {
			return r.Seq, nil
		}
	}
	return seq, nil
}

// spoke says whether the principal said anything here after one event and before another.
func (v *visit) spoke(ctx context.Context, after, before event.Seq) (bool, error) {
	q := ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, After: after, Before: before}
	for r, err := range ledger.Each[event.Heard](ctx, v.Mind, q) {
		if err != nil {
			return false, err
		}
		if v.Here(r.Said.Place) {
			return true, nil
		}
	}
	return false, nil
}

// again asks what a request for a reminder means that names nothing to be said: "remind me again tomorrow" with no
// reminder before it. Who begins so is never passed over in silence.
func again(_ context.Context, v *visit) (*turn.Reply, error) {
	if text := strings.TrimSpace(v.Text); v.Turn.Last().Forwarded != "" || !remindsMe.MatchString(text) || ofWhat.MatchString(text) {
		return nil, nil
	}
	reply := says("again")
	reply.Text.Say("When shall I remind you, and of what? As in `remind me on Tuesday at 15:00 to call the bank`. `reminders` lists those there are.")
	return reply, nil
}

// ofWhat begins a question for what was told: "remind me again where Ana lives".
var ofWhat = regexp.MustCompile(`(?i)\bremind me (?:again )?(?:of |about )?(?:what|who|whom|whose|where|why|how|which|when|about)\b`)

// remindsMe begins a request for a reminder.
var remindsMe = regexp.MustCompile(`(?i)^(?:(?:please|ok|okay|and|can you|could you|would you|will you),? )*remind me\b`)
