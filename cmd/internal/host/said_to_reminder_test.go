package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/jobs/brief"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// comes has a reminder come up in a spot.
func (w *town) comes(s spot, request string) {
	w.t.Helper()
	w.in(s, request)
	w.falls(15 * time.Minute)
}

// falls has time pass until a reminder is due, and it said.
func (w *town) falls(due time.Duration) {
	w.t.Helper()
	before := w.fallen()
	w.pass(due)
	if _, err := w.c.Jobs.Tick(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	late := time.NewTimer(hung)
	defer late.Stop()
	for head := w.c.Mind.Head(); w.fallen() == before; head = w.c.Mind.Head() { // who ticks by itself may be at it
		select {
		case <-w.c.Mind.Past(head):
		case <-late.C:
			w.t.Fatal("no reminder came")
		}
	}
}

// fallen is how many reminders were said.
func (w *town) fallen() (n int) {
	w.c.Mind.Read(func(v memory.View) { n = len(v.Loops.Fired) })
	return n
}

// reminders are those to come.
func (w *town) reminders() (all []loops.Reminder) {
	w.c.Mind.Read(func(v memory.View) { all = slices.Clone(v.Loops.Reminders) })
	return all
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
		"another hour":                "20 Nov 2026, 21:",
		"1 hour please":               "20 Nov 2026, 21:",
		"2 hours later":               "20 Nov 2026, 22:",
		"in a bit":                    "20 Nov 2026, 21:",
		"not done yet":                "20 Nov 2026, 21:",
		"I'll do it tomorrow":         "21 Nov 2026, 09:00",
		"yes, later":                  "20 Nov 2026, 21:",
		"thanks, tomorrow":            "21 Nov 2026, 09:00",

		"can you remind me again in an hour?":    "20 Nov 2026, 21:",
		"could you snooze this for an hour?":     "20 Nov 2026, 21:",
		"can you move this to Monday?":           "23 Nov 2026, 09:00",
		"Not now. Remind me in an hour.":         "20 Nov 2026, 21:",
		"I'm in a meeting, remind me in an hour": "20 Nov 2026, 21:",
		"busy, remind me in an hour":             "20 Nov 2026, 21:",
		"later, I'm driving":                     "20 Nov 2026, 21:",
		"finished":                               "Done: ",
		"called her":                             "Done: ",
		"done, thanks":                           "Done: ",
		"I did it":                               "Done: ",
		"it's done":                              "Done: ",
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

// A time is said to the reminder only while nothing else was said after it: then it belongs to that, or corrects it.
func TestATimeAfterTalkIsNoWordToTheReminder(t *testing.T) {
	tg := spots[1]
	for _, c := range [][2]string{
		{"My sister Ana arrives on Monday.", "No, on Friday."}, {"I promised Priya the draft.", "by Friday"}, {"Ben wants to see the flat.", "tomorrow at 10"},
		{"Going to bed now.", "later"}, {"I sent Priya the draft.", "all done"}, {"My passport expires soon.", "3 March 2027"},
	} {
		w := settle(t, nil, nil)
		w.comes(tg, "remind me in 10 minutes to take the bins out")
		w.in(tg, c[0])
		w.pass(time.Minute)
		if got := saidIn(w.in(tg, c[1]), tg); strings.Contains(got, "cancel r") || strings.Contains(got, "Done:") {
			t.Errorf("%q, %q: %q", c[0], c[1], got)
		}
	}
	w := settle(t, nil, nil)
	w.comes(tg, "remind me in 10 minutes to call mum")
	w.in(tg, "tomorrow at 9")
	if all := w.reminders(); len(all) != 1 || !strings.Contains(saidIn(w.in(tg, "reminders"), tg), "1 reminder") {
		t.Errorf("%+v", all)
	}
	w = settle(t, nil, nil)
	w.comes(tg, "remind me in 10 minutes to take the bins out")
	w.pass(3 * 24 * time.Hour)
	if got := saidIn(w.in(tg, "Thursday at 10"), tg); strings.Contains(got, "cancel r") {
		t.Errorf("three days later: %q", got)
	}
}

// A reminder that comes between a question and its answer takes no answer: the words of one who answers are for what he
// was asked, and "no" corrects what was said. What speaks of the reminder alone is for it.
func TestAReminderBetweenAQuestionAndItsAnswer(t *testing.T) {
	tg := spots[1]
	for _, c := range []struct{ says, then, want string }{
		{"remind me to call Bob", "tomorrow at 9", `Sat 21 Nov 2026, 09:00 (Melbourne): "call Bob"`},
		{"remind me to call Bob", "Friday", `27 Nov 2026, 09:00 (Melbourne): "call Bob"`},
		{"remind me tomorrow at 9 to call Bob", "no, at 10", `10:00 (Melbourne), moved from Sat 21 Nov, 09:00: "call Bob"`},
		{"remind me tomorrow at 9 to call Bob", "make it 10", `10:00 (Melbourne), moved from Sat 21 Nov, 09:00: "call Bob"`},
		{"remind me to call Bob", "snooze it for an hour", `"stretch"`},
		{"remind me to call Bob", "later", `"stretch"`},
		{"remind me to call Bob", "done", `"stretch"`},
		{"what time is it in Lisbon?", "tomorrow at 9", `Sat 21 Nov 2026, 09:00 (Melbourne): "stretch"`},
	} {
		w := settle(t, nil, nil)
		w.in(tg, "remind me in 10 minutes to stretch")
		w.pass(7 * time.Minute)
		w.in(tg, c.says)
		w.falls(3 * time.Minute)
		if got := saidIn(w.in(tg, c.then), tg); !strings.Contains(got, c.want) {
			t.Errorf("%q, %q: %q, want %q", c.says, c.then, got, c.want)
		}
	}
}

// Who puts a reminder off may give it another time than he did first: an hour alone leaves the day, a day the hour.
func TestAnotherTime(t *testing.T) {
	tg := spots[1]
	for text, want := range map[string]string{
		"at 10": "Sat 21 Nov 2026, 10:00", "no, Monday": "Mon 23 Nov 2026, 11:00", "make it 10am": "Sat 21 Nov 2026, 10:00", "Monday at 8": "Mon 23 Nov 2026, 08:00",
	} {
		w := settle(t, nil, nil)
		w.comes(tg, "remind me in 10 minutes to call mum")
		w.in(tg, "tomorrow at 11")
		if got := saidIn(w.in(tg, text), tg); !strings.Contains(got, want) || !strings.Contains(got, `"call mum"`) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if n := len(w.reminders()); n != 1 {
			t.Errorf("%q: %d reminders", text, n)
		}
	}
}

// Of what repeats the one that came is put off, and the others come as ever; on one day it is left out, and not ended.
func TestOneOfWhatRepeats(t *testing.T) {
	tg := spots[1]
	daily := func() *town {
		w := settle(t, nil, nil)
		w.in(tg, "remind me every day at 9 to take my pills")
		w.falls(13 * time.Hour)
		return w
	}
	for text, next := range map[string]string{"Monday": "22 Nov", "tomorrow at 11": "22 Nov", "in an hour": "21 Nov"} {
		w := daily()
		said := saidIn(w.in(tg, text), tg)
		if first := w.reminders()[0]; first.Rule == "" || first.Next.Format("2 Jan") != next || !strings.Contains(said, `"take my pills"`) {
			t.Errorf("%q: %q, next %v", text, said, first.Next)
		}
	}
	w := daily()
	if err := w.c.Jobs.Do(t.Context(), brief.Name); err != nil {
		t.Fatal(err)
	}
	if got := saidIn(w.in(tg, "in an hour"), tg); !strings.Contains(got, `(Melbourne): "take my pills"`) {
		t.Errorf("behind the briefing: %q", got)
	}
	w = daily()
	w.in(tg, "Monday")
	if all := w.reminders(); len(all) != 2 || all[1].Rule != "" {
		t.Errorf("%+v", all)
	}
	w.in(tg, "undo")
	if all := w.reminders(); len(all) != 1 || all[0].Rule == "" {
		t.Errorf("after undo: %+v", all)
	}
	for _, text := range []string{
		"cancel tomorrow's reminder", "cancel my reminder for tomorrow", "delete the reminder for tomorrow", "skip my reminder for tomorrow", "skip tomorrow's reminder",
		"don't remind me tomorrow", "I don't need the reminder tomorrow", "skip the pills tomorrow", "skip everything tomorrow", "cancel the pills tomorrow",
		"don't remind me of the pills tomorrow", "leave out the pills on Sunday", "skip the pills on Wednesday",
	} {
		w := daily()
		w.in(tg, "help")
		if got := saidIn(w.in(tg, text), tg); !strings.Contains(got, "`skip r") || len(w.reminders()) != 1 {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// What comes once is called off by its words and its day; no other reminder is set by that.
func TestCalledOffByItsDay(t *testing.T) {
	tg := spots[1]
	w := settle(t, nil, nil)
	w.in(tg, "remind me tomorrow at 9 to pay rent")
	if got := saidIn(w.in(tg, "cancel pay rent tomorrow"), tg); !strings.Contains(got, "`cancel r") || !strings.Contains(got, "calls it off") || len(w.reminders()) != 1 {
		t.Errorf("%q, %+v", got, w.reminders())
	}
	if w.in(tg, "yes"); len(w.reminders()) > 0 {
		t.Errorf("after yes: %+v", w.reminders())
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
	w.in(tg, "remind me every hour to stretch")
	w.falls(time.Hour)
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

// Who mends a slip in a request, whatever time has passed, leaves the hour that he asked for; who mends the hour moves it.
func TestASlipMovesNoReminder(t *testing.T) {
	tg := spots[1]
	for _, c := range []struct {
		said, mended string
		after        time.Duration
		want         string
	}{
		{"remind me in 3 days at 9 to cal Bob", "remind me in 3 days at 9 to call Bob", 26 * time.Hour, "Mon 23 Nov 2026, 09:00"},
		{"remind me tomorrow at 21:00 to cal Bob", "remind me tomorrow at 21:00 to call Bob", 6 * time.Hour, "Sat 21 Nov 2026, 21:00"},
		{"remind me in 3 days to cal Bob", "remind me in 3 days to call Bob", 26 * time.Hour, "Mon 23 Nov 2026, 09:00"},
		{"remind me in 3 days at 9 to call Bob", "remind me in 4 days at 9 to call Bob", time.Hour, "Tue 24 Nov 2026, 09:00"},
	} {
		w := settle(t, nil, nil)
		said := w.event(tg, c.said)
		w.burst(said)
		w.in(tg, "I like tea")
		w.pass(c.after)
		got := saidIn(w.in(tg, c.mended, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message }), tg)
		all := w.reminders()
		if !strings.Contains(got, c.want) || len(all) != 1 || all[0].Text != "call Bob" {
			t.Errorf("%q: %q, %+v", c.mended, got, all)
		}
	}
}
