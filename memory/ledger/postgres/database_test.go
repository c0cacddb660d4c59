package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"citadel/deployments/test"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
)

// mind is a ledger in a database of its own.
type mind struct {
	*ledger.Log
	t     *testing.T
	pens  ledger.Pens
	store *postgres.Store
	db    test.Database
}

var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func newMind(t *testing.T) *mind {
	t.Helper()
	d := test.Postgres(t)
	d.SetUp(t, "me")
	return openMind(t, d, d.Address)
}

func openMind(t *testing.T, d test.Database, address string) *mind {
	t.Helper()
	store, err := postgres.Open(t.Context(), address, "me", nil)
	if err != nil {
		t.Fatal(err)
	}
	log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: func() time.Time { return start }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return &mind{log, t, pens, store, d}
}

// hear appends a message and, in the same commit, a fact that rests on it.
func (m *mind) hear(text string) error {
	heard := m.pens.For(event.Bot).Write(event.Heard{Text: text})
	heard.Trust = event.ByPrincipal
	learned := m.pens.For(event.Learning).Write(event.Learned{Text: text}).Resting(ledger.Here(0))
	_, err := m.Append(m.t.Context(), heard, learned)
	return err
}

func (m *mind) live(n int) {
	m.t.Helper()
	for i := range n {
		if err := m.hear(fmt.Sprintf("message %d", i)); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m *mind) forget(seqs ...event.Seq) {
	m.t.Helper()
	plan, err := m.Reach(m.t.Context(), seqs...)
	if err != nil {
		m.t.Fatal(err)
	}
	if _, err := m.Forget(m.t.Context(), plan, "asked"); err != nil {
		m.t.Fatal(err)
	}
}

func (m *mind) verified() ledger.Report {
	m.t.Helper()
	rep, err := m.Verify(m.t.Context(), nil)
	if err != nil {
		m.t.Fatal(err)
	}
	return rep
}

// keys reads the key of each event that has one.
func (m *mind) keys() map[event.Seq][]byte {
	m.t.Helper()
	keys := map[event.Seq][]byte{}
	for r, err := range m.store.Read(m.t.Context(), ledger.Query{}) {
		if err != nil {
			m.t.Fatal(err)
		}
		if r.Unseal != nil {
			keys[r.Seq] = bytes.Clone(r.Unseal)
		}
	}
	return keys
}

// A superuser can change anything, and is found out.
func TestTampered(t *testing.T) {
	zeros := "'\\x" + strings.Repeat("00", 32) + "'"
	for query, want := range map[string]event.Seq{
		"UPDATE citadel.events SET principal = 'you' WHERE seq = 5":                                                     5,
		"UPDATE citadel.events SET at = at + 1 WHERE seq = 5":                                                           5,
		"UPDATE citadel.events SET source = 'jobs' WHERE seq = 5":                                                       5,
		"UPDATE citadel.events SET kind = 'asked' WHERE seq = 5":                                                        5,
		"UPDATE citadel.events SET v = 2 WHERE seq = 5":                                                                 5,
		"UPDATE citadel.events SET key = 'k' WHERE seq = 5":                                                             5,
		"UPDATE citadel.events SET trust = 'principal' WHERE seq = 5":                                                   5,
		"UPDATE citadel.events SET causes = '\\x01' WHERE seq = 5":                                                      5,
		"UPDATE citadel.events SET rests = '\\x01' WHERE seq = 5":                                                       5,
		"UPDATE citadel.events SET body = '\\x00' WHERE seq = 5":                                                        5,
		"UPDATE citadel.events SET prev = " + zeros + " WHERE seq = 5":                                                  5,
		"UPDATE citadel.events SET prev = '' WHERE seq = 1":                                                             1,
		"UPDATE citadel.events SET hash = " + zeros + " WHERE seq = 5":                                                  5,
		"UPDATE citadel.events SET hash = hash || '\\x00' WHERE seq = 5":                                                5,
		"DELETE FROM citadel.events WHERE seq = 1":                                                                      1,
		"DELETE FROM citadel.events WHERE seq = 5":                                                                      5,
		"UPDATE citadel.events SET seq = 999 WHERE seq = 5":                                                             5,
		"UPDATE citadel.events SET seq = 0 WHERE seq = 5":                                                               1,
		"UPDATE citadel.events SET body = (SELECT body FROM citadel.events WHERE seq = 7) WHERE seq = 5":                5,
		"DELETE FROM citadel.keys WHERE seq < 12":                                                                       1,
		"DELETE FROM citadel.keys WHERE seq = 6":                                                                        6,
		"DELETE FROM citadel.keys":                                                                                      12,
		"UPDATE citadel.keys SET key = '' WHERE seq = 6":                                                                6,
		"UPDATE citadel.keys SET key = (SELECT key FROM citadel.keys WHERE seq = 7) WHERE seq = 6":                      6,
		"INSERT INTO citadel.keys SELECT principal, 4, key FROM citadel.keys WHERE seq = 7":                             4,
		"UPDATE citadel.keys SET seq = 999 WHERE seq = 6":                                                               6,
		"DELETE FROM citadel.rests WHERE seq = 7":                                                                       7,
		"UPDATE citadel.rests SET on_seq = 2 WHERE seq = 7":                                                             7,
		"INSERT INTO citadel.rests VALUES ('me', 6, 2)":                                                                 2,
		"DELETE FROM citadel.rests":                                                                                     3,
		"DROP POLICY {{role}} ON citadel.keys":                                                                          12,
		"DROP INDEX citadel.events_key; UPDATE citadel.events SET key = 'twice' WHERE seq > 4":                          5,
		"WITH x AS (SELECT hash FROM citadel.events WHERE seq = 4) UPDATE citadel.events SET prev = hash WHERE seq = 5": 5,
	} {
		t.Run(query, func(t *testing.T) {
			m := newMind(t)
			m.live(5)
			m.forget(4)
			m.verified()
			m.db.Exec(t, strings.ReplaceAll(query, "{{role}}", `"`+m.db.Role+`"`))
			_, err := m.Verify(t.Context(), nil)
			var broken *ledger.Broken
			if !errors.As(err, &broken) || broken.Seq != want {
				t.Errorf("%v, want event %d to be found", err, want)
			}
		})
	}
}

// A second writer is told so, whatever it knows of the ledger, and leaves nothing behind.
func TestSecondWriter(t *testing.T) {
	m := newMind(t)
	m.live(2)
	other := openMind(t, m.db, m.db.Address)
	m.live(1)
	if err := other.hear("too late"); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
	head := m.Head()
	if rep := m.verified(); rep.Head != head {
		t.Errorf("the ledger ends at %v, want %v", rep.Head, head)
	}
	// The database was put back to what it was some time ago, while a writer kept running.
	m.db.Exec(t, fmt.Sprintf("DELETE FROM citadel.events WHERE seq > %d", head.Seq-2))
	if err := m.hear("into a gap"); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
	// And went on from there.
	back := openMind(t, m.db, m.db.Address)
	back.db.Exec(t, fmt.Sprintf("DELETE FROM citadel.keys WHERE seq > %d; DELETE FROM citadel.rests WHERE seq > %[1]d", back.Head().Seq))
	back.live(1)
	if err := m.hear("into another history"); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
	back.verified()
}

// What may not happen to a role is found before anything is done, and said with what mends it:
// once that is done, the database is opened. {{role}} is the role that citadel logs in with,
// {{other}} a role that each case makes for itself.
func TestExposed(t *testing.T) {
	const view = "CREATE VIEW citadel.every AS SELECT * FROM citadel.events; "
	const nothing = "LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; "
	for sql, want := range map[string]string{
		"GRANT UPDATE ON citadel.events TO {{role}}":                                                          "UPDATE citadel.events",
		"GRANT UPDATE (body) ON citadel.events TO PUBLIC":                                                     "UPDATE citadel.events (body)",
		"GRANT UPDATE (at) ON citadel.events TO {{role}}":                                                     "UPDATE citadel.events (at)",
		"GRANT INSERT (form) ON citadel.forms TO {{role}}":                                                    "INSERT INTO citadel.forms (form)",
		"GRANT DELETE ON citadel.events TO citadel_runtime":                                                   "DELETE FROM citadel.events",
		"GRANT DELETE ON citadel.rests TO {{role}}":                                                           "DELETE FROM citadel.rests",
		"GRANT UPDATE ON citadel.rests TO {{role}}":                                                           "UPDATE citadel.rests",
		"GRANT UPDATE ON citadel.keys TO {{role}}":                                                            "UPDATE citadel.keys",
		"GRANT TRUNCATE ON citadel.events TO {{role}}":                                                        "TRUNCATE citadel.events",
		"GRANT TRUNCATE ON citadel.keys TO {{role}}":                                                          "TRUNCATE citadel.keys",
		"GRANT TRIGGER ON citadel.events TO {{role}}":                                                         "put triggers on citadel.events",
		"GRANT REFERENCES ON citadel.keys TO {{role}}":                                                        "hold rows back with a foreign key to citadel.keys",
		"GRANT citadel_owner TO {{role}}":                                                                     "become citadel_owner, who owns citadel.events",
		"GRANT citadel_keeper TO {{role}}":                                                                    "become citadel_keeper, who owns citadel.keys",
		"ALTER TABLE citadel.events OWNER TO {{role}}":                                                        "change citadel.events, as its owner",
		"ALTER SCHEMA citadel OWNER TO {{role}}":                                                              "drop what is in the schema citadel, as its owner",
		"ALTER SCHEMA citadel OWNER TO citadel_runtime":                                                       "drop what is in the schema citadel, as its owner",
		"GRANT CREATE ON SCHEMA citadel TO PUBLIC":                                                            "create something in the schema citadel",
		"ALTER FUNCTION citadel.follows OWNER TO {{role}}":                                                    "change citadel.follows(text,bigint,bytea), as its owner",
		"ALTER ROLE {{role}} SUPERUSER":                                                                       "do anything, as a superuser",
		"ALTER ROLE {{role}} BYPASSRLS":                                                                       "pass over row-level security",
		"ALTER ROLE {{role}} CREATEROLE":                                                                      "grant itself any role",
		"ALTER ROLE {{role}} REPLICATION":                                                                     "copy all that the server keeps",
		"GRANT pg_write_all_data TO {{role}}":                                                                 "write every table, as pg_write_all_data",
		"GRANT pg_execute_server_program TO {{role}}":                                                         "change the server's files, as pg_execute_server_program",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), '{{bare}}'); END $$": "drop the database, as its owner",
		"GRANT ALTER SYSTEM ON PARAMETER log_line_prefix TO {{role}}":                                         "change the server's setting log_line_prefix",

		"CREATE ROLE {{other}} SUPERUSER; GRANT {{other}} TO {{role}}":                                                     "become {{other}}, a superuser",
		"CREATE ROLE {{other}} CREATEROLE; GRANT {{other}} TO {{role}}":                                                    "become {{other}}, who can grant itself any role",
		"CREATE ROLE {{other}} BYPASSRLS; GRANT {{other}} TO {{role}}":                                                     "become {{other}}, who can pass over row-level security",
		"CREATE ROLE {{other}} NOINHERIT; GRANT {{other}} TO {{role}}; GRANT citadel_owner TO {{other}}":                   "become citadel_owner, who owns citadel.events",
		"CREATE ROLE {{other}}; GRANT {{other}} TO {{role}}; GRANT DELETE ON citadel.events TO {{other}}":                  "DELETE FROM citadel.events",
		"CREATE ROLE {{other}}; GRANT {{other}} TO {{role}}; ALTER SCHEMA citadel OWNER TO {{other}}":                      "become {{other}}, who owns the schema citadel",
		"CREATE ROLE {{other}}; GRANT {{other}} TO {{role}}; CREATE POLICY wide ON citadel.keys TO {{other}} USING (true)": "the rows of others: the policy wide on citadel.keys",

		"ALTER TABLE citadel.events DISABLE ROW LEVEL SECURITY":                                                                                                               "the rows of others: row-level security is off on citadel.events",
		"ALTER TABLE citadel.keys DISABLE ROW LEVEL SECURITY":                                                                                                                 "the rows of others: row-level security is off on citadel.keys",
		"ALTER TABLE citadel.shelf DISABLE ROW LEVEL SECURITY":                                                                                                                "row-level security is off on citadel.shelf",
		"CREATE POLICY wide ON citadel.events TO {{role}} USING (true)":                                                                                                       "the rows of others: the policy wide on citadel.events",
		"ALTER POLICY {{role}} ON citadel.keys USING (true)":                                                                                                                  "the rows of others: the policy {{role}} on citadel.keys",
		"ALTER POLICY {{role}} ON citadel.events USING (true)":                                                                                                                "the rows of others: the policy {{role}} on citadel.events",
		view + "GRANT SELECT ON citadel.every TO {{role}}":                                                                                                                    "the rows of others, by citadel.every",
		view + "CREATE VIEW public.again AS SELECT seq FROM citadel.every; GRANT SELECT (seq) ON public.again TO PUBLIC":                                                      "the rows of others, by again",
		"CREATE MATERIALIZED VIEW citadel.kept AS SELECT * FROM citadel.keys; GRANT SELECT ON citadel.kept TO citadel_runtime":                                                "the rows of others, by citadel.kept",
		"CREATE TABLE public.door (n int); CREATE RULE r AS ON INSERT TO public.door DO ALSO DELETE FROM citadel.events; GRANT INSERT ON public.door TO {{role}}":             "the rows of others, by door",
		"CREATE FUNCTION public.wipe() RETURNS void SECURITY DEFINER LANGUAGE sql AS 'DELETE FROM citadel.events'":                                                            "act as postgres, by wipe()",
		"ALTER FUNCTION citadel.follows SECURITY DEFINER":                                                                                                                     "act as citadel_owner, by citadel.follows(text,bigint,bytea)",
		"CREATE FUNCTION public.drop_it() RETURNS trigger " + nothing + "CREATE TRIGGER drops BEFORE INSERT ON citadel.events FOR EACH ROW EXECUTE FUNCTION public.drop_it()": "the trigger drops on citadel.events",
		"CREATE RULE ignore AS ON DELETE TO citadel.keys DO INSTEAD NOTHING":                                                                                                  "the rule ignore on citadel.keys",
	} {
		t.Run(sql, func(t *testing.T) {
			d := test.Postgres(t)
			d.SetUp(t, "me")
			m := openMind(t, d, d.Address)
			m.live(1)
			other := d.Role + "_other"
			t.Cleanup(func() {
				d.Exec(t, `DROP VIEW IF EXISTS public.again; DROP TABLE IF EXISTS public.door; DROP FUNCTION IF EXISTS public.wipe; DROP FUNCTION IF EXISTS public.drop_it CASCADE; DROP SCHEMA citadel CASCADE`)
				d.Exec(t, `DROP ROLE IF EXISTS "`+other+`"`)
			})
			named := strings.NewReplacer("{{bare}}", d.Role, "{{role}}", `"`+d.Role+`"`, "{{other}}", `"`+other+`"`)
			d.Exec(t, "SET citadel.x = 1; "+named.Replace(sql))
			s, err := postgres.Open(t.Context(), d.Address, "me", nil)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			var exposed *postgres.Exposed
			if !errors.As(err, &exposed) || exposed.Role != d.Role || !strings.Contains(err.Error(), strings.NewReplacer("{{role}}", d.Role, "{{other}}", other).Replace(want)) {
				t.Fatalf("%v, want %q", err, want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error shows the password: %v", err)
			}
			for _, flaw := range exposed.Flaws {
				d.Exec(t, flaw.Mend)
			}
			openMind(t, d, d.Address).verified()
		})
	}
}

