package acquaintance_test

import (
	"strings"
	"testing"

	"citadel/brain/acquaintance"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// What was said a minute ago counts already: the principal's own words, as they stand after an edit,
// and nobody else's.
func TestKnown(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-11-20 08:00")
	w.Say("Ana is my sister")
	old := w.Say("Tom Weiss works at Henderson")
	w.Record(w.Pens.For(event.Bot).Write(event.Edited{Message: old, Text: "Tom Weiss works at Acme", On: w.Now}).Because(old).Resting(old))
	w.Say("My son Leo starts school in March")
	w.Say("remember Zoe works at Google") // a command has seen to that itself
	overheard := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: "Rui works at Google", On: w.Now})
	overheard.Trust = event.ByThirdParty
	w.Record(overheard)
	turn := w.Turn(w.Say("Nora works at Google"))

	known, err := acquaintance.Known(t.Context(), turn)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range known.List() {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, ", "); got != "Ana, Tom Weiss" {
		t.Errorf("known are %s", got)
	}
	if e, ok := known.Called("Tom")[0].Employer(); !ok || e.Value != "Acme" || e.Message != old {
		t.Errorf("as edited: %+v", e)
	}
	if !known.Minor("Leo") {
		t.Error("a minor has a file")
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.People.List()) > 0 {
			t.Error("the mind's own state was changed")
		}
	})
}

// What a message said of somebody falls with the message, whether a memory of it was made before that
// or was under way, and holds again with it.
func TestAMessageThatWasCorrected(t *testing.T) {
	for _, order := range []string{"never a memory", "memory first", "correction first"} {
		w := turntest.New(t)
		w.At("2026-11-20 08:00")
		said := w.Say("My sister is Ana")
		memory := func() {
			w.Write(event.Learned{
				Sort: "fact", Text: "My sister is Ana", Quote: "My sister is Ana", Subject: "me", Attribute: "sister", Value: "Ana",
				Provenance: event.Stated, On: w.Now,
			}, said)
			w.Write(event.Integrated{Messages: []event.Seq{said}, By: event.ByRules, Learned: 1}, said)
		}
		if order == "memory first" {
			memory()
		}
		w.Write(event.Superseded{Memory: said, On: w.Now, Reason: "corrected"}, said)
		if order == "correction first" {
			memory()
		}
		known := func() (n int) {
			people, err := acquaintance.Known(t.Context(), w.Turn(w.Say("who is Ana?")))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range people.Called("Ana") {
				n += len(p.Statements)
			}
			return n
		}
		if n := known(); n != 0 {
			t.Errorf("%s: corrected, %d statements stand", order, n)
		}
		w.Write(event.Restored{Memory: said}, said)
		if n := known(); n != 1 {
			t.Errorf("%s: taken back, %d statements stand", order, n)
		}
	}
}
