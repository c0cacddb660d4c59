package host

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"citadel/config"
	"citadel/memory/hot"
	"citadel/memory/hot/redis"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
	"citadel/memory/ledger/sqlite"
)

// ErrTwoLedgers: the settings name a database that is empty, while the home has a ledger in a
// file. To begin anew there would look like having lost everything.
var ErrTwoLedgers = errors.New("the database is empty, and the home has a ledger in a file")

// ErrEmptied: the settings name a database that is empty, and the anchor in the home has seen
// events. It was emptied, or is another one than before.
var ErrEmptied = errors.New("the database is empty, and the home has lived with one that was not")

// OpenLedger opens where the ledger of a home is kept: the PostgreSQL database that the
// settings name, else the file in the home, which it makes if it is not there. tell is told when that
// database is away, and may be nil.
func OpenLedger(ctx context.Context, home string, c config.Config, tell postgres.Tell) (ledger.Store, error) {
	if c.Servers.Postgres.Set() {
		return typed(postgres.Open(ctx, c.Servers.Postgres.Reveal(), c.Principal, tell))
	}
	return typed(sqlite.Open(ctx, filepath.Join(home, LedgerName)))
}

// ReadLedger is OpenLedger for reading only, beside a citadel that runs. Where there is no
// file, the error is ledger.ErrEmpty.
func ReadLedger(ctx context.Context, home string, c config.Config, tell postgres.Tell) (ledger.Store, error) {
	if c.Servers.Postgres.Set() {
		return typed(postgres.OpenReader(ctx, c.Servers.Postgres.Reveal(), c.Principal, tell))
	}
	return typed(sqlite.OpenReader(ctx, filepath.Join(home, LedgerName)))
}

// Hot is where the newest state of the mind is kept besides; nil where the settings name nothing.
func Hot(c config.Config) (hot.Place, error) {
	if !c.Servers.Redis.Set() {
		return nil, nil
	}
	place, err := redis.Open(c.Servers.Redis.Reveal(), c.Principal)
	if err != nil {
		return nil, err
	}
	return place, nil
}

// typed makes the store of a driver one of any, and none where there is none.
func typed[S ledger.Store](s S, err error) (ledger.Store, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// InFile says whether a home has a ledger in a file.
func InFile(home string) bool {
	info, err := os.Stat(filepath.Join(home, LedgerName))
	return err == nil && info.Size() > 0
}

// Empty says whether a ledger has no event yet.
func Empty(ctx context.Context, s ledger.Store) (bool, error) {
	for _, err := range s.Read(ctx, ledger.Query{Limit: 1, Sealed: true}) {
		return false, err
	}
	return true, nil
}

// Vacant says whether a ledger has no event yet. Where that is in a database and the home knows
// of events, nobody may begin anew there: the error is ErrTwoLedgers or ErrEmptied.
func Vacant(ctx context.Context, home string, c config.Config, s ledger.Store) (bool, error) {
	empty, err := Empty(ctx, s)
	if err != nil || !empty || !c.Servers.Postgres.Set() {
		return empty, err
	}
	if InFile(home) {
		return true, ErrTwoLedgers
	}
	if _, err := (&ledger.FileAnchor{Path: filepath.Join(home, AnchorName)}).Load(); err == nil && c.Ledger.Head {
		return true, ErrEmptied
	}
	return true, nil
}

// takeUp opens the ledger that a citadel is to live on, and says whether it lacks the anchor
// that belongs beside it.
func takeUp(ctx context.Context, o Options) (store ledger.Store, unanchored bool, err error) {
	if store = o.Store; store == nil {
		if store, err = OpenLedger(ctx, o.Home.Path, o.Config, o.Away); err != nil {
			return nil, false, err
		}
	}
	empty, err := Vacant(ctx, o.Home.Path, o.Config, store)
	if err != nil {
		return nil, false, errors.Join(err, store.Close())
	}
	_, err = os.Stat(filepath.Join(o.Home.Path, AnchorName))
	return store, !empty && o.Config.Ledger.Head && errors.Is(err, fs.ErrNotExist), nil
}
