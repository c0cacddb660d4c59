package ledger

import (
	"cmp"
	"context"
	"fmt"

	"citadel/memory/event"
)

// refusal is why an entry may not be written. It is an ErrRefused.
type refusal struct {
	by     event.Source
	wanted event.Kind
	why    string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%q from %q: %s", r.wanted, r.by, r.why)
}

func (r *refusal) Is(target error) bool { return target == ErrRefused }

// allowed checks an entry against the catalogue (SPEC §2.1, Ownership and Sensitive
// kinds) and against what was forgotten.
func (w *writing) allowed(ctx context.Context, e Entry) error {
	kind := e.payload.Kind()
	spec, ok := event.Of(kind)
	refuse := func(why string) error { return &refusal{by: e.source, wanted: kind, why: why} }
	switch {
	case !ok:
		return fmt.Errorf("%q: %w", kind, event.ErrUnknownKind)
	case spec.Owner != e.source:
		return refuse(fmt.Sprintf("the kind belongs to %q", spec.Owner))
	}
	if kind == (event.Asked{}).Kind() {
		if why, err := w.unasked(ctx, e); err != nil || why != "" {
			return cmp.Or(err, refuse(why))
		}
	}
	if spec.Sensitive && !spec.Own {
		asked := false
		err := w.each(ctx, e.Causes, func(r *Row) { asked = asked || r.Kind == (event.Asked{}).Kind() })
		if err != nil {
			return err
		}
		if !asked {
			return refuse("a sensitive kind must cite a request of the principal")
		}
	}
	for _, s := range e.seen {
		if by, forgotten := w.since[s]; forgotten && by > e.upTo {
			return fmt.Errorf("%w: %d, which lay before it", ErrForgotten, s)
		}
	}
	if !spec.Utterance {
		for _, root := range e.From {
			if w.gone[root] {
				return fmt.Errorf("%w: %d", ErrForgotten, root)
			}
		}
	}
	return nil
}

// unasked says why an entry is no request of the principal. It must be his word, caused
// by a message that he said (it may rest on his edit of it), and by nobody else's word:
// not a reaction's, a job's, a tool's or a third party's. A turn, the agent's own, may
// stand among its causes.
func (w *writing) unasked(ctx context.Context, e Entry) (why string, err error) {
	if e.trust() != event.ByPrincipal {
		return "a request counts only in the principal's own words", nil
	}
	heard, turn := event.Heard{}.Kind(), event.TurnBegan{}.Kind()
	said := false
	err = w.each(ctx, e.Causes, func(r *Row) {
		switch {
		case r.Kind == heard && r.Trust == event.ByPrincipal:
			said = true
		case r.Kind != turn:
			why = fmt.Sprintf("it is caused by a %q of the trust %q", r.Kind, r.Trust)
		}
	})
	if err != nil {
		return "", err
	}
	err = w.each(ctx, e.From, func(r *Row) {
		if !words(r) {
			why = fmt.Sprintf("it rests on a %q of the trust %q", r.Kind, r.Trust)
		}
	})
	if err == nil && why == "" && !said {
		why = "it is not caused by a message of the principal"
	}
	return why, err
}

// words says whether an event holds the principal's own words: a message, its edit, or
// what was made of an earlier request of his, which taking one back rests on.
func words(r *Row) bool {
	spec, _ := event.Of(r.Kind)
	switch r.Kind {
	case event.Heard{}.Kind(), event.Edited{}.Kind(), event.Asked{}.Kind():
		return r.Trust == event.ByPrincipal
	}
	return spec.Owner == event.Principal && r.Trust == event.ByPrincipal
}

// each gives the events with these numbers, in any order. They may be in the store or
// among the rows of this commit.
func (w *writing) each(ctx context.Context, seqs []event.Seq, see func(*Row)) error {
	var stored []event.Seq
	for _, s := range seqs {
		if s <= w.log.head.Seq {
			stored = append(stored, s)
		} else {
			see(&w.rows[s-w.log.head.Seq-1])
		}
	}
	if len(stored) == 0 {
		return nil
	}
	for r, err := range w.log.store.Read(ctx, Query{Seqs: stored, Sealed: true}) {
		if err != nil {
			return &storeError{err}
		}
		see(&r)
	}
	return nil
}
