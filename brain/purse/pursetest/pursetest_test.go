package pursetest_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"citadel/brain/purse/pursetest"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// The same on the file that a home has. On the store in memory it runs beside the purse.
func TestMoneyOnFile(t *testing.T) {
	steps := 25
	if testing.Short() {
		steps = 8
	}
	dir, n := t.TempDir(), 0
	pursetest.Money(t, steps, func() pursetest.Disk {
		n++
		path := filepath.Join(dir, strconv.Itoa(n)+".db")
		return func() (ledger.Store, error) { return sqlite.Open(t.Context(), path) }
	})
}
