// Package sqlite keeps a ledger in one SQLite file: write-ahead log, full sync, one
// connection that writes and a few that read.
package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"

	"modernc.org/sqlite" // registers the driver, and names its errors
	sqlite3 "modernc.org/sqlite/lib"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Readers is how many connections read at a time.
const Readers = 4

// schema is the first and so far only one. Every table names the principal, or belongs
// to one that does: a file holds one principal's ledger.
const schema = `
CREATE TABLE IF NOT EXISTS events (
	principal TEXT    NOT NULL,
	seq       INTEGER PRIMARY KEY,
	at        INTEGER NOT NULL,
	source    TEXT    NOT NULL,
	kind      TEXT    NOT NULL,
	v         INTEGER NOT NULL,
	key       TEXT    NOT NULL,
	trust     TEXT    NOT NULL,
	causes    BLOB    NOT NULL,
	rests     BLOB    NOT NULL,
	body      BLOB    NOT NULL,
	prev      BLOB    NOT NULL,
	hash      BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS events_key ON events (key) WHERE key <> '';
CREATE INDEX IF NOT EXISTS events_kind ON events (kind, seq);
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER IF NOT EXISTS events_last BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TABLE IF NOT EXISTS keys  (seq INTEGER PRIMARY KEY, key BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS rests (on_seq INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (on_seq, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shelf (name TEXT PRIMARY KEY, up_to INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
PRAGMA user_version = 1;
`

// ErrNewer: the file was written by a newer version of citadel.
var ErrNewer = errors.New("the database was written by a newer version of citadel")

// Store is a ledger.Store in a file.
type Store struct {
	write, read *sql.DB
	event, key  *sql.Stmt
	rest        *sql.Stmt
}

var (
	_ ledger.Store   = (*Store)(nil)
	_ ledger.Shelf   = (*Store)(nil)
	_ ledger.Auditor = (*Store)(nil)
)

// Open opens the file at path, creating it if need be. It may block while another
// process holds the file's lock, five seconds at most.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path, false)
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, err)
	}
	return s, nil
}

