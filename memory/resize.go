package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"citadel/memory/store"
)

// A server may be given another model under the same name. Its vectors then have another length,
// and none of them can be compared with what it made before: all memories are embedded anew.

// errResized ends a pass in which that showed.
var errResized = errors.New("the embedder makes vectors of another length now")

// gauge is what an embedder is asked for to see how long its vectors are: texts with nothing odd.
var gauge = []string{"The boat leaves at nine.", "She has two brothers."}

// resized finds out, when the store did not take a vector, whether that text is an odd one or the
// embedder makes all vectors of another length by now. Then it takes the old ones back and returns
// errResized; nil if it does not.
func (v *Vectors) resized(ctx context.Context) error {
	held, err := v.lengthHeld(ctx)
	if err != nil || held == 0 {
		return err
	}
	made, err := v.wanted().Embed(ctx, gauge)
	if err != nil {
		return err
	}
	now := len(made[0])
	if now == held || slices.ContainsFunc(made, func(m []float32) bool { return len(m) != now }) {
		return nil
	}
	v.Log.Warn("the embedder makes vectors of another length than before, under the same name: all memories are embedded anew",
		"embedder", v.wanted().Name(), "before", held, "now", now)
	if err := v.takeBack(ctx, now); err != nil {
		return err
	}
	return errResized
}

// lengthHeld is that of the vectors which the store holds of the embedder that is wanted; 0 if none.
func (v *Vectors) lengthHeld(ctx context.Context) (int, error) {
	for item, err := range v.All(ctx) {
		if err != nil {
			return 0, err
		}
		if item.Embedder == v.wanted().Name() {
			return len(item.Vector), nil
		}
	}
	return 0, nil
}

// takeBack gives all memories their local vectors again, and forgets what was measured of the
// embedder and what was asked of it.
func (v *Vectors) takeBack(ctx context.Context, length int) error {
	name := v.wanted().Name()
	if v.Record != nil {
		if err := v.Record.Resized(ctx, name, length); err != nil {
			return err
		}
	}
	v.mu.Lock()
	clear(v.asked)
	v.weighed, v.state.Anew = false, true
	v.mu.Unlock()
	clear(v.refused)
	var old []store.Item
	for item, err := range v.All(ctx) {
		if err != nil {
			return err
		}
		if item.Embedder == name {
			item.Vector, item.Embedder = nil, ""
			old = append(old, item)
		}
	}
	for some := range slices.Chunk(old, batch) {
		if err := v.give(ctx, v.Local, some, v.bare(some, "")); err != nil {
			return fmt.Errorf("memory: %w", err)
		}
		if err := v.replace(ctx, some); err != nil {
			return err
		}
	}
	return nil
}
