package postgres

import "citadel/memory/ledger"

// Selection is the statement behind a query.
func (s *Store) Selection(q ledger.Query) (string, []any) { return s.selection(q) }
