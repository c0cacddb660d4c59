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
	return w.weigh(ctx, clean.Controls)
}

// weigh checks wishes against what is there, and against what the answer wished for before.
func (w *work) weigh(ctx context.Context, lines []critique.Control) (wishes []volition.Wish, err error) {
	if len(lines) == 0 {
		return nil, nil
	}
	kinds := map[event.Seq]event.Kind{}
	for _, seq := range volition.Named(lines) { // looked up before the folds are held
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
		wishes = w.wished.Weigh(v, lines, w.t.Now, func(seq event.Seq) (event.Kind, bool) { k, ok := kinds[seq]; return k, ok })
	})
	return wishes, w.ownPromises(ctx, wishes)
}

// grant makes the changes that a model wished for and may have. They rest on the messages, and on
// the words of others in view, also where the agent had repeated them: what those made the model wish
// for stays marked as theirs, and goes when they are forgotten.
func (w *work) grant(ctx context.Context, r *turn.Reply, wishes []volition.Wish) error {
	var from []event.Seq
	for _, wish := range wishes {
		if wish.Change == nil {
			continue
		}
		if from == nil {
			s, err := w.strangers(ctx)
			if err != nil {
				return err
			}
			from = append(w.t.Heard(), s.seqs...)
		}
		rests := from
		if _, is := wish.Change.(event.ThoughtsSet); is { // it repeats those before
			w.t.Read(func(v memory.View) {
				for _, x := range v.Agency.Thoughts {
					rests = append(slices.Clip(rests), x.Seq)
				}
			})
		}
		r.Writes = append(r.Writes, turn.Write{Payload: placed(w.t, wish.Change), From: rests})
	}
	return nil
}
