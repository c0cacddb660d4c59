package procedure

import (
	"context"
	"strings"

	"citadel/brain/appointment"
	"citadel/brain/contest"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// conflict asks which holds when a statement disagrees with an older one and does not say
// that something changed (MESSAGES 16).
func conflict(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.asks() || announced(v.Text) != "" {
		return nil, nil
	}
	for _, f := range v.own() {
		if f.Kind != extract.Fact || f.Source != "" || f.Value == "" || f.Ahead || f.Supposed() || passing(f.Attribute) || changes(f.Quote) || appointment.Shifts(f.Quote) {
			continue
		}
		old, item, ok, err := v.before(ctx, f)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		reply := says("conflict")
		now := recall.Item{Seq: v.Last().Seq, Memory: v.Last().Seq, Letter: 'm', Kind: store.Said, Text: v.Text, On: v.Last().On}
		v.disagreement(reply, item, old, now, f)
		return reply, nil
	}
	return nil, nil
}

// rivals is how many messages are read for an older statement of the same thing. They are
// searched by its own words, so that it comes early.
const rivals = 15

// before finds the newest statement that still stands and disagrees with a fact.
func (v *visit) before(ctx context.Context, f extract.Item) (extract.Item, recall.Item, bool, error) {
	subject := f.Subject
	if subject == extract.Me {
		subject = ""
	}
	cue := cues[f.Attribute]
	if cue == "" {
		cue = f.Attribute
	}
	found, err := recall.Recall(ctx, v.Turn, recall.Query{
		Text: strings.TrimSpace(subject + " " + f.Attribute), Also: []string{strings.TrimSpace(subject + " " + cue), f.Quote},
		Limit: rivals, Skip: noEvidence, Ready: v.desk.Ready,
	})
	if err != nil {
		return extract.Item{}, recall.Item{}, false, err
	}
	r := &reading{result: found}
	for i, item := range found.Items {
		if item.Speaker == "" && item.Kind != store.Decision {
			r.take(i, item)
		}
	}
	r.deny()
	best := -1
	for i, old := range r.facts {
		if old.Superseded || old.Source != "" || old.Attribute == "" || old.Kind != extract.Fact && old.Kind != extract.Correction {
			continue
		}
		if best >= 0 && !old.At.After(r.facts[best].At) {
			continue
		}
		switch extract.Conflict(old, f) {
		case extract.Same: // it was said again since
			best = i
		case extract.ChangedValue, extract.Contradiction:
			best = i
		}
	}
	if best < 0 || extract.Conflict(r.facts[best], f) == extract.Same {
		return extract.Item{}, recall.Item{}, false, nil
	}
	return r.facts[best], found.Items[r.of[best]], true, nil
}

// disagreement words two statements that cannot both hold, with the question which does.
func (v *visit) disagreement(reply *turn.Reply, oldItem recall.Item, old extract.Item, newItem recall.Item, now extract.Item) {
	meanwhile := "I give both"
	if extract.Conflict(old, now) == extract.ChangedValue {
		meanwhile = contest.GoBy(old.Value, now.Value)
	}
	reply.Text.Add(contest.Question(side(oldItem, old), side(newItem, now), meanwhile, v.Now))
	labels := [2]string{label(old.Value), label(now.Value)}
	if strings.EqualFold(old.Value, now.Value) {
		labels = [2]string{"The first", "The second"}
	}
	reply.Buttons = []event.Button{
		{Label: labels[0], Says: "no, " + clause(settled(old))},
		{Label: labels[1], Says: "no, " + clause(settled(now))},
		{Label: contest.BothWrong, Says: "wrong " + phrase.Handle('m', oldItem.Seq) + " " + phrase.Handle('m', newItem.Seq)},
	}
	reply.Subject, reply.About = event.SubjectConflict, newItem.Seq
}

// side is one of two statements as the question words it.
func side(i recall.Item, f extract.Item) contest.Side {
	return contest.Side{Memory: i.Seq, Source: i.Seq, Learned: event.Learned{
		Quote: f.Quote, Subject: f.Subject, Attribute: f.Attribute, Value: f.Value, Hedged: f.Hedge != "", On: i.On,
	}}
}

// settled is a statement without what made it unsure.
func settled(f extract.Item) string {
	s := f.Quote
	if f.Hedge != "" {
		s = strings.ReplaceAll(strings.ReplaceAll(s, ", "+f.Hedge, ""), f.Hedge+" ", "")
	}
	return s
}

// label is a value cut to what a button holds (MESSAGES 3).
func label(value string) string {
	words := strings.Fields(clause(value))
	return strings.Join(words[:min(len(words), 3)], " ")
}

// passing are attributes that change from day to day: a new value says nothing against the
// old one.
func passing(attribute string) bool {
	switch attribute {
	case "whereabouts", "amount", "income", "prefers", "likes", "dislikes", "moving to", "":
		return true
	}
	return false
}
