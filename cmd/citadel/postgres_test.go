package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/deployments/test"
	"citadel/memory"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
)

// in is a database as a person names it.
func in(d test.Database) []string { return []string{config.PostgresURL + "=" + d.Address} }

// A life moves from the file into a database, goes on there, and comes back: the chain is the
// same, and so are the folds, to the byte.
func TestLedgerMoves(t *testing.T) {
	home, d := newHome(t), test.Postgres(t)
	d.SetUp(t, "me")
	if c := citadel(t, home, "My sister Ana moved to Porto in March.\nremind me to call Ana tomorrow at 9\nWe decided to use Postgres because backups are easier.\n"); c.code != 0 {
		t.Fatalf("%+v", c)
	}
	out := filepath.Join(t.TempDir(), "out")
	done(t, citadel(t, home, "", "ledger", "export", out), "")
	if c := citadelIn(t, in(d), home, "hello\n"); c.code != 1 || !strings.Contains(c.err, "is empty") || !strings.Contains(c.err, "ledger import") {
		t.Errorf("beginning anew beside a ledger: %+v", c)
	}
	done(t, citadelIn(t, in(d), home, "", "doctor", "--json"), "Citadel does not start like this")
	done(t, citadelIn(t, in(d), home, "", "ledger", "import", out), "Imported ")
	if c := citadelIn(t, in(d), home, "", "ledger", "import", out); c.code != 1 || !strings.Contains(c.err, "has a ledger already") {
		t.Errorf("a second import: %+v", c)
	}
	same(t, folds(t, home, nil), folds(t, home, in(d)))
	done(t, citadelIn(t, in(d), home, "", "ledger", "verify"), "agrees with the anchor")
	done(t, citadelIn(t, in(d), home, "", "ledger", "rebuild"), "Rebuilt")
	done(t, citadelIn(t, in(d), home, "", "doctor", "--json"), "which is not used")
	if err := os.Remove(filepath.Join(home, host.LedgerName)); err != nil {
		t.Fatal(err)
	}

	c := citadelIn(t, in(d), home, "Where does Ana live?\nremember the gate number is 4711\n")
	done(t, c, "Porto")
	c = citadelIn(t, in(d), home, "", "doctor", "--json")
	if !strings.Contains(c.out, "in PostgreSQL, at 127.0.0.1") || !strings.Contains(c.out, "its end agrees with the anchor") || strings.Contains(c.out, "secret") {
		t.Errorf("doctor: %+v", c)
	}
	done(t, citadelIn(t, in(d), home, "", "ledger", "rebuild", "--verify"), "Verified")
	if host.InFile(home) {
		t.Error("something wrote a ledger into a file")
	}

	back, away := filepath.Join(t.TempDir(), "back"), newHome(t)
	done(t, citadelIn(t, in(d), home, "", "ledger", "export", back), "")
	done(t, citadel(t, away, "", "ledger", "import", back), "Imported ")
	same(t, folds(t, home, in(d)), folds(t, away, nil))
	done(t, citadel(t, away, "", "ledger", "rebuild", "--verify"), "Verified")
	done(t, citadel(t, away, "what is the gate number?\n"), "4711")

	c = citadelIn(t, in(d), home, "", "ledger", "forget", "m4", "--yes")
	if c.code != 0 || !strings.Contains(c.out, "forgotten") || !strings.Contains(c.out, "VACUUM FULL") {
		t.Errorf("forgetting says nothing of what is beyond reach: %+v", c)
	}
}

// done checks that a call went well, or that doctor found something, and said so.
func done(t *testing.T, c called, says string) {
	t.Helper()
	if c.code != 0 && !strings.Contains(says, "does not start") || !strings.Contains(c.out, says) {
		t.Errorf("%+v, want %q", c, says)
	}
}

