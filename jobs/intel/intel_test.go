package intel_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs/intel"
	"citadel/jobs/jobstest"
	"citadel/memory/event"
)

type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-09 10:00"), t} }

const monday = "2026-11-23 09:00"

func (w *world) look(at string) {
	w.t.Helper()
	w.At(at)
	jobstest.Look(w.t, w.World, intel.Job("22:00-07:00"))
}

func (w *world) sets(name, value string) {
	said := w.Say("so be it")
	w.Silence(said)
	e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: name, Text: value}).Because(said).Resting(said)
	e.Trust = event.ByPrincipal
	w.Record(e)
}

func (w *world) client(name, thing string) event.Seq {
	said := w.Say(name + " buys " + thing)
	w.Silence(said)
	return w.Write(event.EdgeDrawn{
		Source: thing, Relation: event.ExposedTo, Target: name + " costs", Client: name, Mechanism: "buys " + thing, Origin: event.FromPrincipal, On: w.Now,
	}, said)
}

// found is something that a look brought, resting on whom it is of.
func (w *world) found(at string, d event.Discovered, of event.Seq) event.Seq {
	w.At(at)
	d.Source = event.ToolSource{What: "the feed Trade", Link: "https://press.example/plant", On: w.Now.Add(-10 * time.Hour)}
	back := w.Pens.For(event.Hands).Write(event.ToolReturned{Text: d.Title, Sources: []event.ToolSource{d.Source}})
	back.Trust = event.ByTool
	return w.Write(d, w.Record(back)[0].Seq, of)
}

func (w *world) learn(at, text string) event.Seq {
	w.At(at)
	said := w.Say(text)
	w.Silence(said)
	return w.Write(event.Learned{Sort: "statement", Text: text, Quote: text, Provenance: event.Stated, Importance: .5, On: w.Now, Audience: event.Private}, said)
}

// behind is the message that a memory was made of.
func (w *world) behind(memory event.Seq) event.Seq {
	r, err := w.Mind.Event(w.t.Context(), memory)
	if err != nil {
		w.t.Fatal(err)
	}
	return r.From[0]
}

func (w *world) moved(at, what string) event.Seq {
	w.At(at)
	return w.Write(event.IndicatorMoved{
		Indicator: what, Feed: "fred", Unit: "USD/bbl", From: 79.61, To: 86.38, Since: w.Now.AddDate(0, 0, -28), On: w.Now.AddDate(0, 0, -2), Read: w.Now, Published: w.Now,
		Measure: &event.Measure{Mode: "pct", Change: 8.5},
	})
}

// aWeek leaves news of two clients, one of which is worth a page, and of a topic.
func (w *world) aWeek() {
	acme, kessler := w.client("Acme Foods", "crude_oil_wti"), w.client("Kessler", "copper")
	said := w.Say("wonder about: why freight rates fall in winter")
	w.Silence(said)
	topic := w.Write(event.CuriosityRaised{Topic: "why freight rates fall in winter"}, said)
	w.learn("2026-11-12 10:00", "Acme wants new boxes.") // of the week before
	w.moved("2026-11-18 06:00", "crude_oil_wti")
	w.found("2026-11-18 12:00", event.Discovered{Client: "Acme Foods", Title: "Acme Foods opens second *plant* in Geelong"}, acme)
	w.found("2026-11-18 12:30", event.Discovered{Client: "Kessler", Title: "Kessler hires"}, kessler)
	w.found("2026-11-19 12:00", event.Discovered{Curiosity: topic, Title: "Freight rates fall as harvest ends"}, topic)
	w.found("2026-11-20 12:00", event.Discovered{Curiosity: topic, Title: "Ships wait outside Melbourne"}, topic)
	w.learn("2026-11-19 10:00", "Acme pays by the 20th from now on.")
	promised := w.learn("2026-11-20 10:00", "I'll send Acme the price list")
	w.Write(event.LoopOpened{Text: "send Acme the price list", On: w.Now, Audience: event.Private}, w.behind(promised)) // of the same message
	w.learn("2026-11-19 11:00", "The kettle is new.")
}

// A page has each thing once with its source, of the week alone; the same week has one.
func TestAWeek(t *testing.T) {
	w := begin(t)
	w.aWeek()
	w.look(monday)
	w.look("2026-11-23 11:00")
	w.look("2026-11-24 09:00")
	jobstest.Want(t, w.World, 1, "a week")
	jobstest.Golden(t, w.World, "week", intel.Name, w.Unasked()[0])
}

