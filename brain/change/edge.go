package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/consequence"
	"citadel/brain/link"
	"citadel/brain/phrase"
	"citadel/brain/trade"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
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

// rejectEdges ends links at the principal's word, and draws those that he said hold instead.
func rejectEdges(t *turn.Turn, edges []graph.Edge, instead ...link.Link) *turn.Reply {
	r := begin(t)
	for _, l := range instead {
		if l.Old.Seq != 0 {
			r.Text.Say("I have `%s`, ", phrase.Handle('e', l.Old.Seq)).Claim([]event.Seq{l.Old.Seq}, "%s", consequence.Link(l.Old)).Say(". ")
			continue
		}
		r.Change(event.EdgeDrawn{
			Source: l.Source, Relation: l.Relation, Target: l.Target, Mechanism: phrase.Bare(l.Quote), Origin: event.FromConversation, Plain: true, Client: l.Name,
			On: t.Last().On, Audience: t.Audience, Place: t.Asked().Room(), PassThrough: l.Share,
		})
		r.Text.Say("Kept: ").Claim(t.Heard(), "%s", consequence.Link(graph.Edge{Source: l.Source, Relation: l.Relation, Target: l.Target, Client: l.Name}))
		r.Text.Say(" (`%s`), ", r.Made('e')).Claim(t.Heard(), "%s", phrase.Figure(formula.EdgeConversation)).Say(" until you confirm it. ")
	}
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
	if t.Last().Spoken != nil || t.Last().Forwarded != "" {
		return nil, nil
	}
	d, ok := trade.Denied(t.Text)
	said, instead := trade.Told{}, false
	if !ok {
		if said, d, instead = trade.Instead(t.Text); !instead {
			return nil, nil
		}
	}
	var own, mine []graph.Edge
	var drawn []link.Link
	t.Read(func(v memory.View) {
		mine = link.Own(v, d.Client)
		if own = mine; d.Thing != "" { // else he is no client any more
			own = link.Naming(v, mine, d.Thing)
		}
		if instead {
			drawn, _ = link.Affairs(v, said, link.HomeCurrency(t.Now.Location()))
		}
	})
	own, err := tellable(ctx, t, own, edgeRests)
	if err != nil {
		return nil, err
	}
	if mine, err = tellable(ctx, t, mine, edgeRests); err != nil || len(mine) == 0 || instead && len(own)*len(drawn) == 0 {
		return nil, err
	}
	if t.Command == nil || t.Command.Name != "reject" {
		t.Command = &command.Command{Name: "reject"}
	}
	if len(own) > 0 {
		return rejectEdges(t, own, drawn...), nil
	}
	r := begin(t)
	r.Text.Say("No link of %s names ", mine[0].Client).Claim(t.Heard(), "%s", quoted(d.Thing, phrase.MaxQuote)).Say(", so nothing was changed. What I have:")
	for _, e := range mine[:min(len(mine), mostShown)] {
		r.Text.Item().Claim([]event.Seq{e.Seq}, "%s (`%s`)", consequence.Link(e), phrase.Handle('e', e.Seq))
	}
	r.Text.Break().Say("`reject %s` ends one.", phrase.Handle('e', mine[0].Seq))
	return r, nil
}

// linksWith ends, with the statements that a reply calls wrong, the links that rest on nothing but those: of a message all,
// of what was learned from one those whose words hold it.
func linksWith(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	done := map[event.Seq]bool{}
	for _, w := range slices.Clone(r.Writes) {
		s, is := w.Payload.(event.Superseded)
		if !is || s.Reason != reasonWrong {
			continue
		}
		rec, p, err := t.Event(ctx, s.Memory)
		if err != nil {
			return err
		}
		messages, l, learned := []event.Seq{s.Memory}, event.Learned{}, false
		if l, learned = p.(event.Learned); learned {
			messages = rec.From
		}
		for _, message := range messages {
			var resting []graph.Edge
			t.Read(func(v memory.View) { resting = v.Graph.RestingOn(message) })
			for _, e := range resting {
				if done[e.Seq] || learned && !told(l, e) {
					continue
				}
				done[e.Seq] = true
				write(r, event.Superseded{Memory: e.Seq, On: t.Last().On, Reason: reasonWrong}, e.Seq)
				r.Text.Say(" With it ends the link `%s`, ", phrase.Handle('e', e.Seq)).Claim([]event.Seq{e.Seq}, "%s", consequence.Link(e)).Say(".")
			}
		}
	}
	return nil
}

// told says whether a statement is what a link says.
func told(l event.Learned, e graph.Edge) bool {
	words := strings.ToLower(e.Mechanism)
	if l.Value != "" {
		return strings.Contains(words, strings.ToLower(l.Value))
	}
	return strings.Contains(strings.ToLower(l.Text), words)
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
