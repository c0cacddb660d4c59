package revisit_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/revisit"
	"citadel/memory/event"
)

// world is a mind with the job.
type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-03-04 10:00"), t} }

// tick has a new process look.
func (w *world) tick() (next time.Time) {
	w.t.Helper()
	return jobstest.Look(w.t, w.World, revisit.Job("22:00-07:00"))
}

// decide records a decision that is to be looked at again on a day, at nine.
func (w *world) decide(text, reason, review string) event.Seq {
	w.t.Helper()
	said := w.Say("We decided: " + text)
	w.Silence(said)
	at, err := time.ParseInLocation(time.DateOnly, review, turntest.Zone)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.Write(event.DecisionRecorded{Text: text, Reason: reason, On: w.Now, Review: at.Add(9 * time.Hour)}, said)
}

func TestAsksOnItsDay(t *testing.T) {
	w := begin(t)
	d := w.decide("drop the Henderson retainer", "they pay late", "2026-09-02")
	if next := w.tick(); !next.Equal(time.Date(2026, 9, 2, 9, 0, 0, 0, turntest.Zone)) || len(w.Unasked()) > 0 {
		t.Fatalf("asked %d times, looks again at %s", len(w.Unasked()), next)
	}
	w.At("2026-09-02 09:00")
	w.tick()
	if len(w.Unasked()) != 1 {
		t.Fatalf("asked %d times on its day", len(w.Unasked()))
	}
	q := w.Unasked()[0]
	if q.About != d || q.Subject != event.SubjectReview || q.Asked() {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w.World, "due", revisit.Name, q)
	if next := w.tick(); len(w.Unasked()) != 1 || !next.Equal(time.Date(2026, 9, 16, 9, 0, 0, 0, turntest.Zone)) {
		t.Errorf("asked %d times, looks again at %s", len(w.Unasked()), next)
	}
	w.At("2026-09-16 09:00")
	w.tick()
	w.At("2026-12-16 09:00")
	w.tick()
	if len(w.Unasked()) != 2 {
		t.Errorf("asked %d times; twice at most", len(w.Unasked()))
	}
}

// His word ends it, and names the next day.
func TestHisWordEndsIt(t *testing.T) {
	for name, p := range map[string]event.DecisionRevised{
		"kept":     {How: event.Hold, Review: time.Date(2027, 3, 1, 9, 0, 0, 0, turntest.Zone)},
		"reversed": {How: event.Reverse},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			p.Decision = w.decide("drop the Henderson retainer", "", "2026-09-02")
			w.At("2026-09-02 09:00")
			w.tick()
			p.On = w.Now
			w.Write(p, p.Decision)
			w.At("2026-09-20 09:00")
			w.tick()
			if len(w.Unasked()) != 1 {
				t.Fatalf("asked %d times", len(w.Unasked()))
			}
			w.At("2027-03-01 09:00")
			w.tick()
			if again := len(w.Unasked()) == 2; again != (p.How == event.Hold) {
				t.Errorf("asked %d times", len(w.Unasked()))
			}
		})
	}
}

// One decision a day, the one that has waited longest; none at night.
func TestOneADay(t *testing.T) {
	w := begin(t)
	w.decide("raise the day rate", "", "2026-09-02")
	w.decide("drop Henderson", "", "2026-09-01")
	w.At("2026-09-02 23:00")
	if next := w.tick(); len(w.Unasked()) > 0 || !next.Equal(time.Date(2026, 9, 3, 7, 0, 0, 0, turntest.Zone)) {
		t.Fatalf("asked %d times at night, looks again at %s", len(w.Unasked()), next)
	}
	w.At("2026-09-03 07:00")
	w.tick()
	w.tick()
	if asked := w.Unasked(); len(asked) != 1 || !strings.Contains(asked[0].Text, "drop Henderson") {
		t.Fatalf("%+v", asked)
	}
	w.At("2026-09-04 07:00")
	w.tick()
	if asked := w.Unasked(); len(asked) != 2 || !strings.Contains(asked[1].Text, "raise the day rate") {
		t.Errorf("%+v", asked)
	}
}
