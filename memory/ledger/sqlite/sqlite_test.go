package sqlite_test

import (
	"path/filepath"
	"testing"

	"citadel/memory/ledger"
	"citadel/memory/ledger/ledgertest"
	"citadel/memory/ledger/sqlite"
)

func TestStore(t *testing.T) {
	ledgertest.Run(t, func(t *testing.T) func() ledger.Store {
		path := filepath.Join(t.TempDir(), "mind.db")
		return func() ledger.Store {
			s, err := sqlite.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}
