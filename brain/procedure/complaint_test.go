package procedure_test

import (
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// What he says was wrong with the last answer is noted, whoever answers him; of other talk, or
// where nothing was answered, nothing is.
func TestComplaints(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	sort := func(text string) string {
		for _, n := range procedure.Notes(w.Turn(w.Say(text))) {
			if e, ok := n.Payload.(event.Erred); ok {
				if len(n.From) == 0 || e.Post == 0 {
					t.Errorf("%q: %+v rests on %d", text, e, n.From)
				}
				return e.Sort
			}
		}
		return ""
	}
	if got := sort("I never said that."); got != "" {
		t.Errorf("nothing was answered: %q", got)
	}
	asked := w.Say("what did I say of the mills?")
	brain := w.Pens.For(event.Brain)
	w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{asked}}).Because(asked),
		w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "That they close."}).Because(ledger.Here(0)),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:claude-sonnet-5-5"}).Because(ledger.Here(0)))
	for said, want := range map[string]string{"I never said that.": event.ErrQuote, "You made that up": event.ErrInvented,
		"you got the date wrong": event.ErrFigure, "that's the wrong person": event.ErrName, "Thanks, and what of Acme?": ""} {
		if got := sort(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
	// Without a model it is answered as well.
	r, err := procedure.Desk{}.Answer(t.Context(), w.Turn(w.Say("you got the date wrong")))
	if err != nil || r == nil || r.By != "procedure:complaint" {
		t.Fatalf("%+v, %v", r, err)
	}
	turntest.Golden(t, w.Mind, "complaint", r)
}
