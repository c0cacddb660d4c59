package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/dedupe"
	"citadel/brain/model"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/alert"
	"citadel/jobs/consolidate"
	"citadel/jobs/digest"
	"citadel/jobs/dispute"
	"citadel/jobs/integrate"
	"citadel/jobs/supervise"
	"citadel/jobs/tend"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Whatever is forgotten while a job is in flight, after all it has read and before it has
// written, is as if it had been forgotten before the job began: what it leaves is the same.
func TestForgottenInFlight(t *testing.T) {
	for name, c := range map[string]struct {
		job    func(w *turntest.World) jobs.Job
		before func(w *turntest.World) // what was done until then
	}{
		"integrate":   {job: func(w *turntest.World) jobs.Job { return integrate.Job(everyMemory(w), true) }},
		"comprehend":  {job: func(w *turntest.World) jobs.Job { return integrate.Comprehension(everyMemory(w), gossip) }, before: func(w *turntest.World) { lookOnce(t, w, integrate.Job(everyMemory(w), true)) }},
		"consolidate": {job: func(*turntest.World) jobs.Job { return consolidate.Job() }},
		"digest":      {job: func(*turntest.World) jobs.Job { return digest.Job() }},
		"supervise":   {job: func(*turntest.World) jobs.Job { return supervise.Job() }},
		"dispute":     {job: func(*turntest.World) jobs.Job { return dispute.Job("") }},
		"tend": {job: func(*turntest.World) jobs.Job { return tend.Job() }, before: func(w *turntest.World) {
			lookOnce(t, w, tend.Job()) // it reads what is known of the economy
			w.At("2026-12-02 09:00")
		}},
		"alert": {job: func(*turntest.World) jobs.Job { return alert.Job(alert.Terms{}) }},
	} {
		t.Run(name, func(t *testing.T) {
			begin := func() (*turntest.World, jobs.Job) {
				w := lived(t)
				if c.before != nil {
					c.before(w)
				}
				return w, c.job(w)
			}
			w, job := begin()
			head := w.Mind.Head()
			lookOnce(t, w, job)
			undisturbed := leftBehind(t, w, head)
			if len(undisturbed) == 0 {
				t.Fatal("the job leaves nothing")
			}
			said := sayable(t, w, head)
			changed := 0
			for _, x := range said {
				w, job := begin()
				forgetNow(t, w, x)
				lookOnce(t, w, job)
				want := leftBehind(t, w, head)

				w, job = begin()
				run, done := job.Run, false
				job.Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
					writes, err := run(ctx, in)
					if !done {
						done = true
						forgetNow(t, w, x)
					}
					return writes, err
				}
				lookOnce(t, w, job)
				got := leftBehind(t, w, head)
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("event %d is forgotten in flight (-before +in flight):\n%s", x, d)
				}
				if !slices.Equal(want, undisturbed) {
					changed++
				}
			}
			if changed == 0 {
				t.Errorf("of %d events none mattered to the job", len(said))
			}
		})
	}
}

// lived is a world in which each of the jobs has something to do.
func lived(t *testing.T) *turntest.World {
	w := turntest.New(t).At("2026-01-10 12:00")
	talk := func(text string) event.Seq {
		m := w.Say(text)
		brain := w.Pens.For(event.Brain)
		w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{m}}).Because(m), brain.Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(0)))
		w.Now = w.Now.Add(10 * time.Minute)
		return m
	}
	write := func(p event.Payload, from ...event.Seq) event.Seq {
		spec, _ := event.Of(p.Kind())
		return w.Record(w.Pens.For(spec.Owner).Write(p).Resting(from...))[0].Seq
	}
	fact := func(said, subject, attribute, value string) event.Seq {
		return write(event.Learned{
			Sort: "fact", Text: said, Quote: said, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated,
			Importance: 0.7, Class: "permanent", On: w.Now,
		}, talk(said))
	}
	var read []event.Seq
	for _, line := range []string{
		"The boiler valve was replaced on Tuesday by the boiler man.", "Olu broke his wrist on the climbing wall in Brunswick.",
		"Casimir plays the oboe at night and the dog howls.", "The lemon tree got scale, I sprayed it with white oil.",
		"The accountant wants the receipts in one folder.", "The library fined me for the old atlas.",
	} {
		read = append(read, talk(line))
	}
	write(event.EdgeDrawn{Source: "Priya's holidays", Relation: event.Constrains, Target: "invoices", Origin: event.FromConversation, On: w.Now}, talk("While Priya is away no invoices go out."))
	w.At("2026-11-20 09:00")
	write(event.EdgeDrawn{Source: "resin", Relation: event.ExposedTo, Target: "Kessler costs", Client: "Kessler", Origin: event.FromConversation, On: w.Now}, talk("Kessler buys resin."))
	often := fact("The gate code of the depot is kept by Ruth.", "gate code", "kept by", "Ruth")
	for range 3 {
		brain := w.Pens.For(event.Brain)
		w.Record(brain.Write(event.TurnBegan{UpTo: w.Mind.Head()}), brain.Write(event.Recalled{Items: []event.Found{{Memory: often, Used: true}}, Among: 1}).Because(ledger.Here(0)),
			brain.Write(event.TurnEnded{Outcome: event.Answered}).Because(ledger.Here(0)))
	}
	wrong, _ := fact("Ana lives in Porto.", "Ana", "residence", "Porto"), fact("My sister Ana lives in Porto.", "Ana", "residence", "Porto")
	by := talk("Ana lives in Braga now.")
	write(event.Superseded{Memory: wrong, By: by, On: w.Now, Reason: "corrected"}, by)
	for range 2 {
		m := talk("send the lease to Bea")
		write(event.LoopOpened{Text: "send the lease to Bea", On: w.Now}, m)
	}
	w.Record(w.Pens.For(event.Loops).Write(event.LoopClosed{Loop: w.Mind.Head(), Outcome: "done"}).Because(talk("done")))
	one, two := fact("Lena's contract ends on 31 March.", "Lena's contract", "end", "31 March"), fact("Lena's contract ends in June.", "Lena's contract", "end", "June")
	write(event.Disputed{Between: []event.Seq{one}}, one, two)
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, After: read[len(read)-1]}) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, r.Seq)
	}
	write(event.Integrated{Messages: read, By: event.ByRules})
	talk("My dentist is Silva.")
	talk("I'll send the tax form to Priya.")
	talk("Tom works at Acme.")
	w.At("2026-12-01 06:00")
	write(event.IndicatorMoved{Indicator: "resin", From: 900, To: 1000, Unit: "USD/t", Since: w.Now.AddDate(0, -1, 0), On: w.Now.AddDate(0, 0, -2), Feed: "fred",
		Measure: &event.Measure{Mode: "pct", Size: 3, Change: 11.1, Against: event.AgainstLevel, Severity: event.HighMove}})
	write(event.FeedsPulled{On: w.Now, Asked: 1, Read: 1})
	return w.At("2026-12-01 09:00")
}

