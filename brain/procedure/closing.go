package procedure

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// closesIt is the wish to close what was shown last, without its handle.
var closesIt = regexp.MustCompile(`^(?:(?:yes|ok|okay|please|now) )?(?:(?:close|finish|complete) (?:it|that|that one|this|this one|the loop|that loop)|` +
	`tick (?:it|that|that one) off|mark (?:it|that|that one) (?:as )?(?:done|closed|complete))(?: please| now| then)?$`)

// loopShown is the handle of a loop in a post of ours.
var loopShown = regexp.MustCompile("`(?:close )?l([0-9]{1,18})`")

// closing answers "close it" with the words that close what the newest post shows. It closes nothing
// itself: "it" may be another one.
func closing(_ context.Context, v *visit) (*turn.Reply, error) {
	if !closesIt.MatchString(plainWords(v.Text)) {
		return nil, nil
	}
	var shown []loops.Loop
	v.Read(func(view memory.View) {
		for _, l := range view.Loops.Loops {
			if v.Sight().Shows(l.Audience, l.Place) && shows(v.last.Text, loopShown, l.Seq) {
				shown = append(shown, l)
			}
		}
	})
	reply := says("closing")
	switch len(shown) {
	case 0:
		reply.Text.Say("I don't know which one you mean. `loops` lists what is open; `close` with a handle closes one.")
		return reply, nil
	case 1:
		handle := phrase.Handle('l', shown[0].Seq)
		reply.Text.Say("You mean ").Claim([]event.Seq{shown[0].Seq}, "%s", phrase.Quote(shown[0].Text, ownWords)).Say("?")
		reply.Buttons = []event.Button{{Label: "Close it", Says: "close " + handle, Emoji: "✅"}}
		return reply, nil
	}
	reply.Text.Say("Which one?")
	for _, l := range shown[:min(len(shown), most)] {
		reply.Text.Item().Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.Text, ownWords)).Say(": `close %s`", phrase.Handle('l', l.Seq))
	}
	if len(shown) > most {
		reply.Text.Break()
		reply.Text.Say("`loops` lists the others.")
	}
	return reply, nil
}

// shows says whether a post names something by its handle.
func shows(post string, handle *regexp.Regexp, seq event.Seq) bool {
	if !strings.Contains(post, "`") {
		return false
	}
	for _, m := range handle.FindAllStringSubmatch(post, -1) {
		if n, err := strconv.ParseUint(m[1], 10, 64); err == nil && event.Seq(n) == seq {
			return true
		}
	}
	return false
}
