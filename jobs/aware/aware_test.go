package aware_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/aware"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/hands"
)

type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-20 09:00"), t} }

func (w *world) look(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, aware.Job())
}

func at(t testing.TB, moment string) time.Time {
	t.Helper()
	m, err := time.ParseInLocation("2006-01-02 15:04", moment, turntest.Zone)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (w *world) open(text, due string) event.Seq {
	said := w.Say("I still have to " + text)
	w.Silence(said)
	return w.Write(event.LoopOpened{Text: text, Due: at(w.t, due), On: w.Now, Audience: event.Private}, said)
}

func (w *world) meant() (all []agency.Intention) {
	w.Mind.Read(func(v memory.View) { all = v.Agency.Intentions })
	return all
}

// texts fails unless these are what it means to bring up.
func (w *world) texts(when string, want ...string) {
	w.t.Helper()
	var got []string
	for _, i := range w.meant() {
		got = append(got, i.Text)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("%s: means to bring up %q, want %q", when, got, want)
	}
}

func (w *world) head() event.Seq { return w.Mind.Head() }

// Where nothing is new nothing is written, however often it looks.
func TestNothingNew(t *testing.T) {
	w := begin(t)
	w.open("send Priya the draft", "2026-11-24 17:00")
	before := w.head()
	for day := range 3 {
		for hour := range 24 {
			w.look(fmt.Sprintf("2026-11-2%d %02d:30", 1+day, hour))
		}
	}
	if w.head() != before {
		t.Errorf("%d events about nothing", w.head()-before)
	}
}

func TestSaidAndDueToday(t *testing.T) {
	w := begin(t)
	l := w.open("send Priya the draft of the contract before she leaves.", "2026-11-20 17:00")
	w.open("ring Tom", "2026-11-20 11:00") // in two hours: he has it in mind
	w.look("2026-11-20 09:30")
	w.texts("of what is due in two hours")
	if next := w.look("2026-11-20 14:59"); !next.Equal(at(t, "2026-11-20 15:00")) {
		t.Errorf("looks again at %s", next)
	}
	w.texts("before")
	w.look("2026-11-20 15:00")
	w.look("2026-11-20 15:05")
	w.texts("two hours before", "send Priya the draft of the … is due on Fri 20 Nov, 17:00")
	if i := w.meant()[0]; i.About != l || !i.At.Equal(at(t, "2026-11-20 15:00")) {
		t.Errorf("%+v", i)
	}
	w.Write(event.LoopClosed{Loop: l, Outcome: "done"}, l)
	w.look("2026-11-20 15:10")
	w.texts("once it is done")
	w.look("2026-11-20 18:00")
	w.texts("later")
}

// What is over by the time it looks is no news.
func TestTooLate(t *testing.T) {
	w := begin(t)
	w.open("send Priya the draft", "2026-11-20 17:00")
	w.look("2026-11-20 18:00")
	w.texts("an hour after")
}

// What he put aside, or nobody showed him yet, does not press.
func TestACardPutAside(t *testing.T) {
	w := begin(t)
	said := w.Say("write to Lena")
	w.Silence(said)
	w.Write(event.ApprovalAsked{Tool: "mail_send", Digest: "d", Args: "{}", Lapses: at(t, "2026-11-21 09:00"), Held: true}, said)
	w.look("2026-11-21 07:00")
	w.texts("two hours before")
}

func TestALapsingCard(t *testing.T) {
	w := begin(t)
	said := w.Say("write to Lena")
	w.Silence(said)
	k := w.Write(event.ApprovalAsked{Tool: "mail_send", Digest: "d", Args: `{"to":"lena"}`, Lapses: at(t, "2026-11-21 09:00")}, said)
	var open []hands.Card
	w.Mind.Read(func(v memory.View) { open = v.Hands.Open(w.Now) })
	if len(open) != 1 {
		t.Fatalf("%+v", open)
	}
	w.look("2026-11-21 06:59")
	w.texts("before")
	w.look("2026-11-21 07:00")
	w.look("2026-11-21 07:30")
	w.texts("two hours before", fmt.Sprintf("mail send (K%d) waits for your word and lapses on Sat 21 Nov, 09:00", k))
	w.look("2026-11-21 09:00")
	w.texts("once it lapsed")
}

func TestAway(t *testing.T) {
	w := begin(t)
	said := w.Say("away from 4 Dec to 18 Dec")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingAway, Text: "2026-12-04/2026-12-18"}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
	w.look("2026-12-03 17:00")
	w.texts("with nothing due")
	w.At("2026-11-22 09:00")
	w.open("file the BAS", "2026-12-07 17:00")
	w.open("pay the rent", "2026-12-18 17:00")
	w.open("order paper", "2026-12-19 17:00")
	w.look("2026-12-03 15:59")
	w.texts("before the eve")
	w.look("2026-12-03 16:00")
	w.look("2026-12-03 20:00")
	w.texts("on the eve", "2 things fall due while you are away from Fri 4 Dec: loops lists them")
}

// A long list costs one look, and each thing is noticed once.
func TestHuge(t *testing.T) {
	w := begin(t)
	for i := range 40 {
		w.open(fmt.Sprintf("do thing %d", i), "2026-11-20 17:00")
	}
	w.look("2026-11-20 15:00")
	if n := len(w.meant()); n != 40 {
		t.Fatalf("%d noticed", n)
	}
	before := w.head()
	w.look("2026-11-20 15:30")
	if w.head() != before {
		t.Errorf("%d more events", w.head()-before)
	}
}
