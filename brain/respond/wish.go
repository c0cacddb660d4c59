package respond

import (
	"context"
	"errors"
	"slices"

	"citadel/brain/critique"
	"citadel/brain/turn"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// wishes are the control lines of the answer, checked against what is there.
func (w *work) wishes(ctx context.Context, clean critique.Out) (wishes []volition.Wish, err error) {
	if len(clean.Controls) == 0 {
		return nil, nil
	}
	kinds := map[event.Seq]event.Kind{}
	for _, seq := range volition.Named(clean.Controls) { // looked up before the folds are held
		r, err := w.t.Mind.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		kinds[seq] = r.Kind
	}
	w.t.Read(func(v memory.View) {
		wishes = volition.Weigh(v, clean.Controls, w.t.Now, func(seq event.Seq) (event.Kind, bool) { k, ok := kinds[seq]; return k, ok })
	})
	return wishes, w.ownPromises(ctx, wishes)
}

// grant makes the changes that a model wished for and may have. They rest on the messages, and on
// whatever was in view that goes back to others' words: what those made the model wish for stays
// marked as theirs, and goes when they are forgotten.
func (w *work) grant(ctx context.Context, r *turn.Reply, wishes []volition.Wish) error {
	var from []event.Seq
	for _, wish := range wishes {
		if wish.Change == nil {
			continue
		}
		if from == nil {
			others, err := w.others(ctx)
			if err != nil {
				return err
			}
			from = append(w.t.Heard(), others...)
		}
		r.Writes = append(r.Writes, turn.Write{Payload: wish.Change, From: from})
	}
	return nil
}

// others are the events in view that are, or go back to, words of somebody else than the principal
// and the agent. An utterance of the agent ends the way back (SPEC §2.1).
func (w *work) others(ctx context.Context) (found []event.Seq, err error) {
	known := map[event.Seq]bool{}
	var foreign func(event.Seq) (bool, error)
	foreign = func(seq event.Seq) (bool, error) {
		if is, seen := known[seq]; seen {
			return is, nil
		}
		known[seq] = false
		r, err := w.t.Mind.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		switch r.Trust {
		case event.ByThirdParty, event.ByTool, event.ByImport:
			known[seq] = true
			return true, nil
		}
		if r.Kind == (event.PostQueued{}).Kind() {
			return false, nil
		}
		for _, root := range r.From {
			is, err := foreign(root)
			if err != nil {
				return false, err
			}
			known[seq] = known[seq] || is
		}
		return known[seq], nil
	}
	for _, seq := range w.inView() {
		is, err := foreign(seq)
		if err != nil {
			return nil, err
		}
		if is && !slices.Contains(found, seq) {
			found = append(found, seq)
		}
	}
	return found, nil
}
