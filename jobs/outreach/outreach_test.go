package outreach_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/outreach"
	"citadel/memory/event"
)

type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-09 10:00"), t} }

func (w *world) tick(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, outreach.Job(jobs.Morning{At: 7 * time.Hour}, "22:00-07:00"))
}

// sets makes a setting.
func (w *world) sets(name, value string) {
	said := w.Say("so be it")
	w.Silence(said)
	e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: name, Text: value}).Because(said).Resting(said)
	e.Trust = event.ByPrincipal
	w.Record(e)
}

func (w *world) wants() { w.sets(event.SettingOutreach, "on") }

func (w *world) client(name, thing string) event.Seq {
	said := w.Say(name + " buys " + thing)
	w.Silence(said)
	return w.Write(event.EdgeDrawn{
		Source: thing, Relation: event.ExposedTo, Target: name + " costs", Client: name, Mechanism: "buys corrugated board from two mills in Victoria",
		Origin: event.FromConversation, On: w.Now,
	}, said)
}

// found is something that a look brought, resting on whom it is of.
func (w *world) found(at string, d event.Discovered, of event.Seq) event.Seq {
	w.t.Helper()
	w.At(at)
	if d.Source.What == "" {
		d.Source = event.ToolSource{What: "the feed Trade", Link: "https://press.example/plant", On: w.Now.Add(-10 * time.Hour)}
	}
	hands := w.Pens.For(event.Hands)
	back := hands.Write(event.ToolReturned{Text: d.Title, Sources: []event.ToolSource{d.Source}})
	back.Trust = event.ByTool
	return w.Write(d, w.Record(back)[0].Seq, of)
}

const plant = "Acme Foods opens second plant in Geelong"

// What was found is told once, with what is open with that client; the first message says how to end them.
func TestOfAClient(t *testing.T) {
	w := begin(t)
	edge := w.client("Acme Foods", "corrugated_board")
	due := time.Date(2026, 12, 1, 0, 0, 0, 0, turntest.Zone)
	said := w.Say("agree prices with Acme by 1 December")
	w.Silence(said)
	w.Write(event.LoopOpened{Text: "agree prices with Acme", Due: due, On: w.Now, Audience: event.Private}, said)
	w.Write(event.LoopOpened{Text: "call the printer", Due: due.AddDate(0, 0, -7), On: w.Now, Audience: event.Private}, said)
	w.wants()
	w.found("2026-11-20 12:00", event.Discovered{Client: "Acme Foods", Title: plant}, edge)
	w.tick("2026-11-20 12:15")
	jobstest.Want(t, w.World, 1, "at noon")
	jobstest.Golden(t, w.World, "client", outreach.Name, w.Unasked()[0])
	w.tick("2026-11-21 12:15")
	jobstest.Want(t, w.World, 1, "a day later")
}

// Without anything open, what he said of the client says why.
func TestWhatHeSaid(t *testing.T) {
	w := begin(t)
	edge := w.client("Acme Foods", "corrugated_board")
	w.wants()
	w.found("2026-11-20 12:00", event.Discovered{Client: "Acme Foods", Thing: "corrugated_board", Title: "Cartel inquiry into *board* makers [here](http://evil.example)"}, edge)
	w.tick("2026-11-20 12:15")
	jobstest.Golden(t, w.World, "thing", outreach.Name, w.Unasked()[0])
}

func TestOfATopic(t *testing.T) {
	w := begin(t)
	said := w.Say("wonder about: why freight rates fall in winter")
	w.Silence(said)
	topic := w.Write(event.CuriosityRaised{Topic: "why freight rates fall in winter"}, said)
	w.wants()
	w.found("2026-11-20 12:00", event.Discovered{Curiosity: topic, Title: "Freight rates fall as harvest ends", Source: event.ToolSource{What: "a search result from press.example", Link: "javascript:alert(1)", On: w.Now}}, topic)
	w.tick("2026-11-20 12:15")
	jobstest.Golden(t, w.World, "topic", outreach.Name, w.Unasked()[0])
}

