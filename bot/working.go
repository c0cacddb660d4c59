package bot

import (
	"context"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// showAfter is how long a turn takes before it is shown that it is under way: what is
// answered at once needs no sign.
const showAfter = 700 * time.Millisecond

// endFor is how long a platform may take to stop showing it.
const endFor = 5 * time.Second

// working shows in a place that a message is being answered, from a moment after it is
// called until the function that it gives is called.
func (b *Bot) working(ctx context.Context, at event.Place, message event.Seq) (end func()) {
	var to connectors.Worker
	var every time.Duration
	for _, c := range b.Connectors {
		if w, ok := c.(connectors.Worker); ok && c.Name() == at.Platform {
			to, every = w, c.Limits().WorkingEvery
		}
	}
	if to == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	b.signs.Go(func() {
		next := time.NewTimer(showAfter)
		defer next.Stop()
		var id connectors.MessageID
		for {
			select {
			case <-ctx.Done():
				if id != "" {
					ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endFor)
					defer cancel()
					b.sign(ctx, to, at, id, false)
				}
				return
			case <-next.C:
			}
			if id == "" {
				var err error
				if id, err = b.saidAs(ctx, message); err != nil || id == "" {
					return
				}
			}
			b.sign(ctx, to, at, id, true)
			if every > 0 {
				next.Reset(every)
			}
		}
	})
	return cancel
}

// sign makes one call; whether it works is of no consequence.
func (b *Bot) sign(ctx context.Context, to connectors.Worker, at event.Place, id connectors.MessageID, on bool) {
	if err := to.Working(ctx, chatPlace(at), id, on); err != nil && ctx.Err() == nil {
		b.Log.Debug("no sign of work", "platform", at.Platform, "err", err)
	}
}
