package inspect_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "theories" lists what was thought of, newest first, with how sure it is, what it joins and what bore it out since; what
// ended or was turned down is left out, and before the first it says what would bring one.
func TestTheories(t *testing.T) {
	w := live(t)
	turntest.Golden(t, w.Mind, "theories-none", w.ask("theories"))
	think := func(text string, of ...event.Seq) event.Seq {
		return w.record(event.Learning, event.Learned{
			Sort: event.SortTheory, Text: text, Provenance: event.Generated, Importance: .5, Class: "standard", On: w.Now, Audience: event.Private,
		}, of...)
	}
	lead := w.learn(event.Learned{Sort: "fact", Text: "Henderson has a new finance lead.", Subject: "Henderson"}, w.lena)
	late := think("Henderson pays on time now because a new finance lead looks after it.", w.late, lead)
	for _, m := range []event.Seq{w.board, w.chase, w.porto} {
		w.record(event.Learning, event.Reinforced{Memory: late, Roots: []event.Seq{m}, As: event.Again}, late, m)
	}
	think("The rates are due for a look because board becomes dearer.", w.boardFact, w.loop)
	over := think("Ana moved because of the board.", w.portoFact, w.boardFact)
	w.record(event.Learning, event.Superseded{Memory: over, On: w.Now, Reason: "spoken against"}, over)
	down := think("Ana bakes because Acme buys board.", w.portoFact, w.boardFact)
	w.record(event.Learning, event.Judged{Memory: down, Verdict: event.Rejected}, down)
	turntest.Golden(t, w.Mind, "theories", w.ask("theories"))
	says(t, w.ask("memories theories"), "2 theories of mine")
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	if r := w.in(channel, event.Shared, 0, "theories"); !r.Direct {
		t.Errorf("a channel reads it: %s", r.Text.String())
	}
}
