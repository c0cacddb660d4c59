package procedure

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/antecedent"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
)

// whyThat asks for the reason of what was shown, without naming it.
var whyThat = regexp.MustCompile(`^why did (?:i|we) (?:decide|do|choose|want) (?:that|this|it|so)(?: again| then)?$`)

// decisionShown is the handle of a decision in a post of ours.
var decisionShown = regexp.MustCompile("`(?:[a-z ]+ )?d([0-9]{1,18})`")

// reasonsShown answers it with the reasons of the decisions that the newest post shows. Where it shows none, the question
// is left to others.
func (v *visit) reasonsShown(ctx context.Context) (*turn.Reply, error) {
	reply, all, err := v.decisionsToldIn(ctx, says("decided"))
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(d decisions.Decision) bool { return !shows(v.last.Text, decisionShown, d.Number()) })
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		v.reason(&reply.Text, all[0])
		return reply, nil
	}
	for _, d := range all[:min(len(all), most)] {
		v.reason(reply.Text.Item(), d)
	}
	return reply, nil
}

// reason words why something was decided. The reason belongs to the words of then: what it reads since is told behind
// them.
func (v *visit) reason(to *phrase.Text, d decisions.Decision) {
	if d.Reason == "" {
		to.Say("You gave no reason that I have. Recorded: ")
		v.decision(to, d)
		to.Say(".")
		return
	}
	to.Claim([]event.Seq{d.Seq}, "%s: ", phrase.Quote(d.Reason, ownWords))
	if d.Standing() == d.Text {
		v.decision(to, d)
		to.Say(".")
		return
	}
	rests := d.Rests()
	to.Claim(rests[:1], "%s (you, %s)", phrase.Quote(d.Text, phrase.MaxQuote), phrase.Source(v.FullDay(d.On), 'd', d.Number())).Say(" `%s`.", phrase.Handle('d', d.Number()))
	for _, r := range slices.Backward(d.Revisions) {
		if r.How == event.Amend {
			to.Say(" ").Claim(rests, "Since %s it reads %s", v.FullDay(r.On), phrase.Quote(d.Standing(), phrase.MaxQuote))
			break
		}
	}
	if d.Reversed() {
		to.Claim(rests, ", reversed %s", v.FullDay(d.Revisions[len(d.Revisions)-1].On))
	}
	to.Say(".")
}

// choice gives the terms of what was chosen, where a message asks why: "why did we choose MYOB?".
func choice(text string) (about []string, ok bool) {
	low := lead(plainWords(text))
	asked := false
	for _, opening := range [...]string{"why did we ", "why did i ", "why have we ", "why have i ", "why do we ", "why are we ", "why am i "} {
		asked = asked || strings.HasPrefix(low, opening)
	}
	if !asked {
		return nil, false
	}
	chose := false
	for w := range strings.FieldsSeq(low) {
		switch w {
		case "choose", "chose", "chosen", "pick", "picked", "select", "selected", "opt", "opted", "decide", "decided", "switch", "switched", "go", "going", "gone",
			"postpone", "postponed", "cancel", "cancelled", "hire", "hired", "fire", "fired", "buy", "bought", "sell", "sold", "move", "moved", "leave", "left", "reject", "rejected",
			"accept", "accepted", "skip", "skipped", "renew", "renewed", "end", "ended", "quit", "delay", "delayed", "change", "changed", "raise", "raised", "sign", "signed", "not", "didn't",
			"use", "using", "drop", "dropped", "dropping", "keep", "keeping", "kept", "stop", "stopped", "start", "started", "take", "took", "taken":
			chose = true
		default:
			for term := range meaning(w) {
				about = append(about, term)
			}
		}
	}
	return about, chose && len(about) > 0
}

// reasonsGiven are the messages that follow the question why of the same thing, which they need not name again:
// "we postponed it because …".
func (v *visit) reasonsGiven(ctx context.Context, on func(text string) bool) (map[event.Seq]string, error) {
	messages, err := antecedent.Of(ctx, v.Turn)
	if err != nil {
		return nil, err
	}
	given := map[event.Seq]string{}
	for k := 1; k < len(messages); k++ {
		if _, asked := choice(messages[k-1].Text); asked && on(messages[k-1].Text) {
			given[messages[k].Seq] = messages[k].Text
		}
	}
	return given, nil
}

// reasonFor answers why something was decided: with the reason on record, else with the words in which
// one was given. Where there is a decision and no reason, it says so.
func (v *visit) reasonFor(ctx context.Context, about []string) (*turn.Reply, error) {
	reply, all, err := v.decisionsToldIn(ctx, says("decided"))
	if err != nil {
		return nil, err
	}
	on := func(text string) bool {
		have := meaning(text)
		return !slices.ContainsFunc(about, func(term string) bool { return !have[term] })
	}
	all = slices.DeleteFunc(all, func(d decisions.Decision) bool { return !on(d.Text + " " + d.Standing() + " " + d.Reason) })
	slices.Reverse(all)
	if i := slices.IndexFunc(all, func(d decisions.Decision) bool { return d.Reason != "" }); i >= 0 {
		v.reason(&reply.Text, all[i])
		return reply, nil
	}
	given, err := v.reasonsGiven(ctx, on)
	if err != nil {
		return nil, err
	}
	also := append([]string{v.Text}, slices.Sorted(maps.Values(given))...)
	found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: strings.Join(about, " "), Also: also, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, err
	}
	for _, i := range found.Items {
		because := strings.Contains(" "+plainWords(i.Text)+" ", " because ") || strings.Contains(" "+plainWords(i.Text)+" ", " since ")
		if i.Superseded || i.Kind != store.Said && i.Kind != store.Heard || !because || !on(i.Text) && given[i.Seq] == "" {
			continue
		}
		v.quote(&reply.Text, i, i.Text, ownWords)
		reply.Text.Say(".")
		if len(all) > 0 {
			reply.Text.Break().Say("Recorded: ")
			v.decision(&reply.Text, all[0])
			reply.Text.Say(".")
		}
		reply.Found = found.Used(i.Seq)
		return reply, nil
	}
	if len(all) == 0 {
		return nil, nil
	}
	reply.Text.Say("You gave no reason that I have. Recorded: ")
	v.decision(&reply.Text, all[0])
	reply.Text.Say(".")
	return reply, nil
}
