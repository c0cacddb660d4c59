package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/amend"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// short takes what says only what is right: "no, Braga" (see package amend). It replaces the one
// thing in the last exchange that it can stand for, and asks where there are several. Where there
// is none it says so, if no model is there that may know what else is meant; nil leaves the message
// to others.
func short(ctx context.Context, t *turn.Turn, c amend.Correction) (*turn.Reply, error) {
	said, err := lastSaid(ctx, t)
	if err != nil {
		return nil, err
	}
	changes, same := said.changes(c)
	if len(changes) == 0 && same == nil {
		if r, err := righted(ctx, t, c); r != nil || err != nil {
			return r, err
		}
	}
	switch {
	case len(changes) == 0 && same != nil:
		return asIs(t, *same), nil
	case len(changes) == 0 && (!c.Certain() || t.Host.Reasons()):
		return nil, nil
	case len(changes) == 0:
		return ofNothing(t, c.Right), nil
	case len(changes) > 1:
		return whichOne(t, c.Right, changes), nil
	}
	r := begin(t)
	learn(t, r, changes[0].items, changes[0].against)
	return r, tellCorrection(ctx, t, r, changes[0].now, changes[0].items, changes[0].against)
}

// shortly is short for what the grammar of commands takes for a correction: where it corrects
// nothing it is talk.
func shortly(ctx context.Context, t *turn.Turn, c amend.Correction) (*turn.Reply, error) {
	r, err := short(ctx, t, c)
	if r == nil && err == nil {
		t.Command = nil
	}
	return r, err
}

// asIs says that a statement is known as it is said to be right.
func asIs(t *turn.Turn, s statement) *turn.Reply {
	r := begin(t)
	r.Text.Say("I have it so: ").Claim(s.seqs(), "%s (%s)", quoted(s.item.Quote, phrase.MaxQuote), s.source(t)).Say(".")
	return r
}

// ofNothing says that what was heard corrects nothing that is known here, and keeps nothing.
func ofNothing(t *turn.Turn, right string) *turn.Reply {
	r := correcting(t)
	r.Text.Say("I heard ").Claim(t.Heard(), "%s", quoted(right, phrase.MaxQuote))
	r.Text.Say(", but don't know what it corrects, and changed nothing. Say it in full, as in `no, Ana lives in Braga now`.")
	return r
}

// whichOne asks which of several things is to be replaced.
func whichOne(t *turn.Turn, right string, ways []amended) *turn.Reply {
	r := correcting(t)
	r.Text.Say("What is ").Claim(t.Heard(), "%s", quoted(right, phrase.MaxQuote)).Say(" to replace?")
	for _, w := range ways[:min(len(ways), mostShown)] {
		s := w.against[0]
		r.Text.Item().Claim(s.seqs(), "%s, in %s (%s)", quoted(w.was, phrase.MaxQuote), quoted(s.item.Quote, phrase.MaxQuote), s.source(t))
		if len(r.Buttons) < mostButtons {
			r.Buttons = append(r.Buttons, event.Button{Label: w.was, Says: "no, " + phrase.Bare(w.now)})
		}
	}
	return r
}

// correcting begins the reply to a correction that is not taken; its message is not read for what
// could be learned of it.
func correcting(t *turn.Turn) *turn.Reply {
	r := begin(t)
	r.Change(event.Integrated{Messages: []event.Seq{t.Last().Seq}, By: byRules})
	return r
}

// asCommand makes a correction that was found outside the grammar of commands one of them.
func asCommand(t *turn.Turn, right string) {
	t.Command = &command.Command{Name: "wrong", Args: right, Correction: right}
}

// garbled says whether a correction makes no sense: it says the same words twice, ends with what it
// began with, or breaks off.
func garbled(text string) bool {
	words := strings.Fields(plain(text))
	for n := 2; 2*n <= len(words); n++ {
		for i := 0; i+2*n <= len(words); i++ {
			if slices.Equal(words[i:i+n], words[i+n:i+2*n]) {
				return true
			}
		}
	}
	if len(words) < 3 {
		return false
	}
	last := words[len(words)-1]
	return last == words[0] || slices.Contains([]string{"the", "a", "an", "my", "our", "of", "and", "or", "is", "are"}, last)
}
