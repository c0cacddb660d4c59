package brief_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/model"
	"citadel/brain/perform"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/brief"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/principal"
	"citadel/tools"
)

// morning is a mind with the job, and with tools that bring what the test says.
type morning struct {
	*turntest.World
	t      testing.TB
	brings map[string]tools.Result
	fails  map[string]bool
	ask    brief.Ask
}

func begin(t testing.TB, at string) *morning {
	w := &morning{World: turntest.New(t).At("2026-11-19 10:00"), t: t, brings: map[string]tools.Result{}, fails: map[string]bool{}}
	w.Silence(w.Say("hello"))
	w.At(at)
	return w
}

// job is the one that every new process has.
func (w *morning) job() jobs.Job {
	var all []tools.Tool
	for _, name := range []string{"agenda", "mail_search"} {
		if _, ok := w.brings[name]; !ok && !w.fails[name] {
			continue
		}
		all = append(all, tools.Tool{
			Name: name, Class: tools.Reads, Params: json.RawMessage(`{"type":"object"}`), Description: "looks",
			Run: func(context.Context, json.RawMessage) (tools.Result, error) {
				if w.fails[name] {
					return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: "It does not answer."}
				}
				return w.brings[name], nil
			},
		})
	}
	set, err := tools.NewSet(all...)
	if err != nil {
		w.t.Fatal(err)
	}
	return brief.Job(brief.Terms{At: jobs.Morning{At: 7 * time.Hour}, Quiet: "22:00-07:00", Ask: w.ask, Outside: briefing.Outside{
		Tools: func() tools.Set { return set },
		Hands: perform.Hands{Mind: w.Mind, Pens: w.Pens.Case(event.Hands), Now: func() time.Time { return w.Now }, Log: slog.New(slog.DiscardHandler)},
	}})
}

func (w *morning) look() time.Time {
	w.t.Helper()
	return jobstest.Look(w.t, w.World, w.job())
}

func (w *morning) lookAt(moment string) {
	w.t.Helper()
	w.At(moment)
	w.look()
}

// said are the briefings there were.
func (w *morning) said() (all []event.PostQueued) {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		if q, ok := p.(event.PostQueued); ok && q.Subject == event.SubjectBriefing {
			all = append(all, q)
		}
	}
	return all
}

func (w *morning) want(n int, when string) {
	w.t.Helper()
	if got := w.said(); len(got) != n {
		w.t.Fatalf("%s: %d briefings, want %d", when, len(got), n)
	}
}

// owe opens a loop that is due on a day.
func (w *morning) owe(text, dueText, day string) event.Seq {
	w.t.Helper()
	due, err := time.ParseInLocation(time.DateOnly, day, turntest.Zone)
	if err != nil {
		w.t.Fatal(err)
	}
	said := w.Say(text)
	w.Silence(said)
	return w.Write(event.LoopOpened{Text: text, DueText: dueText, Due: due.Add(17 * time.Hour), On: w.Now}, said)
}

const entries = `Fri 20 Nov 2026
- 10:00-10:30 Priya Nair, Acme Foods (video) · event ` + "`home/1`" + `
- 14:00-15:00 accountant, quarterly BAS · event ` + "`home/2`" + `
`

const letters = "1 of 1 in INBOX\n- Thu 19 Nov 2026 17:42 +1100, from Lena Brandt: contract dates (2100 bytes, unread) · id `i7`\n"

