package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Read implements ledger.Store. Each has a connection of its own until it ends.
func (s *Store) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		text, args := s.selection(q)
		rows, more, err := s.first(ctx, text, args)
		if err != nil {
			yield(ledger.Row{}, fmt.Errorf("postgres: read: %w", named(err)))
			return
		}
		var c ledger.Columns
		for ; more; more = rows.Next() {
			row, err := scan(rows, &c)
			if err != nil {
				rows.Close()
				yield(ledger.Row{}, fmt.Errorf("postgres: read: %w", named(err)))
				return
			}
			if !yield(row, nil) {
				if q.Limit == 0 && len(q.Seqs) == 0 && len(q.Keys) == 0 {
					abandon(rows)
				}
				rows.Close()
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Row{}, fmt.Errorf("postgres: read: %w", named(err)))
		}
	}
}

// first asks, and gives what comes from the first row on. A connection that broke while nobody
// used it shows only now, so it asks again until a row has come.
func (s *Store) first(ctx context.Context, text string, args []any) (rows pgx.Rows, more bool, err error) {
	err = s.again(ctx, func() (err error) {
		if rows, err = s.ask(ctx, text, args); err != nil {
			return err
		}
		if more = rows.Next(); !more {
			return rows.Err()
		}
		return nil
	})
	return rows, more, err
}

// errSilent: the connection stands, and nothing comes over it.
var errSilent = errors.New("the server sends nothing")

// answer is the rows of a read. A server that falls silent would hold it up for ever, so it
// ends when nothing has come for as long as patience lasts. How long the reader takes over each
// row does not count.
type answer struct {
	pgx.Rows
	ctx      context.Context
	end      context.CancelCauseFunc
	patience time.Duration
	silence  *time.Timer
}

func (s *Store) ask(ctx context.Context, text string, args []any) (pgx.Rows, error) {
	ctx, end := context.WithCancelCause(ctx)
	a := &answer{ctx: ctx, end: end, patience: s.outage.left(s.patience)}
	a.silence = time.NewTimer(a.patience)
	go func() {
		select {
		case <-a.silence.C:
			end(errSilent)
		case <-ctx.Done():
		}
	}()
	rows, err := s.pool.Query(ctx, text, args...)
	a.silence.Stop()
	if err != nil {
		defer end(nil)
		return nil, a.why(err)
	}
	a.Rows = rows
	return a, nil
}

// Next implements pgx.Rows.
func (a *answer) Next() bool {
	a.silence.Reset(a.patience)
	more := a.Rows.Next()
	a.silence.Stop()
	if !more {
		a.end(nil)
	}
	return more
}

// Close implements pgx.Rows.
func (a *answer) Close() {
	a.silence.Reset(a.patience)
	a.Rows.Close()
	a.silence.Stop()
	a.end(nil)
}

// Err implements pgx.Rows.
func (a *answer) Err() error { return a.why(a.Rows.Err()) }

func (a *answer) why(err error) error {
	if err != nil && errors.Is(context.Cause(a.ctx), errSilent) {
		return errSilent
	}
	return err
}

const selected = "SELECT e.principal, e.seq, e.at, e.source, e.kind, e.v, e.key, e.trust, e.causes, e.rests, e.body, e.prev, e.hash, "

func (s *Store) selection(q ledger.Query) (string, []any) {
	var b strings.Builder
	args := []any{s.principal}
	b.WriteString(selected)
	if q.Sealed {
		b.WriteString("NULL::bytea FROM citadel.events e")
	} else {
		b.WriteString("k.key FROM citadel.events e LEFT JOIN citadel.keys k ON k.principal = $1 AND k.seq = e.seq")
	}
	b.WriteString(" WHERE e.principal = $1")
	and := func(condition string, arg any) {
		args = append(args, arg)
		fmt.Fprintf(&b, " AND "+condition, len(args))
	}
	if q.After > 0 {
		and("e.seq > $%d", bound(q.After))
	}
	if q.Before > 0 {
		and("e.seq < $%d", bound(q.Before))
	}
	switch {
	case len(q.Seqs) == 1:
		and("e.seq = $%d", bound(q.Seqs[0]))
	case len(q.Seqs) > 1:
		and("e.seq = ANY ($%d)", numbers(q.Seqs))
	}
	if len(q.Keys) > 0 {
		// The index holds only keys that are not empty, and must be told that these are not.
		and("e.key <> '' AND e.key = ANY ($%d)", possible(q.Keys))
	}
	switch {
	case len(q.Kinds) == 1:
		and("e.kind = $%d", string(q.Kinds[0]))
	case len(q.Kinds) > 1:
		and("e.kind = ANY ($%d)", texts(q.Kinds))
	}
	if len(q.From) > 0 {
		and("e.seq IN (SELECT seq FROM citadel.rests WHERE principal = $1 AND on_seq = ANY ($%d))", numbers(q.From))
	}
	if q.Gone {
		b.WriteString(" AND NOT EXISTS (SELECT FROM citadel.keys o WHERE o.principal = $1 AND o.seq = e.seq)")
	}
	b.WriteString(" ORDER BY e.seq")
	if q.Newest {
		b.WriteString(" DESC")
	}
	if q.Limit > 0 {
		args = append(args, int64(q.Limit))
		fmt.Fprintf(&b, " LIMIT $%d", len(args))
	}
	return b.String(), args
}

// abandon ends a read that may have far to go, of which somebody has seen enough: closing its
// rows would be to receive all of them.
func abandon(rows pgx.Rows) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = rows.Conn().Close(ctx) // nothing is lost with it
}

// bound is a number that the database can hold; no event has a greater one.
func bound(s event.Seq) int64 { return int64(min(s, math.MaxInt64)) }

// possible leaves out what is no text: the database refuses to look for it, and no event has it.
func possible(keys []string) []string {
	out := make([]string, 0, len(keys))
	for _, k := range keys {
		if utf8.ValidString(k) && !strings.ContainsRune(k, 0) {
			out = append(out, k)
		}
	}
	return out
}

func texts[S ~string](s []S) []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = string(s[i])
	}
	return out
}

// scan reads a row into columns, without copying.
func scan(rows pgx.Rows, c *ledger.Columns) (ledger.Row, error) {
	raw := func(b *[]byte) *pgtype.DriverBytes { return (*pgtype.DriverBytes)(b) }
	err := rows.Scan(raw(&c.Principal), &c.Seq, &c.At, raw(&c.Source), raw(&c.Kind), &c.V, raw(&c.Key), raw(&c.Trust),
		raw(&c.Causes), raw(&c.From), raw(&c.Body), raw(&c.Prev), raw(&c.Hash), raw(&c.Unseal))
	if err != nil {
		return ledger.Row{}, err
	}
	return c.Row(), nil
}

// Rests implements ledger.Auditor.
func (s *Store) Rests(ctx context.Context) iter.Seq2[ledger.Rest, error] {
	return func(yield func(ledger.Rest, error) bool) {
		rows, more, err := s.first(ctx, "SELECT on_seq, seq FROM citadel.rests WHERE principal = $1", []any{s.principal})
		if err != nil {
			yield(ledger.Rest{}, named(err))
			return
		}
		for ; more; more = rows.Next() {
			var on, seq int64
			if err := rows.Scan(&on, &seq); err != nil {
				rows.Close()
				yield(ledger.Rest{}, named(err))
				return
			}
			if !yield(ledger.Rest{On: event.Seq(on), Seq: event.Seq(seq)}, nil) {
				abandon(rows)
				rows.Close()
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Rest{}, named(err))
		}
	}
}
