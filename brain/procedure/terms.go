package procedure

import (
	"context"
	"slices"
	"strings"

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

// terms keeps after how long a move reaches a client, and how much of it (TRUST, When and how much): of the link that is
// named, else of all links of his that nobody said it of. It reads it of a client who has links, and, in a few words, in
// answer to an alert, which asks for it.
func terms(ctx context.Context, v *visit) (*turn.Reply, error) {
	if v.Last().Spoken != nil || v.Last().Forwarded != "" {
		return nil, nil
	}
	said, ok := trade.ReadTerms(v.Text)
	var own []graph.Edge
	switch {
	case ok:
		v.Read(func(m memory.View) { own = link.Own(m, said.Client) })
	default:
		if said, ok = trade.Delay(v.Text); !ok {
			return nil, nil
		}
		var err error
		if own, err = v.alerted(ctx); err != nil {
			return nil, err
		}
	}
	own, err := v.ownShown(ctx, v.Sight(), own)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	named := own
	if said.Thing != "" {
		v.Read(func(m memory.View) { named = link.Naming(m, own, said.Thing) })
	} else if open := slices.DeleteFunc(slices.Clone(own), func(e graph.Edge) bool { return e.Lag != nil && said.Lag != nil }); len(open) > 0 {
		named = open
	}
	reply := says("terms")
	t := &reply.Text
	if len(named) == 0 {
		t.Say("No link of %s names ", own[0].Client).Claim(v.Heard(), "%s", phrase.Quote(said.Thing, ownWords)).Say(", so I keep it as you said it. What I have:")
		v.linesOf(t, own[:min(len(own), mostOwn)])
		return reply, nil
	}
	t.Say("Kept")
	if len(named) == 1 {
		t.Say(" for ").Claim([]event.Seq{named[0].Seq}, "%s (`%s`)", consequence.Link(named[0]), phrase.Handle('e', named[0].Seq))
	}
	t.Say(":")
	if said.Lag != nil {
		t.Say(" it takes ").Claim(v.Heard(), "%s until a move arrives", consequence.Weeks(*said.Lag))
	}
	if said.PassThrough != nil {
		if said.Lag != nil {
			t.Say(", and")
		}
		t.Say(" ").Claim(v.Heard(), "%s of it arrives", consequence.Share(*said.PassThrough))
	}
	t.Say(". Say it anew where it changes.")
	for _, e := range named {
		reply.Change(event.EdgeDrawn{
			Source: e.Source, Relation: e.Relation, Target: e.Target, Client: e.Client, Mechanism: phrase.Bare(said.Quote), Origin: event.FromConversation,
			On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(), Lag: said.Lag, PassThrough: said.PassThrough,
		})
		if len(named) > 1 {
			t.Item().Claim([]event.Seq{e.Seq}, "%s (`%s`)", consequence.Link(e), phrase.Handle('e', e.Seq))
		}
	}
	return reply, nil
}

// alerted are the links that rest under the alert that a message replies to, or that is the last thing that was said here.
func (v *visit) alerted(ctx context.Context) (own []graph.Edge, err error) {
	post, subject := v.last.seq, v.last.Subject
	if to := v.Turn.Last().ReplyTo; to != 0 {
		_, p, err := v.Event(ctx, to)
		if err != nil {
			return nil, err
		}
		q, _ := p.(event.PostQueued)
		post, subject = to, q.Subject
	}
	if !strings.HasPrefix(subject, event.SubjectAlert) {
		return nil, nil
	}
	for r, err := range ledger.Each[event.Alerted](ctx, v.Mind, ledger.Query{After: post, Limit: mostAlerted}) {
		if err != nil {
			return nil, err
		}
		if r.Cause() != post {
			continue
		}
		v.Read(func(m memory.View) {
			for _, seq := range r.Said.Links {
				if e, ok := m.Graph.Edge(seq); ok && e.Stands() && !slices.ContainsFunc(own, func(o graph.Edge) bool { return o.Seq == e.Seq }) {
					own = append(own, e)
				}
			}
		})
	}
	if slices.ContainsFunc(own, func(e graph.Edge) bool { return !strings.EqualFold(e.Client, own[0].Client) }) {
		return nil, nil // of several clients nobody knows who is meant
	}
	return own, nil
}

const mostAlerted = 60 // records that are looked at behind an alert
