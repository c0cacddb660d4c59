package bot

import (
	"context"
	"time"

	"citadel/connectors"
)

// Pulse is how a platform is heard.
type Pulse struct {
	Heard  time.Time            // when it last proved that it reaches us; zero before the first
	Faults []connectors.Finding // what was found wrong with how it is set up, when that was looked at last
}

// How long after its start a platform is examined, how often from then on, how often while something is wrong, and how
// long that may take.
const (
	examineAfter = 3 * time.Minute
	examineEvery = time.Hour
	examineAgain = 5 * time.Minute
	examineFor   = time.Minute
)

// examine has the connectors look at how they are set up, again and again, and keeps what is wrong: that some messages
// never come, or go to another program, is found out only by whoever listens. It ends with ctx.
func (b *Bot) examine(ctx context.Context) error {
	if b.Pulses == nil {
		return nil
	}
	next := time.NewTimer(examineAfter)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next.C:
		}
		faults := map[string][]connectors.Finding{}
		for _, c := range b.Connectors {
			if k, is := c.(connectors.Checker); is {
				if wrong := examined(ctx, k); len(wrong) > 0 {
					faults[c.Name()] = wrong
				}
			}
		}
		b.mu.Lock()
		b.faults = faults
		b.mu.Unlock()
		if len(faults) > 0 {
			next.Reset(examineAgain)
		} else {
			next.Reset(examineEvery)
		}
	}
}

// examined is what a connector finds wrong.
func examined(ctx context.Context, k connectors.Checker) (wrong []connectors.Finding) {
	ctx, end := context.WithTimeout(ctx, examineFor)
	defer end()
	for _, f := range k.Check(ctx) {
		if !f.Well {
			wrong = append(wrong, f)
		}
	}
	return wrong
}