func TestAFullMorning(t *testing.T) {
	w := begin(t, "2026-11-17 15:00")
	w.owe("Draft for Priya", "by Friday", "2026-11-20")
	w.At("2026-11-18 09:00")
	w.owe("Send the invoice to Tom", "tomorrow", "2026-11-19")
	w.At("2026-11-20 06:59")
	w.brings["agenda"], w.brings["mail_search"] = tools.Result{Text: entries}, tools.Result{Text: letters, Sources: []tools.Source{{What: "a mail from Lena"}}}
	if next := w.look(); !next.Equal(time.Date(2026, 11, 20, 7, 0, 0, 0, turntest.Zone)) {
		t.Errorf("looks again at %s", next)
	}
	w.want(0, "before its time")
	w.lookAt("2026-11-20 07:00")
	w.want(1, "at seven")
	jobstest.Golden(t, w.World, "full", brief.Name, w.said()[0])
	if q := w.said()[0]; q.Asked() || q.ReplyTo != 0 {
		t.Errorf("%+v", q)
	}
	w.look()
	w.want(1, "once more")
	for at, want := range map[string]string{"09:59": "", "10:00": "10:30", "10:29": "10:30", "10:30": "", "14:20": "15:00", "15:00": ""} {
		w.At("2026-11-20 " + at)
		w.Mind.Read(func(v memory.View) {
			until, waits := jobs.Moment(v, w.Now.In(turntest.Zone), "22:00-07:00")
			if got := until.Format("15:04"); waits != (want != "") || waits && got != want {
				t.Errorf("at %s: %v until %s", at, waits, got)
			}
		})
	}
}

func TestAThinMorning(t *testing.T) {
	w := begin(t, "2026-11-20 07:30")
	w.brings["agenda"] = tools.Result{Text: "Nothing is on between Fri 20 Nov 2026 and Fri 20 Nov 2026.\n"}
	said := w.Say("I might go with the blue one.")
	w.Silence(said)
	w.Write(event.DecisionProposed{Text: "go with the blue one", On: w.Now}, said)
	w.lookAt("2026-11-20 08:00")
	w.want(1, "something new waits")
	jobstest.Golden(t, w.World, "thin", brief.Name, w.said()[0])
	w.lookAt("2026-11-21 07:00")
	w.want(1, "it waits as it did")
}

// Where nothing is there is no message, and nothing is asked of a model; the slot is closed.
func TestAnEmptyMorning(t *testing.T) {
	w := begin(t, "2026-11-20 07:00")
	w.look()
	w.want(0, "nothing is new")
	var ran []string
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.JobRan{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		ran = append(ran, fmt.Sprint(p))
	}
	if got := strings.Join(ran, "; "); !strings.Contains(got, "2026-11-20 nothing") || len(ran) != 1 {
		t.Errorf("it ran: %s", got)
	}
}

// Of much, the first of each are told and the rest is counted.
func TestAHugeMorning(t *testing.T) {
	w := begin(t, "2026-11-18 15:00")
	for n := range 40 {
		w.owe(fmt.Sprintf("Ring number %d, which has waited for %s", n, strings.Repeat("very ", 40)+"long"), "on Friday", "2026-11-20")
	}
	var b strings.Builder
	b.WriteString("Fri 20 Nov 2026\n")
	for n := range 12 {
		fmt.Fprintf(&b, "- %02d:00-%02d:30 meeting %d · event `home/%d`\n", n+8, n+8, n, n)
	}
	w.brings["agenda"] = tools.Result{Text: b.String()}
	w.lookAt("2026-11-20 07:00")
	w.want(1, "at seven")
	jobstest.Golden(t, w.World, "huge", brief.Name, w.said()[0])
}

// A server that does not answer is a line of the briefing, and no reason for one.
func TestAwayServers(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	w.fails["agenda"], w.fails["mail_search"] = true, true
	w.lookAt("2026-11-20 07:00")
	w.want(0, "nothing but servers that are away")
	w.At("2026-11-20 15:00")
	w.owe("Draft for Priya", "tomorrow", "2026-11-21")
	w.lookAt("2026-11-21 07:00")
	w.want(1, "something is due")
	text := w.said()[0].Text
	if !strings.Contains(text, "I couldn't read your calendar.") || !strings.Contains(text, "I couldn't read your mail.") || strings.Contains(text, "no appointments") {
		t.Error(text)
	}
}

// One that was missed comes before noon, and else the next morning has it all.
func TestAMissedMorning(t *testing.T) {
	for at, want := range map[string]int{"2026-11-20 11:55": 1, "2026-11-20 12:05": 0} {
		w := begin(t, "2026-11-19 15:00")
		w.owe("Draft for Priya", "tomorrow", "2026-11-20")
		w.lookAt(at)
		w.want(want, at)
	}
}

