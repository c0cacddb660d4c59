package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// appears has half an answer appear on the platform, by a call that nobody waits for any more.
func (w *world) appears(turn event.Seq) {
	w.chat.mu.Lock()
	defer w.chat.mu.Unlock()
	w.chat.draft = connectors.Draft{Place: room, Turn: uint64(turn), Text: "half an ans"}
}

// Half an answer that appears after its whole one goes by itself, soon after the last moment at
// which one could.
func TestADraftThatComesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.DraftLate = 10 * time.Second
		w.chat.onDraft = func(context.Context, connectors.Draft) error {
			return &connectors.Error{Op: "chat", Reason: connectors.Unknown}
		}
		stop := w.run()
		w.say("think hard")
		c := m.next(t)
		c.drafts("half an ans")
		w.chat.mu.Lock()
		w.chat.onDraft = nil
		w.chat.mu.Unlock()
		time.Sleep(time.Minute) // it is still thought about: nothing is withdrawn
		differ(t, "while it is written", "half an ans", w.chat.drafted())
		c.answers("half an answer")
		w.appears(c.turn)
		time.Sleep(16 * time.Second)
		synctest.Wait()
		differ(t, "then", "", w.chat.drafted())
		differ(t, "posts", []string{"half an answer"}, w.chat.texts())
		calls := len(w.chat.written())
		time.Sleep(time.Hour)
		differ(t, "looked again", calls, len(w.chat.written()))
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.kept(t)
	})
}

// It goes also where it appears a little after that moment by our clock: the platform counts from
// when it had the call, and we from when we gave it up.
func TestADraftThatComesALittleLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.DraftLate = 10 * time.Second
		stop := w.run()
		w.say("think hard")
		c := m.next(t)
		c.drafts("half an ans")
		c.answers("half an answer")
		time.Sleep(12 * time.Second)
		w.appears(c.turn)
		time.Sleep(4 * time.Second)
		synctest.Wait()
		differ(t, "then", "", w.chat.drafted())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What a process that was killed left beside the whole answer goes at the next start, and what
// comes of its last call after that, too; the answer that is being written by then stays.
func TestADraftThatComesLateForTheNextProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.chat.limits.DraftLate = 10 * time.Second
		stop := w.run()
		w.say("think hard")
		first := m.next(t)
		first.drafts("half an ans")
		first.answers("half an answer")
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.appears(first.turn)
		w.reopen(m)
		stop = w.run()
		synctest.Wait()
		differ(t, "at the start", "", w.chat.drafted())
		w.appears(first.turn)
		time.Sleep(16 * time.Second)
		synctest.Wait()
		differ(t, "soon after", "", w.chat.drafted())
		w.say("and again")
		next := m.next(t)
		next.drafts("another")
		time.Sleep(time.Minute)
		differ(t, "the next", "another", w.chat.drafted())
		next.answers("another answer")
		differ(t, "posts", []string{"half an answer", "another answer"}, w.chat.texts())
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.kept(t)
	})
}
