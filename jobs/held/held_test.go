package held_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/held"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/tools"
)

type world struct {
	*turntest.World
	t    testing.TB
	said event.Seq
}

func begin(t testing.TB) *world {
	w := &world{World: turntest.New(t).At("2026-11-18 10:00"), t: t}
	w.said = w.Say("write to Kim for me")
	w.Silence(w.said)
	return w
}

func show(a event.ApprovalAsked, handle string, _, _ time.Time) (*phrase.Text, []event.Button) {
	return new(phrase.Text).Say("**Send?** `%s` %s", handle, a.Args), []event.Button{{Label: "Send", Says: "send " + handle}}
}

func (w *world) tick(at string) {
	w.t.Helper()
	w.At(at)
	jobstest.Look(w.t, w.World, held.Job(show))
}

func (w *world) card(seq event.Seq) (c hands.Card) {
	w.Mind.Read(func(v memory.View) { c, _ = v.Hands.Card(seq) })
	return c
}

func at(moment string) time.Time {
	t, _ := time.ParseInLocation("2006-01-02 15:04", moment, turntest.Zone)
	return t
}

// asked is a prepared call, as whoever prepares writes it.
func (w *world) asked(until time.Time, upon event.Seq) event.Seq {
	return w.Write(event.ApprovalAsked{Tool: "mail_send", Args: `{"to":"kim"}`, Digest: "d", Lapses: w.Now.Add(90 * 24 * time.Hour), Held: true, Until: until, Upon: upon}, w.said)
}

// What was prepared or put aside is shown at its moment, once, with its word, and is open for that day.
func TestShownAtItsMoment(t *testing.T) {
	w := begin(t)
	prepared := w.asked(at("2026-11-20 09:00"), 0)
	aside := w.Write(event.ApprovalAsked{Tool: "mail_send", Args: `{"to":"lena"}`, Digest: "e", Lapses: w.Now.Add(24 * time.Hour)}, w.said)
	w.Write(event.ApprovalHeld{Approval: aside, Until: at("2026-11-20 09:00"), Lapses: at("2026-11-21 09:00"), Place: turntest.Console, Audience: event.Private}, w.said)
	w.tick("2026-11-20 08:59")
	jobstest.Want(t, w.World, 0, "before")
	w.tick("2026-11-20 09:00")
	w.tick("2026-11-20 12:00")
	jobstest.Want(t, w.World, 2, "at its moment")
	for i, want := range []string{"This was prepared for now.", "You put this aside until now."} {
		if q := w.Unasked()[i]; !strings.Contains(q.Text, want) || q.Subject != event.SubjectApproval || len(q.Buttons) != 1 {
			t.Errorf("%+v", q)
		}
	}
	if c := w.card(prepared); c.Held || !c.Open(w.Now) {
		t.Errorf("%+v", c)
	}
}

// What waits for something open or watched is shown once that is closed, or has news, and not before; what nothing
// releases waits until he asks.
func TestShownUponAnEvent(t *testing.T) {
	w := begin(t)
	loop := w.Write(event.LoopOpened{Text: "agree with Lena", On: w.Now}, w.said)
	watch := w.Write(event.WatchSet{What: event.WatchMail, Target: "Kim", Every: 15, On: w.Now, Until: w.Now.AddDate(0, 3, 0)}, w.said)
	w.asked(time.Time{}, loop)
	second := w.asked(time.Time{}, watch)
	w.asked(time.Time{}, 0)
	w.tick("2026-11-20 09:00")
	jobstest.Want(t, w.World, 0, "before")
	w.Write(event.LoopClosed{Loop: loop, Outcome: "done"}, loop)
	w.tick("2026-11-20 09:01")
	jobstest.Want(t, w.World, 1, "after the loop")
	w.Write(event.WatchSeen{Watch: watch, Seen: w.said}, watch)
	w.tick("2026-11-20 09:02")
	w.tick("2026-11-22 09:02")
	jobstest.Want(t, w.World, 2, "after the watch")
	if c := w.card(second); c.Held {
		t.Errorf("%+v", c)
	}
}

