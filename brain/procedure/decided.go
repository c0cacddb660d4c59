package procedure

import (
	"context"
	"slices"
	"strings"
	"time"

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
	if whyThat.MatchString(plainWords(v.Text)) {
		return v.reasonsShown(ctx)
	}
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
