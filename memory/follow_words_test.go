package memory_test

import (
	"strings"
	"testing"

	"citadel/memory/event"
	"citadel/memory/store"
)

func (d diary) transcribe(message event.Seq, text string) event.Seq {
	d.t.Helper()
	return d.record(d.pens.For(event.Brain).Write(event.Transcribed{Message: message, Text: text, Spoken: text}).Because(message).Resting(message))
}

// fold makes a digest of messages, as one that is made from their words only, or also from those of edits.
func (d diary) fold(of []event.Seq, edits ...event.Seq) event.Seq {
	d.t.Helper()
	digested := event.Digested{Month: "2026-01", Of: of, Text: "January: two messages.", Audience: event.Private}
	return d.record(d.pens.For(event.Learning).Write(digested).Resting(append(of, edits...)...))
}

func (d diary) forget(seq event.Seq) {
	d.t.Helper()
	p, err := d.Reach(d.t.Context(), seq)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.Forget(d.t.Context(), p, "asked"); err != nil {
		d.t.Fatal(err)
	}
}

func texts(items []store.Item) (all string) {
	for _, i := range items {
		all += i.Text + "|"
	}
	return all
}

// An edit of what was folded into a digest is searched for in it, and what it said before is not; the same of what is
// written down late, of a new speaker, and when an edit is forgotten.
func TestAnEditReachesTheDigest(t *testing.T) {
	d := keep(t)
	a, b, c := d.hear("The lawyer is Dr Kranz."), d.hear("The boiler valve sticks."), d.hear("")
	digest := d.fold([]event.Seq{a, b, c})
	expect := func(step, has, hasNot string) {
		t.Helper()
		if got := texts(d.held(digest)); !strings.Contains(got, has) || hasNot != "" && strings.Contains(got, hasNot) {
			t.Errorf("%s: %s", step, got)
		}
		for _, m := range []event.Seq{a, b, c} {
			if items := d.held(m); len(items) > 0 {
				t.Errorf("%s: %d stands beside its digest: %v", step, m, items)
			}
		}
	}
	d.edit(a, "The lawyer is Dr Voss.")
	expect("edited", "Voss", "Kranz")
	d.transcribe(c, "Bo: the spare key is under the mat.")
	expect("written down", "mat", "Kranz")
	if speakers := d.held(digest); speakers[len(speakers)-1].Speaker != "Bo" {
		t.Errorf("whose words were written down is not told: %+v", speakers)
	}
	edit := d.record(d.pens.For(event.Bot).Write(event.Edited{Message: a, Text: "My friend is Zanzibar.", On: base}).Because(a).Resting(a))
	expect("edited again", "Zanzibar", "Voss")
	d.forget(edit)
	expect("the edit forgotten", "Voss", "Zanzibar")
	d.edit(b, " ")
	expect("edited to nothing", "Voss", "boiler")
	d.edit(c, " ") // and nobody else speaks in it any more
	expect("all of a speaker edited to nothing", "Voss", "mat")
}

// With an edit goes the digest that was made of its words; what it stood for is found again by itself, as it reads then.
func TestAForgottenEditTakesItsDigest(t *testing.T) {
	d := keep(t)
	a, b := d.hear("The lawyer is Dr Kranz."), d.hear("The boiler valve sticks.")
	edit := d.record(d.pens.For(event.Bot).Write(event.Edited{Message: a, Text: "My friend is Zanzibar.", On: base}).Because(a).Resting(a))
	digest := d.fold([]event.Seq{a, b}, edit)
	d.forget(edit)
	if left := d.held(digest); len(left) > 0 {
		t.Errorf("the digest stays: %v", left)
	}
	if got := texts(append(d.held(a), d.held(b)...)); got != "The lawyer is Dr Kranz.|The boiler valve sticks.|" {
		t.Errorf("found again is %s", got)
	}
}

// Words that an edit gives to a message without any are searched for, where it stood in the talk.
func TestAnEditGivesWords(t *testing.T) {
	d := keep(t)
	before, picture := d.hear("here is what I signed"), d.hear("")
	d.edit(picture, "This is the contract with Brandt.")
	after := d.hear("it runs for a year")
	items := d.held(picture)
	if len(items) != 1 || items[0].Session != uint64(before) {
		t.Fatalf("held: %+v", items)
	}
	if first, last := d.held(before)[0].Turn, d.held(after)[0].Turn; first >= items[0].Turn || items[0].Turn >= last {
		t.Errorf("it stands at %d, between %d and %d", items[0].Turn, first, last)
	}
	d.edit(picture, "The contract with Brandt is void.")
	if got := texts(d.held(picture)); got != "The contract with Brandt is void.|" {
		t.Errorf("edited again: %s", got)
	}
}

// An edit tells anew whose words the principal passes on.
func TestAnEditTellsWhoSpoke(t *testing.T) {
	d := keep(t)
	a := d.hear("Ana: I leave on Friday.")
	for text, want := range map[string]string{"Bob: I leave on Friday.": "Bob", "I leave on Friday.": ""} {
		d.edit(a, text)
		if who := d.held(a)[0].Speaker; who != want {
			t.Errorf("%q: said by %q", text, who)
		}
	}
}

// An edit to nothing leaves nothing to be found, and words may come back.
func TestAnEditTakesTheWords(t *testing.T) {
	d := keep(t)
	a := d.hear("The lawyer is Dr Kranz.")
	d.edit(a, " ")
	if items := d.held(a); len(items) > 0 {
		t.Errorf("an item without words: %+v", items)
	}
	d.edit(a, "The lawyer is Dr Voss.")
	if got := texts(d.held(a)); got != "The lawyer is Dr Voss.|" {
		t.Errorf("words that came back: %s", got)
	}
}

// What a quiet turn took out of memory stays out, whatever words it is given later.
func TestLateWordsBringNothingBack(t *testing.T) {
	d := keep(t)
	a := d.hear("I want to disappear.")
	began := d.record(d.pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{a}, UpTo: a}).Because(a))
	d.record(d.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, Quiet: true}).Because(began))
	d.edit(a, "I want to disappear tonight.")
	d.transcribe(a, "I want to vanish.")
	if items := d.held(a); len(items) > 0 {
		t.Errorf("it is searched for: %+v", items)
	}
}
