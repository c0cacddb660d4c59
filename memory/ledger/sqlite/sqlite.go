// Package sqlite keeps a ledger in one SQLite file: write-ahead log, full sync, one
// connection that writes and a few that read.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite" // registers the driver, and names its errors
	sqlite3 "modernc.org/sqlite/lib"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Readers is how many connections for reading are kept open between reads.
const Readers = 4

// schema is the first and so far only one. Every table names the principal, or belongs
// to one that does: a file holds one principal's ledger. The triggers stop a slip of the
// hand; what stops a liar is the chain.
const schema = `
CREATE TABLE events (
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
CREATE UNIQUE INDEX events_key ON events (key) WHERE key <> '';
CREATE INDEX events_kind ON events (kind, seq);
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_last BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER events_next BEFORE INSERT ON events
	WHEN NEW.seq <> (SELECT ifnull(max(seq), 0) + 1 FROM events)
	OR NEW.key <> '' AND EXISTS (SELECT 1 FROM events WHERE key = NEW.key AND key <> '')
	BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;
CREATE TABLE keys  (seq INTEGER PRIMARY KEY, key BLOB NOT NULL) STRICT;
CREATE TABLE rests (on_seq INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (on_seq, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE shelf (name TEXT PRIMARY KEY, up_to INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
PRAGMA user_version = 1;
`

// form is the schema's number, in the file's user_version.
const form = 1

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
	_ ledger.Loader  = (*Store)(nil)
	_ ledger.Auditor = (*Store)(nil)
)

// Open opens the file at path, creating it if need be, for its owner's eyes only. It may
// block while another process holds the file's lock, five seconds at most.
func Open(ctx context.Context, path string) (*Store, error) {
	s := &Store{}
	if err := s.open(ctx, path); err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, errors.Join(named(err), s.Close()))
	}
	return s, nil
}

// OpenReader opens an existing file for reading only, beside a process that writes to
// it. Where there is no file, the error is ledger.ErrEmpty.
func OpenReader(ctx context.Context, path string) (*Store, error) {
	s := &Store{}
	err := s.openReader(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ledger.ErrEmpty, err)
	}
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, errors.Join(named(err), s.Close()))
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	// The last two matter on macOS only, where an ordinary sync stops at the disk's cache.
	s.write, err = sql.Open("sqlite", source(path, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(1)",
		"fullfsync(1)", "checkpoint_fullfsync(1)"))
	if err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := s.prepare(ctx); err != nil {
		return err
	}
	return s.openReader(ctx, path)
}

func (s *Store) openReader(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	var err error
	if s.read, err = sql.Open("sqlite", source(path, "query_only(1)", "cache_size(-512)")); err != nil {
		return err
	}
	// Reads may nest, so their number has no bound; but only a few connections are kept.
	s.read.SetMaxIdleConns(Readers)
	_, err = version(ctx, s.read)
	return err
}

func source(path string, pragmas ...string) string {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": append([]string{"busy_timeout(5000)"}, pragmas...)}
	return (&url.URL{Scheme: "file", OmitHost: true, Path: path, RawQuery: q.Encode()}).String()
}

// version reads the form of the file, zero for an empty one. The error may be ErrNewer.
func version(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (n int, err error) {
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&n); err != nil {
		return 0, err
	}
	if n > form {
		return 0, fmt.Errorf("%w: form %d, known up to %d", ErrNewer, n, form)
	}
	return n, nil
}

func (s *Store) prepare(ctx context.Context) error {
	err := s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		n, err := version(ctx, tx)
		if err != nil || n == form {
			return err
		}
		_, err = tx.ExecContext(ctx, schema)
		return err
	})
	if err != nil {
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
	prepare := func(q string) *sql.Stmt {
		st, e := s.write.PrepareContext(ctx, q)
		err = errors.Join(err, e)
		return st
	}
	s.event = prepare("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)")
	s.key = prepare("INSERT INTO keys VALUES (?,?)")
	s.rest = prepare("INSERT INTO rests VALUES (?,?)")
	if err != nil {
		return err
	}
	// A process that died between destroying a key and cleaning the journal left it there.
	_, err = s.clean(ctx)
	return err
}