// When there is none.
func TestNoPage(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(w *world)
		when string
	}{
		"on another day":             {func(*world) {}, "2026-11-24 13:00"},
		"more than a day too late":   {func(*world) {}, "2026-11-24 12:30"},
		"he wants quiet in the hour": {func(w *world) { w.sets(event.SettingHours, "08:00-18:00") }, monday},
		"paused":                     {func(w *world) { w.sets(event.SettingPaused, "yes") }, monday},
		"away":                       {func(w *world) { w.sets(event.SettingAway, "2026-11-20/2026-11-25") }, monday},
		"three messages came before": {func(w *world) {
			for range 3 {
				w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "x", Subject: event.SubjectFollowUp})
			}
		}, monday},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			w.aWeek()
			w.At("2026-11-23 08:00")
			c.set(w)
			w.look(c.when)
			for _, q := range w.Unasked() {
				if q.Subject == event.SubjectIntel {
					t.Errorf("told: %s", q.Text)
				}
			}
		})
	}
}

// Where Monday's messages are used up the page comes on Tuesday at the end of the quiet hours, once.
func TestNoRoomOnMonday(t *testing.T) {
	w := begin(t)
	w.aWeek()
	w.At("2026-11-23 08:00")
	for range 3 {
		w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "x", Subject: event.SubjectFollowUp})
	}
	w.look(monday)
	w.look("2026-11-23 18:00")
	w.look("2026-11-24 06:59")
	jobstest.Want(t, w.World, 0, "without room")
	w.look("2026-11-24 07:00")
	w.look("2026-11-24 07:30")
	jobstest.Want(t, w.World, 1, "on Tuesday")
	if q := w.Unasked()[0]; q.Subject != event.SubjectIntel {
		t.Errorf("%+v", q)
	}
}

// A week with nothing new is looked at once and says nothing, and a client that is muted has no page.
func TestNothingNew(t *testing.T) {
	w := begin(t)
	w.aWeek()
	w.At("2026-11-30 08:00")
	w.look("2026-11-30 09:00")
	head := w.Mind.Head()
	w.look("2026-11-30 09:30")
	jobstest.Want(t, w.World, 0, "an empty week")
	if w.Mind.Head() != head {
		t.Error("an empty week is looked at twice")
	}
	w = begin(t)
	w.aWeek()
	w.sets(event.SettingMuted, "acme_foods")
	w.look(monday)
	jobstest.Want(t, w.World, 1, "muted")
	if text := w.Unasked()[0].Text; strings.Contains(text, "Acme") || !strings.Contains(text, "Ships wait") {
		t.Error(text)
	}
}

// What is grave, what others said, and what does not hold any more is on no page.
func TestLeftOut(t *testing.T) {
	w := begin(t)
	acme := w.client("Acme Foods", "crude_oil_wti")
	w.learn("2026-11-18 10:00", "Acme pays by the 20th from now on.")
	w.learn("2026-11-18 11:00", "Acme moves to Geelong.")
	w.learn("2026-11-18 12:00", "The funeral of the head of Acme is on Friday.")
	gone := w.learn("2026-11-18 13:00", "Acme closes the plant.")
	w.Write(event.Superseded{Memory: gone}, gone)
	other := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Audience: event.Private, Text: "Acme is broke", On: w.Now})
	other.Trust = event.ByThirdParty
	w.Write(event.Learned{Sort: "statement", Text: "Acme is broke.", Provenance: event.Stated, On: w.Now}, w.Record(other)[0].Seq)
	w.found("2026-11-19 12:00", event.Discovered{Client: "Acme Foods", Title: "Two dead at Acme plant"}, acme)
	w.look(monday)
	jobstest.Want(t, w.World, 1, "a week")
	text := w.Unasked()[0].Text
	for _, words := range []string{"funeral", "closes", "broke", "dead"} {
		if strings.Contains(text, words) {
			t.Errorf("%q is told: %s", words, text)
		}
	}
	if !strings.Contains(text, "20th") || !strings.Contains(text, "Geelong") {
		t.Error(text)
	}
}

// A huge week is one message of a bounded length that says how much more there was.
func TestHugeWeek(t *testing.T) {
	w := begin(t)
	for i := range 20 {
		name := fmt.Sprintf("Firm%c", 'a'+i)
		w.client(name, "copper")
		for j := range 20 {
			w.learn(fmt.Sprintf("2026-11-18 12:%02d", j), fmt.Sprint(name, " has news ", j, strings.Repeat(" long", 60)))
		}
	}
	w.look(monday)
	jobstest.Want(t, w.World, 1, "a huge week")
	if text := w.Unasked()[0].Text; strings.Count(text, "15 things more") != 6 || len(text) > 8000 {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}
