package host

import (
	"context"
	"time"

	"citadel/bot"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// starts is how many starts back an outage is looked for. One who restarts a process more
// often without ever being told will not miss the ones before.
const starts = 100

// since finds out how long nobody was there, and whether the last one had said goodbye.
// A process that died within a minute and told nobody of the outage that it ended is part
// of that outage: it is told once, however often the process restarted in it (MESSAGES 23).
// alive is when the last process said so; the zero times mean that there was none.
func (c *Citadel) since(ctx context.Context, alive time.Time) (from time.Time, clean bool, err error) {
	kinds := []event.Kind{event.Started{}.Kind(), event.Ended{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, c.Mind, ledger.Query{Kinds: kinds, Newest: true, Limit: starts}) {
		if err != nil {
			return from, false, err
		}
		s, started := r.Said.(event.Started)
		if !started { // it ended well; those after it, if any, died young
			if from.IsZero() {
				return r.At, true, nil
			}
			return r.At, false, nil
		}
		from = r.At
		if alive.After(from) {
			from = alive
		}
		told, err := c.told(ctx, r.Seq)
		if err != nil || told || from.Sub(r.At) >= aliveEvery {
			return from, false, err
		}
		alive = s.Alive
	}
	return from, false, nil
}

// told says whether the process that began with an event told of the outage before it.
func (c *Citadel) told(ctx context.Context, start event.Seq) (bool, error) {
	for r, err := range c.Mind.Events(ctx, ledger.Query{Keys: []string{bot.OutageKey(start)}}) {
		return r.Seq > 0, err
	}
	return false, nil
}
