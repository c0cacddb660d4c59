package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// What corrects a mended statement corrects what it says now, read or not.
func TestAMendedStatementIsCorrected(t *testing.T) {
	tg := spots[1]
	for _, read := range []bool{false, true} {
		for correction, want := range map[string]string{"No, Porto": "Porto", "No, Ana lives in Faro": "Faro"} {
			w := settle(t, nil, nil)
			w.pass(time.Minute)
			said := w.event(tg, "My sister Ana lives in Porto.")
			w.burst(said)
			w.in(tg, "My sister Ana lives in Braga.", func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
			if read {
				w.digest()
			}
			told := saidIn(w.in(tg, correction), tg)
			got, _, _ := strings.Cut(saidIn(w.in(tg, "where does Ana live?"), tg), "\n")
			if !strings.Contains(got, want) || strings.Contains(told, "I have it so") {
				t.Errorf("read %v, %q: told %q, asked: %q", read, correction, told, got)
			}
		}
	}
}
