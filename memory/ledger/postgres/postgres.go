// Package postgres keeps a ledger in a PostgreSQL database, for a mind that is to survive its
// machine. Many principals may share one; each logs in with a role of its own, which sees the
// rows of that principal and no others.
//
// The role may add events and read them, and destroy keys. It cannot change or delete an
// event: the tables belong to roles that nobody logs in with. That holds only as long as the
// database is set up so (see Setup), so Open asks whether it is, and refuses to work where it is not.
//
// An append is one round trip: a pipeline that the server carries out as one transaction and
// answers when it is on its disk. Where the connection breaks, nobody can tell whether it was
// carried out. So it is sent again: the same rows either go in now, or collide with
// themselves, which is as good.
//
// What is deleted leaves its bytes in the server's files until their owner cleans them; see
// Beyond.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"

	"citadel/memory/ledger"
)

const (
	// patience is how long anything tries to reach the server, and how long a read waits for
	// the next row.
	patience = 30 * time.Second
	// opening is how long Open waits in all, for a server that is down, starts, or says nothing.
	opening = 8 * time.Second
	// dialing is how long one connection may take to be made, unless the address says otherwise.
	dialing = 5 * time.Second
	// idle is how long a connection that nobody uses is kept.
	idle = time.Minute
	// many is more connections than any server gives one role. Reads may nest and must not wait
	// for one another, so what bounds their number is the server's refusal.
	many = 1000
	// largest bounds a message of the server, in bytes: a checkpoint of a million memories.
	largest = 512 << 20
)

// Errors of Open, besides ledger.ErrUnreachable: the server does not answer, or refuses the
// connection.
var (
	// ErrNotSetUp: the database has no place for this ledger yet, or an older one. Setup has the
	// SQL that makes it.
	ErrNotSetUp = errors.New("the PostgreSQL database is not set up for this version of citadel")
	// ErrNewer: a newer version of citadel has set the database up.
	ErrNewer = errors.New("the database was set up by a newer version of citadel")
	// ErrVolatile: the server does not wait for its disk, so nothing it acknowledges is certain.
	ErrVolatile = errors.New("the PostgreSQL server does not wait for its disk (fsync or full_page_writes is off)")
	// ErrStandby: the server only follows another one, and takes nothing in.
	ErrStandby = errors.New("the PostgreSQL server is a standby and takes nothing in")
	// ErrNotLetIn: the server knows no such role, password or database. A new one knows none.
	ErrNotLetIn = errors.New("the PostgreSQL server does not let this role in, or has no such database")
)

// ErrFull: the server has no room left for what was to be written.
var ErrFull = fmt.Errorf("%w: that of the PostgreSQL server", ledger.ErrNoSpace)

// Store is the ledger of one principal in a database.
type Store struct {
	pool      *pgxpool.Pool
	principal string
	readOnly  bool
	patience  time.Duration
	quiet     time.Duration
	outage    outage
}

var (
	_ ledger.Store   = (*Store)(nil)
	_ ledger.Shelf   = (*Store)(nil)
	_ ledger.Loader  = (*Store)(nil)
	_ ledger.Auditor = (*Store)(nil)
	_ ledger.Hosted  = (*Store)(nil)
	_ ledger.Vectors = (*Store)(nil)
)

// Open opens the ledger of a principal at an address such as
// postgres://ROLE:PASSWORD@HOST:5432/DATABASE, and finds out whether its events are safe from
// this program: where they are not, the error is an *Exposed. A server that is down or starting it
// tries for eight seconds; one that refuses the role or the database it does not. tell is told of
// every outage, now and later, and may be nil.
func Open(ctx context.Context, address, principal string, tell Tell) (*Store, error) {
	return open(ctx, address, &Store{principal: principal, outage: outage{tell: tell}})
}