// OpenReader opens an existing file for reading only, beside a process that writes to it.
func OpenReader(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path, true)
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, readOnly bool) (*Store, error) {
	read := source(path, "query_only(1)")
	s := &Store{}
	if !readOnly {
		var err error
		if s.write, err = sql.Open("sqlite", source(path, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(1)")); err != nil {
			return nil, err
		}
		s.write.SetMaxOpenConns(1)
		if err := s.prepare(ctx); err != nil {
			return nil, errors.Join(err, s.write.Close())
		}
	}
	var err error
	if s.read, err = sql.Open("sqlite", read); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.read.SetMaxOpenConns(Readers)
	s.read.SetMaxIdleConns(Readers)
	if err := s.read.PingContext(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func source(path string, pragmas ...string) string {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": append([]string{"busy_timeout(5000)"}, pragmas...)}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: q.Encode()}).String()
}

func (s *Store) prepare(ctx context.Context) error {
	var version int
	if err := s.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > 1 {
		return fmt.Errorf("%w: form %d", ErrNewer, version)
	}
	if _, err := s.write.ExecContext(ctx, schema); err != nil {
		return err
	}
	// Durability is a promise, so what the file says is read back.
	var mode string
	var sync int
	if err := s.write.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if err := s.write.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&sync); err != nil {
		return err
	}
	if mode != "wal" || sync != 2 {
		return fmt.Errorf("the file system refuses full durability: journal %q, synchronous %d", mode, sync)
	}
	var err error
	prepare := func(q string) *sql.Stmt {
		st, e := s.write.PrepareContext(ctx, q)
		err = errors.Join(err, e)
		return st
	}
	s.event = prepare("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)")
	s.key = prepare("INSERT INTO keys VALUES (?,?)")
	s.rest = prepare("INSERT INTO rests VALUES (?,?)")
	return err
}

// Append implements ledger.Store.
func (s *Store) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	err := s.inTx(ctx, func(tx *sql.Tx) error {
		put, key, rest := tx.StmtContext(ctx, s.event), tx.StmtContext(ctx, s.key), tx.StmtContext(ctx, s.rest)
		for i := range rows {
			r := &rows[i]
			_, err := put.ExecContext(ctx, r.Principal, int64(r.Seq), r.At, string(r.Source), string(r.Kind), r.V,
				r.Key, string(r.Trust), r.Causes, r.From, r.Body, r.Prev[:], r.Hash[:])
			if err != nil {
				return err
			}
			if len(r.Unseal) > 0 {
				if _, err := key.ExecContext(ctx, int64(r.Seq), r.Unseal); err != nil {
					return err
				}
			}
			if len(r.From) == 0 {
				continue
			}
			from, err := ledger.DecodeSeqs(r.From)
			if err != nil {
				return err
			}
			for _, on := range from {
				if _, err := rest.ExecContext(ctx, int64(on), int64(r.Seq)); err != nil {
					return err
				}
			}
		}
		if len(shred) == 0 {
			return nil
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM keys WHERE seq IN (SELECT value FROM json_each(?))", list(shred))
		return err
	})
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

func (s *Store) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// scrub empties the write-ahead log, in which deleted bytes would survive. Readers that
// are under way hold it up; it waits for them until ctx ends.
func (s *Store) scrub(ctx context.Context) error {
	for {
		var busy, pages, done int
		if err := s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done); err != nil {
			return err
		}
		if busy == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// named turns the driver's errors into those that the ledger promises.
func named(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID:
		return fmt.Errorf("%w: %w", ledger.ErrConflict, err)
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE:
		return fmt.Errorf("%w: %w", ledger.ErrDuplicate, err)
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE:
		return fmt.Errorf("%w: %w", ledger.ErrNoSpace, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DIRECTORY:
		return fmt.Errorf("%w: %w", ledger.ErrReadOnly, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ledger.ErrDamaged, err)
	}
	return err
}

// Read implements ledger.Store.
func (s *Store) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		text, args := selection(q)
		rows, err := s.read.QueryContext(ctx, text, args...)
		if err != nil {
			yield(ledger.Row{}, fmt.Errorf("sqlite: read: %w", named(err)))
			return
		}
		defer rows.Close()
		sc := scanner{names: map[string]string{}}
		for rows.Next() {
			row, err := sc.scan(rows)
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

func selection(q ledger.Query) (string, []any) {
	var b strings.Builder
	var args []any
	b.WriteString("SELECT e.principal, e.seq, e.at, e.source, e.kind, e.v, e.key, e.trust, e.causes, e.rests, e.body, e.prev, e.hash, ")
	if q.Sealed {
		b.WriteString("NULL FROM events e")
	} else {
		b.WriteString("k.key FROM events e LEFT JOIN keys k ON k.seq = e.seq")
	}
	where := " WHERE "
	and := func(cond string, arg any) {
		b.WriteString(where)
		b.WriteString(cond)
		args = append(args, arg)
		where = " AND "
	}
	if q.After > 0 {
		and("e.seq > ?", int64(q.After))
	}
	if q.Before > 0 {
		and("e.seq < ?", int64(q.Before))
	}
	switch {
	case len(q.Seqs) == 1:
		and("e.seq = ?", int64(q.Seqs[0]))
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

func list(seqs []event.Seq) string {
	b, _ := json.Marshal(seqs) // numbers always encode
	return string(b)
}

func text[S ~string](s []S) string {
	b, _ := json.Marshal(s) // strings always encode
	return string(b)
}

// scanner reads rows; the few names that repeat in every row are kept once.
type scanner struct {
	names                                  map[string]string
	principal, source, kind, trust, key    sql.RawBytes
	causes, from, body, prev, hash, unseal sql.RawBytes
}

func (s *scanner) scan(rows *sql.Rows) (ledger.Row, error) {
	var r ledger.Row
	var seq int64
	err := rows.Scan(&s.principal, &seq, &r.At, &s.source, &s.kind, &r.V, &s.key, &s.trust,
		&s.causes, &s.from, &s.body, &s.prev, &s.hash, &s.unseal)
	if err != nil {
		return r, err
	}
	r.Seq = event.Seq(seq)
	r.Principal, r.Key = s.name(s.principal), string(s.key)
	r.Source, r.Kind, r.Trust = event.Source(s.name(s.source)), event.Kind(s.name(s.kind)), event.Trust(s.name(s.trust))
	r.Causes, r.From, r.Body, r.Unseal = s.causes, s.from, s.body, s.unseal
	copy(r.Prev[:], s.prev)
	copy(r.Hash[:], s.hash)
	return r, nil
}

func (s *scanner) name(b []byte) string {
	if n, ok := s.names[string(b)]; ok {
		return n
	}
	n := string(b)
	if len(s.names) < 256 {
		s.names[n] = n
	}
	return n
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

// Keyless implements ledger.Auditor.
func (s *Store) Keyless(ctx context.Context) (int, error) {
	var n int
	err := s.read.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM events) - (SELECT count(*) FROM keys)").Scan(&n)
	return n, named(err)
}

// Put implements ledger.Shelf.
func (s *Store) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	_, err := s.write.ExecContext(ctx, "INSERT INTO shelf VALUES (?,?,?) ON CONFLICT (name) DO UPDATE SET up_to = excluded.up_to, data = excluded.data",
		name, int64(upTo), data)
	if err != nil {
		return fmt.Errorf("sqlite: put %s: %w", name, named(err))
	}
	return nil
}

// Get implements ledger.Shelf.
func (s *Store) Get(ctx context.Context, name string) (event.Seq, []byte, error) {
	var upTo int64
	var data []byte
	err := s.read.QueryRowContext(ctx, "SELECT up_to, data FROM shelf WHERE name = ?", name).Scan(&upTo, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, ledger.ErrNothingKept
	}
	if err != nil {
		return 0, nil, fmt.Errorf("sqlite: get %s: %w", name, named(err))
	}
	return event.Seq(upTo), data, nil
}

// Drop implements ledger.Shelf.
func (s *Store) Drop(ctx context.Context, from event.Seq) error {
	if _, err := s.write.ExecContext(ctx, "DELETE FROM shelf WHERE up_to >= ?", int64(from)); err != nil {
		return fmt.Errorf("sqlite: drop: %w", named(err))
	}
	return s.scrub(ctx)
}

// Close implements ledger.Store.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}
