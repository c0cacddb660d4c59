package host_test

import (
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory"
)

// What keeps others out stays when the message that asked for it is taken back: the principal says so himself,
// by a word of its own, where it is to end.
func TestAWithdrawnCommandKeepsOthersOut(t *testing.T) {
	unsaid := func(w *town, said connectors.Event, s spot) {
		w.in(s, "", func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, said.Message })
	}
	for _, word := range []string{"lock telegram", "unlink telegram"} {
		t.Run(word, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.in(atTelegram, "My safe word is zebra.")
			said := w.event(atSlack, word)
			w.burst(said)
			unsaid(w, said, atSlack)
			if got := saidIn(w.in(atTelegram, "What is my safe word?"), atTelegram); strings.Contains(got, "zebra") {
				t.Errorf("who has the account is told %q", got)
			}
		})
	}
	t.Run("audience slack work", func(t *testing.T) {
		w := settle(t, nil, nil)
		w.in(atTelegram, "My bonus is 900 euros.")
		w.in(atSlack, "audience slack private")
		said := w.event(atSlack, "audience slack work")
		w.burst(said)
		unsaid(w, said, atSlack)
		if got := saidIn(w.in(atSlack, "What is my bonus?"), atSlack); strings.Contains(got, "900") {
			t.Errorf("shown where others read: %q", got)
		}
	})
	t.Run("stop observing", func(t *testing.T) {
		w := settle(t, nil, nil)
		w.in(acme, "observe")
		said := w.event(acme, "stop observing")
		w.burst(said)
		unsaid(w, said, acme)
		w.c.Mind.Read(func(v memory.View) {
			if len(v.Accounts.Channels) > 0 {
				t.Errorf("read along are %+v", v.Accounts.Channels)
			}
		})
	})
}

// What was done with a message that is taken back goes with it only when he says so.
func TestAWithdrawnMessageIsAskedAbout(t *testing.T) {
	for _, text := range []string{"group Ana boundary", "I bet it rains by March"} {
		t.Run(text, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.in(atTelegram, "Ana is my colleague.")
			w.digest()
			said := w.event(atTelegram, text)
			w.burst(said)
			w.deletes(atTelegram, said)
			if got := w.askedWhetherToForget(); !strings.Contains(got, "1 thing rests on it: ") {
				t.Errorf("said %q", got)
			}
		})
	}
}
