package postgres_test

import (
	"testing"

	"citadel/deployments/test"
	"citadel/memory/ledger"
	"citadel/memory/ledger/ledgertest"
	"citadel/memory/ledger/postgres"
)

func TestStore(t *testing.T) {
	ledgertest.Run(t, func(t *testing.T) func() ledger.Store {
		d := test.Postgres(t)
		d.SetUp(t, "me")
		return func() ledger.Store {
			s, err := postgres.Open(t.Context(), d.Address, "me", nil)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}
