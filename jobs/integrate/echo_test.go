package integrate_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What the agent has just told is no news when it comes back, however it is taken up; what is added to it is, and
// so is what he says in answer to a question, or of himself.
func TestWhatTheAgentToldComesBack(t *testing.T) {
	for _, c := range []struct {
		post, said string
		learns     bool
	}{
		{"Ana lives in Faro.", "Ana lives in Faro, thanks for telling me.", false},
		{"Ana lives in Faro.", "Got it, Ana lives in Faro.", false},
		{"Ana lives in Faro.", "Thanks! Ana lives in Faro.", false},
		{"Ana lives in Faro.", "Ok so Ana lives in Faro.", false},
		{"Ana lives in Faro.", "Ana lives in Faro, I see.", false},
		{"Ana lives in Faro.", "Ana lives in Faro, huh.", false},
		{"Ana lives in Faro.", "Oh, Ana lives in Faro!", false},
		{"Ana lives in Faro.", "Interesting, Ana lives in Faro.", false},
		{"Faro: \"Ana lives in Faro\" (you, 27 November).", "Ana lives in Faro (you, 27 Nov 2026).", false},
		{"Marked wrong, no longer counted: Ana lives in Faro.", "Marked wrong, no longer counted: Ana lives in Faro", false},
		{"Ana lives in Porto.", "Ana lives in Faro.", true},
		{"Does Ana live in Porto or in Faro? I had: Ana lives in Faro.", "Ana lives in Faro.", true},
		{"Ana lives in Faro.", "Ana doesn't live in Faro.", true},
		{"I live in Faro, you said.", "I live in Faro.", true},
	} {
		w := newWorld(t)
		w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: c.post}))
		w.hear(c.said)
		w.pass()
		if learned, _ := all[event.Learned](w); (len(learned) > 0) != c.learns {
			t.Errorf("%q after %q: learned %+v", c.said, c.post, learned)
		}
	}
}

// An echo of what is known is kept for the record and is no evidence; of what was posted elsewhere, or long before,
// nothing is an echo.
func TestAnEchoIsNoEvidence(t *testing.T) {
	w := newWorld(t)
	post := func(place event.Place, text string) {
		w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{Place: place, Audience: event.Private, Text: text}))
	}
	w.hear("Tom said that Ana likes tea.")
	w.hear("Ana lives in Faro.")
	w.pass()
	_, recs := all[event.Learned](w)
	post(turntest.Console, "Ana lives in Faro.")
	w.hear("Ana lives in Faro, I see.")
	w.pass()
	if h := w.held(recs[1].Seq); h.Count != 1 {
		t.Errorf("%+v", h)
	}
	if r, _ := all[event.Reinforced](w); len(r) != 1 || len(r[0].Roots) != 0 {
		t.Errorf("%+v", r)
	}
	for range 3 {
		post(turntest.Console, "Noted.")
	}
	w.hear("Ana lives in Faro.")
	w.pass()
	if h := w.held(recs[1].Seq); h.Count != 2 {
		t.Errorf("said again of his own: %+v", h)
	}
}
