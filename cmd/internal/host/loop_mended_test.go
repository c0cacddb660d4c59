package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// What is open follows the message that says it, also where that is mended after another.
func TestWhatIsOpenFollowsItsMessage(t *testing.T) {
	tg := spots[1]
	for _, c := range []struct{ said, mended, open, gone string }{
		{"call the bank", "call the tax office", "Call the tax office", "bank"},
		{"I promised Priya the draft by Friday.", "I promised Priya the draft by Monday.", "23 Nov", "27 Nov"},
	} {
		w := settle(t, nil, nil)
		w.pass(time.Minute)
		said := w.event(tg, c.said)
		w.burst(said)
		w.in(tg, "I like tea")
		w.in(tg, c.mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
		for _, when := range []string{"at once", "once it was read"} {
			if got := saidIn(w.in(tg, "loops"), tg); !strings.Contains(got, "1 open loop") || !strings.Contains(got, c.open) || strings.Contains(got, c.gone) {
				t.Errorf("%s: %q", when, got)
			}
			w.digest()
		}
	}
}
