package ledger

import (
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

// allowed checks an entry against the catalogue (SPEC §2.1, Ownership and Sensitive kinds).
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
		if e.Trust != event.ByPrincipal {
			return refuse("a request counts only in the principal's own words")
		}
		heard, err := w.caused(ctx, e.Causes, func(c cause) bool {
			return c.kind == event.Heard{}.Kind() && c.trust == event.ByPrincipal
		})
		if err != nil {
			return err
		}
		if !heard {
			return refuse("it is not caused by a message of the principal")
		}
	}
	if spec.Sensitive && !spec.Own {
		asked, err := w.caused(ctx, e.Causes, func(c cause) bool { return c.kind == event.Asked{}.Kind() })
		if err != nil {
			return err
		}
		if !asked {
			return refuse("a sensitive kind must cite a request of the principal")
		}
	}
	return nil
}

type cause struct {
	kind  event.Kind
	trust event.Trust
}

// caused says whether one of the causes is as wanted. They may be in the store or among
// the rows of this commit.
func (w *writing) caused(ctx context.Context, causes []event.Seq, wanted func(cause) bool) (bool, error) {
	var stored []event.Seq
	for _, s := range causes {
		if s <= w.log.head.Seq {
			stored = append(stored, s)
			continue
		}
		if r := w.rows[s-w.log.head.Seq-1]; wanted(cause{r.Kind, r.Trust}) {
			return true, nil
		}
	}
	if len(stored) == 0 {
		return false, nil
	}
	for r, err := range w.log.store.Read(ctx, Query{Seqs: stored, Sealed: true}) {
		if err != nil {
			return false, &storeError{err}
		}
		if wanted(cause{r.Kind, r.Trust}) {
			return true, nil
		}
	}
	return false, nil
}
