package jobs

import (
	"context"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Beside is for how long the morning's message is waited for, and how long after it something may stand in its thread.
const Beside = 30 * time.Minute

// UnderMorning is the morning's message, where it was said in a place a moment ago, for what is to stand in its thread;
// zero where it was not. The job has to read queued posts.
func UnderMorning(ctx context.Context, in In, at event.Place) (event.Seq, error) {
	for r, err := range ledger.Each[event.PostQueued](ctx, in, ledger.Query{Newest: true}) {
		if err != nil || in.Now.Sub(r.At) > Beside {
			return 0, err
		}
		if r.Said.Subject == event.SubjectBriefing && r.Said.Place == at {
			return r.Seq, nil
		}
	}
	return 0, nil
}