// everyMemory looks nothing up: it gives all that was learned.
func everyMemory(w *turntest.World) integrate.Alike {
	return func(ctx context.Context, _ *dedupe.Statement, _ time.Time) (seqs []event.Seq, err error) {
		for r, err := range w.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind()}}) {
			if err != nil {
				return nil, err
			}
			seqs = append(seqs, r.Seq)
		}
		return seqs, nil
	}
}

var shownMessage = regexp.MustCompile(`(?s)<message number="(\d+)" from="person"[^>]*>\n(.*?)\n</message>`)

// gossip is a scripted model that repeats in each item all that it was shown.
func gossip(_ context.Context, a model.Ask) (model.Answer, error) {
	shown := shownMessage.FindAllStringSubmatch(a.Request.Messages[0].Parts[0].Text, -1)
	var all []string
	for _, m := range shown {
		all = append(all, m[2])
	}
	items := []map[string]any{}
	for _, m := range shown {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return model.Answer{}, err
		}
		items = append(items, map[string]any{
			"message": n, "kind": "statement", "quote": m[2], "text": strings.Join(all, " "), "subject": "", "attribute": "", "value": "",
			"importance": .6, "source": "", "unsure": false, "negated": false,
		})
	}
	b, err := json.Marshal(map[string]any{"items": items, "links": []any{}})
	return model.Answer{Response: model.Response{Text: string(b)}, Card: model.Card{Name: "scripted-1"}}, err
}

// lookOnce has a new process do what is due of a job.
func lookOnce(t *testing.T, w *turntest.World, job jobs.Job) {
	t.Helper()
	r := &jobs.Runner{
		Mind: w.Mind, Jobs: []jobs.Job{job}, Now: func() time.Time { return w.Now }, Zone: turntest.Zone, Log: slog.New(slog.DiscardHandler),
		Pens: w.Pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	if _, err := r.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func forgetNow(t *testing.T, w *turntest.World, seq event.Seq) {
	t.Helper()
	plan, err := w.Mind.Reach(t.Context(), seq)
	if err == nil {
		_, err = w.Mind.Forget(t.Context(), plan, "asked")
	}
	if err != nil {
		t.Fatalf("forget %d: %v", seq, err)
	}
}

// sayable are the events up to a number that hold words and can be forgotten.
func sayable(t *testing.T, w *turntest.World, upTo event.Seq) (seqs []event.Seq) {
	q := ledger.Query{Before: upTo + 1, Kinds: []event.Kind{event.Heard{}.Kind(), event.Learned{}.Kind(), event.LoopOpened{}.Kind()}}
	for r, err := range w.Mind.Events(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// leftBehind is what a job has written after a number, in no order and without what tells of the runs:
// how many there were, and which of them read a message.
func leftBehind(t *testing.T, w *turntest.World, after event.Seq) (out []string) {
	t.Helper()
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{After: after}) {
		if err != nil {
			t.Fatal(err)
		}
		switch r.Kind {
		case event.JobBegan{}.Kind(), event.JobRan{}.Kind(), event.Forgotten{}.Kind():
			continue
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if done, ok := p.(event.Integrated); ok {
			for _, m := range done.Messages {
				out = append(out, fmt.Sprint("integrated ", m))
			}
			continue
		}
		body := string(r.Body)
		if s, ok := p.(event.Superseded); ok && s.Memory > after { // learned in the same run
			body = strings.Replace(body, fmt.Sprintf(`"memory":%d`, s.Memory), `"memory":"new"`, 1)
		}
		old := slices.DeleteFunc(slices.Clone(r.From), func(s event.Seq) bool { return s > after })
		out = append(out, fmt.Sprintf("%s %s from %v", r.Kind, body, old))
	}
	slices.Sort(out)
	return out
}
