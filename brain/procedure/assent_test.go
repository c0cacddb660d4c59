package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// A "yes" under the list of what holds some words forgets nothing, and is not passed over: it is
// told what to type.
func TestAYesUnderAListToForget(t *testing.T) {
	for _, said := range []string{"yes", "Yes, please.", "no"} {
		w := turntest.New(t)
		m := w.Say("The Acme job is half done")
		asked := w.Say("forget Acme job")
		w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Audience: event.Private, Text: "1 item holds it.", Answer: &event.Answer{Message: asked, By: "command:forget"},
			Buttons: []event.Button{{Label: "Forget all", Says: "forget " + phrase.Handle('m', m)}},
		}).Because(asked))
		_, r := ask(t, w, said)
		if r == nil {
			t.Fatalf("%q is not answered", said)
		}
		if got := r.Text.String(); !strings.Contains(got, "Nothing is forgotten yet") || !strings.Contains(got, "`forget "+phrase.Handle('m', m)+"`") {
			t.Errorf("%q is answered %q", said, got)
		}
	}
}
