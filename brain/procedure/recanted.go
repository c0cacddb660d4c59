package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/antecedent"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// What the principal meant to do and says now that he does not: "I changed my mind, we'll stay with Xero".

// mindChanged is how it is said that what was to be is off.
var mindChanged = regexp.MustCompile(`(?i)^(?:(?:ok|okay|well|actually|hm+|no|so|sorry)[,.]? )*(?:(?:i|we)(?:'ve| have|'m| am|'re| are)? (?:just )?chang(?:ed|ing) (?:my|our) minds?|on second thoughts?|second thoughts?:?|` +
	`scrap that|scratch that|change of (?:plan|mind|heart)s?)\b(?: (?:about|on|again))?`)

// afterAll is how the same is said of what is to be instead, or stays: "we're keeping Xero after all".
var afterAll = regexp.MustCompile(`(?i)^.{3,80}\bafter all[.!]*$`)

// Verbs of plans to change something, and of altering it as it is.
const (
	altering = " switch switching switched move moving moved change changing changed migrate migrating leave altering drop dropping replace replacing cancel cancelling quit quitting end ending sell selling go going try trying "
	abiding  = " stay abiding stick sticking keep keeping remain remaining hold holding "
)

// takenBack are words in which it is told that something is off, for a search.
var takenBack = []string{"changed my mind", "on second thoughts"}

// takesBack says whether a newer text says that what an older one announces is off after all: it says that a mind was
// changed, and both are about the same, or the one was to change something and the other leaves it.
func takesBack(old, now string) bool {
	now = strings.ReplaceAll(now, "’", "'")
	if !mindChanged.MatchString(now) && !afterAll.MatchString(now) {
		return false
	}
	was, is := meaning(old), meaning(mindChanged.ReplaceAllString(now, ""))
	for term := range is {
		if was[term] && !isOneOf(altering+abiding, term) {
			return true
		}
	}
	return oneOf(old, altering) && oneOf(now, abiding)
}

// recanted asks whether an open loop or a decision is off, where the principal says that he changed his mind. It
// ends none by itself: what he means may be another one.
func recanted(ctx context.Context, v *visit) (*turn.Reply, error) {
	text := strings.ReplaceAll(strings.TrimSpace(v.Text), "’", "'")
	if len(text) > maxTold || strings.Contains(text, "?") {
		return nil, nil
	}
	reversed, proposed := v.withdrawn(text)
	if len(reversed)+len(proposed) > 0 {
		return v.off(nil, reversed, proposed), nil
	}
	if !mindChanged.MatchString(text) && !afterAll.MatchString(text) {
		return nil, nil
	}
	var open []loops.Loop
	var made []decisions.Decision
	v.Read(func(view memory.View) {
		open = slices.DeleteFunc(slices.Clone(view.Loops.Loops), func(l loops.Loop) bool { return !v.Sight().Shows(l.Audience, l.Place) })
	})
	made = slices.DeleteFunc(v.decisionsMadeFor(v.Sight()), decisions.Decision.Reversed)
	fits := slices.DeleteFunc(slices.Clone(open), func(l loops.Loop) bool { return !takesBack(l.Quote+" "+l.Text, text) })
	reversed = slices.DeleteFunc(slices.Clone(made), func(d decisions.Decision) bool { return !takesBack(d.Standing(), text) })
	proposed = slices.DeleteFunc(v.proposed(), func(p decisions.Proposal) bool { return !takesBack(p.Text, text) })
	if len(fits)+len(reversed)+len(proposed) == 0 && mindChanged.MatchString(text) { // what was said just before is meant
		before, err := v.messageBefore(ctx)
		if err != nil {
			return nil, err
		}
		fits = slices.DeleteFunc(open, func(l loops.Loop) bool { return before == "" || l.Quote == "" || !strings.Contains(before, l.Quote) })
	}
	return v.off(fits, reversed, proposed), nil
}

// off asks which of what was to be is off, or whether the one thing is; nil for nothing, and for more than anybody reads.
func (v *visit) off(fits []loops.Loop, reversed []decisions.Decision, proposed []decisions.Proposal) *turn.Reply {
	n := len(fits) + len(reversed) + len(proposed)
	if n == 0 || n > closable {
		return nil
	}
	reply := says("recanted")
	if n > 1 {
		reply.Text.Say("Which of these is off?")
		for _, l := range fits {
			reply.Text.Item().Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.Text, ownWords)).Say(": `close %s`", phrase.Handle('l', l.Seq))
		}
		for _, d := range reversed {
			v.decision(reply.Text.Item(), d)
			reply.Text.Say(": `reverse %s`", phrase.Handle('d', d.Number()))
		}
		for _, p := range proposed {
			reply.Text.Item().Claim([]event.Seq{p.Seq}, "%s", phrase.Quote(p.Text, ownWords)).Say(", not recorded: `not a decision %s`", phrase.Handle('d', p.Seq))
		}
		return reply
	}
	command, label := "", "Close it"
	for _, l := range fits {
		command = "close " + phrase.Handle('l', l.Seq)
		reply.Text.Say("Then this is off, and I close `%s`: ", phrase.Handle('l', l.Seq)).Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.Text, ownWords)).Say("?")
	}
	for _, d := range reversed {
		command, label = "reverse "+phrase.Handle('d', d.Number()), "Reverse it"
		reply.Text.Say("Does that reverse your decision ")
		v.decision(&reply.Text, d)
		reply.Text.Say("?")
	}
	for _, p := range proposed {
		command, label = "not a decision "+phrase.Handle('d', p.Seq), "Drop it"
		reply.Text.Claim([]event.Seq{p.Seq}, "%s", phrase.Quote(p.Text, ownWords)).Say(" was never recorded. Drop it?")
	}
	reply.Buttons = []event.Button{{Label: label, Says: command, Emoji: "✅"}, {Label: "It stands", Says: "never mind", Emoji: "❌"}}
	return reply
}

// messageBefore is what the principal said before this message, here and within the hour; "" where he said nothing.
func (v *visit) messageBefore(ctx context.Context) (string, error) {
	all, err := antecedent.Of(ctx, v.Turn)
	if err != nil {
		return "", err
	}
	k := slices.IndexFunc(all, func(m antecedent.Message) bool { return m.Seq == v.Last().Seq })
	if k < 1 || v.Last().On.Sub(all[k-1].On) > time.Hour {
		return "", nil
	}
	return all[k-1].Text, nil
}
