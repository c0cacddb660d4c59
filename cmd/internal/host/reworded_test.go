package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
)

// mends has a message that was said in a spot say something else from now on, and gives what is shown of it.
func (w *town) mends(s spot, said connectors.Event, text string) []display {
	w.t.Helper()
	return w.in(s, text, func(e *connectors.Event) { e.Kind, e.Message = connectors.Edit, said.Message })
}

// Another time is one for the reminder as its message reads now, and sets no second one.
func TestAnotherTimeAfterAnEdit(t *testing.T) {
	for _, since := range []bool{false, true} {
		for text, want := range map[string]string{
			"at 11": "Mon 23 Nov, 11:00", "no, at 11": "Mon 23 Nov, 11:00", "make it 11": "Mon 23 Nov, 11:00", "Tuesday": "Tue 24 Nov, 10:00",
		} {
			w := settle(t, nil, nil)
			said := w.event(atTelegram, "remind me on Monday at 9 to call Bob")
			w.burst(said)
			if since {
				w.in(atTelegram, "what time is it in Lisbon?")
			}
			w.mends(atTelegram, said, "remind me on Monday at 10 to call Bob")
			told := saidIn(w.in(atTelegram, text), atTelegram)
			if got := saidIn(w.in(atTelegram, "reminders"), atTelegram); len(w.reminders()) != 1 || !strings.Contains(got, want) {
				t.Errorf("%q: told %q; %q", text, told, got)
			}
		}
	}
}

// What an edited request leaves out of what its reminder has stays as it is, and what it asks for stands instead, also
// where one more answer is needed for it.
func TestAnEditedRequestThatLeavesSomethingOut(t *testing.T) {
	for name, c := range map[string]struct {
		said, mended []string
		want         string
	}{
		"the time was an answer":        {[]string{"remind me to call Bob", "tomorrow at 9"}, []string{"remind me to call Ann"}, `21 Nov 2026, 09:00 (Melbourne): "call Ann"`},
		"the words were an answer":      {[]string{"remind me tomorrow at 9", "call Bob"}, []string{"remind me tomorrow at 10"}, `21 Nov 2026, 10:00 (Melbourne): "call Bob"`},
		"the time is taken out":         {[]string{"remind me tomorrow at 9 to call Bob"}, []string{"remind me to call Ann"}, `21 Nov 2026, 09:00 (Melbourne): "call Ann"`},
		"and another is given":          {[]string{"remind me tomorrow at 9 to call Bob"}, []string{"remind me to call Ann", "tomorrow at 8"}, `21 Nov 2026, 08:00 (Melbourne), moved from Sat 21 Nov, 09:00: "call Ann"`},
		"both were answered":            {[]string{"remind me to call Bob", "tomorrow at 9"}, []string{"remind me on Monday at 8 to call Ann"}, `23 Nov 2026, 08:00 (Melbourne): "call Ann"`},
		"which day is asked":            {[]string{"remind me tomorrow at 9 to call Bob"}, []string{"remind me on 3/12 at 9 to call Ann", "3 December"}, `3 Dec 2026, 09:00 (Melbourne): "call Ann"`},
		"it repeats":                    {[]string{"remind me every day at 9 to stretch"}, []string{"remind me to walk"}, `first on Sat 21 Nov 2026, 09:00 (Melbourne): "walk"`},
		"nothing is left but a request": {[]string{"remind me tomorrow at 9 to call Bob"}, []string{"remind me", "tomorrow at 8 to call Ann"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			first := w.event(atTelegram, c.said[0])
			w.burst(first)
			for _, text := range c.said[1:] {
				w.in(atTelegram, text)
			}
			was := w.reminders()[0]
			told := saidIn(w.mends(atTelegram, first, c.mended[0]), atTelegram)
			for _, text := range c.mended[1:] {
				told += saidIn(w.in(atTelegram, text), atTelegram)
			}
			all := w.reminders()
			if len(all) != 1 || !strings.Contains(told, c.want) || c.want != "" && !strings.Contains(told, "It replaces the reminder ") {
				t.Errorf("told %q; %+v", told, all)
			}
			if c.want == "" {
				return
			}
			for range 3 {
				if w.reminders()[0].Seq == was.Seq {
					break
				}
				w.in(atTelegram, "undo")
			}
			if all := w.reminders(); len(all) != 1 || all[0].Text != was.Text || !all[0].Next.Equal(was.Next) {
				t.Errorf("after undo: %+v, and it was %+v", all, was)
			}
		})
	}
}

