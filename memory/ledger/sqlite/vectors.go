package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// eraseVectors writes over the vectors of a list of events.
const eraseVectors = `UPDATE vectors SET text = zeroblob(32), numbers = zeroblob(length(numbers))
	WHERE seq IN (SELECT value FROM json_each(?))`

// putVector keeps a vector that is not there yet, of an event that can be read.
const putVector = `INSERT INTO vectors (seq, embedder, text, numbers) SELECT ?1, ?2, ?3, ?4
	WHERE EXISTS (SELECT 1 FROM keys WHERE seq = ?1 AND key <> zeroblob(32))
	AND NOT EXISTS (SELECT 1 FROM vectors WHERE seq = ?1 AND embedder = ?2 AND text = ?3)`

// PutVectors implements ledger.Vectors.
func (s *Store) PutVectors(ctx context.Context, vs ...ledger.Vector) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: put vectors: %w", ledger.ErrReadOnly)
	}
	err := s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		put, err := tx.PrepareContext(ctx, putVector)
		if err != nil {
			return err
		}
		defer put.Close()
		for _, v := range vs {
			if _, err := put.ExecContext(ctx, bound(v.Seq), v.Embedder, v.Text[:], blob(v.Numbers)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("sqlite: put vectors: %w", named(err))
	}
	return nil
}

// GetVectors implements ledger.Vectors.
func (s *Store) GetVectors(ctx context.Context, embedder string, of []event.Seq) iter.Seq2[ledger.Vector, error] {
	return func(yield func(ledger.Vector, error) bool) {
		rows, err := s.read.QueryContext(ctx, `SELECT seq, text, numbers FROM vectors
			WHERE seq IN (SELECT value FROM json_each(?)) AND embedder = ? AND text <> zeroblob(32)`, list(of), embedder)
		if err != nil {
			yield(ledger.Vector{}, fmt.Errorf("sqlite: get vectors: %w", named(err)))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var seq int64
			var text, numbers sql.RawBytes
			if err := rows.Scan(&seq, &text, &numbers); err != nil {
				yield(ledger.Vector{}, fmt.Errorf("sqlite: get vectors: %w", named(err)))
				return
			}
			v := ledger.Vector{Seq: event.Seq(seq), Embedder: embedder, Numbers: numbers}
			if copy(v.Text[:], text); !yield(v, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Vector{}, fmt.Errorf("sqlite: get vectors: %w", named(err)))
		}
	}
}
