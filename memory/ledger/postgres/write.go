package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

const (
	// into inserts rows into all three tables, and looks whether they follow the last one: one
	// statement, because each costs the server as much as a few rows.
	into = `WITH event AS (INSERT INTO citadel.events (principal, seq, at, source, kind, v, key, trust, causes, rests, body, prev, hash)
	SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
		$9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[])),
key AS (INSERT INTO citadel.keys (principal, seq, key) SELECT $1, * FROM unnest($14::bigint[], $15::bytea[])),
rest AS (INSERT INTO citadel.rests (principal, on_seq, seq) SELECT $1, * FROM unnest($16::bigint[], $17::bigint[]))
SELECT citadel.follows($1, $18, $19)`
	fromKeys = "DELETE FROM citadel.keys WHERE principal = $1 AND seq = ANY ($2)"
)

// Append implements ledger.Store. Where the server cannot be reached it tries for half a
// minute; the error is then ledger.ErrUnreachable, and nobody knows whether the rows are there.
func (s *Store) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.readOnly {
		return fmt.Errorf("postgres: append: %w", ledger.ErrReadOnly)
	}
	c, err := s.columns(rows)
	if err == nil {
		err = s.persist(ctx, rows, func(ctx context.Context) error {
			b := &pgx.Batch{}
			if len(rows) > 0 {
				s.queue(b, &c)
			}
			if len(shred) > 0 {
				b.Queue(forgotten, s.principal)
				b.Queue(fromKeys, s.principal, numbers(shred))
				b.Queue(fromVectors, s.principal, numbers(shred))
			}
			return s.pool.SendBatch(ctx, b).Close()
		})
	}
	if err != nil {
		return fmt.Errorf("postgres: append: %w", named(err))
	}
	return nil
}

// persist sends what is to be written until it is, or the server refuses it.
func (s *Store) persist(ctx context.Context, rows []ledger.Row, send func(context.Context) error) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	inDoubt := false // an earlier try may have been carried out
	err := s.again(ctx, func() error {
		err := send(ctx)
		if inDoubt && errors.Is(named(err), ledger.ErrConflict) {
			switch there, e := s.ends(ctx, rows); {
			case e != nil:
				return e // it may be ours that it collides with
			case there:
				return nil
			}
		}
		inDoubt = inDoubt || unreachable(err) && !pgconn.SafeToRetry(err)
		return err
	})
	if err != nil && !inDoubt && errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err() // the caller's, and nothing was sent
	}
	return err
}

// ends says whether the last of rows is in the ledger: then all of them are.
func (s *Store) ends(ctx context.Context, rows []ledger.Row) (there bool, err error) {
	last := rows[len(rows)-1]
	err = s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM citadel.events WHERE principal = $1 AND seq = $2 AND hash = $3)",
		s.principal, int64(last.Seq), last.Hash[:]).Scan(&there)
	return there, err
}

const (
	loadRows  = 500     // rows that Load sends at a time, at most
	loadBytes = 8 << 20 // bytes of their bodies, likewise, but for a single one
)

// Load implements ledger.Loader. It sends the rows as they come, and commits at the end.
func (s *Store) Load(ctx context.Context, rows iter.Seq2[ledger.Row, error]) error {
	if s.readOnly {
		return fmt.Errorf("postgres: load: %w", ledger.ErrReadOnly)
	}
	// The error of rows is not the driver's, and goes back as it came.
	var wrong error
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var run []ledger.Row
		size := 0
		flush := func() error {
			c, err := s.columns(run)
			if err != nil || len(run) == 0 {
				return err
			}
			b := &pgx.Batch{}
			s.queue(b, &c)
			run, size = run[:0], 0
			return tx.SendBatch(ctx, b).Close()
		}
		for row, err := range rows {
			if err != nil {
				wrong = err
				return err
			}
			run = append(run, row.Clone())
			if size += len(row.Body); len(run) >= loadRows || size >= loadBytes {
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
	return fmt.Errorf("postgres: load: %w", named(err))
}

// columns are rows turned on their side: one list for each column of each table.
type columns struct {
	source, kind, key, trust                []string
	seq, at, v                              []int64
	causes, rests, body, prev, hash, unseal [][]byte
	sealed                                  []int64 // the events that unseal opens
	restsOn, resting                        []int64
}

func (s *Store) columns(rows []ledger.Row) (c columns, err error) {
	for i := range rows {
		r := &rows[i]
		if r.Principal != s.principal {
			return c, fmt.Errorf("%w: it is %q, not %q", ledger.ErrForeign, s.principal, r.Principal)
		}
		c.source, c.kind = append(c.source, string(r.Source)), append(c.kind, string(r.Kind))
		c.key, c.trust = append(c.key, r.Key), append(c.trust, string(r.Trust))
		c.seq, c.at, c.v = append(c.seq, int64(r.Seq)), append(c.at, r.At), append(c.v, int64(r.V))
		c.causes, c.rests, c.body = append(c.causes, bytea(r.Causes)), append(c.rests, bytea(r.From)), append(c.body, bytea(r.Body))
		c.prev, c.hash = append(c.prev, r.Prev[:]), append(c.hash, r.Hash[:])
		if len(r.Unseal) > 0 {
			c.sealed, c.unseal = append(c.sealed, int64(r.Seq)), append(c.unseal, r.Unseal)
		}
		from, err := ledger.DecodeSeqs(r.From)
		if err != nil {
			return c, err
		}
		for _, on := range from {
			c.restsOn, c.resting = append(c.restsOn, int64(on)), append(c.resting, int64(r.Seq))
		}
	}
	return c, nil
}

// queue adds the statement that inserts the rows.
func (s *Store) queue(b *pgx.Batch, c *columns) {
	b.Queue(into, s.principal, c.seq, c.at, c.source, c.kind, c.v, c.key, c.trust, c.causes, c.rests, c.body, c.prev, c.hash,
		c.sealed, c.unseal, c.restsOn, c.resting, c.seq[0], c.prev[0])
}

// bytea is b, but never NULL.
func bytea(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// numbers are seqs as the database counts; no event has a number that it cannot hold.
func numbers(seqs []event.Seq) []int64 {
	out := make([]int64, 0, len(seqs))
	for _, s := range seqs {
		if s <= math.MaxInt64 {
			out = append(out, int64(s))
		}
	}
	return out
}
