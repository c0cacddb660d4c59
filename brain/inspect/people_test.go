package inspect_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// stated records something the principal said of somebody, and what was learned from it.
func (w *life) stated(text, subject, attribute, value string) event.Seq {
	w.t.Helper()
	m := w.Say(text)
	w.record(event.Learning, event.Learned{
		Sort: "fact", Text: text, Quote: text, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated, On: w.Now,
	}, m)
	return m
}

// dealings is a life with some persons in it.
func dealings(t *testing.T) *life {
	w := live(t)
	w.At("2026-08-12 15:00")
	w.stated("Acme Foods buys board from two mills in Victoria", "Acme Foods", "buys", "board")
	w.stated("Priya Nair works at Acme Foods", "Priya Nair", "employer", "Acme Foods")
	w.set(event.Asked{What: event.AskGroup, Name: "Priya Nair", Text: event.Growth}, w.Say("group Priya growth"))
	w.stated("Ana is my sister", "me", "sister", "Ana")
	w.At("2026-09-03 11:00")
	w.stated("Prefers calls before 11", "Priya", "prefers", "calls before 11")
	w.set(event.Asked{What: event.AskNote, Name: "Priya", Sort: event.Payment, Text: "pays 24 days after invoice"}, w.Say("note payment Priya: pays 24 days after invoice"))
	w.stated("Tom Weiss works at Henderson", "Tom Weiss", "employer", "Henderson")
	w.stated("Tom Baker is a plumber", "Tom Baker", "role", "a plumber")
	w.At("2025-10-01 10:00")
	w.set(event.Asked{What: event.AskGroup, Name: "Henderson", Text: event.Boundary}, w.Say("group Henderson boundary"))
	w.At("2026-11-20 08:30")
	return w
}

func TestPeople(t *testing.T) {
	for name, text := range map[string]string{
		"people": "people", "people-file": "people Priya", "people-untiered": "people Ana", "people-which": "people Tom",
		"people-nobody": "people Zoe", "people-expired": "people Henderson",
	} {
		t.Run(name, func(t *testing.T) { w := dealings(t); w.golden(name, w.ask(text)) })
	}
	unclear := dealings(t)
	unclear.stated("Tom's birthday is on 3 May", "Tom", "birthday", "3 May")
	unclear.golden("people-unclear", unclear.ask("people Tom"))
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-20 08:30")
	w.golden("people-empty", w.ask("people"))
}

// A file shows in a work place only what may be shown there, and of somebody of whom nothing may
// be shown it does not even say that he is known.
func TestPeopleAtWork(t *testing.T) {
	w := dealings(t)
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	m := w.SayIn(work, event.Work, 0, "Priya Nair likes tea")
	w.record(event.Learning, event.Learned{
		Sort: "fact", Text: "Priya Nair likes tea", Quote: "Priya Nair likes tea", Subject: "Priya Nair", Attribute: "likes", Value: "tea",
		Provenance: event.Stated, On: w.Now, Audience: event.Work,
	}, m)
	r := w.in(work, event.Work, 0, "people Priya")
	w.golden("people-work", r)
	says(t, r, "tea", "!*growth*", "!No group", "!Acme", "!24 days", "!calls")
	list := w.in(work, event.Work, 0, "people")
	says(t, list, "Priya", "!Ana", "!Henderson", "!Tom")
	says(t, w.in(work, event.Work, 0, "people Ana"), "I hold nothing")
}

// What the principal said a moment ago stands in a file at once, and "memories of" agrees with it by
// every name of that person.
func TestAFileAndItsMemoriesAgree(t *testing.T) {
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-20 08:30")
	for _, text := range []string{
		"Priya Nair from Acme Foods is my client.", "Their packaging is about A$41,000 a month.", "Priya's birthday is on 3 May.", "Tom paid late again.",
	} {
		w.Say(text)
	}
	w.set(event.Asked{What: event.AskAlias, Name: "Priya Nair", Text: "PN"}, w.Say("people Priya is also PN"))
	says(t, w.ask("people"), "1 person", "Priya Nair, your client")
	for _, name := range []string{"Priya", "Priya Nair", "PN"} {
		says(t, w.ask("people "+name), "Priya Nair, your client", "is my client", "packaging is about A$41,000", "birthday is on 3 May")
		says(t, w.ask("memories of "+name), "What I remember of Priya Nair", "is my client", "birthday is on 3 May", "!A$41,000")
	}
	says(t, w.ask("people Acme Foods"), "A$41,000")
	says(t, w.ask("memories of Acme Foods"), "A$41,000", "!birthday")
	says(t, w.ask("people Tom"), "Tom paid late again")
	says(t, w.ask("memories of Tom"), "Tom paid late again")

	w.stated("Tom Weiss works at Henderson", "Tom Weiss", "employer", "Henderson")
	w.stated("Tom Baker is a plumber", "Tom Baker", "role", "a plumber")
	says(t, w.ask("memories of Weiss"), "works at Henderson", "!plumber", "!paid")
	says(t, w.ask("memories of Tom"), "could be", "memories of")
}
