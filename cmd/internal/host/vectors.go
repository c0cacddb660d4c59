package host

import (
	"context"
	"fmt"
	"path/filepath"

	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/store/embedded"
)

// search makes the store of memories, what gives them their vectors, and the follower that
// fills it.
func (c *Citadel) search(ctx context.Context) error {
	first, err := c.Mind.Event(context.WithoutCancel(ctx), 1) // one row
	if err != nil {
		return fmt.Errorf("vectors: %w", err)
	}
	c.index = embedded.New()
	err = c.index.KeepVectors(filepath.Join(c.home.Path, VectorsName), first.Hash.String(), func(err error) {
		c.log.Warn("vectors are made again at the next start", "err", err)
	})
	if err != nil {
		return err
	}
	c.Vectors = memory.NewVectors(c.index, hashing.New(), c.now, c.log)
	c.Follower = memory.NewFollower(c.Mind, c.Vectors)
	return nil
}

// embed has memories embedded anew where that is due, once all of before the start were put.
func (c *Citadel) embed(ctx context.Context) error {
	return c.Vectors.Run(ctx, func(ctx context.Context) error { return c.Follower.Await(ctx, c.started) })
}
