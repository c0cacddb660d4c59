package store

import "context"

// Keeper is what a store offers that keeps vectors over a restart by itself, although its
// items have to be put again.
type Keeper interface {
	// Keeps says of each item whether Put would find a vector that this embedder made of its
	// text before the restart.
	Keeps(embedder string, items []Item) []bool
	// Settled says that all items of before the restart were put: what was kept for others is
	// erased.
	Settled(ctx context.Context) error
}

// Lacker is what a store offers that finds items without a vector faster than by a walk.
type Lacker interface {
	// Unembedded gives the memories, by rising number, of which a part has words but no
	// vector of this embedder.
	Unembedded(ctx context.Context, embedder string) ([]uint64, error)
}
