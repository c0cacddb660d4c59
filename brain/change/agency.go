package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// addGoal has the agent grow at something.
func addGoal(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var full bool
	t.Read(func(v memory.View) { full = len(v.Agency.Growing(t.Now)) >= agency.MostGrowth })
	if full {
		return says(t, "I work on as many goals as I can keep in view. `goals` lists them, `goal drop N` ends one.")
	}
	r := begin(t).Change(event.GrowthSown{Text: t.Command.Words})
	r.Text.Say("A goal of mine from now on: ").Claim(t.Heard(), "%s", quoted(t.Command.Words, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// dropGoal ends one, by its number in the list.
func dropGoal(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var all []agency.Growth
	t.Read(func(v memory.View) { all = v.Agency.Growing(t.Now) })
	if t.Command.Number > len(all) {
		return says(t, "There is no such goal. `goals` lists them with their numbers.")
	}
	g := all[t.Command.Number-1]
	r := begin(t)
	write(r, event.GrowthEnded{Growth: g.Seq}, g.Seq)
	r.Text.Say("No goal any more: ").Claim([]event.Seq{g.Seq}, "%s", quoted(g.Text, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// keepInMind puts something first among what the agent has in mind.
func keepInMind(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	thoughts, from := inMind(t)
	thoughts = slices.DeleteFunc(thoughts, func(s string) bool { return strings.EqualFold(s, t.Command.Words) })
	thoughts = slices.Insert(thoughts, 0, t.Command.Words)
	r := begin(t)
	write(r, event.ThoughtsSet{Thoughts: thoughts[:min(len(thoughts), agency.MostThoughts)]}, append(from, t.Heard()...)...)
	r.Text.Say("Kept in mind: ").Claim(t.Heard(), "%s", quoted(t.Command.Words, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// inMind is what the agent has in mind, and the events that say so.
func inMind(t *turn.Turn) (thoughts []string, from []event.Seq) {
	t.Read(func(v memory.View) {
		for _, x := range v.Agency.Thoughts {
			thoughts = append(thoughts, x.Text)
			if !slices.Contains(from, x.Seq) {
				from = append(from, x.Seq)
			}
		}
	})
	return thoughts, from
}

// wonder has the agent follow a topic.
func wonder(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t).Change(event.CuriosityRaised{Topic: t.Command.Words})
	r.Text.Say("A topic of mine from now on: ").Claim(t.Heard(), "%s", quoted(t.Command.Words, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// nextTime has the agent bring something up when a conversation begins next.
func nextTime(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t).Change(event.IntentionSet{Text: t.Command.Words, On: t.Last().On})
	r.Text.Say("Noted for when we talk next: ").Claim(t.Heard(), "%s", quoted(t.Command.Words, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// ungrown takes back what was changed of what the agent goes by.
func ungrown(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	own := []event.Seq{rec.Seq}
	told := func(what, text string, from []event.Seq) {
		v.text.Say("%s ", what).Claim(from, "%s", quoted(text, phrase.MaxQuote))
	}
	switch p := p.(type) {
	case event.GrowthSown:
		v.write(event.GrowthEnded{Growth: rec.Seq}, rec.Seq)
		told("the goal", p.Text, own)
	case event.GrowthEnded:
		_, old, err := t.Event(ctx, p.Growth)
		if g, ok := old.(event.GrowthSown); ok && err == nil {
			v.write(event.GrowthRestored(p), p.Growth)
			told("a goal again,", g.Text, []event.Seq{p.Growth})
		}
		return v, err
	case event.ThoughtsSet:
		return unminded(ctx, t, rec, p)
	case event.CuriosityRaised:
		v.write(event.CuriosityShelved{Curiosity: rec.Seq}, rec.Seq)
		told("the topic", p.Topic, own)
	case event.IntentionSet:
		v.write(event.IntentionEnded{Intention: rec.Seq, Outcome: outcomeDropped}, rec.Seq)
		told("what I meant to bring up,", p.Text, own)
	case event.CommitmentMade:
		if in(t, func(m memory.View) bool { _, open := m.Loops.Commitment(rec.Seq); return open }) {
			v.write(event.CommitmentClosed{Commitment: rec.Seq, Outcome: outcomeDropped}, rec.Seq)
			told("my promise,", p.Text, own)
		}
	case event.CommitmentClosed:
		_, old, err := t.Event(ctx, p.Commitment)
		if c, ok := old.(event.CommitmentMade); ok && err == nil {
			v.write(event.CommitmentReopened{Commitment: p.Commitment, CommitmentMade: c}, p.Commitment)
			told("my promise is open again,", c.Text, []event.Seq{p.Commitment})
		}
		return v, err
	}
	return v, nil
}

// unminded puts back the list of thoughts before.
func unminded(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.ThoughtsSet) (v inverse, err error) {
	before := event.ThoughtsSet{}
	from := []event.Seq{rec.Seq}
	recs, err := all(ctx, t, ledger.Query{Before: rec.Seq, Kinds: []event.Kind{p.Kind()}, Newest: true, Limit: 1})
	if err != nil {
		return v, err
	}
	for _, r := range recs {
		old, err := r.Payload()
		if err != nil {
			return v, err
		}
		if o, ok := old.(event.ThoughtsSet); ok {
			before, from = o, []event.Seq{r.Seq}
		}
	}
	v.write(before, from...)
	if len(p.Thoughts) > 0 {
		v.text.Say("out of my mind again, ").Claim([]event.Seq{rec.Seq}, "%s", quoted(p.Thoughts[0], phrase.MaxQuote))
	}
	return v, nil
}
