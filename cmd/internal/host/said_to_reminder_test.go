package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// comes has a reminder come up in a spot.
func (w *town) comes(s spot, request string) {
	w.t.Helper()
	w.in(s, request)
	w.pass(15 * time.Minute)
	if _, err := w.c.Jobs.Tick(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// newestPost is the number of what was said last.
func (w *town) newestPost() (seq event.Seq) {
	w.t.Helper()
	for r, err := range w.c.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true, Limit: 1}) {
		if err != nil {
			w.t.Fatal(err)
		}
		seq = r.Seq
	}
	return seq
}

// What is said to a reminder that has just come puts it off, or says that it is done; it is never passed over.
func TestWhatIsSaidToAReminder(t *testing.T) {
	tg := spots[1]
	for text, want := range map[string]string{
		"remind me again tomorrow":    "21 Nov 2026, 09:00",
		"Remind me in an hour again.": "20 Nov 2026, 21:",
		"again in an hour":            "20 Nov 2026, 21:",
		"in an hour":                  "20 Nov 2026, 21:",
		"not now":                     "20 Nov 2026, 21:",
		"not now, tomorrow":           "21 Nov 2026, 09:00",
		"later":                       "20 Nov 2026, 21:",
		"remind me later please":      "20 Nov 2026, 21:",
		"tomorrow at 10":              "21 Nov 2026, 10:00",
		"postpone to 22:00":           "20 Nov 2026, 22:00",
		"move it to tomorrow at 11":   "21 Nov 2026, 11:00",
		"give me 10 more minutes":     "20 Nov 2026, 20:",
		"done, thanks":                "Done: ",
		"I did it":                    "Done: ",
		"it's done":                   "Done: ",
	} {
		t.Run(text, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.comes(tg, "remind me in 10 minutes to call mum")
			if got := saidIn(w.in(tg, text), tg); !strings.Contains(got, want) || !strings.Contains(got, `"call mum"`) {
				t.Errorf("%q, want %q", got, want)
			}
			w.in(tg, "what time is it in Lisbon?")
			if got := saidIn(w.in(tg, text), tg); strings.Contains(got, "call mum") {
				t.Errorf("when something else was said since: %q", got)
			}

			w = settle(t, nil, nil)
			w.comes(tg, "remind me in 10 minutes to call mum")
			post := w.newestPost()
			w.in(tg, "what time is it in Lisbon?")
			got := saidIn(w.in(tg, text, func(e *connectors.Event) { e.ReplyTo = connectors.MessageID(fmt.Sprintf("post/%d", post)) }), tg)
			if !strings.Contains(got, `"call mum"`) {
				t.Errorf("in reply: %q", got)
			}
		})
	}
}

// What tells of something else is no word to the reminder before it.
func TestTalkAfterAReminder(t *testing.T) {
	w := settle(t, nil, nil)
	tg := spots[1]
	w.comes(tg, "remind me in 10 minutes to call mum")
	for _, text := range []string{"45 minutes", "see you later", "thanks again", "I did the dishes", "Ana comes tomorrow", "I'll be back in an hour", "ok", "not now that Ana is here", "no", "10"} {
		if got := saidIn(w.in(tg, text), tg); strings.Contains(got, "`cancel r") || strings.Contains(got, "Done:") {
			t.Errorf("%q: %q", text, got)
		}
	}
	w.in(tg, "help")
	for _, text := range []string{"remind me again tomorrow", "remind me again", "Please remind me later."} {
		if got := saidIn(w.in(tg, text), tg); got == "" {
			t.Errorf("%q is passed over", text)
		}
	}
}

// Who did what a repeating reminder tells of is reminded of it the next time.
func TestARepeatingReminderThatWasDone(t *testing.T) {
	w := settle(t, nil, nil)
	tg := spots[1]
	w.comes(tg, "remind me every hour to stretch")
	w.pass(time.Hour)
	w.in(tg, "I did it")
	if got := saidIn(w.in(tg, "reminders"), tg); !strings.Contains(got, "stretch") {
		t.Errorf("%q", got)
	}
}

// Undo after snooze leaves the reminder as it was: said, and not marked done.
func TestASnoozeTakenBack(t *testing.T) {
	w := settle(t, nil, nil)
	tg := spots[1]
	w.comes(tg, "remind me in 10 minutes to call mum")
	w.in(tg, "snooze 1h")
	if got := saidIn(w.in(tg, "undo"), tg); strings.Contains(got, "Taken back: the reminder") || !strings.Contains(got, "not marked done") {
		t.Errorf("told as %q", got)
	}
	if got := saidIn(w.in(tg, "reminders"), tg); !strings.Contains(got, "No reminder to come") || !strings.Contains(got, "call mum") {
		t.Errorf("%q", got)
	}
	if got := saidIn(w.in(tg, "snooze 2h"), tg); !strings.Contains(got, "call mum") {
		t.Errorf("%q", got)
	}
}