// At the hour that he named, once a day however often he names another, and not where he wants none.
func TestAtAnotherHour(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	w.owe("Draft for Priya", "tomorrow", "2026-11-20")
	w.owe("Draft for Tom", "on Sunday", "2026-11-22")
	named := func(value string) {
		asked := w.Say("a setting")
		ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingMorning, Text: value}).Because(asked).Resting(asked)
		ask.Trust = event.ByPrincipal
		w.Record(ask)
		w.Silence(asked)
	}
	named("08:30")
	w.lookAt("2026-11-20 08:29")
	w.want(0, "before the hour he named")
	w.lookAt("2026-11-20 08:30")
	w.want(1, "at that hour")
	named("09:30")
	w.lookAt("2026-11-20 09:45")
	w.want(1, "moved behind the one of today")
	named(event.MorningOff)
	w.lookAt("2026-11-21 09:45")
	w.want(1, "ended")
	named("")
	w.lookAt("2026-11-22 07:00")
	w.want(2, "as configured again")
}

// What may not be read where he is told is not told there.
func TestWhoReadsAlong(t *testing.T) {
	w := begin(t, "2026-11-19 15:00")
	w.owe("Draft for Priya", "tomorrow", "2026-11-20")
	w.tell("I have lunch with Lena on Friday.")
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	w.Silence(w.SayIn(work, event.Work, 0, "good afternoon"))
	w.lookAt("2026-11-20 07:00")
	for _, q := range w.said() {
		if q.Audience == event.Work && (strings.Contains(q.Text, "Priya") || strings.Contains(q.Text, "Lena")) {
			t.Errorf("in %v: %s", q.Place, q.Text)
		}
	}
}

// What was found outside since the last one is told, of clients first, with the date as a link; once, and not where the
// principal may not read what it rests on.
func TestHeadlines(t *testing.T) {
	w := begin(t, "2026-11-20 06:00")
	found := func(d event.Discovered) {
		d.Source = event.ToolSource{What: "the feed Trade", Link: "https://press.example/1", On: w.Now.Add(-9 * time.Hour)}
		back := w.Pens.For(event.Hands).Write(event.ToolReturned{Text: d.Title, Sources: []event.ToolSource{d.Source}})
		back.Trust = event.ByTool
		w.Write(d, w.Record(back)[0].Seq)
	}
	found(event.Discovered{Client: "Acme Foods", Thing: "corrugated_board", Title: "Board makers meet"})
	found(event.Discovered{Client: "Acme Foods", Title: "Acme Foods opens second plant"})
	found(event.Discovered{Curiosity: 1, Title: "Of what is not wondered about any more"})
	w.lookAt("2026-11-20 07:00")
	w.want(1, "on that morning")
	jobstest.Golden(t, w.World, "headlines", brief.Name, w.said()[0])
	w.lookAt("2026-11-21 07:00")
	w.want(1, "on the next")
}

// inbox are mails as their tool tells of them, the newest first.
func inbox(mails ...string) tools.Result {
	r := tools.Result{Text: fmt.Sprintf("%d of %d in INBOX\n", len(mails), len(mails))}
	for i, m := range mails {
		r.Text += fmt.Sprintf("- Thu 19 Nov 2026 %02d:42 +1100, from %s (2100 bytes, unread) · id `i%d`\n", 20-i, m, i)
		r.Sources = append(r.Sources, tools.Source{What: "a mail"})
	}
	return r
}

var letter = []string{"Tim Vale: a new era of print", "Lena Brandt: contract dates", "Priya Nair: samples", "Bo Hart: lunch", "Acme Foods: invoice 12", "Eve Sand: the lease"}

