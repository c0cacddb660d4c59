package host_test

import (
	"strings"
	"testing"

	"citadel/connectors"
)

// Who deletes a correction takes it back: what it had corrected counts again, as with undo, and
// no memory goes without a word.
func TestWhatADeletedCorrectionCorrectedCountsAgain(t *testing.T) {
	for name, digested := range map[string]bool{"at once": false, "once it was read through": true} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.in(atTelegram, "remember my car is blue")
			said := w.event(atTelegram, "No, my car is red.")
			w.burst(said)
			if digested {
				w.digest()
			}
			if got := saidIn(w.in(atTelegram, "What colour is my car?"), atTelegram); !strings.Contains(got, "red") {
				t.Fatalf("corrected: %q", got)
			}
			w.in(atTelegram, "", func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, said.Message })
			if got := saidIn(w.in(atTelegram, "What colour is my car?"), atTelegram); !strings.Contains(got, "blue") || strings.Contains(got, "red") {
				t.Errorf("after the deletion: %q", got)
			}
			if got := saidIn(w.in(atTelegram, "memories"), atTelegram); !strings.Contains(got, "my car is blue") || strings.Contains(got, "red") {
				t.Errorf("remembered: %q", got)
			}
		})
	}
}
