package predictions_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/predictions"
	"citadel/memory/event"
)

type world struct {
	*turntest.World
	t testing.TB
}

func (w *world) tick(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, predictions.Job("22:00-07:00"))
}

// foretell notes a prediction that can be told on a day at nine.
func (w *world) foretell(text string, month time.Month, day int) event.Seq {
	w.t.Helper()
	said := w.Say("I bet " + text)
	w.Silence(said)
	return w.Write(event.PredictionMade{
		Text: text, P: 0.8, Due: time.Date(2027, month, day, 9, 0, 0, 0, turntest.Zone), Message: said, On: w.Now, Audience: event.Private,
	}, said)
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-20 10:00"), t} }

// It is asked about once, when its time is over, and never again.
func TestOnce(t *testing.T) {
	w := begin(t)
	p := w.foretell("the Henderson deal closes by March", time.April, 1)
	if next := w.tick("2027-04-01 08:59"); !next.Equal(time.Date(2027, 4, 1, 9, 0, 0, 0, turntest.Zone)) {
		t.Errorf("looks again at %s", next)
	}
	jobstest.Want(t, w.World, 0, "a minute too early")
	w.tick("2027-04-01 09:00")
	jobstest.Want(t, w.World, 1, "when it is due")
	q := w.Unasked()[0]
	if q.About != p || q.Subject != event.SubjectPrediction || len(q.Buttons) != 3 {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w.World, "due", predictions.Name, q)
	w.tick("2027-04-01 09:05")
	w.tick("2027-06-01 09:00")
	jobstest.Want(t, w.World, 1, "two months later")
}

// Of two that are due one has the next day, and what he said by himself is not asked about.
func TestOneADay(t *testing.T) {
	w := begin(t)
	w.foretell("rates fall by March", time.April, 1)
	w.foretell("oil falls by March", time.April, 1)
	told := w.foretell("Acme renews by March", time.April, 1)
	w.Write(event.PredictionResolved{Prediction: told, Outcome: event.CameWrong, On: w.Now}, told)
	w.tick("2027-04-01 09:00")
	w.tick("2027-04-01 15:00")
	jobstest.Want(t, w.World, 1, "on the first day")
	w.tick("2027-04-02 09:00")
	w.tick("2027-04-03 09:00")
	jobstest.Want(t, w.World, 2, "two days later")
}