// Also after an edit was taken back the next one leaves one reminder.
func TestAnEditAfterOneThatWasTakenBack(t *testing.T) {
	w := settle(t, nil, nil)
	said := w.event(atTelegram, "remind me on Monday at 9 to call Bob")
	w.burst(said)
	w.mends(atTelegram, said, "remind me on Monday at 10 to call Bob")
	w.in(atTelegram, "undo")
	told := saidIn(w.mends(atTelegram, said, "remind me on Monday at 11 to call Bob"), atTelegram)
	if all := w.reminders(); len(all) != 1 || !strings.Contains(told, "23 Nov 2026, 11:00") {
		t.Errorf("told %q; %+v", told, all)
	}
	w.in(atTelegram, "scrap that")
	if all := w.reminders(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// A correction that is mended corrects what it says now, whatever was said since, and whether or not it was read.
func TestAMendedCorrection(t *testing.T) {
	for name, c := range map[string]struct {
		before              []string
		said, mended, asked string
		want                string
		gone                []string
	}{
		"in full":           {[]string{"My sister Ana lives in Porto."}, "No, Ana lives in Braga.", "No, Ana lives in Faro.", "where does Ana live?", "Faro", []string{"Braga", "Porto"}},
		"in short":          {[]string{"The meeting with Priya is on Tuesday."}, "No, on Wednesday.", "No, on Thursday.", "when is the meeting with Priya?", "Thu", []string{"Wed", "Tue"}},
		"from short":        {[]string{"My sister Ana lives in Porto."}, "No, Braga.", "No, Ana lives in Faro.", "where does Ana live?", "Faro", []string{"Braga", "Porto"}},
		"to short":          {[]string{"My sister Ana lives in Porto."}, "No, Ana lives in Braga.", "No, Faro.", "where does Ana live?", "Faro", []string{"Braga", "Porto"}},
		"of nothing":        {nil, "No, my dentist is Silva.", "No, my dentist is Souza.", "who is my dentist?", "Souza", []string{"Silva"}},
		"no more in short":  {[]string{"My sister Ana lives in Porto."}, "No, Ana lives in Braga.", "Ana lives in Faro.", "where does Ana live?", "Faro", []string{"Braga", "Porto"}},
		"understood by now": {[]string{"My sister Ana lives in Porto."}, "no, tge other", "No, Braga.", "where does Ana live?", "Braga", []string{"Porto"}},
	} {
		for _, read := range []bool{true, false} {
			for _, since := range []bool{true, false} {
				switch {
				case since && name == "understood by now": // it had set up nothing, and is talk
					continue
				case !read && name == "no more in short": // then both were told, and he is asked
					continue
				case !read && (name == "from short" || name == "to short"):
					continue
				}
				t.Run(fmt.Sprintf("%s, read %t, since %t", name, read, since), func(t *testing.T) {
					w := settle(t, nil, nil)
					w.pass(time.Minute) // what is said at the half hour may be read at once
					for _, text := range c.before {
						w.in(atTelegram, text)
					}
					if read {
						w.digest()
					}
					said := w.event(atTelegram, c.said)
					w.burst(said)
					if since {
						w.in(atTelegram, "I like tea")
					}
					told := saidIn(w.mends(atTelegram, said, c.mended), atTelegram)
					for range 2 {
						got := saidIn(w.in(atTelegram, c.asked), atTelegram)
						if !strings.Contains(got, c.want) || slices.ContainsFunc(c.gone, func(s string) bool { return strings.Contains(got, s) }) {
							t.Errorf("told %q; %q", told, got)
						}
						w.digest()
					}
					if !read {
						return
					}
					w.in(atTelegram, "", func(e *connectors.Event) { e.Kind, e.Message = connectors.Delete, said.Message })
					got := saidIn(w.in(atTelegram, c.asked), atTelegram)
					if len(c.before) > 0 && !strings.Contains(got, strings.TrimSuffix(c.before[0], ".")) {
						t.Errorf("after the deletion: %q", got)
					}
				})
			}
		}
	}
}