// folds are the folds of a mind, computed from its first event, as they would be saved.
func folds(t *testing.T, home string, environ []string) map[string]string {
	t.Helper()
	c, err := config.Load(home, environ)
	if err != nil {
		t.Fatal(err)
	}
	store, err := host.ReadLedger(t.Context(), home, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := memory.Open(t.Context(), memory.Options{Store: store, Principal: "me", Now: func() time.Time { return today }, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close(t.Context())
	if _, err := m.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	m.Read(func(v memory.View) {
		fields := reflect.ValueOf(v)
		for i := range fields.NumField() {
			if !fields.Type().Field(i).IsExported() {
				continue
			}
			if f, ok := fields.Field(i).Interface().(memory.Fold); ok {
				data, err := f.Save()
				if err != nil {
					t.Error(err)
				}
				all[f.Name()] = string(data)
			}
		}
	})
	return all
}

func same(t *testing.T, want, got map[string]string) {
	t.Helper()
	if len(want) < 10 {
		t.Fatalf("%d folds", len(want))
	}
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s differs:\n%s\n%s", name, want[name], got[name])
		}
	}
}

// What is wrong with a database is said before anything is done there, with what to do.
func TestDatabaseRefused(t *testing.T) {
	home := newHome(t)
	d := test.Postgres(t)
	says := func(environ []string, wants ...string) {
		t.Helper()
		for _, call := range []called{citadelIn(t, environ, home, "hello\n"), citadelIn(t, environ, home, "", "ledger", "verify")} {
			for _, want := range append(wants, "Nothing was changed") {
				if want == "Nothing was changed" && strings.Contains(call.err, "Everything acknowledged so far is kept") {
					continue
				}
				if call.code != 1 || !strings.Contains(call.err, want) || strings.Contains(call.err, "secret") || strings.Contains(call.err, "hunter2") {
					t.Errorf("%+v, want %q", call, want)
				}
			}
		}
	}
	says([]string{"POSTGRES_URL=postgres://me:hunter2@127.0.0.1:1/x"}, "cannot be reached", "correct POSTGRES_URL")
	says([]string{"POSTGRES_URL=" + d.Admin}, "no place for the ledger", "citadel ledger setup-postgres")
	says([]string{strings.Replace(in(d)[0], "secret", "hunter2", 1)}, "does not let citadel in", "Correct POSTGRES_URL")
	printed := citadelIn(t, in(d), home, "", "ledger", "setup-postgres")
	if printed.code != 0 || strings.Contains(printed.out, "secret") || !strings.Contains(printed.out, `\password `+d.Role) {
		t.Errorf("%+v", printed)
	}
	d.SetUp(t, "me")
	says([]string{"POSTGRES_URL=" + d.Admin}, "logs in as postgres", "as a superuser", "setup-postgres")
	d.Exec(t, `GRANT UPDATE ON citadel.events TO "`+d.Role+`"`)
	mend := `REVOKE UPDATE ON citadel.events FROM "` + d.Role + `";`
	says(in(d), "UPDATE citadel.events", "setup-postgres", mend)
	if c := citadelIn(t, in(d), home, "", "doctor", "--json"); !strings.Contains(c.out, "UPDATE citadel.events") || !strings.Contains(c.out, "REVOKE UPDATE ON citadel.events FROM") {
		t.Errorf("doctor: %+v", c)
	}
	d.Exec(t, printed.out)
	done(t, citadelIn(t, in(d), home, "", "doctor", "--json"), "There is none in the database yet")
	done(t, citadelIn(t, in(d), home, "hello\n"), "")
	done(t, citadelIn(t, in(d), home, "", "ledger", "verify"), "The ledger is whole")
}

// The database goes away in the middle of a conversation and comes back: what was said is kept
// and answered.
func TestDatabaseAway(t *testing.T) {
	d := test.Postgres(t)
	d.SetUp(t, "me")
	wire, address := test.WireToURL(t, d.Address)
	home, environ := newHome(t), []string{config.PostgresURL + "=" + address}
	var back <-chan time.Time
	c := talk(t, home, environ, func() bool {
		if back == nil {
			wire.Down()
			back = time.After(500 * time.Millisecond)
			go func() { <-back; wire.Up() }()
		}
		return true
	}, "remember the bicycle is green\n", "what colour is the bicycle?\n", "remember the gate number is 4711\n", "what is the gate number?\n")
	if c.code != 0 || !strings.Contains(c.out, "green") || !strings.Contains(c.out, "4711") || strings.Contains(c.out, "went wrong") {
		t.Errorf("%+v", c)
	}
	done(t, citadelIn(t, in(d), home, "", "ledger", "verify"), "The ledger is whole")
	done(t, citadelIn(t, in(d), home, "", "ledger", "rebuild", "--verify"), "Verified")
}

// A server that is down when citadel starts is said to be, and nothing is lost: what was there
// goes on when it is back.
func TestDatabaseDownAtStart(t *testing.T) {
	d := test.Postgres(t)
	d.SetUp(t, "me")
	wire, address := test.WireToURL(t, d.Address)
	home, environ := newHome(t), []string{config.PostgresURL + "=" + address}
	done(t, citadelIn(t, environ, home, "remember the gate number is 4711\n"), "")
	before := folds(t, home, in(d))
	wire.Down()
	for _, args := range [][]string{nil, {"ledger", "verify"}} { // each tries for eight seconds
		c := citadelIn(t, environ, home, "remember the bicycle is green\n", args...)
		if c.code != 1 || c.out != "" || !strings.Contains(c.err, "cannot be reached") || !strings.Contains(c.err, "I keep trying for ") || !strings.Contains(c.err, "say it again") || !strings.Contains(c.err, "Everything acknowledged so far is kept") {
			t.Errorf("%q: %+v", args, c)
		}
	}
	wire.Up()
	same(t, before, folds(t, home, in(d)))
	done(t, citadelIn(t, environ, home, "what is the gate number?\n"), "4711")
	done(t, citadelIn(t, environ, home, "", "ledger", "verify"), "The ledger is whole")
}

// A database that lost its ledger, or is another one, is not begun anew by a home that has lived.
func TestDatabaseEmptied(t *testing.T) {
	d, other := test.Postgres(t), test.Postgres(t)
	d.SetUp(t, "me")
	home, out := newHome(t), filepath.Join(t.TempDir(), "out")
	done(t, citadelIn(t, in(d), home, "remember the gate number is 4711\n"), "")
	done(t, citadelIn(t, in(d), home, "", "ledger", "export", out), "")
	refused := func(want string) {
		t.Helper()
		for _, args := range [][]string{nil, {"ledger", "verify"}, {"ledger", "rebuild"}} {
			if c := citadelIn(t, in(other), home, "hello\n", args...); c.code != 1 || !strings.Contains(c.err, want) || !strings.Contains(c.err, "Nothing was changed") {
				t.Errorf("%q: %+v", args, c)
			}
		}
		if c := citadelIn(t, in(other), home, "", "doctor", "--json"); c.code == 0 || !strings.Contains(c.out, want) {
			t.Errorf("doctor: %+v", c)
		}
	}
	refused("does not let citadel in") // a new server has no such role
	other.SetUp(t, "me")
	refused("is empty")
	if n := rows(t, other); n != 0 {
		t.Errorf("%d events were written into it", n)
	}
	done(t, citadelIn(t, in(other), home, "", "ledger", "import", out), "Imported ")
	done(t, citadelIn(t, in(other), home, "what is the gate number?\n"), "4711")
}

// rows counts the events in a database.
func rows(t *testing.T, d test.Database) (n int) {
	t.Helper()
	store, err := postgres.Open(t.Context(), d.Address, "me", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, err := range store.Read(t.Context(), ledger.Query{Sealed: true}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// The server's disk is full: what does not fit is refused, which is said, and nothing of it is
// written; what was there is whole, and all goes on once there is room.
func TestDatabaseFull(t *testing.T) {
	d := test.Postgres(t)
	d.SetUp(t, "me")
	// What is shorter than a page stays in its row: the end of a run names every fold, and is not
	// to be the first long thing there.
	d.Exec(t, "ALTER TABLE citadel.events SET (toast_tuple_target = 8160)")
	home := newHome(t)
	done(t, citadelIn(t, in(d), home, "remember the gate number is 4711\n"), "")
	empty := d.Fill(t)
	long := "remember that " + strings.Repeat("the bicycle is green and the gate is not, ", 400)
	c := citadelIn(t, in(d), home, "thanks\n"+long+"\nwhat is the gate number?\n")
	if c.code != 1 || !strings.Contains(c.err, "The disk of the PostgreSQL server that keeps the ledger is full") {
		t.Errorf("%+v", c)
	}
	done(t, citadelIn(t, in(d), home, "", "ledger", "verify"), "The ledger is whole")
	empty()
	c = citadelIn(t, in(d), home, "what is the gate number?\n"+long+"\nwhat colour is the bicycle?\n")
	done(t, c, "4711")
	done(t, c, "green")
	done(t, citadelIn(t, in(d), home, "", "ledger", "verify"), "The ledger is whole")
	done(t, citadelIn(t, in(d), home, "", "ledger", "rebuild", "--verify"), "Verified")
}
