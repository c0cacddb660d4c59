package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

const (
	// putVectors keeps vectors that are not there yet, of events that can be read.
	putVectors = `INSERT INTO citadel.vectors (principal, seq, embedder, text, numbers)
SELECT $1, v.* FROM unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[]) v (seq, embedder, text, numbers)
	WHERE EXISTS (SELECT FROM citadel.keys k WHERE k.principal = $1 AND k.seq = v.seq)
ON CONFLICT DO NOTHING`
	getVectors  = "SELECT seq, text, numbers FROM citadel.vectors WHERE principal = $1 AND seq = ANY ($2) AND embedder = $3"
	fromVectors = "DELETE FROM citadel.vectors WHERE principal = $1 AND seq = ANY ($2)"

	// Nobody keeps a vector of an event while it is being forgotten: who keeps one shares the
	// lock of the principal until it is there, who forgets has it alone.
	whileKept = "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))"
	forgotten = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
)

// PutVectors implements ledger.Vectors.
func (s *Store) PutVectors(ctx context.Context, vs ...ledger.Vector) error {
	if s.readOnly {
		return fmt.Errorf("postgres: put vectors: %w", ledger.ErrReadOnly)
	}
	if len(vs) == 0 {
		return nil
	}
	var seqs []int64
	var embedders []string
	var texts, numbers [][]byte
	for i := range vs {
		v := &vs[i]
		seqs, embedders = append(seqs, bound(v.Seq)), append(embedders, v.Embedder)
		texts, numbers = append(texts, v.Text[:]), append(numbers, bytea(v.Numbers))
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	err := s.again(ctx, func() error {
		b := &pgx.Batch{}
		b.Queue(whileKept, s.principal)
		b.Queue(putVectors, s.principal, seqs, embedders, texts, numbers)
		return s.pool.SendBatch(ctx, b).Close()
	})
	if err != nil {
		return fmt.Errorf("postgres: put vectors: %w", named(err))
	}
	return nil
}

// GetVectors implements ledger.Vectors.
func (s *Store) GetVectors(ctx context.Context, embedder string, of []event.Seq) iter.Seq2[ledger.Vector, error] {
	return func(yield func(ledger.Vector, error) bool) {
		rows, more, err := s.first(ctx, getVectors, []any{s.principal, numbers(of), embedder})
		if err != nil {
			yield(ledger.Vector{}, fmt.Errorf("postgres: get vectors: %w", named(err)))
			return
		}
		defer rows.Close()
		for ; more; more = rows.Next() {
			var seq int64
			var text, numbers pgtype.DriverBytes
			if err := rows.Scan(&seq, &text, &numbers); err != nil {
				yield(ledger.Vector{}, fmt.Errorf("postgres: get vectors: %w", named(err)))
				return
			}
			v := ledger.Vector{Seq: event.Seq(seq), Embedder: embedder, Numbers: numbers}
			if copy(v.Text[:], text); !yield(v, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Vector{}, fmt.Errorf("postgres: get vectors: %w", named(err)))
		}
	}
}