// Which mails are told first: those that a model says press, then those of people and clients he deals with. A model
// that says anything else changes nothing.
func TestWhichMailsPress(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		err    error
		want   string
	}{
		"nobody says":   {"none", nil, "3 5 1 2 4"},
		"one presses":   {`{"notes":[6]}`, nil, "6 3 5 1 2"},
		"four do":       {`{"notes":[6,2,6,4,1]}`, nil, "6 2 4 3 5"},
		"none does":     {`{"notes":[]}`, nil, "3 5 1 2 4"},
		"no such mail":  {`{"notes":[6,7]}`, nil, "3 5 1 2 4"},
		"no JSON":       {`The lease.`, nil, "3 5 1 2 4"},
		"it is away":    {``, errors.New("away"), "3 5 1 2 4"},
		"no money left": {``, &model.CeilingError{}, "3 5 1 2 4"},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t, "2026-11-19 12:00")
			said := w.Say("Priya Nair is my contact at Acme Foods")
			w.Silence(said)
			w.Write(event.Learned{Sort: "fact", Text: "Priya Nair works at Acme Foods", Subject: "Priya Nair", Attribute: "employer", Value: "Acme Foods", Provenance: event.Stated, Class: "standard", On: w.Now}, said)
			w.Write(event.EdgeDrawn{Source: "pulp", Relation: event.ExposedTo, Target: "Acme Foods costs", Client: "Acme Foods", Origin: event.FromConversation, On: w.Now}, said)
			w.brings["mail_search"] = inbox(letter...)
			asked := ""
			if c.answer != "none" {
				w.ask = func(_ context.Context, a model.Ask) (model.Answer, error) {
					if a.Request.Schema == nil { // the first line
						return model.Answer{}, errors.New("away")
					}
					asked += a.Request.Messages[0].Parts[0].Text
					return model.Answer{Response: model.Response{Text: c.answer}}, c.err
				}
			}
			w.lookAt("2026-11-20 07:00")
			w.want(1, "at seven")
			var got []string
			for line := range strings.Lines(w.said()[0].Text) {
				if n, _, ok := strings.Cut(strings.TrimPrefix(line, "- "), " · "); ok {
					got = append(got, n)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("told are %q, want %q: %s", got, c.want, w.said()[0].Text)
			}
			if c.answer != "none" && strings.Count(asked, "<note ") != len(letter) {
				t.Errorf("asked: %s", asked)
			}
		})
	}
}

// Of few mails, and where they are only counted, no model is asked which press.
func TestFewMailsCostNothing(t *testing.T) {
	for name, c := range map[string]struct {
		mails  []string
		length principal.Length
	}{"two": {letter[:2], principal.Full}, "only counted": {letter, principal.Counted}, "none": {nil, principal.Full}} {
		w := begin(t, "2026-11-19 12:00")
		w.brings["mail_search"] = inbox(c.mails...)
		w.less(principal.Mail, c.length)
		w.ask = func(_ context.Context, a model.Ask) (model.Answer, error) {
			if a.Request.Schema != nil {
				t.Errorf("%s: asked %s", name, a.Request.Messages[0].Parts[0].Text)
			}
			return model.Answer{}, errors.New("away")
		}
		w.lookAt("2026-11-20 07:00")
	}
}

// What the agent promised and has not done is told beside what is due: news on the morning after it was promised,
// and none when it only waits; kept, it is told no more.
func TestWhatTheAgentPromised(t *testing.T) {
	w := begin(t, "2026-11-18 15:00")
	asked := w.Say("Could you compare the freight offers?")
	w.Silence(asked)
	made := w.Write(event.CommitmentMade{Text: "Compare the freight offers", On: w.Now}, asked)
	w.lookAt("2026-11-19 07:00")
	w.want(1, "it was promised the day before")
	jobstest.Golden(t, w.World, "promised", brief.Name, w.said()[0])
	w.lookAt("2026-11-20 07:00")
	w.want(1, "it only waits")
	w.owe("Draft for Priya", "on Saturday", "2026-11-21")
	w.lookAt("2026-11-21 07:00")
	w.want(2, "something is due")
	if text := w.said()[1].Text; !strings.Contains(text, "Compare the freight offers, promised by me on ") || !strings.Contains(text, "one thing due, one promise of mine open") {
		t.Errorf("the promise is not beside it: %s", text)
	}
	w.Write(event.CommitmentClosed{Commitment: made, Outcome: "done"}, asked)
	w.owe("Ring the mill", "on Sunday", "2026-11-22")
	w.lookAt("2026-11-22 07:00")
	w.want(3, "something is due")
	if text := w.said()[2].Text; strings.Contains(text, "freight") {
		t.Errorf("a promise that was kept is told: %s", text)
	}
}
