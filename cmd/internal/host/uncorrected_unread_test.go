package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// A correction that is deleted lets what it corrected count again, also where that had not been read by then.
func TestADeletedCorrectionOfWhatWasNotRead(t *testing.T) {
	tg := spots[1]
	w := settle(t, nil, nil)
	w.in(tg, "I like tea.")
	w.pass(time.Minute)
	w.in(tg, "My cat is Tom.")
	said := w.event(tg, "wrong, my cat is Tim")
	w.burst(said)
	w.digest()
	w.in(tg, "", func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, said.Message })
	if got := saidIn(w.in(tg, "what is my cat called?"), tg); !strings.Contains(got, "Tom") {
		t.Errorf("%q", got)
	}
}
