package host

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"citadel/config"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// search makes the store of memories, what gives them their vectors, and the follower that
// fills it.
func (c *Citadel) search(ctx context.Context, settings config.Config) error {
	memories, away, err := c.memories(ctx, settings)
	if err != nil {
		return err
	}
	c.Vectors = memory.NewVectors(memories, hashing.New(), c.now, c.log)
	c.Follower = memory.NewFollower(c.Mind, c.Vectors)
	if away != nil {
		c.Follower.Suspect(away)
	}
	return nil
}

// memories opens where memories are searched: the server that the settings name, else this
// process, with their vectors in files of the home. A server may be away, for a reason.
func (c *Citadel) memories(ctx context.Context, settings config.Config) (memories store.Store, away, err error) {
	if settings.Search.URL != "" {
		return c.onServer(ctx, settings)
	}
	c.index, err = keepVectors(ctx, c.home.Path, c.Mind, func(err error) {
		c.log.Warn("vectors are made again at the next start", "err", err)
	})
	return c.index, nil, err
}

// keepVectors makes a store that keeps its vectors in a home. They are known by the first event
// of their ledger.
func keepVectors(ctx context.Context, home string, mind *memory.Mind, faults func(error)) (*embedded.Index, error) {
	first, err := mind.Event(context.WithoutCancel(ctx), 1) // one row
	if err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	x := embedded.New()
	return x, x.KeepVectors(filepath.Join(home, VectorsName), first.Hash.String(), faults)
}

// ForgetVectors erases the vectors of events from a home in which nobody works. Where somebody
// does, the follower sees to it.
func ForgetVectors(ctx context.Context, home *Home, mind *memory.Mind, seqs []event.Seq) error {
	var fault error
	x, err := keepVectors(ctx, home.Path, mind, func(err error) { fault = err })
	if err != nil {
		return err
	}
	raw := make([]uint64, len(seqs))
	for i, s := range seqs {
		raw[i] = uint64(s)
	}
	return errors.Join(x.Remove(ctx, raw...), x.Close(), fault)
}

// embed has memories embedded anew where that is due, once all of before the start were put.
func (c *Citadel) embed(ctx context.Context) error {
	return c.Vectors.Run(ctx, func(ctx context.Context) error {
		for {
			err := c.Follower.Await(ctx, c.started)
			if !errors.Is(err, store.ErrUnavailable) {
				return err
			}
			timer := time.NewTimer(between)
			select {
			case <-ctx.Done():
			case <-timer.C:
			}
			timer.Stop()
			if ctx.Err() != nil { // the store may still be away
				return ctx.Err()
			}
		}
	})
}
