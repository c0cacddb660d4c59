package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/memory/embed"
	"citadel/memory/store"
)

// Run waits until ready returns, which is when all items of before the start have been put,
// and from then on embeds what lacks a vector of the embedder that is wanted, until ctx ends.
// An embedder that fails is left alone for a while, longer each time.
func (v *Vectors) Run(ctx context.Context, ready func(context.Context) error) error {
	if err := v.remembered(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("memory: %w", err)
	}
	if err := ready(ctx); err != nil {
		return nil //nolint:nilerr // ctx ended before
	}
	if k, ok := v.Store.(store.Keeper); ok {
		if err := k.Settled(ctx); err != nil && ctx.Err() == nil {
			return fmt.Errorf("memory: %w", err)
		}
	}
	pause := firstPause
	for {
		work, again := v.lacking, time.NewTimer(longestPause)
		switch err := v.pass(ctx); {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			v.failed(err, pause)
			v.Log.Warn("memories were not embedded", "embedder", v.wanted().Name(), "left", v.State().Left, "again in", pause, "err", err)
			again.Reset(pause)
			work, pause = nil, min(2*pause, longestPause)
		default:
			v.succeeded()
			again.Stop()
			pause = firstPause
		}
		select {
		case <-ctx.Done():
		case <-again.C:
		case <-work:
		}
		again.Stop()
	}
}

func (v *Vectors) succeeded() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Err, v.state.Again = nil, time.Time{}
}

func (v *Vectors) left(n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Left = n
}

// pass embeds, once, all that lacks a vector, and says so where it is much.
func (v *Vectors) pass(ctx context.Context) error {
	err := v.passOnce(ctx)
	if errors.Is(err, errResized) { // what was made before lacks one as well now
		err = v.passOnce(ctx)
	}
	return err
}

func (v *Vectors) passOnce(ctx context.Context) error {
	seqs, err := v.unembedded(ctx)
	if err != nil {
		return err
	}
	v.left(len(seqs))
	if err := v.measure(ctx); err != nil {
		return err
	}
	all := len(seqs)
	for len(seqs) > 0 {
		if done := all - len(seqs); done%(32*batch) == 0 && all > batch {
			v.Log.Info("memories are being embedded", "embedder", v.wanted().Name(), "done", done, "of", all)
		}
		some := seqs[:min(batch, len(seqs))]
		if err := errors.Join(v.renew(ctx, some), v.measure(ctx)); err != nil {
			return err
		}
		seqs = seqs[len(some):]
		v.left(len(seqs))
	}
	return nil
}

// measure finds out what cosines of the remote embedder mean, once that has made a vector and
// where nothing is shipped that says so. One that does not take the texts for it is not asked
// again before the next start.
func (v *Vectors) measure(ctx context.Context) error {
	v.mu.Lock()
	due := v.answered && !v.weighed && !embed.CalibrationOf(v.wanted().Name()).Known()
	v.mu.Unlock()
	if !due {
		return nil
	}
	m, err := embed.Calibrate(ctx, v.Remote, embed.Pairs())
	if err != nil && !errors.Is(err, embed.ErrRefused) {
		return err
	}
	if err != nil {
		v.Log.Warn("what likeness means cannot be measured", "embedder", v.Remote.Name(), "err", err)
	}
	kept := embed.ParseCalibration(m.Calibration.String()) // as the next start will read it
	v.mu.Lock()
	v.weighed, v.measured = true, kept
	v.mu.Unlock()
	if v.Record == nil || !kept.Known() {
		return nil
	}
	return v.Record.KeepCalibration(ctx, v.Remote.Name(), kept)
}