// OpenReader is Open for reading only, beside a process that writes.
func OpenReader(ctx context.Context, address, principal string, tell Tell) (*Store, error) {
	return open(ctx, address, &Store{principal: principal, readOnly: true, outage: outage{tell: tell}})
}

func open(ctx context.Context, address string, s *Store) (*Store, error) {
	ctx, cancel := context.WithTimeout(ctx, opening)
	defer cancel()
	s.patience, s.quiet = opening, quiet
	err := s.connect(ctx, address)
	if err == nil {
		err = s.again(ctx, func() error { return s.examine(ctx) })
	}
	if pgconn.Timeout(err) {
		err = errSilent
	}
	if err != nil {
		return nil, fmt.Errorf("postgres: open: %w", errors.Join(named(err), s.Close()))
	}
	s.patience = patience
	return s, nil
}

func (s *Store) connect(ctx context.Context, address string) error {
	c, err := pgxpool.ParseConfig(address)
	if err != nil {
		return err
	}
	c.MaxConns, c.MinConns, c.MaxConnIdleTime = many, 0, idle
	if c.ConnConfig.ConnectTimeout == 0 {
		c.ConnConfig.ConnectTimeout = dialing
	}
	c.ConnConfig.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		f := pgproto3.NewFrontend(r, w)
		f.SetMaxBodyLen(largest)
		return f
	}
	set := c.ConnConfig.RuntimeParams
	set["application_name"] = "citadel"
	set["synchronous_commit"] = "on" // whatever the server's default: an append is durable
	if s.readOnly {
		set["default_transaction_read_only"] = "on"
	}
	s.pool, err = pgxpool.NewWithConfig(ctx, c)
	return err
}

// Close implements ledger.Store.
func (s *Store) Close() error {
	if s.pool != nil {
		s.pool.Close()
	}
	return nil
}

// Beyond implements ledger.Hosted.
func (s *Store) Beyond() string {
	return "PostgreSQL keeps the bytes of deleted keys in its files until the database's owner runs VACUUM FULL citadel.keys, citadel.shelf, citadel.vectors; " +
		"its write-ahead log, its replicas and old backups keep them as long as they are kept. I cannot reach those."
}

// named adds to an error of the driver the one that the ledger promises for it, or one of ours.
func named(err error) error {
	if name := name(err); name != nil && !errors.Is(err, name) {
		return fmt.Errorf("%w: %w", name, err)
	}
	return err
}

func name(err error) error {
	var said *pgconn.PgError
	if !errors.As(err, &said) {
		if unreachable(err) {
			return ledger.ErrUnreachable
		}
		return nil
	}
	switch said.Code {
	case "23505": // unique_violation
		return ledger.ErrConflict
	case "25006": // read_only_sql_transaction
		return ErrStandby
	case "28P01", "28000", "3D000": // invalid_password, invalid_authorization_specification, invalid_catalog_name
		return ErrNotLetIn
	case "53100": // disk_full
		return ErrFull
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return ledger.ErrDamaged
	}
	if unreachable(err) {
		return ledger.ErrUnreachable
	}
	return nil
}

// unreachable says whether an error may pass by itself: the network's, or that of a server
// which starts, ends, or has no connection left.
func unreachable(err error) bool {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return strings.HasPrefix(said.Code, "08") || strings.HasPrefix(said.Code, "57P") || said.Code == "53300"
	}
	var dial *pgconn.ConnectError
	var wire net.Error
	return errors.Is(err, errSilent) || errors.As(err, &dial) || errors.As(err, &wire) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		pgconn.Timeout(err) || pgconn.SafeToRetry(err)
}

// missing says whether a query failed because what it asks for is not there, or not for us.
func missing(err error) bool {
	var said *pgconn.PgError
	if !errors.As(err, &said) {
		return false
	}
	switch said.Code {
	case "3F000", "42P01", "42883", "42501": // no such schema, table, function; no privilege
		return true
	}
	return false
}

// none says whether a query gave no row.
func none(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
