package followup_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/followup"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
)

type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-10-01 10:00"), t} }

func (w *world) tick(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, followup.Job("22:00-07:00"))
}

// open leaves something open, due on a day or on none.
func (w *world) open(text, due string) event.Seq {
	w.t.Helper()
	said := w.Say("I still have to " + text)
	w.Silence(said)
	l := event.LoopOpened{Text: text, Quote: text, On: w.Now, Audience: event.Private}
	if due != "" {
		at, err := time.ParseInLocation(time.DateOnly, due, turntest.Zone)
		if err != nil {
			w.t.Fatal(err)
		}
		l.Due = at
	}
	return w.Write(l, said)
}

func (w *world) promise(text string) event.Seq {
	said := w.Say("could you " + text)
	w.Silence(said)
	return w.Write(event.CommitmentMade{Text: text, On: w.Now}, said)
}

// What was open for long is asked about once in its life, whatever the answer.
func TestOnce(t *testing.T) {
	w := begin(t)
	l := w.open("call the printer", "")
	if next := w.tick("2026-10-31 10:59"); !next.Equal(time.Date(2026, 10, 31, 11, 0, 0, 0, turntest.Zone)) {
		t.Errorf("looks again at %s", next)
	}
	jobstest.Want(t, w.World, 0, "a minute before the month is over")
	w.tick("2026-10-31 11:00")
	jobstest.Want(t, w.World, 1, "after a month")
	q := w.Unasked()[0]
	if q.About != l || q.Subject != event.SubjectFollowUp {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w.World, "open", followup.Name, q)
	w.tick("2027-03-31 10:00")
	jobstest.Want(t, w.World, 1, "half a year later")
}

func TestWhatHasADate(t *testing.T) {
	w := begin(t)
	w.open("send Priya the draft", "2026-10-09")
	w.tick("2026-10-15 12:00")
	jobstest.Want(t, w.World, 0, "six days overdue")
	w.tick("2026-10-16 07:00")
	jobstest.Want(t, w.World, 1, "a week overdue")
	jobstest.Golden(t, w.World, "overdue", followup.Name, w.Unasked()[0])
}

func TestItsOwnPromise(t *testing.T) {
	w := begin(t)
	w.promise("compare the freight offers")
	w.tick("2026-10-08 11:00")
	jobstest.Want(t, w.World, 1, "a week later")
	q := w.Unasked()[0]
	jobstest.Golden(t, w.World, "promise", followup.Name, q)
	for _, b := range q.Buttons {
		if c := w.Turn(w.Say(b.Says)).Command; c == nil || len(c.Handles) != 1 {
			t.Errorf("a press says %q, which is no command about one thing", b.Says)
		}
	}
}

// What is closed, grave or somebody else's is not asked about.
func TestNotAsked(t *testing.T) {
	for name, set := range map[string]func(w *world){
		"nothing": func(*world) {},
		"closed": func(w *world) {
			l := w.open("call the printer", "")
			w.Write(event.LoopClosed{Loop: l, Outcome: "done"}, l)
		},
		"grave": func(w *world) { w.open("write to the widow", "") },
		"theirs": func(w *world) {
			e := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Audience: event.Private, Text: "pay me", On: w.Now})
			e.Trust = event.ByThirdParty
			w.Write(event.LoopOpened{Text: "pay Tom", On: w.Now}, w.Record(e)[0].Seq)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			w.Silence(w.Say("hello"))
			set(w)
			w.tick("2026-12-01 10:00")
			jobstest.Want(t, w.World, 0, name)
		})
	}
}

// On the day he returns he gets the morning's message and nothing else unasked.
func TestTheDayOfHisReturn(t *testing.T) {
	w := begin(t)
	w.open("call the printer", "")
	said := w.Say("away from 25 Oct to 8 Nov")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingAway, Text: "2026-10-25/2026-11-08"}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
	w.tick("2026-11-08 12:00")
	jobstest.Want(t, w.World, 0, "while he is away")
	if next := w.tick("2026-11-09 12:00"); !next.Equal(time.Date(2026, 11, 10, 0, 0, 0, 0, turntest.Zone)) {
		t.Errorf("looks again at %s", next)
	}
	jobstest.Want(t, w.World, 0, "on his return")
	w.tick("2026-11-10 07:00")
	jobstest.Want(t, w.World, 1, "the day after")
}

// Of a long list one thing in three days is asked about, and each once.
func TestHuge(t *testing.T) {
	w := begin(t)
	for i := range 40 {
		w.open(fmt.Sprintf("do thing %d", i), "")
	}
	asked := map[event.Seq]bool{}
	for day := range 60 {
		w.tick(time.Date(2026, 11, 1+day, 9, 0, 0, 0, turntest.Zone).Format("2006-01-02 15:04"))
		w.tick(time.Date(2026, 11, 1+day, 18, 0, 0, 0, turntest.Zone).Format("2006-01-02 15:04"))
	}
	for _, q := range w.Unasked() {
		if asked[q.About] {
			t.Errorf("asked twice about %d", q.About)
		}
		asked[q.About] = true
	}
	if len(asked) != 20 {
		t.Errorf("asked %d times in 60 days", len(asked))
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Loops) != 40 {
			t.Errorf("%d things are open", len(v.Loops.Loops))
		}
	})
}
