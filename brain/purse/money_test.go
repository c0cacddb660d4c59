package purse_test

import (
	"testing"

	"citadel/brain/purse/pursetest"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// Whatever is called, by whom at once, wherever the process dies: what was spent never
// passes a ceiling.
func TestMoney(t *testing.T) {
	pursetest.Money(t, 150, func() pursetest.Disk {
		store := &inmem.Store{}
		return func() (ledger.Store, error) { return store, nil }
	})
}
