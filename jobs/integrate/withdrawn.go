package integrate

import (
	"context"
	"slices"

	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

// What an edit takes out of a message is as if it had not been said: what rested on it alone ends, what rests on
// another message too is made of that one, what it lent to others it lends no more, and what it replaced holds
// again. Forgetting a message comes to the same.

// withdrawn gives the end of a memory whose message says it no more. What else supports it is read again.
func (r *reading) withdrawn(m said, o memoryOf, why string) jobs.Write {
	p := event.Superseded{Memory: o.seq, By: m.source, On: m.on, Reason: why}
	r.in.Read(func(v memory.View) {
		h, _ := v.Beliefs.Of(o.seq)
		own := v.Beliefs.Roots(o.from...)
		p.Again = slices.DeleteFunc(h.Roots, func(s event.Seq) bool { return slices.Contains(own, s) })
	})
	return jobs.Write{Payload: p, From: []event.Seq{m.source}, Because: []event.Seq{m.source}}
}

// lapsed takes from memories the support that an earlier wording of a message lent them, unless the message says so
// still.
func (r *reading) lapsed(ctx context.Context, m said, writes []jobs.Write) (out []jobs.Write, err error) {
	made, err := r.madeOf(ctx, m)
	lent := map[event.Seq]bool{}
	for _, x := range made {
		if p, ok := x.payload.(event.Reinforced); ok {
			lent[p.Memory] = p.As != event.Lapsed && !slices.Contains(x.rec.From, m.source) && (lent[p.Memory] || len(p.Roots) > 0)
		}
	}
	for _, w := range writes {
		if p, ok := w.Payload.(event.Reinforced); ok {
			delete(lent, p.Memory)
		}
	}
	for _, x := range made { // in their order
		if p, ok := x.payload.(event.Reinforced); ok && lent[p.Memory] {
			delete(lent, p.Memory)
			out = append(out, jobs.Write{
				Payload: event.Reinforced{Memory: p.Memory, Roots: []event.Seq{m.seq}, As: event.Lapsed},
				From:    []event.Seq{p.Memory, m.source}, Because: []event.Seq{m.source},
			})
		}
	}
	return out, err
}

// restored brings back what an earlier wording of a message replaced, unless what it says now, or something else
// that holds, stands against it. Nobody called it wrong.
func (r *reading) restored(ctx context.Context, m said, holding []memoryOf) (out []jobs.Write, err error) {
	var ended []event.Seq
	for seq, s := range r.over {
		if (s.Reason == event.Changed || s.Reason == event.Firmer) && slices.Contains(m.all, s.By) && s.By != m.source {
			ended = append(ended, seq)
		}
	}
	slices.Sort(ended)
	if err := r.fetch(ctx, ended); err != nil {
		return nil, err
	}
	for _, seq := range ended {
		k, ok := r.known[seq]
		if !ok {
			continue
		}
		k.sought = false
		others, err := r.candidates(ctx, m, k)
		if err != nil {
			return nil, err
		}
		if r.replaced(k, others) || r.replaced(k, holding) {
			continue
		}
		out = append(out, jobs.Write{Payload: event.Restored{Memory: seq}, From: []event.Seq{m.source, seq}, Because: []event.Seq{m.source}})
	}
	return out, nil
}

// replaced says whether one of the others takes the place of a memory.
func (r *reading) replaced(k memoryOf, others []memoryOf) bool {
	return slices.ContainsFunc(others, func(o memoryOf) bool {
		rel := k.stated.Standing(o.stated)
		return o.seq != k.seq && !k.later(o) && (rel == extract.Same || rel == extract.ChangedValue || rel == extract.Negation)
	})
}