// A card that was answered or taken back meanwhile is not shown.
func TestNotShownAfterItsEnd(t *testing.T) {
	w := begin(t)
	k := w.asked(at("2026-11-20 09:00"), 0)
	w.Write(event.ApprovalDropped{Approval: k, Reason: "refused"}, w.said)
	j := w.asked(at("2026-11-20 09:00"), 0)
	w.Write(event.ApprovalHeld{Approval: j, Back: true, Lapses: at("2026-11-21 09:00")}, w.said)
	w.tick("2026-11-20 09:00")
	jobstest.Want(t, w.World, 0, "at its moment")
	if c := w.card(j); c.Held || !c.Open(w.Now) {
		t.Errorf("%+v", c)
	}
}

// A job prepares what changes something outside, and nothing is done: not what only looks, what is denied, what does not
// fit, or what is for a moment that is over.
func TestAJobPrepares(t *testing.T) {
	ran := false
	send := tools.Typed(tools.Tool{Name: "mail_send", Description: "Send."}, func(context.Context, struct {
		To string `json:"to"`
	}) (tools.Result, error) {
		ran = true
		return tools.Result{}, nil
	})
	look := send
	look.Class = tools.Reads
	denied := send
	denied.Name = "mail_burn"
	for name, c := range map[string]struct {
		work held.Work
		fine bool
	}{
		"a mail":          {held.Work{Tool: send, Args: json.RawMessage(`{"to":"kim"}`), Until: at("2026-11-20 09:00")}, true},
		"from strangers":  {held.Work{Tool: send, Args: json.RawMessage(`{"to":"kim"}`), Sources: []event.ToolSource{{What: "the page acme.example"}}}, true},
		"a look":          {held.Work{Tool: look, Args: json.RawMessage(`{"to":"kim"}`)}, false},
		"it does not fit": {held.Work{Tool: send, Args: json.RawMessage(`{"to":7}`)}, false},
		"two readings":    {held.Work{Tool: send, Args: json.RawMessage(`{"to":"kim","to":"eve"}`)}, false},
		"it is over":      {held.Work{Tool: send, Args: json.RawMessage(`{"to":"kim"}`), Until: at("2026-11-18 09:00")}, false},
		"too long":        {held.Work{Tool: send, Args: json.RawMessage(`{"to":"` + strings.Repeat("x", 7000) + `"}`)}, false},
		"denied":          {held.Work{Tool: denied, Args: json.RawMessage(`{"to":"kim"}`)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			deny(w)
			var refused error
			job := jobs.Job{
				Name: "pulse", Every: "once", Help: "prepares", Often: true, Missed: jobs.Policy{Way: jobs.Each},
				Due:    func(memory.View, time.Time) []jobs.Slot { return []jobs.Slot{{Name: "1", At: w.Now}} },
				Next:   func(memory.View, time.Time) (t time.Time) { return t },
				Writes: []event.Kind{event.ApprovalAsked{}.Kind()},
				Run: func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
					c.work.From = []event.Seq{w.said}
					write, err := held.Prepare(in, c.work)
					if refused = err; err != nil {
						return nil, nil
					}
					return []jobs.Write{write}, nil
				},
			}
			jobstest.Look(t, w.World, job)
			var open []hands.Card
			w.Mind.Read(func(v memory.View) { open = v.Hands.Open(w.Now) })
			if c.fine != (len(open) == 1 && open[0].Held) || c.fine != (refused == nil) || ran {
				t.Errorf("%v, %+v, ran %t", refused, open, ran)
			}
		})
	}
}

func deny(w *world) {
	e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskPolicy, Name: "mail_burn", Text: event.PolicyDeny}).Because(w.said).Resting(w.said)
	e.Trust = event.ByPrincipal
	w.Record(e)
}
