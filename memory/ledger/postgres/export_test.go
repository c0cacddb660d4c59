package postgres

import (
	"time"

	"citadel/memory/ledger"
)

// Selection is the statement behind a query.
func (s *Store) Selection(q ledger.Query) (string, []any) { return s.selection(q) }

// Hurry has the store give up sooner, and tell of an outage at half of that.
func (s *Store) Hurry(patience time.Duration) { s.patience, s.quiet = patience, patience/2 }
