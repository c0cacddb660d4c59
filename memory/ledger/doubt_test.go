package ledger_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// vanishing is a store whose server carries out an append and is gone before it says so.
type vanishing struct {
	*inmem.Store
	now bool
}

func (v *vanishing) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	err := v.Store.Append(ctx, rows, shred)
	if v.now {
		v.now = false
		return errors.Join(ledger.ErrUnreachable, err)
	}
	return err
}

// Nobody knows whether an append was carried out: what comes after it is not written over it, and
// no other process is blamed for what the own one left there.
func TestDoubt(t *testing.T) {
	store := &vanishing{Store: &inmem.Store{}}
	now := func() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }
	open := func() (*ledger.Log, func() error) {
		log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: now})
		if err != nil {
			t.Fatal(err)
		}
		return log, func() error {
			_, err := log.Append(t.Context(), pens.For(event.Bot).Write(event.Unparsed{}))
			return err
		}
	}
	log, write := open()
	if err := write(); err != nil {
		t.Fatal(err)
	}
	store.now = true
	for range 3 {
		if err := write(); !errors.Is(err, ledger.ErrUnreachable) || errors.Is(err, ledger.ErrConflict) {
			t.Errorf("%v, want ErrUnreachable alone", err)
		}
	}
	if _, err := log.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{2}}, "asked"); !errors.Is(err, ledger.ErrUnreachable) {
		t.Errorf("forget: %v, want ErrUnreachable", err)
	}
	again, write := open()
	if head := again.Head(); head.Seq != 3 {
		t.Errorf("the next process begins after %d, want 3", head.Seq)
	}
	if err := write(); err != nil {
		t.Error(err)
	}
	if _, err := again.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
