package inspect_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "predictions" lists what was foretold, with his record once something of it is decided.
func TestPredictions(t *testing.T) {
	w := live(t)
	turntest.Golden(t, w.Mind, "predictions-none", w.ask("predictions"))
	foretell := func(text string, p float64) event.Seq {
		said := w.Say("I bet " + text)
		return w.record(event.Decisions, event.PredictionMade{
			Text: text, P: p, Due: time.Date(2027, 4, 1, 9, 0, 0, 0, turntest.Zone), Message: said, On: w.Now, Audience: event.Private,
		}, said)
	}
	right, wrong := foretell("the Henderson deal closes by March", 0.8), foretell("rates fall by March, 60 %", 0.6)
	foretell("oil falls by March", 0.7)
	dropped := foretell("Acme renews by March", 0.7)
	turntest.Golden(t, w.Mind, "predictions-open", w.ask("predictions"))
	for p, outcome := range map[event.Seq]string{right: event.CameTrue, wrong: event.CameWrong, dropped: event.Undecided} {
		w.record(event.Decisions, event.PredictionResolved{Prediction: p, Outcome: outcome, On: w.Now}, p)
	}
	turntest.Golden(t, w.Mind, "predictions-record", w.ask("predictions"))

	told := w.Say("Kim never pays on time")
	m := w.record(event.Learning, event.Learned{Sort: "statement", Text: "Kim never pays on time", Quote: "Kim never pays on time", Provenance: event.Inferred, Importance: .5, On: w.Now, Audience: event.Private}, told)
	said := w.Say("I bet Kim pays late by March")
	p := w.record(event.Decisions, event.PredictionMade{Text: "Kim pays late by March", P: 0.8, Message: said, On: w.Now, Audience: event.Private, Because: []event.Seq{m}}, said)
	w.record(event.Decisions, event.PredictionResolved{Prediction: p, Outcome: event.CameWrong, On: w.Now}, p)
	says(t, w.ask("predictions"), fmt.Sprintf(", because of `m%d`, did not come true", m))
	says(t, w.ask("memories"), "less sure by 1 prediction that did not come true")
}
