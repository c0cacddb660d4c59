package inspect_test

import (
	"strings"
	"testing"

	"citadel/memory/event"
)

// Status names what could not be delivered, with how to read it, and so what is not allowed but
// tried again.
func TestStatusNamesWhatWasNotDelivered(t *testing.T) {
	for _, refused := range []func(post event.Seq) event.Payload{
		func(post event.Seq) event.Payload { return event.PostFailed{Post: post, Reason: "forbidden"} },
		func(post event.Seq) event.Payload { return event.PostBarred{Post: post, Reason: "forbidden"} },
	} {
		w := live(t)
		post := w.record(event.Outbox, event.PostQueued{Place: event.Place{Platform: "telegram", Room: "5"}, Text: "The pills."})
		w.record(event.Outbox, refused(post))
		got := w.ask("status").Text.String()
		if !strings.Contains(got, "Not delivered on Telegram since ") || !strings.Contains(got, "1 message (forbidden)") || strings.Contains(got, "pills") {
			t.Errorf("status:\n%s", got)
		}
		work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
		if got := w.in(work, event.Work, 0, "status").Text.String(); strings.Contains(got, "Telegram") {
			t.Errorf("status where others read:\n%s", got)
		}
	}
}

// Status counts what came from the principal and could not be read.
func TestStatusCountsWhatCouldNotBeRead(t *testing.T) {
	w := live(t)
	for range 2 {
		w.record(event.Bot, event.Unparsed{Connector: "telegram", Raw: `{"story":{}}`})
	}
	if got := w.ask("status").Text.String(); !strings.Contains(got, "Could not be read on Telegram: 2 messages, the last ") {
		t.Errorf("status:\n%s", got)
	}
	if got := w.in(event.Place{Platform: "slack", Account: "T1", Room: "D1"}, event.Work, 0, "status").Text.String(); strings.Contains(got, "Telegram") {
		t.Errorf("status where others read:\n%s", got)
	}
}