// When nothing is told.
func TestSilence(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(w *world, edge event.Seq)
		when string
	}{
		"he did not ask for it":      {func(w *world, _ event.Seq) { w.sets(event.SettingOutreach, "") }, "2026-11-20 12:15"},
		"he is no adult":             {func(w *world, _ event.Seq) { w.sets(event.SettingMinor, "yes") }, "2026-11-20 12:15"},
		"he muted the client":        {func(w *world, _ event.Seq) { w.sets(event.SettingMuted, "acme_foods") }, "2026-11-20 12:15"},
		"in quiet hours":             {func(*world, event.Seq) {}, "2026-11-20 22:30"},
		"paused":                     {func(w *world, _ event.Seq) { w.sets(event.SettingPaused, "yes") }, "2026-11-20 12:15"},
		"away":                       {func(w *world, _ event.Seq) { w.sets(event.SettingAway, "2026-11-20/2026-11-22") }, "2026-11-20 12:15"},
		"four days later":            {func(*world, event.Seq) {}, "2026-11-24 12:15"},
		"three messages came before": {func(w *world, _ event.Seq) { w.unasked(3) }, "2026-11-20 12:15"},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			edge := w.client("Acme Foods", "corrugated_board")
			w.wants()
			w.found("2026-11-20 12:00", event.Discovered{Client: "Acme Foods", Title: plant}, edge)
			c.set(w, edge)
			w.tick(c.when)
			for _, q := range w.Unasked() {
				if q.Subject == event.SubjectOutreach {
					t.Errorf("told: %s", q.Text)
				}
			}
		})
	}
	w := begin(t)
	w.client("Acme Foods", "corrugated_board")
	w.wants()
	if next := w.tick("2026-11-20 12:15"); !next.IsZero() {
		t.Errorf("with nothing found it looks again at %s", next)
	}
	jobstest.Want(t, w.World, 0, "with nothing found")
}

// unasked are messages of others that nobody asked for.
func (w *world) unasked(n int) {
	for range n {
		w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "x", Subject: event.SubjectFollowUp})
	}
}

// What was found in the night waits for the morning's message, and is not told where that has it.
func TestTheMorningsMessageFirst(t *testing.T) {
	for _, tells := range []bool{true, false} {
		w := begin(t)
		edge := w.client("Acme Foods", "corrugated_board")
		w.wants()
		f := w.found("2026-11-20 06:30", event.Discovered{Client: "Acme Foods", Title: plant}, edge)
		if next := w.tick("2026-11-20 07:00"); !next.Equal(time.Date(2026, 11, 20, 7, 30, 0, 0, turntest.Zone)) {
			t.Errorf("looks again at %s", next)
		}
		jobstest.Want(t, w.World, 0, "beside the morning's message")
		if tells {
			w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: plant, Subject: event.SubjectBriefing}, f)
		}
		w.tick("2026-11-20 07:30")
		jobstest.Want(t, w.World, map[bool]int{true: 0, false: 1}[tells], fmt.Sprintf("half an hour later, told there: %t", tells))
	}
}

// A huge day: one is told, what is of a client first; the next day one more.
func TestOneADay(t *testing.T) {
	w := begin(t)
	edge := w.client("Acme Foods", "corrugated_board")
	w.wants()
	for i := range 30 {
		w.found("2026-11-20 09:00", event.Discovered{Client: "Acme Foods", Thing: "corrugated_board", Title: fmt.Sprintf("Board makers meet for time %d", i)}, edge)
	}
	w.found("2026-11-20 09:01", event.Discovered{Client: "Acme Foods", Title: plant}, edge)
	w.found("2026-11-20 09:02", event.Discovered{Client: "Acme Foods", Thing: "corrugated_board", Title: "Board again"}, edge)
	for day := 20; day < 23; day++ {
		for hour := 8; hour < 22; hour += 2 {
			w.tick(fmt.Sprintf("2026-11-%d %02d:00", day, hour))
		}
		jobstest.Want(t, w.World, day-19, "that evening")
	}
	if q := w.Unasked(); !strings.Contains(q[0].Text, plant) || strings.Contains(q[1].Text, "outreach off") {
		t.Errorf("%s\n\n%s", q[0].Text, q[1].Text)
	}
}

// Of a huge day, with thousands of findings and of things open with their client, one is told, in a message of a bounded
// length, and no more until the day after.
func TestHugeDay(t *testing.T) {
	w := begin(t)
	edge := w.client("Acme Foods", "corrugated_board")
	w.wants()
	said := w.Say("a long list for Acme")
	w.Silence(said)
	for n := range 1000 {
		w.Write(event.LoopOpened{Text: fmt.Sprint("ask Acme about ", n, strings.Repeat(" very", 200), " long"), On: w.Now, Audience: event.Private}, said)
		w.found("2026-11-20 12:00", event.Discovered{Client: "Acme Foods", Title: fmt.Sprint("Plant ", n, " opens", strings.Repeat(" today", 200))}, edge)
	}
	for _, at := range []string{"2026-11-20 12:15", "2026-11-20 15:00", "2026-11-20 21:00"} {
		w.tick(at)
		jobstest.Want(t, w.World, 1, at)
	}
	if text := w.Unasked()[0].Text; len(text) > 900 || !strings.Contains(text, "Acme Foods") || !strings.Contains(text, "You have open: ") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	w.tick("2026-11-21 12:15")
	jobstest.Want(t, w.World, 2, "a day later")
}
