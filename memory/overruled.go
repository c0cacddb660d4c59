package memory

import (
	"context"
	"maps"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Overruled tells what stays history when a plan of forgetting is carried out: what does not hold
// any more, and loses with the plan what says so. Who has a correction forgotten did not say
// that the old statement is right after all, so Forget says again that it is over, without
// what took its place. What the plan takes along, or was restored since, is not among it. In
// order of the memories.
func (m *Mind) Overruled(ctx context.Context, p ledger.Plan) ([]event.Superseded, error) {
	lost := make(map[event.Seq]bool, len(p.Seqs))
	for _, s := range p.Seqs {
		lost[s] = true
	}
	over, still := map[event.Seq]event.Superseded{}, map[event.Seq]bool{}
	kinds := []event.Kind{event.Superseded{}.Kind(), event.Restored{}.Kind()}
	for r, err := range m.log.Read(ctx, ledger.Query{Kinds: kinds}) {
		if err != nil {
			return nil, err
		}
		payload, err := r.Payload()
		if err != nil {
			return nil, err
		}
		switch said := payload.(type) {
		case event.Superseded:
			over[said.Memory] = said
			still[said.Memory] = still[said.Memory] || !lost[r.Seq]
		case event.Restored:
			delete(over, said.Memory)
			delete(still, said.Memory)
		}
	}
	maps.DeleteFunc(over, func(memory event.Seq, _ event.Superseded) bool { return still[memory] || lost[memory] })
	if len(over) == 0 {
		return nil, nil // a query for none would be one for all
	}
	var left []event.Superseded
	for r, err := range m.log.Read(ctx, ledger.Query{Seqs: slices.Sorted(maps.Keys(over))}) {
		if err != nil {
			return nil, err
		}
		if said := over[r.Seq]; !r.Forgotten() {
			said.By = 0
			left = append(left, said)
		}
	}
	return left, nil
}

// overrule says of what a plan would let hold again that it is over.
func (m *Mind) overrule(ctx context.Context, p ledger.Plan) error {
	p, err := m.log.Reach(ctx, p.Seqs...)
	if err != nil {
		return err
	}
	left, err := m.Overruled(ctx, p)
	if err != nil || len(left) == 0 {
		return err
	}
	b := &ledger.Batch{}
	for _, said := range left {
		b.Entries = append(b.Entries, m.learning.Write(said).Resting(said.Memory))
	}
	before := m.log.Head().Seq
	if err := m.log.Commit(ctx, b); err != nil {
		return err
	}
	m.applyNew([]*ledger.Batch{b}, before)
	return b.Err
}
