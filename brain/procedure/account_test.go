package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// The account of a month counts words and quotes some: it tells what a month was about, and answers no
// question for a value, whichever of its words a question shares.
func TestAnAccountOfAMonthIsNoAnswer(t *testing.T) {
	const account = "March 2026, console: 12 messages on 4 days, 2 Mar to 28 Mar 2026.\n" +
		"Most spoken of: Ana (5), live (4), Porto (3), garden (3), work (2), Acme (2), birthday (2).\n\"We went to see Ana's garden\" (you, 3 Mar 2026, `m1`)"
	for question, told := range map[string]bool{
		"where does Ana live?":    false,
		"when is Ana's birthday?": false,
		"where does Ana work?":    false,
		"does Ana live in Porto?": false,
		"who works at Acme?":      false,
		"tell me about Porto":     true, // for nothing in particular
	} {
		w := turntest.New(t).At("2026-03-03 09:00")
		tell(t, w, "Nothing to see here.")
		seq := w.Write(event.Digested{Month: "2026-03", Of: []event.Seq{1}, Text: account}, 1)
		if err := w.Store.Put(t.Context(), store.Item{
			Seq: uint64(seq), Kind: store.Digest, Text: account, On: w.Now, Audience: memory.Readers(event.Private, turntest.Console), Importance: 0.5,
		}); err != nil {
			t.Fatal(err)
		}
		w.At("2026-11-20 09:00")
		_, r := ask(t, w, question)
		if said := r.Text.String(); strings.Contains(said, "Most spoken of") != told {
			t.Errorf("%q: %s", question, said)
		}
	}
}
