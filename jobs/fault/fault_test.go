package fault_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/fault"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
)

var sam = event.Person{Platform: "console", ID: "sam"}

// world is a mind with the job.
type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world { return &world{turntest.New(t).At("2026-11-20 09:00"), t} }

// tick has a new process look.
func (w *world) tick() {
	w.t.Helper()
	jobstest.Look(w.t, w.World, fault.Job())
}

// thumb puts a thumb down on a new post, as the bot records it.
func (w *world) thumb(subject string, edit ...func(*event.PostQueued)) (post event.Seq) {
	q := event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Oil is up.", Subject: subject}
	for _, e := range edit {
		e(&q)
	}
	post = w.Write(q)
	credits := q.Credits()
	if q.Answer != nil {
		credits = []string{event.SignalLoop}
	}
	w.Write(event.Reacted{About: post, Person: sam, Emoji: "👎", Sense: event.Dismiss, On: w.Now, Credits: credits})
	return post
}

func (w *world) want(n int, when string) {
	w.t.Helper()
	jobstest.Want(w.t, w.World, n, when)
}

// It asks under the message, in the words and with the buttons of MESSAGES 18, once a day.
func TestAskedOnceADay(t *testing.T) {
	w := begin(t)
	w.tick()
	w.want(0, "before any thumb")
	post := w.thumb("alert/cost/oil")
	w.tick()
	w.want(1, "after a thumb")
	q := w.Unasked()[0]
	if q.ReplyTo != post || q.About != post || q.Place != turntest.Console {
		t.Errorf("asked about %d in reply to %d at %v", q.About, q.ReplyTo, q.Place)
	}
	jobstest.Golden(t, w.World, "what-was-off", fault.Name, q)
	w.tick()
	w.want(1, "again")
	w.At("2026-11-20 15:00")
	w.thumb("alert/cost/oil")
	w.tick()
	w.want(1, "on the same day")
	w.At("2026-11-21 00:05")
	w.tick()
	w.want(1, "of a thumb long ago")
	w.thumb("spending")
	w.tick()
	w.want(2, "on the next day, at night: he is there")
}

// What moves nothing, what was asked for, and what asks something itself is not asked about; nor is
// a thumb that was taken off, or a thumb up.
func TestNotAsked(t *testing.T) {
	for name, do := range map[string]func(w *world){
		"a reminder":      func(w *world) { w.thumb(event.SubjectReminder) },
		"a contradiction": func(w *world) { w.thumb(event.SubjectDispute) },
		"an answer":       func(w *world) { w.thumb("", func(q *event.PostQueued) { q.Answer = &event.Answer{Message: 1} }) },
		"a question": func(w *world) {
			w.thumb(event.SubjectSpending, func(q *event.PostQueued) { q.Buttons = []event.Button{{Label: "Allow", Says: "allow 4.00"}} })
		},
		"taken off": func(w *world) {
			w.Write(event.Unreacted{About: w.thumb("alert"), Person: sam, Emoji: "👎"})
		},
		"overruled": func(w *world) {
			w.Write(event.Reacted{About: w.thumb("alert"), Person: sam, Emoji: "👍", Sense: event.Acknowledge, On: w.Now, Credits: []string{"alert"}})
		},
		"with a reason": func(w *world) { w.Write(event.Faulted{About: w.thumb("alert"), Reason: event.FaultBadNews}) },
		"away":          func(w *world) { w.thumb("alert"); w.away() },
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			do(w)
			w.tick()
			w.want(0, name)
		})
	}
}

// away has the principal be away today.
func (w *world) away() {
	said := w.Say("away")
	asked := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingAway, Text: "2026-11-19/2026-11-25"}).Because(said)
	asked.Trust = event.ByPrincipal
	w.Record(asked)
}

// An hour that he called a bad time is no moment for anything unasked.
func TestABadTimeIsNoMoment(t *testing.T) {
	w := begin(t)
	w.Write(event.Faulted{About: w.thumb("alert"), Reason: event.FaultBadTime, Hour: "09"})
	w.Mind.Read(func(v memory.View) {
		for _, c := range []struct {
			at    string
			waits bool
		}{{"09:30", true}, {"10:00", false}, {"08:59", false}} {
			now, err := time.ParseInLocation("2006-01-02 15:04", "2026-11-21 "+c.at, turntest.Zone)
			if err != nil {
				t.Fatal(err)
			}
			until, waits := jobs.Moment(v, now, "")
			if waits != c.waits || waits && until.Format("15:04") != "10:00" {
				t.Errorf("at %s it waits: %v, until %v", c.at, waits, until)
			}
		}
	})
}