// A database that is not set up for this version is refused as that.
func TestNotSetUp(t *testing.T) {
	for sql, want := range map[string]error{
		"REVOKE citadel_runtime FROM {{role}}":   postgres.ErrNotSetUp,
		"DROP POLICY {{role}} ON citadel.events": postgres.ErrNotSetUp,
		"DELETE FROM citadel.forms":              postgres.ErrNotSetUp,
		"DROP SCHEMA citadel CASCADE":            postgres.ErrNotSetUp,
		"INSERT INTO citadel.forms VALUES (2)":   postgres.ErrNewer,
	} {
		t.Run(sql, func(t *testing.T) {
			d := test.Postgres(t)
			d.SetUp(t, "me")
			d.Exec(t, "SET citadel.x = 1; "+strings.ReplaceAll(sql, "{{role}}", `"`+d.Role+`"`))
			s, err := postgres.Open(t.Context(), d.Address, "me", nil)
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		})
	}
}

// A role that is exposed and set up again is as it should be.
func TestSetUpAgain(t *testing.T) {
	m := newMind(t)
	m.live(2)
	m.Close()
	m.db.Exec(t, `GRANT UPDATE, DELETE, TRUNCATE ON citadel.events, citadel.rests TO "`+m.db.Role+`"; GRANT DELETE ON citadel.events TO citadel_runtime`)
	m.db.Exec(t, "ALTER TABLE citadel.keys DISABLE ROW LEVEL SECURITY")
	m.db.SetUp(t, "me")
	again := openMind(t, m.db, m.db.Address)
	if rep := again.verified(); rep.Events != 5 {
		t.Errorf("%d events", rep.Events)
	}
}

