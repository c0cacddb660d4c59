package memory

import (
	"context"
	"maps"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Overruled is what becomes of statements that lose, with what is forgotten, what says that they
// are over. Nothing comes back in silence, and nothing goes without a word.
type Overruled struct {
	// History does not hold again: the principal said that it is wrong, and who has a correction
	// forgotten does not say that it was right after all. Forget says anew that it is over. Who deletes the message
	// that corrects it takes the correction back: it is to be restored before.
	History []event.Superseded
	// Back holds again: only a newer statement stood against it, and that is gone.
	Back []event.Seq
	// Spent are messages that are not learned from again: all that goes of what was made of them had been
	// called wrong, and who has it forgotten does not say that it was right.
	Spent []event.Seq
}

// Overruled tells what carrying out a plan of forgetting does to statements that it leaves, in
// their order. What was restored since it was superseded is not among it.
func (m *Mind) Overruled(ctx context.Context, p ledger.Plan) (o Overruled, err error) {
	lost := make(map[event.Seq]bool, len(p.Seqs))
	for _, s := range p.Seqs {
		lost[s] = true
	}
	over, still := map[event.Seq]event.Superseded{}, map[event.Seq]bool{}
	kinds := []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for r, err := range m.log.Read(ctx, ledger.Query{Kinds: kinds}) {
		if err != nil {
			return o, err
		}
		payload, err := r.Payload()
		if err != nil {
			return o, err
		}
		switch said := payload.(type) {
		case event.Superseded:
			over[said.Memory] = said
			still[said.Memory] = still[said.Memory] || !lost[r.Seq] && !lost[said.By] // what was read later is over by the same word
		case event.Restored:
			delete(over, said.Memory)
			delete(still, said.Memory)
		}
	}
	if o.Spent, err = m.spent(ctx, p, over); err != nil {
		return o, err
	}
	maps.DeleteFunc(over, func(memory event.Seq, _ event.Superseded) bool { return still[memory] || lost[memory] })
	if len(over) == 0 {
		return o, nil // a query for none would be one for all
	}
	for r, err := range m.log.Read(ctx, ledger.Query{Seqs: slices.Sorted(maps.Keys(over))}) {
		if err != nil {
			return o, err
		}
		said := over[r.Seq]
		switch {
		case r.Forgotten():
		case said.Reason == event.Changed || said.Reason == event.Firmer:
			o.Back = append(o.Back, r.Seq)
		default:
			said.By = 0
			o.History = append(o.History, said)
		}
	}
	return o, nil
}

// spent gives what Overruled has as such; over is what was superseded.
func (m *Mind) spent(ctx context.Context, p ledger.Plan, over map[event.Seq]event.Superseded) ([]event.Seq, error) {
	if len(p.Again) == 0 {
		return nil, nil
	}
	wrong, right := map[event.Seq]bool{}, map[event.Seq]bool{}
	for r, err := range m.log.Read(ctx, ledger.Query{Seqs: p.Seqs, Kinds: []event.Kind{event.Learned{}.Kind()}, Sealed: true}) {
		if err != nil {
			return nil, err
		}
		said, ended := over[r.Seq]
		to := right
		if ended && said.Reason != event.Changed && said.Reason != event.Firmer {
			to = wrong
		}
		for _, root := range r.From {
			to[root] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(p.Again), func(s event.Seq) bool { return !wrong[s] || right[s] }), nil
}

// overrule writes down what a plan does to what it leaves. Each event rests on the statement it
// is about, and so goes with it. The plan comes back as it is to be carried out.
func (m *Mind) overrule(ctx context.Context, p ledger.Plan) (ledger.Plan, error) {
	p, err := m.log.Reach(ctx, p.Seqs...)
	if err != nil {
		return p, err
	}
	o, err := m.Overruled(ctx, p)
	p.Spent = o.Spent
	if err != nil || len(o.History)+len(o.Back) == 0 {
		return p, err
	}
	b := &ledger.Batch{}
	for _, said := range o.History {
		b.Entries = append(b.Entries, m.learning.Write(said).Resting(said.Memory))
	}
	for _, memory := range o.Back {
		b.Entries = append(b.Entries, m.learning.Write(event.Restored{Memory: memory}).Resting(memory))
	}
	before := m.log.Head().Seq
	if err := m.log.Commit(ctx, b); err != nil {
		return p, err
	}
	m.applyNew([]*ledger.Batch{b}, before)
	return p, b.Err
}
