package doctor_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"citadel/cmd/internal/host"
)

// tamper changes the database behind the ledger's back, without the triggers that would
// stop a slip of the hand.
func tamper(t *testing.T, home string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(home, host.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range append([]string{"DROP TRIGGER events_stay", "DROP TRIGGER events_last"}, statements...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}
