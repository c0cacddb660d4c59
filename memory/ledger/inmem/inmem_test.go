package inmem_test

import (
	"testing"

	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/ledger/ledgertest"
)

func TestStore(t *testing.T) {
	ledgertest.Run(t, func(*testing.T) func() ledger.Store {
		s := &inmem.Store{}
		return func() ledger.Store { return s }
	})
}
