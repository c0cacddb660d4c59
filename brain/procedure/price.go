package procedure

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// price answers what a figure of the economy is, and how it moved: the newest with its date and publisher, what it was a
// month before, and which clients hang on it. What is no figure that is read is left to others.
func price(_ context.Context, v *visit) (*turn.Reply, error) {
	q, ok := trade.AskPrice(v.Text)
	if !ok {
		return nil, nil
	}
	var i economy.Indicator
	var move *economy.Move
	name := ""
	v.Read(func(m memory.View) {
		name = m.Graph.Resolve(v.currency(q.Thing))
		i = m.Economy.Of(name)
		for _, x := range m.Economy.Moves {
			if x.Indicator == name {
				move = &x
			}
		}
	})
	reply := says("price")
	t := &reply.Text
	last, read := i.Last()
	if !read {
		if !q.Plain || !slices.Contains(v.desk.Figures, name) {
			return nil, nil // he may ask for what he told
		}
		t.Claim(v.Heard(), "I read %s every morning", graph.Words(name)).Say(" and have no figure of it yet. `status` shows when I look next.")
		return reply, nil
	}
	v.stands(t, i, last)
	if before, ok := monthBefore(i, last); ok {
		t.Say(" On ").Claim(v.pulled(), "%s it was %s", phrase.Dated(before.On.Time()), consequence.One(before.Value, i.Unit)).Say(".")
	}
	if move != nil && move.Measure != nil {
		t.Say(" It moved ").Claim([]event.Seq{move.Seq}, "%s by %s", consequence.Change(move.Measure.Mode, move.Measure.Change), phrase.Dated(move.On)).Say(", more than is usual.")
	}
	t.Break().Say("`what if %s rises?` shows whom it reaches, `indicators` all that I read.", graph.Words(name))
	return reply, nil
}

// stands says where a figure stands: "Crude oil WTI stood at US$86.38 a barrel on 26 Nov 2026 (FRED)."
func (v *visit) stands(t *phrase.Text, i economy.Indicator, last event.Figure) {
	name := graph.Words(i.Name)
	t.Claim(v.pulled(), "%s stood at %s on %s (%s)", strings.ToUpper(name[:1])+name[1:], consequence.One(last.Value, i.Unit), phrase.Dated(last.On.Time()), consequence.Publisher(i.Feed)).Say(".")
}

// pulled is when figures were read last, or the question where that was not noted.
func (v *visit) pulled() (seqs []event.Seq) {
	v.Read(func(m memory.View) {
		if seqs = v.Heard(); m.Economy.Pulled.Seq != 0 {
			seqs = []event.Seq{m.Economy.Pulled.Seq}
		}
	})
	return seqs
}

// monthBefore is the newest figure that is at least a month older than the last.
func monthBefore(i economy.Indicator, last event.Figure) (f event.Figure, ok bool) {
	until := event.DayOf(last.On.Time().AddDate(0, -1, 0))
	for _, f := range slices.Backward(i.Figures) {
		if f.On <= until {
			return f, true
		}
	}
	return f, false
}