// Two principals in one database do not see each other.
func TestPrincipalsApart(t *testing.T) {
	m := newMind(t)
	m.live(2)
	other := test.Database{Admin: m.db.Admin, Role: m.db.Role + "_you"}
	t.Cleanup(func() { m.db.Exec(t, `DROP OWNED BY "`+other.Role+`"; DROP ROLE "`+other.Role+`"`) })
	other.SetUp(t, "you")
	address := strings.Replace(m.db.Address, m.db.Role+":", other.Role+":", 1)
	if _, err := postgres.Open(t.Context(), address, "me", nil); !errors.Is(err, postgres.ErrNotSetUp) {
		t.Errorf("opened as another: %v", err)
	}
	s, err := postgres.Open(t.Context(), address, "you", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range s.Read(t.Context(), ledger.Query{}) {
		t.Error("it reads what belongs to another")
	}
	log, _, err := ledger.OpenLog(t.Context(), s, ledger.Options{Principal: "you", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if rep := m.verified(); rep.Events != 5 {
		t.Errorf("%d events", rep.Events)
	}
}

// Every condition of a query is answered from an index.
func TestIndexed(t *testing.T) {
	m := newMind(t)
	m.live(200)
	m.db.Exec(t, "ANALYZE")
	c, err := pgx.Connect(t.Context(), m.db.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	// A table of a few pages would be read whole.
	if _, err := c.Exec(t.Context(), "SET enable_seqscan = off"); err != nil {
		t.Fatal(err)
	}
	created := event.Created{}.Kind()
	for want, queries := range map[string][]ledger.Query{
		"Index Cond:": {{}, {After: 1, Before: 9, Seqs: []event.Seq{2, 3}, Kinds: []event.Kind{"heard"}, From: []event.Seq{2}, Sealed: true}},
		"events_pkey": {{After: 300}, {Before: 30}, {Seqs: []event.Seq{3}}, {Seqs: []event.Seq{3, 4}}, {Newest: true, Limit: 1}},
		"events_key":  {{Keys: []string{"a"}}, {Keys: []string{"a", "b"}}, {Keys: []string{"a"}, Kinds: []event.Kind{"heard"}}},
		"events_kind": {{Kinds: []event.Kind{created}}, {Kinds: []event.Kind{created, "forgotten"}}, {Kinds: []event.Kind{created}, Newest: true, Limit: 1}},
		"rests_pkey":  {{From: []event.Seq{2}}, {From: []event.Seq{2, 3}}, {From: []event.Seq{2}, Newest: true, Limit: 2}},
	} {
		for _, q := range queries {
			text, args := m.store.Selection(q)
			rows, err := c.Query(t.Context(), "EXPLAIN "+text, args...)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				t.Fatal(err)
			}
			if plan := strings.Join(lines, "\n"); !strings.Contains(plan, want) || strings.Contains(plan, "Seq Scan") {
				t.Errorf("%+v: no %s in\n%s", q, want, plan)
			}
		}
	}
}

// A key that was destroyed is gone from the tables' files once their owner has cleaned them, as
// the receipt says; a body never stands there in the clear.
func TestBytesGoWithTheVacuum(t *testing.T) {
	m := newMind(t)
	const secret = "the colour of the principal's bicycle is green"
	if err := m.hear(secret); err != nil {
		t.Fatal(err)
	}
	m.live(30)
	if err := m.store.Put(t.Context(), "plain", 2, []byte(secret)); err != nil {
		t.Fatal(err)
	}
	vector := []byte("half of a vector that only the secret has")
	if err := m.store.PutVectors(t.Context(), ledger.Vector{Seq: 2, Embedder: "e", Text: ledger.Hash{1}, Numbers: vector}); err != nil {
		t.Fatal(err)
	}
	keys := m.keys()
	m.db.Exec(t, "CHECKPOINT")
	if !m.inFiles(keys[2]) || !m.inFiles([]byte(secret)) || !m.inFiles(vector) {
		t.Fatal("the bytes were never in the files, so that they are gone shows nothing")
	}
	if m.Beyond() == "" || !strings.Contains(m.Beyond(), "VACUUM FULL citadel.keys, citadel.shelf, citadel.vectors") {
		t.Errorf("nobody is told what stays: %q", m.Beyond())
	}
	m.forget(2)
	m.db.Exec(t, "VACUUM FULL citadel.keys")
	m.db.Exec(t, "VACUUM FULL citadel.shelf")
	m.db.Exec(t, "VACUUM FULL citadel.vectors")
	m.db.Exec(t, "CHECKPOINT")
	for what, needle := range map[string][]byte{"the key of 2": keys[2], "the key of 3": keys[3], "the text": []byte(secret), "its vector": vector} {
		if m.inFiles(needle) {
			t.Errorf("%s is still in a file", what)
		}
	}
	if !m.inFiles(keys[4]) {
		t.Error("more went than was to go")
	}
	m.verified()
}

// inFiles looks for bytes in the files of all tables of the database.
func (m *mind) inFiles(needle []byte) (found bool) {
	m.t.Helper()
	err := filepath.WalkDir(m.db.Folder(m.t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return ignoreGone(err)
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, needle)
		return ignoreGone(err)
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return found
}

// ignoreGone passes over files that other tests remove meanwhile.
func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
