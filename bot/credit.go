package bot

import (
	"context"
	"slices"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// mostGated is how many receipts of the gate are looked through for that of an answer's turn.
const mostGated = 20

// credits is what a reaction on a post is feedback on (SPEC §4): of an answer the kinds of what
// was noticed for it and cited in it, of what nobody asked for its kind, section and topic. On a
// card it is a verdict and never feedback, and what is no post of ours credits nothing.
func (b *Bot) credits(ctx context.Context, r ledger.Record, q event.PostQueued) ([]string, error) {
	if isCard(q) {
		return nil, nil
	}
	if q.Answer == nil {
		return q.Credits(), nil
	}
	if len(r.From) == 0 {
		return nil, nil
	}
	gated, err := b.gated(ctx, r)
	rests := b.allOf(r.From)
	var kinds []string
	for _, s := range gated.Signals {
		cited := slices.ContainsFunc(b.allOf(s.Seqs), func(seq event.Seq) bool { return slices.Contains(rests, seq) })
		if s.Kept && cited && !slices.Contains(kinds, s.Kind) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds, err
}

// allOf gives events, and with each that stands for a decision all others that do: it is known by
// the number of its proposal, and told by what recorded it and what came of it since.
func (b *Bot) allOf(seqs []event.Seq) []event.Seq {
	all := slices.Clone(seqs)
	b.Mind.Read(func(v memory.View) {
		for _, d := range v.Decisions.Decisions {
			of := append(d.Rests(), d.Number())
			if slices.ContainsFunc(of, func(seq event.Seq) bool { return slices.Contains(seqs, seq) }) {
				all = append(all, of...)
			}
		}
	})
	return all
}

// isCard says whether a post asks for a verdict: an emoji on it is a press (MESSAGES 6).
func isCard(q event.PostQueued) bool {
	return slices.ContainsFunc(q.Buttons, func(x event.Button) bool { return x.Emoji != "" })
}

// gated is the receipt of what was noticed for an answer; the newest, should its turn have been
// begun again, and the zero one where there is none.
func (b *Bot) gated(ctx context.Context, answer ledger.Record) (event.Gated, error) {
	turn := answer.Cause()
	receipts := ledger.Query{Kinds: []event.Kind{event.Gated{}.Kind()}, After: turn, Before: answer.Seq, Newest: true, Limit: mostGated}
	for r, err := range b.Mind.Events(ctx, receipts) {
		if err != nil {
			return event.Gated{}, err
		}
		if r.Cause() != turn {
			continue
		}
		p, err := r.Payload()
		g, _ := p.(event.Gated)
		return g, err
	}
	return event.Gated{}, nil
}

// beneath is where a post belongs that is about another one of ours: in its thread, or shown as a
// reply to it, as the platform can.
func (b *Bot) beneath(ctx context.Context, l connectors.Limits, q *event.PostQueued, p *connectors.Post) error {
	if q.Answer != nil || q.ReplyTo == 0 {
		return nil
	}
	at, to, err := b.original(ctx, q.ReplyTo, 0)
	if err != nil || to == "" || !at.SharesRoom(q.Place) {
		return err
	}
	if p.ReplyTo = to; l.Threads && p.Place.Thread == "" {
		p.Place.Thread = string(to)
	}
	return nil
}
