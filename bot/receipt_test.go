package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Somebody can be quicker than a receipt: what he does to a post that stands there already,
// as far as anybody knows, is not about an unknown message.
func TestReactionBeforeTheReceipt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.fail = []error{&connectors.Error{Op: "chat: send", Reason: connectors.Unknown}}
		stop := w.run()
		w.say("hello")
		synctest.Wait() // the first attempt ended in doubt
		if n := len(w.payloads("post.attempted")); n != 1 {
			t.Fatalf("%d attempts", n)
		}
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		if got := w.payloads("reacted"); len(got) != 1 || got[0].(event.Reacted).Emoji != "👍" {
			t.Errorf("of the reaction there is %v", got)
		}
		w.must(connectors.Event{Kind: connectors.React, Message: "p77", Emoji: "👍"}) // nothing is on its way: it does not wait
		if got := w.payloads("unplaced"); len(got) != 1 {
			t.Errorf("of one to an unknown message there is %v", got)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// While what is left of a post surely does not leave, a reaction to the part that stands there finds it, and
// one to an unknown message waits for no receipt.
func TestReactionsWhileAPostDoesNotLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.chat.limits.Max = 40
		w.bot.Connectors = []connectors.Connector{&falling{w.chat, 1, false}}
		defer w.run()()
		w.queue("home", strings.Repeat("one more line\n\n", 5))
		synctest.Wait()
		differ(t, "parts that left", 1, len(w.payloads("post.part")))
		began := time.Now()
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.React, Message: "p77", Emoji: "👍"})
		differ(t, "placed", 1, len(w.payloads("reacted")))
		differ(t, "not placed", 1, len(w.payloads("unplaced")))
		if waited := time.Since(began); waited >= 5*time.Second {
			t.Errorf("a receipt was waited for: %s", waited)
		}
	})
}

// Where a post may be there twice, the button of either copy does what it says, also that
// of the one no receipt tells of; and the card still says that it came again.
func TestAPressOnACopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		w.chat.limits.Buttons = true
		a := newAble(w)
		w.chat.fail = []error{&connectors.Error{Op: "chat: send", Reason: connectors.Unknown}}
		stop := w.run()
		w.say("we go north")
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "👍"}) // by now it was sent again
		token := w.chat.shown[0].Buttons[0].Token
		w.must(connectors.Event{Kind: connectors.Press, Message: "copy", Button: token, Place: connectors.Place{Platform: "chat", Room: "elsewhere"}})
		synctest.Wait()
		differ(t, "shown", []string{"Shall I?"}, w.chat.texts())
		w.must(connectors.Event{Kind: connectors.Press, Message: "copy", Button: token})
		synctest.Wait()
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		differ(t, "shown after", []string{"done: record it"}, w.chat.texts()[1:])
		if e := a.edited["copy"]; !strings.Contains(e.Text, "**Record**") || !e.Again {
			t.Errorf("the card now says %q, again: %v", e.Text, e.Again)
		}
	})
}

// Our own clock may have been behind for a while: what was taken back is found by the
// platform's.
func TestWhatIsNoLongerThereByAWrongClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var behind atomic.Int64 // nanoseconds
		w := newWorld(t)
		w.now = func() time.Time { return time.Now().Add(-time.Duration(behind.Load())) }
		w.open(func(context.Context, *turn.Turn) (*turn.Reply, error) { return &turn.Reply{By: "x"}, nil })
		defer w.run()()
		hear := func(id connectors.MessageID) {
			e := connectors.Event{Key: string(id), Kind: connectors.Message, Message: id, Text: "said", At: time.Now(), Place: room, Direct: true, From: connectors.Person{Platform: "chat", ID: "sam"}}
			s := spoken{e, make(chan error, 1)}
			w.chat.in <- s
			if err := <-s.taken; err != nil {
				t.Fatal(err)
			}
		}
		since := time.Now()
		time.Sleep(time.Minute)
		hear("gone")
		time.Sleep(time.Minute)
		behind.Store(int64(24 * time.Hour))
		hear("kept")
		behind.Store(0)
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Remaining, Since: since, Still: []connectors.MessageID{"kept"}})
		synctest.Wait()
		differ(t, "taken back", 1, len(w.payloads("unsaid")))
	})
}

