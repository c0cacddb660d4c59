package bot_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// lock locks the account, as the principal asked in words that are there.
func (w *world) lock() {
	w.t.Helper()
	var link, words event.Seq
	w.mind.Read(func(v memory.View) { link, words = v.Accounts.Linked[0].Link, v.Thread.Newest })
	asked := w.pens.For(event.Brain).Write(event.Asked{What: event.AskLock, Ref: link}).Because(words).Resting(words)
	asked.Trust = event.ByPrincipal
	w.record(asked)
}

// For an account that was locked since nothing is thought about that waited, and nothing is said
// of what was.
func TestBackgroundOfALockedAccount(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		for _, text := range []string{"background write the first letter", "background write the second letter", "background write the third letter"} {
			w.say(text)
			time.Sleep(soon)
		}
		one, two := m.next(t), m.next(t)
		w.lock()
		queued := len(w.payloads("post.queued"))
		one.answers("One.")
		m.idle(t)
		two.answers("Two.")
		m.idle(t)
		differ(t, "posts", queued, len(w.payloads("post.queued")))
		differ(t, "set aside", 0, w.aside())
	})
}

// What is taken back is not thought about any longer.
func TestBackgroundTakenBackEndsTheThought(t *testing.T) {
	aside(t, func(t *testing.T, w *world, _ *model) {
		var end error
		w.bot.Brain.Respond = func(ctx context.Context, _ *turn.Turn) (answer, note *turn.Reply, err error) {
			<-ctx.Done()
			end = context.Cause(ctx)
			return nil, nil, ctx.Err()
		}
		id := w.say("background write the long letter")
		time.Sleep(soon)
		w.remove(id)
		synctest.Wait()
		if !errors.Is(end, context.Canceled) {
			t.Errorf("the thought ended with %v", end)
		}
	})
}

// What is thought about beside the conversation is shown like a turn.
func TestASignOfWorkBeside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		a := newAble(w)
		stop := w.run()
		w.say("background write the long letter")
		c := m.next(t)
		time.Sleep(9 * time.Second)
		c.answers("Dear all.")
		time.Sleep(time.Minute) // it is over then, and not with the process
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		differ(t, "signs", []string{"e1 true at 700ms", "e1 false at 9s"}, a.signs)
	})
}

// "stop" is answered once what it ended is over.
func TestStopWaitsForWhatItEnds(t *testing.T) {
	aside(t, func(t *testing.T, w *world, _ *model) {
		w.bot.Brain.Respond = func(ctx context.Context, _ *turn.Turn) (answer, note *turn.Reply, err error) {
			<-ctx.Done()
			time.Sleep(time.Second) // it is slow to notice
			return nil, nil, ctx.Err()
		}
		w.say("background write the long letter")
		time.Sleep(soon)
		w.say("stop")
		time.Sleep(soon)
		w.said(t, "Stopped.")
		if got := outcomes(w); !slices.Equal(got[len(got)-2:], []string{event.Stopped, event.Answered}) {
			t.Errorf("turns ended %v", got)
		}
	})
}

// read is a store that says before each read what is wanted.
type read struct {
	ledger.Store
	before func(q ledger.Query)
}

// SeesReads implements ledger.Witness.
func (*read) SeesReads() {}

// Read implements ledger.Store.
func (r *read) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	r.before(q)
	return r.Store.Read(ctx, q)
}

// "stop" ends also a thought that came to its end while "stop" was being read.
func TestStopEndsAThoughtThatIsAtItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		var word atomic.Uint64
		var thought *call
		ends := sync.OnceFunc(func() {
			thought.answers("Dear all.")
			time.Sleep(time.Second) // of the bubble: it is over by then
		})
		w.store = &read{Store: w.store, before: func(q ledger.Query) {
			if stop := event.Seq(word.Load()); stop != 0 && slices.Contains(q.Seqs, stop) {
				ends()
			}
		}}
		w.reopen(m)
		w.commands()
		stop := w.run()
		w.say("background write the long letter")
		thought = m.next(t)
		time.Sleep(soon)
		word.Store(uint64(w.mind.Head() + 1))
		w.say("stop")
		time.Sleep(soon)
		w.said(t, "Stopped.")
		if all := w.chat.texts(); slices.Contains(all, "Dear all.") {
			t.Errorf("said %q", all)
		}
		differ(t, "set aside", 0, w.aside())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
