package memory

import (
	"context"
	"errors"
	"slices"

	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// decided gives a decision the words it stands by now, and takes out one that was recorded by
// mistake. One that was reversed stays: that it was is the answer to what was decided. The fold may
// be ahead of the event that is followed; it tells the same once all are.
func (f *Follower) decided(ctx context.Context, seq event.Seq) error {
	var d decisions.Decision
	var ok bool
	f.Mind.Read(func(v View) { d, ok = v.Decisions.Decision(seq) })
	if !ok {
		return f.remove(ctx, []event.Seq{seq})
	}
	return f.amend(ctx, seq, func(i *store.Item) { i.Text = d.Said() })
}

// unrevised takes the words of an amendment that was forgotten out of its decision. What a server
// that lasts had of them goes with all the rest, as in afresh.
func (f *Follower) unrevised(ctx context.Context, forgotten []event.Seq) error {
	any := false
	kinds := []event.Kind{event.DecisionRevised{}.Kind(), event.DecisionRestored{}.Kind()}
	for _, err := range f.Mind.Events(ctx, ledger.Query{Seqs: forgotten, Kinds: kinds, Sealed: true}) {
		if err != nil {
			return err
		}
		any = true
	}
	if !any {
		return nil
	}
	var all []decisions.Decision
	f.Mind.Read(func(v View) { all = slices.Clone(v.Decisions.Decisions) })
	for _, d := range all {
		parts, err := f.Store.Get(ctx, uint64(d.Seq))
		if errors.Is(err, store.ErrUnknown) {
			continue
		}
		if err != nil {
			return err
		}
		text := ""
		for _, p := range parts {
			text += p.Text
		}
		if text == d.Said() {
			continue
		}
		if lasting := lastingIn(f.Store); lasting != nil {
			if err := lasting.Clear(ctx); err != nil {
				return err
			}
			return errAfresh
		}
		if err := f.decided(ctx, d.Seq); err != nil {
			return err
		}
	}
	return nil
}
