package host_test

import (
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// deletes has a message taken back on its platform.
func (w *town) deletes(s spot, said connectors.Event) {
	w.t.Helper()
	w.in(s, "", func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, said.Message })
}

// askedWhetherToForget is what was asked last about a deleted message; empty where nothing was.
func (w *town) askedWhetherToForget() (text string) {
	w.t.Helper()
	for r, err := range ledger.Each[event.PostQueued](w.t.Context(), w.c.Mind, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if r.Said.Subject == event.SubjectUnsaid {
			text = r.Said.Text
		}
	}
	return text
}

// Who deletes a message is told what it did, which he may no longer know, and answers in words as well as by a button.
func TestWhatRestsOnADeletedMessage(t *testing.T) {
	for said, want := range map[string]string{
		"remind me tomorrow at 9 to send the deck": `1 thing rests on it: the reminder "send the deck", Sat 21 Nov 2026, 09:00 (`,
		"rule add never write before 9":            `the rule "never write before 9"`,
		"group Ana boundary":                       "that Ana is in the group boundary",
		"I bet it rains by March":                  "the prediction ",
		"briefing at 8":                            "the setting `",
	} {
		w := settle(t, nil, nil)
		first := w.event(atTelegram, said)
		w.burst(first)
		w.in(atTelegram, "what time is it in Lisbon?")
		w.deletes(atTelegram, first)
		if got := w.askedWhetherToForget(); !strings.Contains(got, want) || !strings.Contains(got, "rests on it") || !strings.HasSuffix(got, "Forget it with them?") {
			t.Errorf("%q: asked %q", said, got)
		}
	}
	for answer, goes := range map[string]bool{
		"keep": false, "Keep.": false, "keep it": false, "no": false, "no thanks": false, "forget": true, "forget it": true, "yes": true, "yes please": true,
	} {
		w := settle(t, nil, nil)
		first := w.event(atTelegram, "remind me tomorrow at 9 to send the deck")
		w.burst(first)
		w.deletes(atTelegram, first)
		got := saidIn(w.in(atTelegram, answer), atTelegram)
		if len(w.reminders()) != 1 {
			t.Errorf("%q: it is gone, though he has not seen what goes", answer)
		}
		if want := map[bool]string{true: "**Forget this?**", false: "Kept: nothing was forgotten."}[goes]; !strings.Contains(got, want) {
			t.Errorf("%q: %q", answer, got)
		}
		if again := saidIn(w.in(atTelegram, "keep"), atTelegram); goes && !strings.Contains(again, "Kept: nothing was forgotten.") {
			t.Errorf("%q, and then keep: %q", answer, again)
		}
	}
}

// Another time that was given to a reminder does not go in silence either.
func TestADeletedTime(t *testing.T) {
	w := settle(t, nil, nil)
	w.in(atTelegram, "remind me tomorrow at 9 to send the deck")
	answer := w.event(atTelegram, "at 10")
	w.burst(answer)
	w.deletes(atTelegram, answer)
	if got := w.askedWhetherToForget(); !strings.Contains(got, "another time for `r") {
		t.Errorf("asked %q", got)
	}
}
