// Package sqlite keeps a ledger in one SQLite file: write-ahead log, full sync, one
// connection that writes and a few that read.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"syscall"

	"modernc.org/sqlite" // registers the driver, and names its errors
	sqlite3 "modernc.org/sqlite/lib"

	"citadel/memory/ledger"
)

// Readers is how many connections for reading are kept open between reads.
const Readers = 4

// schema is that of form 1. Every table names the principal, or belongs
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
-- A key of zeros is one that was destroyed.
CREATE TABLE keys  (seq INTEGER PRIMARY KEY, key BLOB NOT NULL) STRICT;
CREATE TABLE rests (on_seq INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (on_seq, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE shelf (name TEXT PRIMARY KEY, up_to INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
`

// schema2 is what form 2 adds. Rows only ever come at the end, and those of the forgotten are
// written over where they stand, for the reason that holds for keys. The index shows nothing
// of a text.
const schema2 = `
CREATE TABLE vectors (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, embedder TEXT NOT NULL, text BLOB NOT NULL, numbers BLOB NOT NULL) STRICT;
CREATE INDEX vectors_of ON vectors (seq);
PRAGMA user_version = 2;
`

// form is the schema's number, in the file's user_version.
const form = 2

// ErrNewer: the file was written by a newer version of citadel.
var ErrNewer = errors.New("the database was written by a newer version of citadel")

// Store is a ledger.Store in a file.
type Store struct {
	write, read        *sql.DB
	events, keys, rest insert
	queries            sync.Map // text of a query → *sql.Stmt; there are finitely many
}

var (
	_ ledger.Store   = (*Store)(nil)
	_ ledger.Shelf   = (*Store)(nil)
	_ ledger.Loader  = (*Store)(nil)
	_ ledger.Auditor = (*Store)(nil)
	_ ledger.Vectors = (*Store)(nil)
)

// Open opens the file at path, creating it if need be, for its owner's eyes only. It may
// block while another process holds the file's lock, five seconds at most.
func Open(ctx context.Context, path string) (*Store, error) {
	s := &Store{
		events: insert{table: "events", columns: 13},
		keys:   insert{table: "keys", columns: 2},
		rest:   insert{table: "rests", columns: 2},
	}
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
	if err != nil && errors.Is(named(err), ledger.ErrReadOnly) && settled(path) {
		// Reading beside a writer needs a file of shared memory, which a folder that cannot
		// be written refuses. Where nobody writes, none is needed.
		err = errors.Join(s.Close(), s.openReader(ctx, path, "immutable"))
	}
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

// settled says whether everything committed lies in the file itself: no journal stands
// beside it.
func settled(path string) bool {
	wal, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && wal.Size() == 0
}

func (s *Store) openReader(ctx context.Context, path string, options ...string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	name := source(path, "query_only(1)", "cache_size(-2048)")
	for _, o := range options {
		name += "&" + o + "=1"
	}
	var err error
	if s.read, err = sql.Open("sqlite", name); err != nil {
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
		if n == 0 {
			if _, err := tx.ExecContext(ctx, schema); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, schema2)
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
	// A process that died between destroying a key and cleaning the journal left it there.
	_, err = s.clean(ctx)
	return err
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
