package bot_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// unhurried is a store on a disk that takes its time.
type unhurried struct {
	ledger.Store
	takes atomic.Int64
}

// Append implements ledger.Store.
func (u *unhurried) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	time.Sleep(time.Duration(u.takes.Load()))
	return u.Store.Append(ctx, rows, shred)
}

// A stranger is told nothing before it is durable that he was: a crash between the two would
// have him told again for each message of the day.
func TestAStrangerIsToldWhenThatIsDurable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		disk := &unhurried{Store: w.store}
		w.store = disk
		w.open(echo)
		defer w.run()()
		synctest.Wait()
		disk.takes.Store(int64(time.Minute))
		taken := make(chan error, 1)
		go func() {
			taken <- w.hear(connectors.Event{Kind: connectors.Message, Key: "k", Text: "hello", From: connectors.Person{Platform: "chat", ID: "eve"}})
		}()
		time.Sleep(30 * time.Second)
		synctest.Wait()
		differ(t, "said while the disk is at it", []string{}, w.chat.texts())
		if err := <-taken; err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		differ(t, "said when it is durable", []string{refusal}, w.chat.texts())
	})
}
