package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/phrase"
	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// What "that" means is what was said or done just before: a reminder, a change that can be undone, a statement.
func TestScrapThat(t *testing.T) {
	const remind = "remind me on Monday at 9 to call Mirjam"
	for _, c := range []struct {
		talk   []string
		text   string
		wanted string // the command it comes to; "" for none
	}{
		{[]string{remind}, "Scrap that.", "cancel"},
		{[]string{remind}, "no, cancel it", "cancel"},
		{[]string{remind}, "take that back please", "cancel"},
		{[]string{remind}, "never mind", "cancel"},
		{[]string{remind}, "forget it", ""},
		{[]string{remind, "The lease ends on 31 March."}, "never mind", ""},
		{[]string{remind, "The lease ends on 31 March."}, "scrap that", "wrong"},
		{[]string{"always answer in English"}, "scrap that", "undo"},
		{[]string{remind, "cancel the Mirjam reminder"}, "scrap that", "undo"},
		{[]string{"always answer in English"}, "never mind", ""},
		{[]string{"The lease ends on 31 March.", "when does the lease end?"}, "scrap that", "told that there is nothing"},
		{[]string{"I decided to raise the price of the stout to 9 dollars"}, "scrap that", "not a decision"},
		{[]string{remind}, "scrap that idea of Joost's", ""},
		{nil, "scrap that", ""},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		for _, said := range c.talk {
			tell(t, w, said)
		}
		one := w.Turn(w.Say(c.text))
		understand(one)
		r, err := procedure.Desk{}.Resume(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if one.Command != nil {
			got = one.Command.Name
		}
		if r != nil && strings.Contains(r.Text.String(), "nothing just now") {
			got = "told that there is nothing"
		}
		if got != c.wanted {
			t.Errorf("%q after %q comes to %q, want %q", c.text, c.talk, got, c.wanted)
		}
		if got == "cancel" && one.Command.Handle().N == 0 {
			t.Errorf("%q after %q names no reminder", c.text, c.talk)
		}
	}
}

// A statement that a model would talk about is not struck by a rule.
func TestScrapThatBesideAModel(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "The lease ends on 31 March.")
	one := w.Turn(w.Say("scrap that"))
	one.Host.Models = []turn.Model{{Name: "m", Role: "primary"}}
	if r, err := (procedure.Desk{}).Resume(t.Context(), one); r != nil || err != nil || one.Command != nil {
		t.Errorf("came to %v, %v, %v", one.Command, r, err)
	}
}

// In a thread or elsewhere "that" is what was replied to.
func TestScrapThatOfAnotherPost(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "remind me on Monday at 9 to call Mirjam")
	room := event.Place{Platform: "slack", Room: "D2"}
	one := w.Turn(w.SayIn(room, event.Work, 0, "scrap that"))
	if _, err := (procedure.Desk{}).Resume(t.Context(), one); err != nil || one.Command != nil {
		t.Errorf("elsewhere it came to %v, %v", one.Command, err)
	}
}

// A reminder that was just set is moved by "it", and also where the words begin like a correction.
func TestMoveIt(t *testing.T) {
	for text, want := range map[string]string{
		"actually, make it 9":      "Sat 21 Nov 2026, 09:00",
		"no, Monday":               "Mon 23 Nov 2026, 08:00",
		"move it to Tuesday":       "Tue 24 Nov 2026, 08:00",
		"can you push that to 10?": "Sat 21 Nov 2026, 10:00",
		"move it to the garage":    "",
		"no, Joost lives in Delft": "",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		tell(t, w, "remind me tomorrow at 8 to order flour")
		one := w.Turn(w.Say(text))
		understand(one)
		r, err := procedure.Desk{}.Resume(t.Context(), one)
		if err != nil || (r != nil) != (want != "") || r != nil && !strings.HasPrefix(r.Text.String(), want) {
			t.Errorf("%q: %v %v", text, r, err)
		}
	}
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "remind me every Friday at 16:00 to do the payroll")
	one := w.Turn(w.Say("move it to 17:00"))
	understand(one)
	r, err := procedure.Desk{}.Answer(t.Context(), one)
	if err != nil || !strings.Contains(r.Text.String(), "repeats. `snooze r") {
		t.Errorf("a repeating one: %q %v", r.Text.String(), err)
	}
}

// Where the one reminder there is was listed just before, it is what "it" means.
func TestItOfAList(t *testing.T) {
	for text, want := range map[string]string{"move it to Tuesday": "24 Nov, 09:00", "cancel it": "cancel"} {
		for n := 1; n <= 2; n++ {
			w := turntest.New(t).At("2026-11-20 09:00")
			for range n {
				tell(t, w, "remind me on Monday at 9 to call Mirjam")
			}
			list := w.Turn(w.Say("reminders"))
			w.Apply(list, &turn.Reply{By: "command:reminders", Text: *new(phrase.Text).Say("A list.")})
			one := w.Turn(w.Say(text))
			understand(one)
			r, err := procedure.Desk{}.Answer(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Text.String()
			if one.Command != nil {
				got = one.Command.Name
			}
			if strings.Contains(strings.ReplaceAll(got, " 2026", ""), want) != (n == 1) {
				t.Errorf("%q after a list of %d: %q", text, n, got)
			}
		}
	}
}
