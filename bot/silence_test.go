package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
