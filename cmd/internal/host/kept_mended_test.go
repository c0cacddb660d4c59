package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// What he asked to have kept and mended is told as it stands, and as it was once that is taken back.
func TestAMendedKeptWord(t *testing.T) {
	tg := spots[1]
	for _, between := range []string{"", "I like tea"} {
		w := settle(t, nil, nil)
		w.pass(time.Minute)
		said := w.event(tg, "remember my car is blue")
		w.burst(said)
		if between != "" {
			w.in(tg, between)
		}
		w.in(tg, "remember my car is red", func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
		for _, when := range []string{"at once", "once it was read"} {
			if got := saidIn(w.in(tg, "what colour is my car?"), tg); !strings.Contains(got, "red") || strings.Contains(got, "no longer") {
				t.Errorf("%s: %q", when, got)
			}
			if when == "at once" {
				w.digest()
			}
		}
		w.in(tg, "undo")
		if got := saidIn(w.in(tg, "what colour is my car?"), tg); !strings.Contains(got, "my car is blue") || strings.Contains(got, "red") || strings.Contains(got, "no longer") {
			t.Errorf("taken back: %q", got)
		}
	}
}
