package procedure

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/antecedent"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
)

// decided answers what was decided, in a time or ever, and why something was: with the decisions on
// record, and with what reads like one and was never recorded. What was decided about a thing is left
// to recall, and so is everything where nothing was decided.
func decided(ctx context.Context, v *visit) (*turn.Reply, error) {
	if about, ok := choice(v.Text); ok {
		return v.reasonFor(ctx, about)
	}
	text, span := v.Text, when.Span{}
	if p, ok := when.Period(text, v.Now); ok {
		text, span = strings.TrimSpace(text[:p.Start]+" "+text[p.End:]), p
	}
	q := extract.Ask(apostrophe(text))
	if topic, about := strings.CutPrefix(strings.TrimRight(q.Topic, "?. "), "about "); v.asks() && q.Attribute == "decision" && span.End == 0 && len(meaning(topic)) > 0 && (about || q.Topic != "") {
		return v.unrecorded(ctx, topic)
	}
	if !v.asks() || q.Attribute != "decision" || len(meaning(q.Topic)) > 0 || elsewhere(text) {
		return nil, nil
	}
	reply, all, err := v.decisionsToldIn(ctx, says("decided"))
	if err != nil {
		return nil, err
	}
	said, err := v.likeDecisions(ctx, all)
	if err != nil || len(all)+len(said) == 0 {
		return nil, err
	}
	everything := len(all) + len(said)
	if span.End > 0 {
		all = slices.DeleteFunc(all, func(d decisions.Decision) bool { return !during(span, d.On.In(v.Now.Location())) })
		said = slices.DeleteFunc(said, func(i recall.Item) bool { return !during(span, i.On.In(v.Now.Location())) })
	}
	if len(all)+len(said) == 0 {
		reply.Text.Claim(v.Heard(), "I have no decision of %s.", v.stretchOf(span)).Say(" Of other times I have %d: `decisions` lists what is recorded.", everything)
		return reply, nil
	}
	var rests []event.Seq
	for _, d := range all {
		rests = append(rests, d.Seq)
	}
	for _, i := range said {
		rests = append(rests, i.Seq)
	}
	reply.Text.Claim(rests, "%s, newest first.", phrase.Count(len(rests), "decision"))
	for _, d := range slices.Backward(all[max(0, len(all)-most):]) {
		v.decision(reply.Text.Item(), d)
	}
	for _, i := range said[:min(len(said), most)] {
		v.quote(reply.Text.Item(), i, i.Text, listWords)
		reply.Text.Say(", not recorded")
	}
	if len(all) > most {
		reply.Text.Break().Say("`decisions` lists all.")
	}
	return reply, nil
}

