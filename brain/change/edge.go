package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/consequence"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// judgeEdge takes the principal's word on a link of the causal graph: confirmed it counts as his own,
// rejected nothing but his own later words draw it again.
func judgeEdge(ctx context.Context, t *turn.Turn, verdict string) (*turn.Reply, error) {
	if len(t.Command.Handles) > 1 {
		return says(t, "One at a time: which first?")
	}
	h := t.Command.Handle()
	e, ask, err := edgeOf(ctx, t, h)
	if err != nil || ask != nil {
		return ask, err
	}
	switch {
	case verdict == event.Confirmed && e.Confirmed && e.Stands():
		return says(t, "You confirmed `%s` before.", h)
	case verdict == event.Rejected && !e.Stands():
		return says(t, "`%s` no longer counts.", h)
	case verdict == event.Rejected:
		return rejectEdges(t, []graph.Edge{e}), nil
	}
	r := begin(t)
	write(r, event.Judged{Memory: e.Seq, Verdict: event.Confirmed}, e.Seq)
	r.Text.Say("You confirmed: ").Claim([]event.Seq{e.Seq}, "%s", consequence.Link(e)).Say(". It counts as your own word from now on.")
	undoable(t, &r.Text)
	return r, nil
}

// edgeOf is the link of a handle, or why there is nothing under it.
func edgeOf(ctx context.Context, t *turn.Turn, h command.Handle) (e graph.Edge, ask *turn.Reply, err error) {
	var ok bool
	t.Read(func(v memory.View) { e, ok = v.Graph.Edge(event.Seq(h.N)) })
	if ok {
		may, err := tellable(ctx, t, []graph.Edge{e}, edgeRests)
		if err != nil {
			return e, nil, err
		}
		ok = len(may) > 0
	}
	if !ok {
		ask, err = unknown(t, h)
	}
	return e, ask, err
}

func edgeRests(e graph.Edge) []event.Seq { return []event.Seq{e.Seq} }

// rejectEdges ends links at the principal's word.
func rejectEdges(t *turn.Turn, edges []graph.Edge) *turn.Reply {
	r := begin(t)
	r.Text.Say("Rejected, no longer counted: ")
	for i, e := range edges {
		write(r, event.Judged{Memory: e.Seq, Verdict: event.Rejected}, e.Seq)
		if i > 0 {
			r.Text.Say("; ")
		}
		r.Text.Claim([]event.Seq{e.Seq}, "%s", consequence.Link(e))
		if words := e.Mechanism; words != "" && e.Client != "" {
			r.Text.Say(", ").Claim([]event.Seq{e.Seq}, "%s (%s)", quoted(words, phrase.MaxQuote), t.FullDay(e.On))
		}
	}
	r.Text.Say(".")
	undoable(t, &r.Text)
	return r
}

// denied takes "no, copper does not matter to Kessler": the client's own links to that thing end. Where
// there is none, but a way through other things, it says over which link of his that goes. Nil where it
// speaks of nothing that the graph has.
func denied(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	d, ok := trade.Denied(t.Text)
	if !ok || t.Last().Spoken != nil || t.Last().Forwarded != "" {
		return nil, nil
	}
	var own, mine []graph.Edge
	t.Read(func(v memory.View) {
		mine = link.Own(v, d.Client)
		own = link.Naming(v, mine, d.Thing)
	})
	own, err := tellable(ctx, t, own, edgeRests)
	if err != nil {
		return nil, err
	}
	if mine, err = tellable(ctx, t, mine, edgeRests); err != nil || len(mine) == 0 {
		return nil, err
	}
	if t.Command == nil || t.Command.Name != "reject" {
		t.Command = &command.Command{Name: "reject"}
	}
	if len(own) > 0 {
		return rejectEdges(t, own), nil
	}
	r := begin(t)
	r.Text.Say("No link of %s names ", mine[0].Client).Claim(t.Heard(), "%s", quoted(d.Thing, phrase.MaxQuote)).Say(", so nothing was changed. What I have:")
	for _, e := range mine[:min(len(mine), mostShown)] {
		r.Text.Item().Claim([]event.Seq{e.Seq}, "%s (`%s`)", consequence.Link(e), phrase.Handle('e', e.Seq))
	}
	r.Text.Break().Say("`reject %s` ends one.", phrase.Handle('e', mine[0].Seq))
	return r, nil
}

// undrawn takes a link back that a turn drew. One that was there before only had one more witness, and
// stays.
func undrawn(t *turn.Turn, rec ledger.Record) (v inverse) {
	var e graph.Edge
	var ok bool
	t.Read(func(m memory.View) { e, ok = m.Graph.Edge(rec.Seq) })
	if !ok || !e.Stands() || e.Seq != rec.Seq {
		return v
	}
	v.write(event.Superseded{Memory: e.Seq, On: t.Last().On, Reason: event.Undone}, e.Seq)
	v.text.Say("the link ").Claim([]event.Seq{e.Seq}, "%s", consequence.Link(e))
	return v
}

// unjudgedEdge takes a verdict on a link back.
func unjudgedEdge(t *turn.Turn, p event.Judged) (v inverse) {
	var e graph.Edge
	var ok bool
	t.Read(func(m memory.View) { e, ok = m.Graph.Edge(p.Memory) })
	if !ok || !slices.Contains([]string{event.Confirmed, event.Rejected}, p.Verdict) {
		return v
	}
	v.write(event.Judged{Memory: p.Memory, Verdict: event.Withdrawn}, p.Memory)
	v.text.Say("your word on `%s`, ", phrase.Handle('e', e.Seq)).Claim([]event.Seq{e.Seq}, "%s", consequence.Link(e))
	if p.Verdict == event.Rejected {
		v.text.Say(", which counts again")
	}
	return v
}