// Append implements ledger.Store.
func (s *Store) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: append: %w", ledger.ErrReadOnly)
	}
	err := s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		p := s.putter(ctx, tx)
		for i := range rows {
			if err := p.put(&rows[i]); err != nil {
				return err
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

// Load implements ledger.Loader.
func (s *Store) Load(ctx context.Context, rows iter.Seq2[ledger.Row, error]) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: load: %w", ledger.ErrReadOnly)
	}
	// The error of rows is not the driver's, and goes back as it came.
	var wrong error
	err := s.inTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
		p := s.putter(ctx, tx)
		for row, err := range rows {
			if err != nil {
				wrong = err
				return err
			}
			if err := p.put(&row); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil || wrong != nil {
		return wrong
	}
	return fmt.Errorf("sqlite: load: %w", named(err))
}

// putter writes rows in a transaction.
type putter struct {
	ctx              context.Context
	event, key, rest *sql.Stmt
}

func (s *Store) putter(ctx context.Context, tx *sql.Tx) putter {
	return putter{ctx, tx.StmtContext(ctx, s.event), tx.StmtContext(ctx, s.key), tx.StmtContext(ctx, s.rest)}
}

func (p *putter) put(r *ledger.Row) error {
	_, err := p.event.ExecContext(p.ctx, r.Principal, int64(r.Seq), r.At, string(r.Source), string(r.Kind), r.V,
		r.Key, string(r.Trust), blob(r.Causes), blob(r.From), blob(r.Body), r.Prev[:], r.Hash[:])
	if err != nil {
		return err
	}
	if len(r.Unseal) > 0 {
		if _, err := p.key.ExecContext(p.ctx, int64(r.Seq), r.Unseal); err != nil {
			return err
		}
	}
	if len(r.From) == 0 {
		return nil
	}
	from, err := ledger.DecodeSeqs(r.From)
	if err != nil {
		return err
	}
	for _, on := range from {
		if _, err := p.rest.ExecContext(p.ctx, int64(on), int64(r.Seq)); err != nil {
			return err
		}
	}
	return nil
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

// named adds to an error of the driver, or of the file system, the one that the ledger
// promises for it.
func named(err error) error {
	if name := name(err); name != nil {
		return fmt.Errorf("%w: %w", name, err)
	}
	return err
}

func name(err error) error {
	var e *sqlite.Error
	switch {
	case errors.As(err, &e):
	case errors.Is(err, syscall.ENOSPC):
		return ledger.ErrNoSpace
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return ledger.ErrReadOnly
	default:
		return nil
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_ROWID,
		sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_TRIGGER:
		return ledger.ErrConflict
	case sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE:
		return ledger.ErrNoSpace
	}
	switch e.Code() & 0xff { // the rest of an extended code
	case sqlite3.SQLITE_FULL:
		return ledger.ErrNoSpace
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return ledger.ErrReadOnly
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return ledger.ErrDamaged
	}
	return nil
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

// Put implements ledger.Shelf.
func (s *Store) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: put %s: %w", name, ledger.ErrReadOnly)
	}
	_, err := s.write.ExecContext(ctx, "INSERT INTO shelf VALUES (?,?,?) ON CONFLICT (name) DO UPDATE SET up_to = excluded.up_to, data = excluded.data",
		name, int64(upTo), blob(data))
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
	if s.write == nil {
		return fmt.Errorf("sqlite: drop: %w", ledger.ErrReadOnly)
	}
	if _, err := s.write.ExecContext(ctx, "DELETE FROM shelf WHERE up_to >= ?", int64(from)); err != nil {
		return fmt.Errorf("sqlite: drop: %w", named(err))
	}
	if err := s.scrub(ctx); err != nil {
		return fmt.Errorf("sqlite: drop: %w", err)
	}
	return nil
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
