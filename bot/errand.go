package bot

import (
	"context"

	"citadel/connectors"
	"citadel/memory"
)

// Deliver sends what is due on one platform, for a process that does not converse: it is not
// to be called beside Run. It reports whether nothing is left to be sent there, and blocks
// until then, or until ctx ends: what is left then the next process sends. Errors are of the
// ledger.
func (b *Bot) Deliver(ctx context.Context, c connectors.Connector) (all bool, err error) {
	work, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() {
		done <- b.deliver(work, c)
		stop() // it failed, or there is nothing more to wait for
	}()
	sent := func(v memory.View) bool {
		for _, p := range v.Outbox.Posts {
			if p.Place.Platform == c.Name() && !notBefore(v, p).After(b.Now()) {
				return false
			}
		}
		return true
	}
	b.until(work, sent)
	b.Mind.Read(func(v memory.View) { all = sent(v) })
	stop()
	return all, ended(work, <-done)
}
