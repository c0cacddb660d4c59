package bot_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// filling is a store on a disk that can be full.
type filling struct {
	ledger.Store
	full atomic.Bool
}

// Append implements ledger.Store.
func (f *filling) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if f.full.Load() {
		return fmt.Errorf("append: %w", ledger.ErrNoSpace)
	}
	return f.Store.Append(ctx, rows, shred)
}