// unrecorded answers what was decided about a thing where no decision is: with what was said of it.
func (v *visit) unrecorded(ctx context.Context, topic string) (*turn.Reply, error) {
	reply, all, err := v.decisionsToldIn(ctx, says("decided"))
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(all, func(d decisions.Decision) bool { return share(topic, d.Text+" "+d.Standing()+" "+d.Reason) > 0 }) {
		return nil, nil
	}
	topic, _ = cutAny(topic, "on ", "for ", "to ")
	by, of, found, err := v.byName(ctx, topic, all)
	if err != nil {
		return nil, err
	}
	if len(by) > 0 {
		for k, d := range by[:min(len(by), most)] {
			if k > 0 {
				reply.Text.Say("; ")
			}
			v.decision(&reply.Text, d)
		}
		reply.Text.Say(". You said: ")
		v.quote(&reply.Text, of, of.Text, ownWords)
		reply.Text.Say(".")
		reply.Found = found.Used(of.Seq)
		return reply, nil
	}
	ways := strings.Split(topic, " or ") // "MYOB or Xero": what was said of either
	found, err = recall.Recall(ctx, v.Turn, recall.Query{Text: topic, Also: append([]string{v.Text}, ways...), Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, err
	}
	said := slices.DeleteFunc(found.Items, func(i recall.Item) bool {
		return i.Superseded || i.Kind != store.Said || i.Speaker != "" || !slices.ContainsFunc(ways, func(way string) bool { return share(way, i.Text) == 1 })
	})
	reads := func(i recall.Item) bool {
		return slices.ContainsFunc(extract.Read(extract.Utterance{Text: i.Text, At: i.On}), func(f extract.Item) bool { return f.Kind == extract.Decision })
	}
	if len(said) == 0 || slices.ContainsFunc(said, reads) { // what reads like a decision, recall finds
		return nil, nil
	}
	recall.NewestFirst(said)
	reply.Text.Say("No decision about ").Claim(v.Heard(), "%s", topic).Say(" is recorded. You said: ")
	v.quote(&reply.Text, said[0], said[0].Text, ownWords)
	reply.Text.Say(".")
	reply.Found = found.Used(said[0].Seq)
	return reply, nil
}

// elsewhere says whether a question about decisions names anything besides.
func elsewhere(text string) bool {
	for term := range meaning(text) {
		if !strings.HasPrefix(term, "decid") && !strings.HasPrefix(term, "decis") && term != "make" && term != "made" {
			return true
		}
	}
	return false
}

// during says whether a moment lies in a span; every one does in the zero span.
func during(span when.Span, at time.Time) bool {
	return !at.Before(span.From) && (span.To.IsZero() || at.Before(span.To))
}

// stretchOf words the time that is asked for.
func (v *visit) stretchOf(span when.Span) string {
	to := span.To
	if to.IsZero() || to.After(v.Now) {
		to = v.Now
	}
	if span.From.IsZero() {
		return "the time before " + phrase.Day(to, v.Now)
	}
	return phrase.Days(span.From, to, v.Now)
}

// decision words one: "drop the retainer, because they pay late" (you, 4 Mar 2026) `d31`.
func (v *visit) decision(to *phrase.Text, d decisions.Decision) {
	rests, said := d.Rests(), d.Said()
	if d.Reversed() {
		said = d.Standing()
	}
	to.Claim(rests, "%s (you, %s)", phrase.Quote(said, phrase.MaxQuote), phrase.Source(v.FullDay(d.On), 'd', d.Number()))
	if d.Reversed() {
		to.Claim(rests, ", reversed %s", v.FullDay(d.Revisions[len(d.Revisions)-1].On))
	}
	to.Say(" `%s`", phrase.Handle('d', d.Number()))
}

// decisionsToldIn gives the decisions on record that the reply may tell, oldest first: where others
// read along it goes to the direct message. One that got other words where this reader may not look
// is none of them, since its first words would be told as what holds.
func (v *visit) decisionsToldIn(ctx context.Context, reply *turn.Reply) (*turn.Reply, []decisions.Decision, error) {
	reader := v.Sight()
	if direct := v.Direct(); v.Audience == event.Shared && len(direct) > 0 {
		reader, reply.Direct, reply.To = direct[0], true, direct[0]
	}
	all := v.decisionsMadeFor(reader)
	if reader.Private() {
		return reply, all, nil
	}
	var told []decisions.Decision
	for _, d := range all {
		shown := true
		for _, seq := range d.Rests()[1:] {
			may, err := v.Mind.Shown(ctx, reader, seq)
			if err != nil {
				return nil, nil, err
			}
			shown = shown && may
		}
		if shown {
			told = append(told, d)
		}
	}
	return reply, told, nil
}

// decisionsMadeFor gives the decisions that were made where a reader may look, oldest first.
func (v *visit) decisionsMadeFor(reader memory.Sight) (made []decisions.Decision) {
	v.Read(func(view memory.View) {
		for _, d := range view.Decisions.Decisions {
			if reader.Shows(d.Audience, d.Place) {
				d.Revisions = slices.Clone(d.Revisions)
				made = append(made, d)
			}
		}
	})
	return made
}

// likeDecisions gives what was said that reads like a decision and is none on record, the newest first.
func (v *visit) likeDecisions(ctx context.Context, recorded []decisions.Decision) ([]recall.Item, error) {
	found, err := recall.Recall(ctx, v.Turn, recall.Query{Text: "decided", Also: []string{"decision", "going with", "agreed"}, Limit: gathered, Skip: noEvidence, Ready: v.desk.Ready})
	if err != nil {
		return nil, err
	}
	said := slices.DeleteFunc(found.Items, func(i recall.Item) bool {
		if i.Kind != store.Said || i.Speaker != "" || i.Superseded || slices.ContainsFunc(recorded, func(d decisions.Decision) bool { return share(d.Text, i.Text) == 1 }) {
			return true
		}
		return !slices.ContainsFunc(extract.Read(extract.Utterance{Text: i.Text, At: i.On}), func(f extract.Item) bool {
			return f.Kind == extract.Decision && f.Source == ""
		})
	})
	recall.NewestFirst(said)
	return said, nil
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
		d := all[i]
		reply.Text.Claim([]event.Seq{d.Seq}, "%s: ", phrase.Quote(d.Reason, ownWords))
		v.decision(&reply.Text, d)
		reply.Text.Say(".")
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
