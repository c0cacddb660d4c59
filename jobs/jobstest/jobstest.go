// Package jobstest runs one job over the small ledger of package turntest. It is for tests alone.
package jobstest

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store/embedded"
)

// Runner is a new process with one job, by the clock of the world: of what an earlier one did only
// the ledger tells. It has the pens of what the job declares to write, and no others.
func Runner(w *turntest.World, job jobs.Job) *jobs.Runner {
	sources := []event.Source{event.Jobs}
	for _, kind := range job.Writes {
		spec, _ := event.Of(kind)
		sources = append(sources, spec.Owner)
	}
	return &jobs.Runner{
		Mind: w.Mind, Jobs: []jobs.Job{job}, Now: func() time.Time { return w.Now }, Zone: turntest.Zone,
		Log: slog.New(slog.DiscardHandler), Pens: w.Pens.Case(sources...),
	}
}

// Look has a new process do what is due, and gives when it would look again.
func Look(t testing.TB, w *turntest.World, job jobs.Job) time.Time {
	t.Helper()
	next, err := Runner(w, job).Tick(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// Want fails unless so many posts about something went out that nobody asked for; when says when.
func Want(t testing.TB, w *turntest.World, n int, when string) {
	t.Helper()
	if got := len(w.Unasked()); got != n {
		t.Fatalf("%s: %d questions in all, want %d", when, got, n)
	}
}

// Golden holds a post of a job against testdata/<name>.golden, with its claims and its manners.
func Golden(t *testing.T, w *turntest.World, name, job string, q event.PostQueued) {
	t.Helper()
	r := &turn.Reply{By: "job:" + job, Buttons: q.Buttons}
	at := 0
	for _, c := range q.Cites { // worded anew, with its claims
		r.Text.Say("%s", q.Text[at:c.Start]).Claim(c.Seqs, "%s", q.Text[c.Start:c.End])
		at = c.End
	}
	r.Text.Say("%s", q.Text[at:])
	turntest.Golden(t, w.Mind, name, r)
}

// Follow follows a mind into an empty store in this process until the test ends.
func Follow(t testing.TB, m *memory.Mind) *memory.Follower {
	f := memory.NewFollower(m, embedded.New())
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return f
}
