package test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"citadel/memory/ledger/postgres"
)

// Database is a database that a test has for itself until it ends.
type Database struct {
	Address string // as citadel gets it, of the role for one principal
	Admin   string // of a superuser
	Role    string // of the first
}

// spare are databases whose tests have ended. To drop one and make the next takes the server
// half a second, to empty it a few milliseconds.
var spare struct {
	sync.Mutex
	names []string
}

// Postgres gives an empty database. Nothing is set up in it; see Database.SetUp.
func Postgres(t testing.TB) Database {
	t.Helper()
	server := Server(t, PostgresURL)
	role := "citadel_test_" + rand.Text()
	name := role
	spare.Lock()
	if n := len(spare.names); n > 0 {
		name, spare.names = spare.names[n-1], spare.names[:n-1]
	}
	spare.Unlock()
	if name == role {
		inServer(t, server, "CREATE DATABASE "+quoted(name))
	}
	d := Database{Role: role, Admin: at(t, server, name, nil), Address: at(t, server, name, url.UserPassword(role, "secret"))}
	t.Cleanup(func() {
		inServer(t, server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
		alone(t, server, func() {
			d.Exec(t, "DROP SCHEMA IF EXISTS citadel CASCADE")
			d.Exec(t, "DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = '"+role+"') THEN DROP OWNED BY "+quoted(role)+"; DROP ROLE "+quoted(role)+"; END IF; END $$")
		})
		spare.Lock()
		defer spare.Unlock()
		spare.names = append(spare.names, name)
	})
	return d
}

// Folder is where the server has the files of its tables.
func (d Database) Folder(t testing.TB) string {
	t.Helper()
	var number string
	d.ask(t, "SELECT oid::text FROM pg_database WHERE datname = current_database()", &number)
	return filepath.Join(Server(t, PostgresData), "base", number)
}

// ask gets one value from the database.
func (d Database) ask(t testing.TB, sql string, value *string) {
	t.Helper()
	ctx := t.Context()
	c, err := pgx.Connect(ctx, d.Admin)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if err := c.QueryRow(ctx, sql).Scan(value); err != nil {
		t.Fatal(err)
	}
}

// Fill has the disk be full, for this database, for whatever is too long to stand in its row: a
// message of some thousand bytes finds no room, and a short one does. It takes no rights but
// those over the server's files. Nothing long may have been written before. What it gives makes
// room again.
func (d Database) Fill(t testing.TB) (empty func()) {
	t.Helper()
	var path string
	d.ask(t, "SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE oid = 'citadel.events'::regclass", &path)
	path = filepath.Join(Server(t, PostgresData), path)
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Fatalf("%v, %v: something long is there", info, err)
	}
	anew := func() { // whoever has the file open lets go of it
		run(t, d.Admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	}
	aside := path + ".aside"
	if err := errors.Join(os.Rename(path, aside), os.Symlink("/dev/full", path)); err != nil {
		t.Fatal(err)
	}
	anew()
	return func() {
		t.Helper()
		if err := os.Rename(aside, path); err != nil {
			t.Fatal(err)
		}
		anew()
	}
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// SetUp makes the database ready for the ledger of a principal, as the README says.
func (d Database) SetUp(t testing.TB, principal string) {
	t.Helper()
	script, err := postgres.Setup(principal, d.Role)
	if err != nil {
		t.Fatal(err)
	}
	alone(t, Server(t, PostgresURL), func() {
		d.Exec(t, script)
		d.Exec(t, "ALTER ROLE "+quoted(d.Role)+" PASSWORD 'secret'")
	})
}

// Exec runs SQL as the superuser, who can do anything.
func (d Database) Exec(t testing.TB, sql string) {
	t.Helper()
	run(t, d.Admin, sql)
}

// inServer runs SQL that concerns all databases of the server.
func inServer(t testing.TB, server, sql string) {
	t.Helper()
	alone(t, server, func() { run(t, server, sql) })
}

// alone lets one test after the other change what belongs to the whole server: roles cannot be
// changed by two at a time.
func alone(t testing.TB, server string, do func()) {
	t.Helper()
	ctx := context.Background() // also while a test cleans up
	c, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(1)"); err != nil {
		t.Fatal(err)
	}
	do()
}

func run(t testing.TB, address, sql string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(fmt.Errorf("%.200s: %w", sql, err))
	}
}

// at is the address of a database of a server, for a user or, where nil, the same one.
func at(t testing.TB, server, database string, user *url.Userinfo) string {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + database
	if user != nil {
		u.User = user
	}
	return u.String()
}