// A clock that is set back holds up nothing for longer than the pace does.
func TestPaceByAClockThatIsSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var behind atomic.Int64 // nanoseconds
		w := newWorld(t)
		w.now = func() time.Time { return time.Now().Add(-time.Duration(behind.Load())) }
		w.open(echo)
		w.chat.limits.PerMinute = 2
		stop := w.run()
		for _, text := range []string{"one", "two"} {
			w.say(text)
			synctest.Wait()
		}
		behind.Store(int64(24 * time.Hour))
		w.say("three")
		synctest.Wait()
		differ(t, "shown", 2, len(w.chat.texts()))
		time.Sleep(2 * time.Minute)
		differ(t, "shown after two minutes", 3, len(w.chat.texts()))
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What was pressed, or given by a command of the platform, stands nowhere: that it is not
// among what stands there does not take it back.
func TestWhatStandsNowhereIsNotTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		w.chat.limits.Buttons = true
		defer w.run()()
		since := w.now()
		time.Sleep(time.Minute)
		asked := w.say("we go north")
		synctest.Wait()
		w.must(connectors.Event{Kind: connectors.Press, Message: "p1", Button: w.chat.shown[0].Buttons[0].Token})
		w.must(connectors.Event{Kind: connectors.Message, Text: "record all", Fleeting: true})
		synctest.Wait()
		time.Sleep(time.Minute)
		w.must(connectors.Event{Kind: connectors.Remaining, Since: since, Still: []connectors.MessageID{asked}})
		synctest.Wait()
		differ(t, "taken back", 0, len(w.payloads("unsaid")))
		differ(t, "heard", 3, len(w.payloads("heard")))
	})
}

// finder is a platform on which posts can be looked up, by its own clock.
type finder struct {
	*chat
	since time.Time
}

func (f *finder) Find(_ context.Context, _ connectors.Post, since time.Time) (connectors.MessageID, bool, error) {
	f.since = since
	return "p1", true, nil
}

// What is in doubt is looked for from when it can have arrived by the platform's clock,
// although ours was ahead when it left: an answer, also to what was forgotten since, and what
// nobody asked for.
func TestLookedForByThePlatformsClock(t *testing.T) {
	for _, what := range []string{"an answer", "an answer to what was forgotten", "what nobody asked for"} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.now = func() time.Time { return time.Now().Add(24 * time.Hour) }
				w.open(echo)
				f := &finder{chat: w.chat}
				w.bot.Connectors = []connectors.Connector{f}
				said := time.Now()
				stop := w.run()
				hear := func(key string) {
					s := spoken{connectors.Event{
						Key: key, Kind: connectors.Message, Message: connectors.MessageID(key), Text: "hello", At: said, Place: room, Direct: true,
						From: connectors.Person{Platform: "chat", ID: "sam"},
					}, make(chan error, 1)}
					w.chat.in <- s
					if err := <-s.taken; err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
				}
				hear("e0")
				time.Sleep(5 * time.Second)
				w.chat.fail = []error{&connectors.Error{Op: "chat: send", Reason: connectors.Unknown}}
				shown := len(w.chat.texts())
				switch what {
				case "what nobody asked for":
					if _, err := w.mind.Record(t.Context(), w.bot.Pens.Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "Take the pills."})); err != nil {
						t.Fatal(err)
					}
				default:
					hear("e1")
				}
				if synctest.Wait(); what == "an answer to what was forgotten" {
					var heard event.Seq
					for r, err := range w.mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Newest: true, Limit: 1}) {
						if err != nil {
							t.Fatal(err)
						}
						heard = r.Seq
					}
					plan, err := w.mind.Reach(t.Context(), heard)
					if err != nil {
						t.Fatal(err)
					}
					if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(time.Minute)
				if err := stop(); err != nil {
					t.Fatal(err)
				}
				if f.since.IsZero() || f.since.After(said) || len(w.chat.texts()) > shown {
					t.Errorf("it was said at %v and looked for since %v; shown again: %q", said, f.since, w.chat.texts()[shown:])
				}
			})
		})
	}
}

// It is looked for from the earliest of the last five messages from there, for one of them may have been
// stamped by our own clock; not from what is older, nor from what another platform told.
func TestLookedForSinceTheLastMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.now = func() time.Time { return time.Now().Add(24 * time.Hour) }
		w.open()
		f := &finder{chat: w.chat}
		w.bot.Connectors = []connectors.Connector{f}
		began := time.Now()
		heard := func(platform string, ago time.Duration) {
			w.record(w.pens.For(event.Bot).Write(event.Heard{
				Place: event.Place{Platform: platform, Room: "home"}, Person: event.Person{Platform: platform, ID: "sam"},
				Message: fmt.Sprint(platform, ago), On: began.Add(-ago), Text: "hello", Audience: event.Private, Overheard: true,
			}))
		}
		heard("chat", 6*time.Hour)
		for _, ago := range []time.Duration{time.Hour, 4 * time.Hour, 2 * time.Hour, 3 * time.Hour, time.Hour + 1} {
			heard("chat", ago)
		}
		for range 5 {
			heard("other", 9*time.Hour)
		}
		w.record(w.pens.For(event.Outbox).Write(event.PostQueued{Place: home, Text: "Take the pills."}))
		w.chat.fail = []error{&connectors.Error{Op: "chat: send", Reason: connectors.Unknown}}
		defer w.run()()
		time.Sleep(time.Hour)
		synctest.Wait()
		differ(t, "looked for since", 4*time.Hour, began.Sub(f.since))
	})
}
