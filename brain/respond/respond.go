package respond

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"citadel/brain/act"
	"citadel/brain/model"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// Desk answers with the models of a pool. Its fields are set before the first turn.
type Desk struct {
	Pool *model.Pool
	Log  *slog.Logger
	// Ready waits for the index of memories as long as there is time; see recall.Query.
	Ready func(ctx context.Context) bool
	// Name has the principal told to whom his words would go, where he is not told yet, and
	// waits a short while until that has reached him. It may block.
	Name func(ctx context.Context, t *turn.Turn) error
}

// Answer gives the reply of a model to the messages of a turn, and what has to be said
// beside it. Where no model answers, the reply is nil and t.Lack says why. The errors are
// those of the ledger, of the store, and of ctx; that a model fails is none.
func (d Desk) Answer(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
	if err := d.Name(ctx, t); err != nil {
		return nil, nil, fmt.Errorf("respond: name the providers: %w", err)
	}
	w := &work{Desk: d, t: t, mind: mindOf(t.Tier)}
	t.Read(func(v memory.View) { w.prefer = v.Principal.Model() })
	err = w.run(ctx)
	var ceiling *model.CeilingError
	var none *model.NoneError
	switch {
	case err == nil:
		return w.reply(), health(t, w.last, w.passed), nil
	case errors.As(err, &ceiling):
		t.Lack = turn.Spent
		return nil, spent(t, ceiling), nil
	case errors.As(err, &none):
		return w.none(none)
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	}
	return nil, nil, fmt.Errorf("respond: %w", err)
}

// none says what it means that nobody answered.
func (w *work) none(e *model.NoneError) (answer, note *turn.Reply, err error) {
	w.passed = append(w.passed, e.Passed...)
	for _, p := range w.passed {
		switch p.Reason {
		case model.Refused, model.TooLong, model.Invalid, model.Malformed:
			w.t.Lack = turn.Balked
			return w.balked(p), health(w.t, model.Answer{}, w.passed), nil
		case model.Unnamed:
		default:
			w.t.Lack = turn.Down
		}
	}
	if w.t.Lack == turn.NoModel {
		w.t.Lack = turn.Unnamed
	}
	return nil, health(w.t, model.Answer{}, w.passed), nil
}

// balked is the reply where the model could be reached, and gave no answer.
func (w *work) balked(p model.Passed) *turn.Reply {
	r := &turn.Reply{By: "shrug"}
	switch p.Reason {
	case model.Refused:
		r.Text.Say("%s declined to answer that. Put another way it may, or `redo` asks again.", p.Model)
	case model.TooLong:
		r.Text.Say("That is more than %s can read at once. Your message is kept; ask about a part of it.", p.Model)
	default:
		r.Text.Say("%s gave no usable answer. Your message is kept; `redo` asks again.", p.Model)
	}
	return r
}

// work is the answering of one turn.
type work struct {
	Desk
	t      *turn.Turn
	mind   mind
	prefer string

	past   []exchange
	seen   evidence
	said   []string // text of the rounds before this one, cleaned of nothing
	last   model.Answer
	passed []model.Passed
	cut    bool // the last answer reached its limit
}

// run lets the model work until it has answered, one tier deeper where it asks for that.
func (w *work) run(ctx context.Context) error {
	for {
		harder, err := w.once(ctx)
		if err != nil || !harder {
			return err
		}
		w.mind = w.mind.harder()
		w.t.Tier = w.mind.tier.String()
	}
}

// purpose says what the calls of the turn are for.
func (w *work) purpose(began event.Seq) model.Purpose {
	return model.Purpose{Message: uint64(w.t.Messages[0].Seq), Turn: uint64(began), Kind: w.t.Tier}
}


