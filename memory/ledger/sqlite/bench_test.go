package sqlite_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the bare loops go round the driver of the package under test

	"citadel/memory/ledger"
	"citadel/memory/ledger/ledgertest"
	"citadel/memory/ledger/sqlite"
)

// The benchmarks compare the ledger with the least that could be done over the same
// rows in the same run: a bare loop that inserts, or reads and hashes. What is kept is
// the ratio, "of-bare": 1 is as fast as the bare loop. The aim is 0.6.

func open(b *testing.B, path string) ledger.Store {
	b.Helper()
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	return store
}

func BenchmarkAppend(b *testing.B) {
	ledgertest.BenchAppend(b, time.Now, func(b *testing.B) ledger.Store { return open(b, filepath.Join(b.TempDir(), "mind.db")) }, bareInserts)
}

const bareTable = `CREATE TABLE bare (principal TEXT, seq INTEGER PRIMARY KEY, at INTEGER, source TEXT, kind TEXT,
	v INTEGER, key TEXT, trust TEXT, causes BLOB, rests BLOB, body BLOB, prev BLOB, hash BLOB) STRICT`

// bareInserts makes a commit that does nothing but insert rows of the same size.
func bareInserts(b *testing.B) func(base int, waiting []int) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+
		"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(bareTable); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare("INSERT INTO bare VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		b.Fatal(err)
	}
	body, hash := make([]byte, 326), make([]byte, 32)
	return func(base int, waiting []int) {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		put := tx.Stmt(insert)
		for _, i := range waiting {
			if _, err := put.Exec("me", base+i+1, 1, "bot", "heard", 1, fmt.Sprintf("console:1:%d", base+i), "principal",
				[]byte{}, []byte{}, body, hash, hash); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	path := filepath.Join(b.TempDir(), "mind.db")
	ledgertest.BenchVerify(b, time.Now, open(b, path), func() time.Duration { return bareHashes(b, path) })
}

// bareHashes reads the rows and hashes what they hold.
func bareHashes(b *testing.B, path string) time.Duration {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	start := time.Now()
	rows, err := db.QueryContext(context.Background(), "SELECT * FROM events ORDER BY seq")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	var cols [13]sql.RawBytes
	var into [13]any
	for i := range cols {
		into[i] = &cols[i]
	}
	h := sha256.New()
	var sum []byte
	for rows.Next() {
		if err := rows.Scan(into[:]...); err != nil {
			b.Fatal(err)
		}
		h.Reset()
		for _, c := range cols {
			h.Write(c)
		}
		sum = h.Sum(sum[:0])
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
