package integrate_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
	"citadel/memory/store/embedded"
)

// listener is a mind on a file in which messages become memories that are found.
type listener struct {
	*memory.Mind
	b    *testing.B
	pens ledger.Pens
	now  time.Time
	said int
}

func newListener(b *testing.B) *listener {
	b.Helper()
	r := &listener{b: b, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	file, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "ledger.db"))
	if err != nil {
		b.Fatal(err)
	}
	r.Mind, r.pens, err = memory.Open(b.Context(), memory.Options{Store: file, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return r.now }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.Close(context.Background()) })
	return r
}

func (r *listener) record(es ...ledger.Entry) []ledger.Record {
	r.b.Helper()
	rs, err := r.Record(r.b.Context(), es...)
	if err != nil {
		r.b.Fatal(err)
	}
	return rs
}

// hear records n statements in one commit, as an import does, and their turns in another.
func (r *listener) hear(n int) (messages []event.Seq) {
	r.b.Helper()
	var heard, turns []ledger.Entry
	for range n {
		r.said++
		e := r.pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: fmt.Sprintf("Tom%d lives in Porto%d.", r.said, r.said*7), On: r.now})
		e.Trust, e.Key = event.ByPrincipal, fmt.Sprint("console:", r.said)
		heard = append(heard, e)
	}
	for i, rec := range r.record(heard...) {
		messages = append(messages, rec.Seq)
		turns = append(turns,
			r.pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{rec.Seq}}).Because(rec.Seq),
			r.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(2*i)))
	}
	r.record(turns...)
	return messages
}

// A memory on its whole way: heard, read by the rules, held against what is known, written,
// embedded, and entered into the search, against the least that makes it last: the same events
// in the same commits, with nobody who reads them.
func BenchmarkIngest(b *testing.B) {
	const at = 100 // messages in a commit
	r, bare := newListener(b), newListener(b)
	follower := memory.NewFollower(r.Mind, memory.NewVectors(embedded.New(), hashing.New(), time.Now, slog.New(slog.DiscardHandler)))
	ctx, stop := context.WithCancel(b.Context())
	followed := make(chan error, 1)
	go func() { followed <- follower.Run(ctx) }()
	runner := &jobs.Runner{
		Mind: r.Mind, Jobs: []jobs.Job{integrate.Job(integrate.InLedger(r.Mind), false)}, Now: func() time.Time { return r.now }, Zone: time.UTC,
		Log:  slog.New(slog.DiscardHandler),
		Pens: r.pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	var took, least time.Duration
	for b.Loop() {
		began := time.Now()
		r.hear(at)
		for unread := at; unread > 0; { // ten turns at a time leave the window; the rest waits for its half hour
			r.now = r.now.Add(integrate.Every)
			if _, err := runner.Tick(b.Context()); err != nil {
				b.Fatal(err)
			}
			r.Read(func(v memory.View) { unread = len(v.Thread.Unread) })
		}
		if err := follower.Await(b.Context(), r.Head()); err != nil {
			b.Fatal(err)
		}
		took += time.Since(began)

		b.StopTimer()
		began = time.Now()
		var learned []ledger.Entry
		learn := bare.pens.For(event.Learning)
		messages := bare.hear(at)
		for i, m := range messages {
			text := fmt.Sprintf("Tom%d lives in Porto%d.", bare.said-at+i+1, (bare.said-at+i+1)*7)
			learned = append(learned, learn.Write(event.Learned{
				Sort: "fact", Text: text, Quote: text, Subject: "Tom", Attribute: "residence", Value: "Porto", Provenance: event.Stated, On: bare.now,
			}).Resting(m))
		}
		bare.record(append(learned, learn.Write(event.Integrated{Messages: messages, By: event.ByRules, Learned: at}))...)
		least += time.Since(began)
		b.StartTimer()
	}
	stop()
	if err := <-followed; err != nil {
		b.Fatal(err)
	}
	made := 0
	for _, err := range r.Events(b.Context(), ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind()}}) {
		if err != nil {
			b.Fatal(err)
		}
		made++
	}
	if made != r.said {
		b.Fatalf("%d messages became %d memories", r.said, made)
	}
	b.ReportMetric(float64(made)/took.Seconds(), "memories/s")
	b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
}
