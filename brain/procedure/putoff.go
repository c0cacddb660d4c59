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
)

var (
	// putsOff wants a reminder that has come to come again, and names no time: "not now", "remind me later".
	putsOff = regexp.MustCompile(`^(?:(?:please|no|oh|ok|okay|sorry|hm|hmm|can you|could you) )*(?:not (?:right |just )?now|not yet|(?:maybe |a bit |a little )?later(?: on)?|again(?: later)?|` +
		`(?:remind|ask|ping|nudge) me(?: again)?(?: (?:of|about) (?:it|this|that))?(?: (?:again|later|once more|another time))*|(?:postpone|delay|snooze) (?:it|this|that)|put (?:it|this|that) off)(?: (?:please|sorry|thanks))*$`)
	// putsOffTo names the time, too: "again in an hour", "postpone it to 22:00", "tomorrow at 10".
	putsOffTo = regexp.MustCompile(`(?i)^(?:(?:please|no|oh|ok|okay|sorry|not (?:right |just )?now|not yet|later|can you|could you),? )*` +
		`(?P<how>(?:remind|ask|ping|nudge) me (?:again )?(?:(?:of|about) (?:it|this|that) )?(?:again )?|(?:try |once )?again,? |once more |another |give me (?:another )?|make (?:it|that) |better |rather |` +
		`(?:postpone|delay|push|reschedule) (?:(?:it|this|that) )?(?:back )?|(?:move|shift|change|put|set) (?:it|this|that) (?:back |off )?)?(?:to |by )?` +
		`(?P<to>.+?)(?:,? (?:again|instead|rather|please|thanks|thank you|is better|would be better))*[.!]*$`)
	// didIt says that what a reminder told of is done.
	didIt = regexp.MustCompile(`^(?:(?:oh|ok|okay|yes|yep|yeah|thanks|just|all|already) )*(?:done(?: (?:it|that|this))?|did (?:it|that)|(?:i|we)(?: just| already)? did(?: (?:it|that|this))?|` +
		`(?:i've|i have|we've|we have)(?: just| already)? done(?: (?:it|that|this))?|(?:it's|it is|that's|that is)(?: all| already)? done)(?: (?:already|now|just now|today|yesterday|thanks|thank you))*$`)
	// span is how long something lasts.
	span = regexp.MustCompile(`(?i)^(?:about )?(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|ten|fifteen|twenty|thirty|half an|a few|a couple of)[ -]?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?)$`)
)

// saidToReminder does what is said to a reminder that has come: it is put off, or marked done. That holds while
// nothing was said here since, or in a reply to its post; anywhere else the same words are talk.
func (v *visit) saidToReminder(ctx context.Context) (*turn.Reply, error) {
	if c := v.Command; c != nil && c.Name != "not now" && c.Name != "wrong" || v.Turn.Last().Spoken != nil || v.Turn.Last().Forwarded != "" {
		return nil, nil
	}
	done := didIt.MatchString(plainWords(v.Text))
	to, timed := putOffTo(v.Text, v.Now)
	if !done && !timed && !putsOff.MatchString(plainWords(v.Text)) {
		return nil, nil
	}
	seq, err := v.cameUp(ctx)
	if err != nil || seq == 0 {
		return nil, err
	}
	handle := phrase.Handle('r', seq)
	var repeats bool
	v.Read(func(view memory.View) {
		m, set := view.Loops.Reminder(seq)
		repeats = set && m.Rule != ""
	})
	words := "snooze " + handle
	switch {
	case done && repeats: // "done" would end it for good
		reply := says("order")
		reply.Text.Say("Good. It comes again as ever; `cancel %s` ends it.", handle)
		return reply, nil
	case done:
		words = "done " + handle
	}
	if c, ok := command.Parse(words); ok {
		c.Period = to
		v.Command = &c
	}
	return nil, nil
}

// putOffTo is the time to which a message puts off what it does not name.
func putOffTo(text string, now time.Time) (to string, ok bool) {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "’", "'")), " ")
	m := putsOffTo.FindStringSubmatch(text)
	if m == nil || len(text) > maxReminder {
		return "", false
	}
	how := m[putsOffTo.SubexpIndex("how")]
	to = strings.Replace(m[putsOffTo.SubexpIndex("to")], " more ", " ", 1)
	if how == "" && span.MatchString(to) { // "45 minutes" may be how long it took
		return "", false
	}
	for _, said := range []string{to, "at " + to} {
		at, read := when.Duration(said, now)
		if read && at.Recur == nil && !at.Several && !at.Ambiguous() && (at.At.After(now) || at.AllDay()) {
			return said, true
		}
		if how == "" {
			break // a number alone is no hour
		}
	}
	return "", false
}

// cameUp is the reminder that a message answers: the one it replies to, else the one that was said last here.
func (v *visit) cameUp(ctx context.Context) (event.Seq, error) {
	post := v.last
	if to := v.Turn.Last().ReplyTo; to != 0 && to != post.seq {
		_, p, err := v.Event(ctx, to)
		if err != nil {
			return 0, err
		}
		q, ok := p.(event.PostQueued)
		if !ok || !v.Here(q.Place) {
			return 0, nil
		}
		post = asked{to, q}
	}
	if post.Subject != event.SubjectReminder {
		return 0, nil
	}
	return post.About, nil
}

// again asks what a request for a reminder means that names nothing to be said: "remind me again tomorrow" with no
// reminder before it. Who begins so is never passed over in silence.
func again(_ context.Context, v *visit) (*turn.Reply, error) {
	if v.Turn.Last().Forwarded != "" || !remindsMe.MatchString(strings.TrimSpace(v.Text)) {
		return nil, nil
	}
	reply := says("again")
	reply.Text.Say("When shall I remind you, and of what? As in `remind me on Tuesday at 15:00 to call the bank`. `reminders` lists those there are.")
	return reply, nil
}

// remindsMe begins a request for a reminder.
var remindsMe = regexp.MustCompile(`(?i)^(?:(?:please|ok|okay|and|can you|could you|would you|will you),? )*remind me\b`)
