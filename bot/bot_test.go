package bot_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// When a platform has said its last, the bot ends, even with posts for a platform that
// is not here today.
func TestEndOfInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		elsewhere := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "slack", Room: "x"}, Text: "later"})
		if _, err := w.mind.Record(t.Context(), elsewhere); err != nil {
			t.Fatal(err)
		}
		over := make(chan error, 1)
		go func() { over <- w.bot.Run(t.Context()) }()
		w.say("one")
		close(w.chat.in)
		synctest.Wait()
		select {
		case err := <-over:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Fatal("the bot waits for a platform that is not here")
		}
		differ(t, "shown", []string{"heard one"}, w.chat.texts())
	})
}

// A connection that breaks now and then is taken up quickly each time; only one that
// brings nothing is left alone for longer and longer.
func TestReconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		broken := func() time.Duration {
			began, runs := time.Now(), w.chat.started()
			w.chat.reruns <- errTemporary
			for synctest.Wait(); w.chat.started() == runs; synctest.Wait() {
				time.Sleep(100 * time.Millisecond)
			}
			return time.Since(began)
		}
		for range 10 {
			w.say("one")
			if d := broken(); d > time.Second {
				t.Fatalf("taken up after %s", d)
			}
		}
		for range 6 {
			broken()
		}
		if d := broken(); d < 5*time.Second {
			t.Errorf("a dead platform is tried again after %s", d)
		}
	})
}

// A post is tried until it is taken; where nobody can tell whether it arrived, it says so.
func TestDelivery(t *testing.T) {
	unknown := &connectors.Error{Op: "chat", Reason: connectors.Unknown, Err: errors.New("hung up")}
	gone := &connectors.Error{Op: "chat", Reason: connectors.Gone}
	for name, c := range map[string]struct {
		fail  []error
		again bool
		shown int
	}{
		"taken":                    {nil, false, 1},
		"in doubt":                 {[]error{unknown}, true, 1},
		"refused":                  {[]error{gone}, false, 0},
		"in doubt, then not taken": {[]error{unknown, errTemporary, errTemporary}, true, 1},
		"not taken":                {[]error{errTemporary, errTemporary}, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, echo)
				w.chat.fail = c.fail
				defer w.run()()
				m := w.say("one")
				time.Sleep(time.Minute) // the bubble's clock
				synctest.Wait()
				differ(t, "posts shown", c.shown, len(w.chat.shown))
				differ(t, "over", []connectors.MessageID{m}, w.chat.ended())
				if len(w.chat.shown) > 0 {
					differ(t, "marked as shown again", c.again, w.chat.shown[0].Again)
				}
			})
		})
	}
}

// What cannot be written down is not acknowledged, and the bot ends with the reason.
func TestFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		full := &filling{Store: w.store}
		w.store = full
		w.open(echo)
		over := make(chan error, 1)
		go func() { over <- w.bot.Run(t.Context()) }()
		w.say("one")
		synctest.Wait()
		full.full.Store(true)
		if err := w.hear(connectors.Event{Kind: connectors.Message, Key: "k", Message: "k", Text: "two"}); !errors.Is(err, ledger.ErrNoSpace) {
			t.Errorf("the platform is told %v", err)
		}
		if err := <-over; !errors.Is(err, ledger.ErrNoSpace) {
			t.Errorf("Run = %v", err)
		}
		// There is room again: the platform brings it once more.
		full.full.Store(false)
		w.open(echo)
		defer w.run()()
		if err := w.hear(connectors.Event{Kind: connectors.Message, Key: "k", Message: "k", Text: "two"}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		differ(t, "shown", []string{"heard two"}, w.chat.texts())
	})
}

// A stranger's words do not reach the mind; that somebody was there does.
func TestStranger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		e := connectors.Event{Kind: connectors.Message, Text: "hello", From: connectors.Person{Platform: "chat", ID: "eve"}}
		w.must(e)
		synctest.Wait()
		differ(t, "heard", 0, len(w.payloads("heard")))
		differ(t, "passed", 1, len(w.payloads("passed")))
		differ(t, "shown", []string{refusal}, w.chat.texts())
		differ(t, "over", 1, len(w.chat.ended()))
	})
}

// Who leaves is let go at once: what was said meanwhile is kept for the next process, and
// the platform hears that the turn is over.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w *world
		w = newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			time.Sleep(time.Minute) // of the bubble: what comes now is not folded in
			e := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Text: "one more"})
			e.Trust = event.ByPrincipal
			_, err := w.mind.Record(ctx, e)
			return &turn.Reply{By: "command:exit", Leave: true}, err
		})
		over := make(chan error, 1)
		go func() { over <- w.bot.Run(t.Context()) }()
		m := w.say("exit")
		time.Sleep(time.Hour)
		synctest.Wait()
		select {
		case err := <-over:
			if !errors.Is(err, bot.ErrLeft) {
				t.Errorf("Run = %v", err)
			}
		default:
			t.Fatal("still there")
		}
		differ(t, "over", []connectors.MessageID{m}, w.chat.ended())
		w.mind.Read(func(v memory.View) { differ(t, "waiting", 1, len(v.Thread.Waiting)) })
	})
}
