package dream_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store/embedded"
)

// What a dream says is in no search, neither as said nor as known; the memories of its day are.
func TestNoEvidence(t *testing.T) {
	w := begin(t, &sleeper{})
	w.aDay()
	w.sleep("2026-11-20 03:00")
	w.wake("2026-11-20 08:00")
	if q := w.shown(); len(q) != 1 || !strings.Contains(q[0].Text, "tide") {
		t.Fatalf("%+v", q)
	}
	s := embedded.New()
	f := memory.NewFollower(w.Mind, s)
	go func() { _ = f.Run(t.Context()) }() // it ends with the test
	if err := f.Await(t.Context(), w.Mind.Head()); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for item := range s.All(t.Context()) {
		texts = append(texts, item.Text)
	}
	holds := func(words string) bool {
		return slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, words) })
	}
	if holds("tide") || holds("golden") || holds("doors and water") || !holds("Geelong") {
		t.Errorf("%q", texts)
	}
}

// Forgetting a note of the day forgets the dream that was made of it, and what showed it is among what may be
// forgotten with it.
func TestForgottenWithItsNote(t *testing.T) {
	w := begin(t, &sleeper{})
	w.At("2026-11-19 09:00")
	said := w.Say("The warehouse in Geelong reopens.")
	w.Silence(said)
	w.Write(event.Learned{Sort: "statement", Text: "The warehouse in Geelong reopens.", Provenance: event.Stated, On: w.Now}, said)
	w.finish("Send the invoice to Tom")
	w.sleep("2026-11-20 03:00")
	w.wake("2026-11-20 08:00")
	plan, err := w.Mind.Reach(t.Context(), said)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked", said); err != nil {
		t.Fatal(err)
	}
	if d := w.last(); d.Seq != 0 || len(plan.Quote) != 1 {
		t.Errorf("%+v, %+v", d, plan)
	}
}
