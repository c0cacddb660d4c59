package bot_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"citadel/memory/event"
)

// A slip of the finger that is mended into "stop" stops what runs, as "stop" itself does.
func TestEditedIntoStop(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("how do I write a long letter to the bank?")
		m.next(t)
		time.Sleep(soon)
		id := w.say("stpo")
		synctest.Wait()
		w.edit(id, "stop")
		synctest.Wait()
		w.said(t, "Stopped")
		if got := outcomes(w); !slices.Contains(got, event.Stopped) {
			t.Errorf("turns ended %v: none was stopped", got)
		}
	})
}

// And so it does with what is thought about beside the conversation.
func TestEditedIntoStopBeside(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("background write the long letter")
		m.next(t)
		time.Sleep(soon)
		id := w.say("stpo")
		m.next(t).answers("What?")
		synctest.Wait()
		w.edit(id, "stop")
		w.said(t, "Stopped")
		if n := w.aside(); n != 0 {
			t.Errorf("%d are still set aside", n)
		}
	})
}
