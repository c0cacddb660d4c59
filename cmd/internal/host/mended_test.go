package host_test

import (
	"strings"
	"testing"

	"citadel/connectors"
)

// What was said holds as it was mended, and is found, whether it was read for what it teaches before that, after it, or
// both times; and what a later word replaced holds again when that is undone.
func TestAMendedStatementIsKnown(t *testing.T) {
	for name, c := range map[string]struct {
		said, mended, asked, want string
		first, digest             bool
	}{
		"read both times":  {said: "My dentist is Silva.", mended: "My dentist is Souza.", asked: "Who is my dentist?", want: "Souza", first: true, digest: true},
		"read since":       {said: "My dentist is Silva.", mended: "My dentist is Souza.", asked: "Who is my dentist?", want: "Souza", digest: true},
		"not yet read":     {said: "My dentist is Silva.", mended: "My dentist is Souza.", asked: "Who is my dentist?", want: "Souza", first: true},
		"never read":       {said: "My dentist is Silva.", mended: "My dentist is Souza.", asked: "Who is my dentist?", want: "Souza"},
		"a typo":           {said: "Tom works at Acmee", mended: "Tom works at Acme", asked: "Where does Tom work?", want: "Acme", first: true, digest: true},
		"a day":            {said: "The Acme review is on 3 December", mended: "The Acme review is on 4 December", asked: "When is the Acme review?", want: "4 December", first: true, digest: true},
		"asked to keep it": {said: "remember my dentist is Silva", mended: "remember my dentist is Souza", asked: "Who is my dentist?", want: "Souza"},
		"a correction":     {said: "No, Ana lives in Braga.", mended: "No, Ana lives in Lisbon.", asked: "Where does Ana live?", want: "Lisbon"},
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			if name == "a correction" {
				w.in(atTelegram, "Ana lives in Porto.")
				w.digest()
			}
			said := w.event(atTelegram, c.said)
			w.burst(said)
			if c.first {
				w.digest()
			}
			w.in(atTelegram, c.mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
			if c.digest {
				w.digest()
			}
			if got := saidIn(w.in(atTelegram, c.asked), atTelegram); !strings.Contains(got, c.want) {
				t.Errorf("said %q", got)
			}
		})
	}
}

// Who takes back a correction is answered with what it corrected, also where that was mended.
func TestAMendedStatementCountsAgain(t *testing.T) {
	for _, keep := range []bool{true, false} {
		w := settle(t, nil, nil)
		first, then := "My sister Ana lives in Porto", "My sister Ana lives in Braga"
		if keep {
			first, then = "remember my sister Ana lives in Porto", "remember my sister Ana lives in Braga"
		}
		said := w.event(atTelegram, first)
		w.burst(said)
		w.digest()
		w.in(atTelegram, then, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
		w.digest()
		w.in(atTelegram, "No, Ana lives in Faro.")
		w.digest()
		w.in(atTelegram, "undo")
		if got := saidIn(w.in(atTelegram, "Where does Ana live?"), atTelegram); !strings.Contains(got, "Braga") {
			t.Errorf("kept by %q, said %q", first, got)
		}
	}
}

// What a message set up is mended with it, however much was said since: he reads the words that stand there.
func TestALaterEditOfWhatIsSetUp(t *testing.T) {
	for name, c := range map[string]struct{ said, mended, list, gone, stands string }{
		"a reminder":   {"remind me tomorrow at 15:00 to call the bank", "remind me tomorrow at 16:00 to call the bank", "reminders", "15:00", "16:00"},
		"what is kept": {"remember my car is blue", "remember my car is red", "memories", "blue", "red"},
		"other words":  {"remember the key is under the mat", "remember buy milk for Ana", "memories", "mat", "milk"},
		"a rule":       {"rule add never write before 9", "rule add never write before 8", "rules", "before 9", "before 8"},
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			said := w.event(atTelegram, c.said)
			w.burst(said)
			w.in(atTelegram, "thanks")
			told := saidIn(w.in(atTelegram, c.mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message }), atTelegram)
			w.digest()
			if got := saidIn(w.in(atTelegram, c.list), atTelegram); !strings.Contains(got, c.stands) || strings.Contains(got, c.gone) {
				t.Errorf("told %q; the list: %q", told, got)
			}
		})
	}
}

// Talk that is mended after other messages is not answered anew, whatever was learned of it.
func TestALaterEditOfTalk(t *testing.T) {
	w := settle(t, nil, nil)
	said, asked := w.event(atTelegram, "My dentist is Silva."), w.event(atTelegram, "Who is my dentist?")
	w.burst(said)
	w.digest()
	w.burst(asked)
	w.in(atTelegram, "thanks")
	for of, mended := range map[connectors.MessageID]string{said.Message: "My dentist is Souza.", asked.Message: "Who is my doctor?"} {
		if told := saidIn(w.in(atTelegram, mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, of }), atTelegram); told != "" {
			t.Errorf("%q is answered with %q", mended, told)
		}
	}
}

// A command that is mended into the same command is not followed twice.
func TestACommandMendedIntoItself(t *testing.T) {
	for _, again := range []string{"Undo.", "undo!", "UNDO"} {
		w := settle(t, nil, nil)
		w.in(atTelegram, "remind me tomorrow at 15:00 to call the bank")
		w.in(atTelegram, "remind me tomorrow at 16:00 to call Bob")
		said := w.event(atTelegram, "undo")
		w.burst(said)
		w.in(atTelegram, again, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
		if got := saidIn(w.in(atTelegram, "reminders"), atTelegram); !strings.Contains(got, "call the bank") || strings.Contains(got, "Bob") {
			t.Errorf("%q: %q", again, got)
		}
	}
}
