package rulebook_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/rulebook"
	"citadel/memory"
	"citadel/memory/event"
)

type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-03 10:00"), t} }

func (w *world) tick(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, rulebook.Job("22:00-07:00"))
}

// evaluated is an error that was pointed out, and the evaluation of the night after.
func (w *world) evaluated(day, sort, check string) {
	w.t.Helper()
	w.At(day + " 10:00")
	said := w.Say("no, that's wrong")
	w.Silence(said)
	e := w.Write(event.Erred{Sort: sort, On: w.Now}, said)
	made := event.Evaluated{UpTo: e, Errors: []event.Erring{{Sort: sort, Count: 1}}, On: w.Now}
	if check != "" {
		made.Checks, made.By = []event.Caution{{Sort: sort, Text: check, Cites: []event.Seq{e}}}, "scripted-1"
	}
	w.Write(made, e)
}

// Two evaluations make no rule, three are offered once, and a press is the principal's own word.
func TestThree(t *testing.T) {
	w := begin(t)
	w.evaluated("2026-11-10", event.ErrFigure, "")
	w.evaluated("2026-11-12", event.ErrFigure, "Give a figure only with the day it is of")
	w.tick("2026-11-13 10:00")
	jobstest.Want(t, w.World, 0, "on two evaluations")
	w.evaluated("2026-11-17", event.ErrFigure, "")
	w.tick("2026-11-18 10:00")
	jobstest.Want(t, w.World, 1, "on three")
	q := w.Unasked()[0]
	jobstest.Golden(t, w.World, "offer", rulebook.Name, q)
	var rules int
	w.Mind.Read(func(v memory.View) { rules = len(v.Principal.Rules) })
	if rules != 0 {
		t.Error("it is a rule before he said so")
	}
	pressed := w.Turn(w.Say(q.Buttons[0].Says))
	if c := pressed.Command; c == nil || c.Name != "rule add" || c.Words != "Give a figure only with the day it is of" {
		t.Errorf("a press says %+v", c)
	}
	w.tick("2026-12-18 10:00")
	jobstest.Want(t, w.World, 1, "a month later")
}

// Each sort of error has a rule that can be pressed, also where no model found words for it.
func TestFixedWords(t *testing.T) {
	for _, sort := range []string{
		event.ErrFact, event.ErrFigure, event.ErrName, event.ErrRelation, event.ErrQuote, event.ErrInvented, event.ErrOverstate, event.ErrTone, event.ErrDone, event.ErrPromise,
	} {
		w := begin(t)
		for _, day := range []string{"2026-11-10", "2026-11-12", "2026-11-17"} {
			w.evaluated(day, sort, "")
		}
		w.tick("2026-11-18 10:00")
		jobstest.Want(t, w.World, 1, sort)
		q := w.Unasked()[0]
		if c := w.Turn(w.Say(q.Buttons[0].Says)).Command; c == nil || c.Name != "rule add" || !strings.Contains(q.Text, c.Words) {
			t.Errorf("%s: a press says %q", sort, q.Buttons[0].Says)
		}
	}
}

// One rule in two weeks, and one that was left only on three evaluations more.
func TestApart(t *testing.T) {
	w := begin(t)
	for _, day := range []string{"2026-11-10", "2026-11-12", "2026-11-17"} {
		w.evaluated(day, event.ErrFigure, "")
		w.evaluated(day, event.ErrTone, "")
	}
	if w.tick("2026-11-18 10:00"); w.Unasked()[0].Subject != "rule/figure" {
		t.Fatalf("%+v", w.Unasked())
	}
	w.tick("2026-12-02 09:59")
	jobstest.Want(t, w.World, 1, "within two weeks")
	w.tick("2026-12-02 10:00")
	jobstest.Want(t, w.World, 2, "after two weeks")
	w.evaluated("2026-12-03", event.ErrFigure, "")
	w.evaluated("2026-12-04", event.ErrFigure, "")
	w.tick("2026-12-20 10:00")
	jobstest.Want(t, w.World, 2, "on two more")
	w.evaluated("2026-12-21", event.ErrFigure, "")
	w.tick("2026-12-22 10:00")
	jobstest.Want(t, w.World, 3, "on three more")
}

// An old evaluation supports nothing, and a rule that is one already is not offered.
func TestNotOffered(t *testing.T) {
	t.Run("old", func(t *testing.T) {
		w := begin(t)
		w.evaluated("2026-09-10", event.ErrFigure, "")
		w.evaluated("2026-11-12", event.ErrFigure, "")
		w.evaluated("2026-11-17", event.ErrFigure, "")
		w.tick("2026-11-18 10:00")
		jobstest.Want(t, w.World, 0, "old")
	})
	t.Run("known", func(t *testing.T) {
		w := begin(t)
		said := w.Say("rule add look twice at every figure")
		w.Silence(said)
		ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskRuleAdd, Text: "look twice at every figure"}).Because(said).Resting(said)
		ask.Trust = event.ByPrincipal
		w.Record(ask)
		for _, day := range []string{"2026-11-10", "2026-11-12", "2026-11-17"} {
			w.evaluated(day, event.ErrFigure, "Look twice at every figure")
		}
		w.tick("2026-11-18 10:00")
		jobstest.Want(t, w.World, 0, "known")
	})
}
