package postgres_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"citadel/deployments/test"
	"citadel/memory/ledger"
	"citadel/memory/ledger/ledgertest"
	"citadel/memory/ledger/postgres"
)

// The benchmarks compare the ledger with the least that could be done over the same server in
// the same run; see ledgertest.

func open(b *testing.B) (ledger.Store, test.Database) {
	b.Helper()
	d := test.Postgres(b)
	d.SetUp(b, "me")
	s, err := postgres.Open(b.Context(), d.Address, "me", nil)
	if err != nil {
		b.Fatal(err)
	}
	return s, d
}

func BenchmarkAppend(b *testing.B) {
	ledgertest.BenchAppend(b, time.Now, func(b *testing.B) ledger.Store { s, _ := open(b); return s }, bareInserts)
}

// bareInserts makes a commit that does nothing but insert rows of the same size, in one round
// trip.
func bareInserts(b *testing.B) func(base int, waiting []int) {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, test.Postgres(b).Admin)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close(ctx) })
	_, err = c.Exec(ctx, `CREATE SCHEMA citadel; CREATE TABLE citadel.bare (principal text, seq bigint PRIMARY KEY, at bigint, source text, kind text,
		v bigint, key text, trust text, causes bytea, rests bytea, body bytea, prev bytea, hash bytea)`)
	if err != nil {
		b.Fatal(err)
	}
	body, hash := make([]byte, 326), make([]byte, 32)
	return func(base int, waiting []int) {
		batch := &pgx.Batch{}
		for _, i := range waiting {
			batch.Queue("INSERT INTO citadel.bare VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)", "me", base+i+1, 1, "bot", "heard", 1,
				fmt.Sprintf("console:1:%d", base+i), "principal", []byte{}, []byte{}, body, hash, hash)
		}
		if err := c.SendBatch(ctx, batch).Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	s, d := open(b)
	ledgertest.BenchVerify(b, time.Now, s, func() time.Duration { return bareHashes(b, d) })
}

// bareHashes reads the rows and hashes what they hold.
func bareHashes(b *testing.B, d test.Database) time.Duration {
	b.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, d.Admin)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close(ctx)
	start := time.Now()
	rows, err := c.Query(ctx, "SELECT * FROM citadel.events ORDER BY seq")
	if err != nil {
		b.Fatal(err)
	}
	h := sha256.New()
	var sum []byte
	for rows.Next() {
		h.Reset()
		for _, column := range rows.RawValues() {
			h.Write(column)
		}
		sum = h.Sum(sum[:0])
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
