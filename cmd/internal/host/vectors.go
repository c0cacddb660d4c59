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
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// search makes the store of memories, what gives them their vectors, and the follower that
// fills it.
func (c *Citadel) search(ctx context.Context, settings config.Config) error {
	first, err := c.Mind.Event(ctx, 1)
	if err != nil {
		return fmt.Errorf("vectors: %w", err)
	}
	var memories store.Store
	if settings.Search.URL != "" {
		memories, err = c.onServer(ctx, settings, first.Hash.String())
	} else {
		memories, err = c.inHome(first.Hash.String())
	}
	if err != nil {
		return err
	}
	c.Vectors = memory.NewVectors(memories, hashing.New(), c.now, c.log)
	c.Follower = memory.NewFollower(c.Mind, c.Vectors)
	return nil
}

// inHome searches memories in this process, their vectors in files of the home.
func (c *Citadel) inHome(ledger string) (store.Store, error) {
	c.index = embedded.New()
	err := c.index.KeepVectors(filepath.Join(c.home.Path, VectorsName), ledger, func(err error) {
		c.log.Warn("vectors are made again at the next start", "err", err)
	})
	return c.index, err
}

// embed has memories embedded anew where that is due, once all of before the start were put.
func (c *Citadel) embed(ctx context.Context) error {
	return c.Vectors.Run(ctx, func(ctx context.Context) error {
		for {
			err := c.Follower.Await(ctx, c.started)
			if !errors.Is(err, store.ErrUnavailable) {
				return err
			}
			timer := time.NewTimer(asked)
			select {
			case <-ctx.Done():
			case <-timer.C:
			}
			timer.Stop()
		}
	})
}
