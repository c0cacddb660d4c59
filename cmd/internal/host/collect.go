package host

import (
	"context"
	"runtime"
	"runtime/metrics"

	"citadel/memory/event"
)

// collect has garbage collected while nobody waits for an answer, so that hardly any turn is the one in
// which it is: with 100,000 memories that takes the processor as long as several turns. It takes no more
// memory for that, but less, since the collector by itself waits until there is twice as much.
func (c *Citadel) collect(ctx context.Context) error {
	return wheneverSettled(ctx, c.Mind.Head, c.Mind.Past, c.Settled, Collect)
}

// wheneverSettled calls do whenever something was written and everything has settled since, until ctx ends. What
// cannot settle is looked at again when more is written.
func wheneverSettled(ctx context.Context, head func() event.Seq, past func(event.Seq) <-chan struct{}, settled func(context.Context) error, do func()) error {
	for ctx.Err() == nil {
		at := head()
		if settled(ctx) == nil {
			do()
		}
		select {
		case <-ctx.Done():
		case <-past(at):
		}
	}
	return nil
}

// enough is how much memory may be in use for each that was when garbage was collected last: half of what the
// collector itself would wait for, so that the next turn, however large, does not reach that.
const enough = 1.5

// Collect has garbage collected where enough of it came together.
func Collect() {
	sizes := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sizes)
	if live, used := sizes[0].Value.Uint64(), sizes[1].Value.Uint64(); float64(used) > enough*float64(live) {
		runtime.GC()
	}
}