// remembered takes up what an earlier process measured.
func (v *Vectors) remembered(ctx context.Context) error {
	if v.Remote == nil || v.Record == nil {
		return nil
	}
	kept, err := v.Record.Calibration(ctx, v.Remote.Name())
	if err != nil || !kept.Known() {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.weighed, v.measured = true, kept
	return nil
}

// heard notes that the remote embedder made a vector, and says whether it is still to be
// measured.
func (v *Vectors) heard() (unmeasured bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answered = true
	return !v.weighed
}

// unembedded lists the memories that lack a vector, but for those that were refused.
func (v *Vectors) unembedded(ctx context.Context) ([]uint64, error) {
	var seqs []uint64
	if l, ok := v.Store.(store.Lacker); ok {
		var err error
		if seqs, err = l.Unembedded(ctx, v.wanted().Name()); err != nil {
			return nil, err
		}
	} else {
		for item, err := range v.All(ctx) {
			if err != nil {
				return nil, err
			}
			if item.Embedder != v.wanted().Name() {
				seqs = append(seqs, item.Seq)
			}
		}
		seqs = slices.Compact(seqs)
	}
	return slices.DeleteFunc(seqs, func(seq uint64) bool { return v.refused[seq] }), nil
}

// renew embeds some memories. Where a text among them is refused, or the store will not have its
// vector, they are taken in halves until it stands alone, and it is not tried again before the next
// start.
func (v *Vectors) renew(ctx context.Context, seqs []uint64) error {
	err := v.renewAll(ctx, seqs)
	if errors.Is(err, store.ErrInvalid) {
		if changed := v.resized(ctx); changed != nil {
			return changed
		}
	}
	if !errors.Is(err, embed.ErrRefused) && !errors.Is(err, store.ErrInvalid) {
		return err
	}
	if len(seqs) == 1 {
		v.refused[seqs[0]] = true
		v.Log.Warn("a memory cannot be embedded", "memory", seqs[0], "err", err)
		return nil
	}
	if err := v.renew(ctx, seqs[:len(seqs)/2]); err != nil {
		return err
	}
	return v.renew(ctx, seqs[len(seqs)/2:])
}

func (v *Vectors) renewAll(ctx context.Context, seqs []uint64) error {
	var items []store.Item
	for _, seq := range seqs {
		parts, err := v.Get(ctx, seq)
		if errors.Is(err, store.ErrUnknown) {
			continue // removed since
		}
		if err != nil {
			return err
		}
		for _, part := range parts {
			if part.Embedder != v.wanted().Name() {
				part.Vector, part.Embedder = nil, ""
				items = append(items, part)
			}
		}
	}
	fresh, err := v.make(ctx, items)
	if err != nil {
		return err
	}
	if err := v.replace(ctx, items); err != nil {
		return err
	}
	if v.Record == nil || len(fresh) == 0 {
		return nil
	}
	return v.Record.Keep(ctx, fresh)
}

// make gives items the vectors that are wanted, and returns those whose vectors the remote
// embedder has made just now.
func (v *Vectors) make(ctx context.Context, items []store.Item) (fresh []store.Item, err error) {
	places := v.bare(items, "")
	if v.Remote == nil {
		err = v.give(ctx, v.Local, items, places)
	} else if places, err = v.recall(ctx, items, places); err == nil && len(places) > 0 {
		if err = v.give(ctx, v.Remote, items, places); err == nil {
			v.heard()
		}
	}
	if err != nil {
		return nil, err
	}
	for _, at := range places {
		switch {
		case items[at].Vector == nil: // a text without words
			v.refused[items[at].Seq] = true
		case v.Remote != nil:
			fresh = append(fresh, items[at])
		}
	}
	return fresh, nil
}

// replace puts items that still say what was embedded. What was removed or changed meanwhile
// stays so.
func (v *Vectors) replace(ctx context.Context, items []store.Item) error {
	v.writing.Lock()
	defer v.writing.Unlock()
	var still, parts []store.Item
	for at, item := range items {
		if at == 0 || item.Seq != items[at-1].Seq { // the parts of a long one come together
			var err error
			if parts, err = v.Get(ctx, item.Seq); err != nil && !errors.Is(err, store.ErrUnknown) {
				return err
			}
		}
		i := slices.IndexFunc(parts, func(p store.Item) bool { return p.Part == item.Part && p.Text == item.Text })
		if i < 0 || item.Vector == nil {
			continue
		}
		parts[i].Vector, parts[i].Embedder = item.Vector, item.Embedder
		still = append(still, parts[i])
	}
	return v.Store.Put(ctx, still...)
}
