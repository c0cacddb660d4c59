package inspect_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "journal" lists the evenings, newest first; before the first it says what would bring one, and an evening of which
// nothing held is left out.
func TestJournal(t *testing.T) {
	w := live(t)
	turntest.Golden(t, w.Mind, "journal-none", w.ask("journal"))
	note, other := w.Say("The freight comparison went to Priya."), w.Say("No, 44 since March.")
	w.record(event.Self, event.Journaled{UpTo: other, By: "m", On: w.Now.AddDate(0, 0, -1), Lines: []event.JournalLine{
		{Part: event.JournalHappened, Text: "The freight comparison went to Priya.", Cites: []event.Seq{note}},
	}}, note, other)
	w.record(event.Self, event.Journaled{Faults: []string{"no model answered"}, On: w.Now}, note, other)
	w.record(event.Self, event.Journaled{UpTo: other, By: "m", On: w.Now, Lines: []event.JournalLine{
		{Part: event.JournalHappened, Text: "Freight was compared.", Cites: []event.Seq{note}},
		{Part: event.JournalWrong, Text: "I gave the rate without its day.", Cites: []event.Seq{other}},
		{Part: event.JournalDifferently, Text: "I would look up the day of a rate before I give it.", Cites: []event.Seq{other}},
	}}, note, other)
	r := w.ask("journal")
	if r.Subject != event.SubjectJournal {
		t.Errorf("%+v", r)
	}
	turntest.Golden(t, w.Mind, "journal", r)
	office := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	says(t, w.in(office, event.Work, 0, "journal"), "My journal is empty") // it is made of what was said in private
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	if r := w.in(channel, event.Shared, 0, "journal"); !r.Direct {
		t.Errorf("a channel reads it: %s", r.Text.String())
	}
}
