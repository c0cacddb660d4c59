package change

import (
	"context"

	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// proposeGroup puts a group for somebody before the principal, with his own words that speak for
// it: once (TRUST, The iron filter). It gives nil where there is none to propose.
func proposeGroup(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	var all []people.Person
	t.Read(func(v memory.View) { all = v.People.List() })
	all, err := tellable(ctx, t, all, people.Person.Rests)
	if err != nil {
		return nil, err
	}
	p, ok := filter.Propose(all, t.Now)
	if !ok {
		return nil, nil
	}
	var evidence []event.Seq
	for _, s := range p.Evidence {
		evidence = append(evidence, s.Seq)
	}
	r := begin(t)
	r.Text.Say("**Shall I put ").Claim(p.Person.Rests(), "%s", p.Person.Name).Say(" into the group *%s*?** You said:", p.Group)
	for _, s := range p.Evidence[max(0, len(p.Evidence)-mostShown):] {
		r.Text.Item().Claim([]event.Seq{s.Seq, s.Message}, "%s (%s)", quoted(s.Text, phrase.MaxQuote), phrase.Source(t.FullDay(s.On), 'm', s.Message))
	}
	r.Text.Break().Say("It would change what I suggest to you: ").Claim(evidence, "%s", filter.Effect(p.Group)).Say(". I ask this once; without your word there is no group.")
	r.Buttons = []event.Button{{Label: "Yes", Says: "group " + p.Person.Name + " " + p.Group}, {Label: "No group", Says: "group " + p.Person.Name + " none"}}
	write(r, event.GroupProposed{Name: p.Person.Name, Group: p.Group, Evidence: evidence}, evidence...)
	return r, nil
}

// unclassified says how many persons are in no group; nothing where all are, or nobody is known.
func unclassified(ctx context.Context, t *turn.Turn) (*phrase.Text, error) {
	var without []people.Person
	t.Read(func(v memory.View) {
		for _, p := range v.People.List() {
			if p.Group.At(t.Now) == event.Untiered {
				without = append(without, p)
			}
		}
	})
	without, err := tellable(ctx, t, without, people.Person.Rests)
	x := new(phrase.Text)
	if err != nil || len(without) == 0 {
		return x, err
	}
	var rests []event.Seq
	for _, p := range without {
		rests = append(rests, p.Rests()...)
	}
	return x.Say(" In no group yet: ").Claim(rests, "%s", phrase.People(len(without))).Say("; `people` lists them."), nil
}
