package procedure

import (
	"context"
	"strings"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// assent answers a bare "yes" or "no" right under a proposed decision or a preview of
// forgetting with the words that settle it. It settles nothing itself: a yes may be meant
// for something else (TRUST, Approval by accident).
func assent(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !nods(courtesy(v.Text)) {
		return nil, nil
	}
	for _, b := range v.last.Buttons {
		c, ok := command.Parse(b.Says)
		if !ok || len(c.Handles) == 0 {
			continue
		}
		seq := event.Seq(c.Handle().N)
		switch {
		case c.Name == "record":
			waits := false
			v.Read(func(view memory.View) { _, waits = view.Decisions.Proposal(seq) })
			if !waits {
				return nil, nil
			}
			reply := says("assent")
			reply.Text.Say("`record %s` records it; `not a decision %s` drops it.", c.Handle(), c.Handle())
			return reply, nil
		case c.Name == "close" || c.Name == "done":
			reply := says("assent")
			reply.Text.Say("`%s` does it; without that it stays open.", b.Says)
			return reply, nil
		case c.Name == "forget" && c.Has("now"):
			if _, p, err := v.Event(ctx, seq); err != nil || p == nil {
				return nil, err
			}
			reply := says("assent")
			reply.Text.Say("`%s` erases it; without that, nothing is forgotten.", b.Says)
			return reply, nil
		case c.Name == "forget": // of a list of what holds some words
			reply := says("assent")
			reply.Text.Say("Nothing is forgotten yet. `%s` shows first what goes with it.", b.Says)
			return reply, nil
		}
	}
	return nil, nil
}

// bare answers a command that found nothing to act on. A "confirm" under a proposal is an assent;
// under nothing, it is said that there is nothing.
func bare(ctx context.Context, v *visit) (*turn.Reply, error) {
	if r, err := assent(ctx, v); r != nil || err != nil {
		return r, err
	}
	switch name := v.Command.Name; name {
	case "confirm", "reject":
		row, _ := command.Lookup(name)
		reply := says("nothing")
		reply.Text.Say("There is nothing here to %s. `review` goes through what I inferred; `%s` names one.", name, strings.Split(row.Usage, " | ")[0])
		return reply, nil
	}
	return listen(ctx, v)
}

// nods says whether a message only agrees or declines.
func nods(words string) bool {
	switch words {
	case "yes", "yes please", "yes do", "yes do it", "yes do that", "yep", "yeah", "yup", "y", "aye", "ok", "okay", "k", "sure", "of course", "please do", "please do it",
		"do it", "do that", "go ahead", "go for it", "agreed", "confirm", "confirmed", "i confirm", "right", "correct", "exactly", "alright", "all right", "sounds good",
		"ok do it", "okay do it", "sure do it", "ok yes", "fine by me", "perfect", "great", "good",
		"no", "nope", "no thanks", "no thank", "nah", "n", "don't", "dont", "do not", "don't do it", "no don't", "forget it", "never mind", "nevermind":
		return true
	}
	return false
}
