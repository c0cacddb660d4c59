package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strings"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Read implements ledger.Store.
func (s *Store) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		rows, err := s.query(ctx, q)
		if err != nil {
			yield(ledger.Row{}, fmt.Errorf("sqlite: read: %w", named(err)))
			return
		}
		defer rows.Close()
		var c ledger.Columns
		for rows.Next() {
			row, err := scan(rows, &c)
			if err != nil {
				yield(ledger.Row{}, fmt.Errorf("sqlite: read: %w", named(err)))
				return
			}
			if !yield(row, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Row{}, fmt.Errorf("sqlite: read: %w", named(err)))
		}
	}
}

// query runs the statement for q, which is prepared once.
func (s *Store) query(ctx context.Context, q ledger.Query) (*sql.Rows, error) {
	text, args := selection(q)
	st, ok := s.queries.Load(text)
	if !ok {
		fresh, err := s.read.PrepareContext(ctx, text)
		if err != nil {
			return nil, err
		}
		if st, ok = s.queries.LoadOrStore(text, fresh); ok {
			if err := fresh.Close(); err != nil {
				return nil, err
			}
		}
	}
	return st.(*sql.Stmt).QueryContext(ctx, args...)
}

func selection(q ledger.Query) (string, []any) {
	var b strings.Builder
	var args []any
	b.WriteString("SELECT e.principal, e.seq, e.at, e.source, e.kind, e.v, e.key, e.trust, e.causes, e.rests, e.body, e.prev, e.hash, ")
	if q.Sealed {
		b.WriteString("NULL FROM events e")
	} else {
		b.WriteString("nullif(k.key, zeroblob(32)) FROM events e LEFT JOIN keys k ON k.seq = e.seq")
	}
	where := " WHERE "
	and := func(cond string, arg any) {
		b.WriteString(where)
		b.WriteString(cond)
		args = append(args, arg)
		where = " AND "
	}
	if q.After > 0 {
		and("e.seq > ?", bound(q.After))
	}
	if q.Before > 0 {
		and("e.seq < ?", bound(q.Before))
	}
	switch {
	case len(q.Seqs) == 1:
		and("e.seq = ?", bound(q.Seqs[0]))
	case len(q.Seqs) > 1:
		and("e.seq IN (SELECT value FROM json_each(?))", list(q.Seqs))
	}
	if len(q.Keys) > 0 {
		// The index holds only keys that are not empty, and must be told that these are not.
		and("e.key <> '' AND e.key IN (SELECT value FROM json_each(?))", text(q.Keys))
	}
	switch {
	case len(q.Kinds) == 1:
		and("e.kind = ?", string(q.Kinds[0]))
	case len(q.Kinds) > 1:
		and("e.kind IN (SELECT value FROM json_each(?))", text(q.Kinds))
	}
	if len(q.From) > 0 {
		and("e.seq IN (SELECT seq FROM rests WHERE on_seq IN (SELECT value FROM json_each(?)))", list(q.From))
	}
	if q.Gone {
		b.WriteString(where)
		b.WriteString("NOT EXISTS (SELECT 1 FROM keys o WHERE o.seq = e.seq AND o.key <> zeroblob(32))")
	}
	b.WriteString(" ORDER BY e.seq")
	if q.Newest {
		b.WriteString(" DESC")
	}
	if q.Limit > 0 {
		b.WriteString(" LIMIT ?")
		args = append(args, q.Limit)
	}
	return b.String(), args
}

// bound is a number that SQLite can hold; no event has a greater one.
func bound(s event.Seq) int64 { return int64(min(s, math.MaxInt64)) }

func list(seqs []event.Seq) string {
	b, _ := json.Marshal(seqs) // numbers always encode
	return string(b)
}

func text[S ~string](s []S) string {
	b, _ := json.Marshal(s) // strings always encode
	return string(b)
}

// scan reads a row into columns, without copying.
func scan(rows *sql.Rows, c *ledger.Columns) (ledger.Row, error) {
	raw := func(b *[]byte) *sql.RawBytes { return (*sql.RawBytes)(b) }
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
		rows, err := s.read.QueryContext(ctx, "SELECT on_seq, seq FROM rests")
		if err != nil {
			yield(ledger.Rest{}, named(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			var on, seq int64
			if err := rows.Scan(&on, &seq); err != nil {
				yield(ledger.Rest{}, named(err))
				return
			}
			if !yield(ledger.Rest{On: event.Seq(on), Seq: event.Seq(seq)}, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(ledger.Rest{}, named(err))
		}
	}
}
