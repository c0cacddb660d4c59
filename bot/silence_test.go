package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// dyingAt is a store of which the process dies behind the commit that has an event of a kind.
type dyingAt struct {
	*inmem.Store
	at   event.Kind
	dead bool
}

func (s *dyingAt) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.dead {
		return errDied
	}
	s.dead = slices.ContainsFunc(rows, func(r ledger.Row) bool { return r.Kind == s.at })
	return s.Store.Append(ctx, rows, shred)
}

// That a platform fell silent is told, also where the process dies as soon as that is known.
func TestSilenceIsToldByTheNextProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, store: &dyingAt{Store: &inmem.Store{}, at: event.ConnectorSilent{}.Kind()}, now: time.Now}
		begin := func() func() error {
			w.open(echo)
			second := &able{chat: newChat(), began: time.Now()}
			second.hears(time.Now().Add(-time.Hour))
			w.bot.Connectors = append(w.bot.Connectors, namedOther{second})
			return w.run()
		}
		stop := begin()
		w.say("one")
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		if err := stop(); !errors.Is(err, errDied) {
			t.Fatalf("it ended with %v", err)
		}
		w.store = w.store.(*dyingAt).Store
		stop = begin()
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := w.chat.texts(); len(got) != 1 || !strings.HasPrefix(got[0], "**Other has been silent") {
			t.Errorf("told: %q", got)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// otherwise is one more platform.
type otherwise struct{ *able }

func (otherwise) Name() string { return "third" }

func third(t *testing.T, w *world) otherwise {
	t.Helper()
	c := otherwise{&able{chat: newChat(), began: time.Now()}}
	c.hears(time.Now())
	w.bot.Connectors = append(w.bot.Connectors, c)
	link := w.pens.For(event.Accounts).Write(event.AccountLinked{
		Person: event.Person{Platform: "third", ID: "sam"}, Place: event.Place{Platform: "third", Room: "home"}, Audience: event.Private, How: "setup",
	})
	if _, err := w.mind.Record(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	return c
}

// Where two platforms fall silent at once, each is told on one that is there.
func TestTwoPlatformsFallSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		second := namedOther{&able{chat: newChat(), began: time.Now()}}
		second.hears(time.Now())
		w.bot.Connectors = append(w.bot.Connectors, second)
		last := third(t, w)
		defer w.run()()
		time.Sleep(20 * time.Second)
		last.hears(time.Now()) // a little after the other
		said := spoken{connectors.Event{
			Kind: connectors.Message, Key: "t1", Message: "t1", Place: connectors.Place{Platform: "third", Room: "home"}, Direct: true,
			From: connectors.Person{Platform: "third", ID: "sam"}, At: time.Now(), Text: "one",
		}, make(chan error, 1)}
		last.in <- said
		if err := <-said.taken; err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		differ(t, "told where it cannot be read", []string{"heard one"}, last.texts())
		texts := w.chat.texts()
		if len(texts) != 2 || !strings.HasPrefix(texts[0], "**Other has been silent") || !strings.HasPrefix(texts[1], "**Third has been silent") {
			t.Errorf("told %q", texts)
		}
	})
}

// What no platform could say while this computer slept is no silence.
func TestAComputerThatSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		var slept time.Duration
		var mu sync.Mutex
		w.bot.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return time.Now().Add(slept).Round(0)
		}
		second := namedOther{&able{chat: newChat(), began: time.Now()}}
		second.hears(time.Now())
		w.bot.Connectors = append(w.bot.Connectors, second)
		defer w.run()()
		time.Sleep(time.Minute)
		mu.Lock()
		slept = 8 * time.Hour
		mu.Unlock()
		time.Sleep(14 * time.Minute)
		synctest.Wait()
		differ(t, "told", []string{}, w.chat.texts())
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if texts := w.chat.texts(); len(texts) != 1 || !strings.HasPrefix(texts[0], "**Other has been silent") {
			t.Errorf("told %q", texts)
		}
	})
}
