package bot_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// illegible is a store whose notes on files cannot be read any more.
type illegible struct {
	*inmem.Store
	now atomic.Bool
}

var errIllegible = errors.New("it cannot be read")

// SeesReads implements ledger.Witness.
func (*illegible) SeesReads() {}

func (s *illegible) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	if s.now.Load() && slices.Contains(q.Kinds, event.Attached{}.Kind()) {
		return func(yield func(ledger.Row, error) bool) { yield(ledger.Row{}, errIllegible) }
	}
	return s.Store.Read(ctx, q)
}

// Where nothing can go on, no file that is being fetched is waited for.
func TestAFileOnItsWayHoldsUpNoEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &illegible{Store: &inmem.Store{}}
		w := &world{t: t, store: store, now: time.Now}
		w.open(told)
		w.holds(func(ctx context.Context, f connectors.File, out io.Writer) error {
			if f.ID == "F1" {
				_, err := io.WriteString(out, hello)
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		})
		over := make(chan error, 1)
		go func() { over <- w.bot.Run(t.Context()) }()
		id := w.send("keep this", connectors.File{Name: "a.txt", ID: "F1"})
		synctest.Wait()
		w.send("and this", connectors.File{Name: "b.txt", ID: "F2"})
		synctest.Wait()
		time.Sleep(21 * time.Second) // no turn waits for it any more
		began := time.Now()
		store.now.Store(true)
		w.remove(id) // what was kept of it is looked for
		if err := <-over; !errors.Is(err, errIllegible) {
			t.Errorf("it ended with %v", err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %v to end", took)
		}
	})
}
