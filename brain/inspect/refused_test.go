package inspect_test

import (
	"strings"
	"testing"

	"citadel/memory/event"
)

// Status names what could not be delivered, with how to read it.
func TestStatusNamesWhatWasNotDelivered(t *testing.T) {
	w := live(t)
	post := w.record(event.Outbox, event.PostQueued{Place: event.Place{Platform: "telegram", Room: "5"}, Text: "The pills."})
	w.record(event.Outbox, event.PostFailed{Post: post, Reason: "forbidden"})
	got := w.ask("status").Text.String()
	if !strings.Contains(got, "Not delivered on Telegram since ") || !strings.Contains(got, "1 message (forbidden)") || strings.Contains(got, "pills") {
		t.Errorf("status:\n%s", got)
	}
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	if got := w.in(work, event.Work, 0, "status").Text.String(); strings.Contains(got, "Telegram") {
		t.Errorf("status where others read:\n%s", got)
	}
}
