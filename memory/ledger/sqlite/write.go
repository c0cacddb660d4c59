package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Append implements ledger.Store.
func (s *Store) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: append: %w", ledger.ErrReadOnly)
	}
	args, err := arguments(rows)
	if err == nil {
		err = s.prepareFor(ctx, len(args.events), len(args.keys), len(args.rests))
	}
	if err == nil {
		err = s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if err := s.put(ctx, tx, args); err != nil || len(shred) == 0 {
				return err
			}
			// Written over where it stands. If the row were deleted, its neighbours would move
			// between pages in time, and leave copies of their own keys behind.
			if _, err := tx.ExecContext(ctx, "UPDATE keys SET key = zeroblob(32) WHERE seq IN (SELECT value FROM json_each(?))", list(shred)); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, eraseVectors, list(shred))
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: append: %w", named(err))
	}
	if len(shred) > 0 {
		if err := s.scrub(ctx); err != nil {
			return fmt.Errorf("sqlite: append: %w", err)
		}
	}
	return nil
}

// Load implements ledger.Loader.
func (s *Store) Load(ctx context.Context, rows iter.Seq2[ledger.Row, error]) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: load: %w", ledger.ErrReadOnly)
	}
	if err := s.prepareFor(ctx, math.MaxInt, math.MaxInt, math.MaxInt); err != nil {
		return fmt.Errorf("sqlite: load: %w", named(err))
	}
	// The error of rows is not the driver's, and goes back as it came.
	var wrong error
	err := s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var run []ledger.Row
		flush := func() error {
			args, err := arguments(run)
			if err != nil {
				return err
			}
			run = run[:0]
			return s.put(ctx, tx, args)
		}
		for row, err := range rows {
			if err != nil {
				wrong = err
				return err
			}
			if run = append(run, row.Clone()); len(run) == longestRun {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return flush()
	})
	if err == nil || wrong != nil {
		return wrong
	}
	return fmt.Errorf("sqlite: load: %w", named(err))
}

// rowArguments are the values that rows put into each table, one row behind the other.
type rowArguments struct{ events, keys, rests []any }

func arguments(rows []ledger.Row) (a rowArguments, err error) {
	a.events, a.keys = make([]any, 0, 13*len(rows)), make([]any, 0, 2*len(rows))
	for i := range rows {
		r := &rows[i]
		seq := any(int64(r.Seq))
		a.events = append(a.events, r.Principal, seq, r.At, string(r.Source), string(r.Kind), r.V,
			r.Key, string(r.Trust), blob(r.Causes), blob(r.From), blob(r.Body), r.Prev[:], r.Hash[:])
		if len(r.Unseal) > 0 {
			a.keys = append(a.keys, seq, r.Unseal)
		}
		from, err := ledger.DecodeSeqs(r.From)
		if err != nil {
			return a, err
		}
		for _, on := range from {
			a.rests = append(a.rests, int64(on), seq)
		}
	}
	return a, nil
}

// prepareFor makes ready for as many values.
func (s *Store) prepareFor(ctx context.Context, events, keys, rests int) error {
	return errors.Join(
		s.events.prepare(ctx, s.write, events),
		s.keys.prepare(ctx, s.write, keys),
		s.rest.prepare(ctx, s.write, rests))
}

func (s *Store) put(ctx context.Context, tx *sql.Tx, a rowArguments) error {
	if err := s.events.run(ctx, tx, a.events); err != nil {
		return err
	}
	if err := s.keys.run(ctx, tx, a.keys); err != nil {
		return err
	}
	return s.rest.run(ctx, tx, a.rests)
}

// blob is b, but never NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// inTx runs fn in a transaction, which ends with ctx. The context that fn gets does not:
// with one that can end, the driver starts a goroutine for each statement.
func (s *Store) inTx(ctx context.Context, fn func(context.Context, *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(context.WithoutCancel(ctx), tx); err != nil {
		if e := tx.Rollback(); e != nil && !errors.Is(e, sql.ErrTxDone) {
			return errors.Join(err, e)
		}
		return cmp.Or(ctx.Err(), err)
	}
	return tx.Commit()
}

// clean empties the write-ahead log, in which deleted bytes survive, and says whether it
// could: somebody who reads holds it up.
func (s *Store) clean(ctx context.Context) (bool, error) {
	var busy, pages, done int
	err := s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done)
	return busy == 0, err
}

// scrub cleans, and waits for readers until ctx ends. Its error is ledger.ErrLingers.
func (s *Store) scrub(ctx context.Context) error {
	for {
		done, err := s.clean(ctx)
		if err != nil {
			return fmt.Errorf("%w: %w", ledger.ErrLingers, named(err))
		}
		if done {
			return nil
		}
		wait := time.NewTimer(20 * time.Millisecond)
		select {
		case <-ctx.Done():
			wait.Stop()
			return fmt.Errorf("%w: %w", ledger.ErrLingers, ctx.Err())
		case <-wait.C:
		}
	}
}
