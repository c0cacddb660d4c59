package change_test

import (
	"testing"
	"time"

	"citadel/brain/change"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// A job is run at the principal's word, rests by it, and goes on by it or by undo.
func TestJobAtAWord(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	ask := func(text string) string {
		t.Helper()
		tn := w.Turn(w.Say(text))
		tn.Host.Jobs = []turn.Job{{Name: "supervise", Every: "every night", Anytime: true}, {Name: "remind", Every: "when due", Promised: true}}
		r, err := change.Answer(t.Context(), tn)
		if err != nil || r == nil {
			t.Fatalf("%q is answered with %v, %v", text, r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(tn, r)
		w.Now = w.Now.Add(time.Minute)
		return r.Text.String()
	}
	stands := func() (wanted, rests bool) {
		w.Mind.Read(func(v memory.View) {
			wanted, rests = v.Agenda.Jobs["supervise"].Wanted != 0, v.Principal.Resting("supervise")
		})
		return wanted, rests
	}
	for _, c := range []struct {
		says, want    string
		wanted, rests bool
	}{
		{"jobs run nothing", "There is no job `nothing`, and nothing was changed. `jobs` lists them.", false, false},
		{"jobs run remind", "`remind` runs when due and at no other time, so there is nothing to run now.", false, false},
		{"jobs pause remind", "`remind` does what you asked for, and is not paused by itself. `pause` stops everything that nobody asked for.", false, false},
		{"jobs resume supervise", "`supervise` is not paused.", false, false},
		{"jobs pause supervise", "`supervise` is paused until you say `jobs resume supervise`. `undo` within 24 h.", false, true},
		{"jobs pause supervise", "`supervise` is paused already. `jobs resume supervise` ends that.", false, true},
		{"jobs resume supervise", "`supervise` goes on. `undo` within 24 h.", false, false},
		{"undo", "Taken back: which jobs rest: supervise.", false, true},
		{"jobs run supervise", "`supervise` runs now. `jobs` shows what came of it, at Fri 20 Nov, 09:08 or after.", true, true},
	} {
		if got := ask(c.says); got != c.want {
			t.Errorf("%q is answered with %q, want %q", c.says, got, c.want)
		}
		if wanted, rests := stands(); wanted != c.wanted || rests != c.rests {
			t.Errorf("after %q it is wanted: %v, rests: %v", c.says, wanted, rests)
		}
	}
	w.Write(event.JobRan{Job: "supervise", Slot: "2026-11-20", Outcome: event.JobDone})
	if wanted, _ := stands(); !wanted {
		t.Error("the night of the calendar did away with what was asked for")
	}
}
