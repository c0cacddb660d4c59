package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// mind is a ledger in a file of its own.
type mind struct {
	*ledger.Log
	t     *testing.T
	pens  ledger.Pens
	store *sqlite.Store
	path  string
}

var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func openMind(t *testing.T, path string) *mind {
	t.Helper()
	m, err := tryMind(t, path)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func tryMind(t *testing.T, path string) (*mind, error) {
	store, err := sqlite.Open(t.Context(), path)
	if err != nil {
		return nil, err
	}
	log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: func() time.Time { return start }})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	t.Cleanup(func() { log.Close() })
	return &mind{log, t, pens, store, path}, nil
}

func newMind(t *testing.T) *mind { return openMind(t, filepath.Join(t.TempDir(), "mind.db")) }

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

func (m *mind) exec(query string, args ...any) {
	m.t.Helper()
	if err := m.store.Exec(m.t.Context(), query, args...); err != nil {
		m.t.Fatal(query, err)
	}
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

// files are all files beside the database, by name.
func (m *mind) files() map[string][]byte {
	m.t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.Dir(m.path), "*"))
	if err != nil {
		m.t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			m.t.Fatal(err)
		}
	}
	return files
}

// found names the files that hold some bytes.
func (m *mind) found(needle []byte) []string {
	var in []string
	for name, content := range m.files() {
		if bytes.Contains(content, needle) {
			in = append(in, name)
		}
	}
	slices.Sort(in)
	return in
}

// Somebody with a hand in the file is found, whatever he changes.
func TestTamperedFile(t *testing.T) {
	for query, want := range map[string]event.Seq{
		"UPDATE events SET principal = 'you' WHERE seq = 5":                              5,
		"UPDATE events SET at = at + 1 WHERE seq = 5":                                    5,
		"UPDATE events SET source = 'jobs' WHERE seq = 5":                                5,
		"UPDATE events SET kind = 'asked' WHERE seq = 5":                                 5,
		"UPDATE events SET v = 2 WHERE seq = 5":                                          5,
		"UPDATE events SET key = 'k' WHERE seq = 5":                                      5,
		"UPDATE events SET trust = 'principal' WHERE seq = 5":                            5,
		"UPDATE events SET causes = x'01' WHERE seq = 5":                                 5,
		"UPDATE events SET rests = x'01' WHERE seq = 5":                                  5,
		"UPDATE events SET body = x'00' WHERE seq = 5":                                   5,
		"UPDATE events SET body = zeroblob(length(body)) WHERE seq = 5":                  5,
		"UPDATE events SET prev = zeroblob(32) WHERE seq = 5":                            5,
		"UPDATE events SET prev = x'' WHERE seq = 1":                                     1,
		"UPDATE events SET hash = zeroblob(32) WHERE seq = 5":                            5,
		"UPDATE events SET hash = CAST(hash || x'00' AS BLOB) WHERE seq = 5":             5,
		"DELETE FROM events WHERE seq = 1":                                               1,
		"DELETE FROM events WHERE seq = 5":                                               5,
		"UPDATE events SET seq = 999 WHERE seq = 5":                                      5,
		"UPDATE events SET seq = 0 WHERE seq = 5":                                        1,
		"UPDATE events SET body = (SELECT body FROM events WHERE seq = 7) WHERE seq = 5": 5,
		"REPLACE INTO events SELECT principal, 5, at, source, kind, v, key, trust, causes, rests, body, prev, hash FROM events WHERE seq = 6": 5,
		"UPDATE events SET prev = CAST(prev || x'00' AS BLOB) WHERE seq = 5":                                                                  5,
		"DELETE FROM keys WHERE seq < 12":                                          1,
		"DELETE FROM keys WHERE seq = 6":                                           6,
		"DELETE FROM keys":                                                         12,
		"UPDATE keys SET key = zeroblob(32) WHERE seq = 6":                         6,
		"UPDATE keys SET key = zeroblob(33) WHERE seq = 6":                         6,
		"UPDATE keys SET key = x'' WHERE seq = 6":                                  6,
		"UPDATE keys SET key = (SELECT key FROM keys WHERE seq = 7) WHERE seq = 6": 6,
		"UPDATE keys SET key = (SELECT key FROM keys WHERE seq = 7) WHERE seq = 4": 4,
		"UPDATE keys SET seq = 999 WHERE seq = 6":                                  6,
		"DELETE FROM rests WHERE seq = 7":                                          7,
		"UPDATE rests SET on_seq = 2 WHERE seq = 7":                                7,
		"INSERT INTO rests VALUES (6, 2)":                                          2,
		"DELETE FROM rests":                                                        3,
	} {
		m := newMind(t)
		m.live(5)
		m.forget(4)
		m.exec("DROP TRIGGER events_stay")
		m.exec("DROP TRIGGER events_last")
		m.verified()
		m.exec(query)
		_, err := m.Verify(t.Context(), nil)
		var broken *ledger.Broken
		if !errors.As(err, &broken) || broken.Seq != want {
			t.Errorf("%s: %v, want event %d to be found", query, err, want)
		}
		m.Close()
	}
}

func TestPlainSQLIsRefused(t *testing.T) {
	m := newMind(t)
	m.live(3)
	for _, query := range []string{
		"UPDATE events SET at = 0",
		"UPDATE events SET trust = trust WHERE seq = 2",
		"UPDATE OR IGNORE events SET seq = 99 WHERE seq = 2",
		"DELETE FROM events",
		"DELETE FROM events WHERE seq = 7",
		"INSERT INTO events SELECT * FROM events WHERE seq = 2",
		"INSERT INTO events (seq) VALUES (99)",
	} {
		if err := m.store.Exec(t.Context(), query); err == nil {
			t.Errorf("%s: done", query)
		}
	}
	if rep := m.verified(); rep.Events != 7 {
		t.Errorf("%d events", rep.Events)
	}
}

// After forgetting, no file of the folder holds the keys, nor what a checkpoint held.
func TestNothingLingers(t *testing.T) {
	m := newMind(t)
	m.live(40)
	keys := m.keys()
	secret := []byte("the colour of the principal's bicycle is green")
	ctx := t.Context()
	put := func(name string, upTo event.Seq, data []byte) {
		t.Helper()
		if err := m.store.Put(ctx, name, upTo, data); err != nil {
			t.Fatal(err)
		}
	}
	put("small", 50, secret)
	put("large", 60, bytes.Repeat(secret, 4000))
	put("large", 60, append([]byte("newer "), bytes.Repeat(secret, 3000)...))
	put("before", 3, []byte("what came before may stay"))
	if m.found(secret) == nil || m.found([]byte("what came before may stay")) == nil {
		t.Fatal("the checkpoint was never in the files, so that it is gone shows nothing")
	}
	for seq, key := range keys {
		if m.found(key) == nil {
			t.Fatalf("the key of %d was never in the files", seq)
		}
	}
	m.forget(4, 22)
	for _, seq := range []event.Seq{4, 5, 22, 23} {
		if in := m.found(keys[seq]); in != nil {
			t.Errorf("the key of %d is still in %v", seq, in)
		}
	}
	if in := m.found(secret); in != nil {
		t.Errorf("a checkpoint is still in %v", in)
	}
	if m.found([]byte("what came before may stay")) == nil || m.found(keys[6]) == nil {
		t.Error("more went than was to go")
	}
	m.verified()
}

// Keys that move between pages as others are destroyed leave no copies behind.
func TestNothingLingersAtRandom(t *testing.T) {
	m := newMind(t)
	random := rand.New(rand.NewSource(1))
	var left []event.Seq
	for range 8 {
		first := m.Head().Seq + 1
		m.live(150)
		for s := first; s < m.Head().Seq; s += 2 {
			left = append(left, s)
		}
		keys := m.keys()
		random.Shuffle(len(left), func(i, k int) { left[i], left[k] = left[k], left[i] })
		n := len(left) * 3 / 5
		m.forget(left[:n]...)
		files := m.files()
		for _, seq := range left[:n] {
			for name, content := range files {
				if bytes.Contains(content, keys[seq]) || bytes.Contains(content, keys[seq+1]) {
					t.Fatalf("the key of %d or %d is still in %s", seq, seq+1, name)
				}
			}
		}
		left = left[n:]
	}
	m.verified()
}

// A process that dies between destroying a key and cleaning the journal leaves the key
// there; opening the file cleans it.
func TestOpeningCleans(t *testing.T) {
	m := newMind(t)
	m.live(3)
	key := m.keys()[4]
	m.exec("UPDATE keys SET key = zeroblob(32) WHERE seq = 4")
	dir := t.TempDir()
	for name, content := range m.files() {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	died := &mind{t: t, path: filepath.Join(dir, "mind.db")}
	if died.found(key) == nil {
		t.Fatal("the key is not in the journal, so that it is gone shows nothing")
	}
	died = openMind(t, died.path)
	if in := died.found(key); in != nil {
		t.Errorf("the key is still in %v", in)
	}
}

// A reader holds the cleaning up. Forgetting says so when its patience ends, what it did
// stands, and the log goes on.
func TestForgettingWhileRead(t *testing.T) {
	m := newMind(t)
	m.live(3)
	key := m.keys()[4]
	plan, err := m.Reach(t.Context(), 4)
	if err != nil {
		t.Fatal(err)
	}
	m.exec("PRAGMA busy_timeout = 1")
	for _, err := range m.store.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		m.live(1) // so that the reader reads what is past
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		err = m.store.Append(ctx, nil, plan.Seqs)
		cancel()
		if !errors.Is(err, ledger.ErrLingers) {
			t.Errorf("%v, want ErrLingers", err)
		}
		break
	}
	if m.keys()[4] != nil {
		t.Error("the key was not destroyed")
	}
	m.live(1)
	rec, err := m.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{2}}, "asked")
	if err != nil || rec.Seq != m.Head().Seq {
		t.Fatal(rec.Seq, err)
	}
	if in := m.found(key); in != nil {
		t.Errorf("the key is still in %v", in)
	}
}

func TestFullDisk(t *testing.T) {
	m := newMind(t)
	m.live(5)
	head := m.Head()
	m.exec("PRAGMA max_page_count = 1") // SQLite raises it to what is there
	var err error
	for i := 0; err == nil && i < 100; i++ {
		head = m.Head()
		err = m.hear(strings.Repeat("x", 3000))
	}
	if !errors.Is(err, ledger.ErrNoSpace) {
		t.Fatalf("%v, want ErrNoSpace", err)
	}
	if m.Head() != head {
		t.Error("the head moved")
	}
	if rep := m.verified(); rep.Head != head {
		t.Errorf("the file ends at %d, want %d", rep.Head.Seq, head.Seq)
	}
	if err := m.store.Put(t.Context(), "x", 1, make([]byte, 1<<20)); !errors.Is(err, ledger.ErrNoSpace) {
		t.Errorf("a checkpoint: %v, want ErrNoSpace", err)
	}
	m.exec("PRAGMA max_page_count = 1000000")
	m.live(1)
	if rep := m.verified(); rep.Events != int(head.Seq)+2 {
		t.Errorf("%d events, want %d", rep.Events, head.Seq+2)
	}
}

func TestNewerFile(t *testing.T) {
	m := newMind(t)
	m.exec("PRAGMA user_version = 3")
	m.Close()
	before := m.files()
	if _, err := sqlite.Open(t.Context(), m.path); !errors.Is(err, sqlite.ErrNewer) {
		t.Errorf("%v, want ErrNewer", err)
	}
	if _, err := sqlite.OpenReader(t.Context(), m.path); !errors.Is(err, sqlite.ErrNewer) {
		t.Errorf("reading: %v, want ErrNewer", err)
	}
	if after := m.files(); !bytes.Equal(before["mind.db"], after["mind.db"]) {
		t.Error("the file was changed")
	}
}

func TestReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder?", "mind #1%.db")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.OpenReader(t.Context(), path); !errors.Is(err, ledger.ErrEmpty) {
		t.Errorf("no file: %v, want ErrEmpty", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a reader made the file")
	}
	m := openMind(t, path)
	m.live(2)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info.Mode(), err)
	}
	r, err := sqlite.OpenReader(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m.live(1)
	n := 0
	for _, err := range r.Read(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 7 {
		t.Errorf("%d rows, want 7", n)
	}
	none := func(yield func(ledger.Row, error) bool) {}
	for name, err := range map[string]error{
		"append": r.Append(t.Context(), nil, []event.Seq{1}),
		"load":   r.Load(t.Context(), none),
		"put":    r.Put(t.Context(), "x", 1, nil),
		"drop":   r.Drop(t.Context(), 1),
	} {
		if !errors.Is(err, ledger.ErrReadOnly) {
			t.Errorf("%s: %v, want ErrReadOnly", name, err)
		}
	}
}

// Pages overwritten with nonsense: whatever is touched says that the file is damaged.
func TestDamagedFile(t *testing.T) {
	m := newMind(t)
	m.live(200)
	m.Close()
	whole := m.files()["mind.db"]
	damaged := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(m.path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := tryMind(t, m.path)
		if err == nil {
			_, err = x.Verify(t.Context(), nil)
			x.Close()
		}
		var broken *ledger.Broken
		if !errors.Is(err, ledger.ErrDamaged) && !errors.As(err, &broken) {
			t.Errorf("%s: %v, want ErrDamaged", name, err)
		}
		if errors.Is(err, ledger.ErrDamaged) && !strings.Contains(err.Error(), "the database file is damaged") {
			t.Errorf("%s: the error does not say what is wrong: %v", name, err)
		}
	}
	noise := make([]byte, 4096)
	rand.New(rand.NewSource(2)).Read(noise)
	db, err := sql.Open("sqlite", m.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, object := range []string{"events", "keys", "rests", "events_kind"} {
		var root int
		if err := db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", object).Scan(&root); err != nil {
			t.Fatal(err)
		}
		if object == "events_kind" {
			continue // Verify reads the table, not this index
		}
		copied := bytes.Clone(whole)
		copy(copied[(root-1)*4096:], noise)
		damaged("root of "+object, copied)
	}
	db.Close()
	damaged("not a database", append([]byte("hello, this is no database at all"), make([]byte, 5000)...))
	damaged("first page", append(slices.Clone(noise), whole[4096:]...))
	damaged("cut in half", whole[:len(whole)/2/4096*4096])
}

// A journal that was cut anywhere, as by a loss of power, opens with a whole prefix.
func TestTornJournal(t *testing.T) {
	m := newMind(t)
	m.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	m.live(4)
	full := m.verified()
	files := m.files()
	journal := files["mind.db-wal"]
	if len(journal) < 8192 {
		t.Fatalf("a journal of %d bytes shows nothing", len(journal))
	}
	ends := map[event.Seq]bool{}
	for cut := 0; cut < len(journal)+512; cut += 512 {
		cut := min(cut, len(journal))
		for _, tail := range [][]byte{nil, bytes.Repeat([]byte{0xa5}, 300)} {
			path := filepath.Join(t.TempDir(), "mind.db")
			for name, content := range map[string][]byte{"mind.db": files["mind.db"], "mind.db-wal": append(slices.Clone(journal[:cut]), tail...)} {
				if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			torn, err := tryMind(t, path)
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			rep := torn.verified()
			if rep.Head.Seq > full.Head.Seq || rep.Head.Seq%2 != 1 {
				t.Fatalf("cut at %d: the ledger ends at %d", cut, rep.Head.Seq)
			}
			ends[rep.Head.Seq] = true
			torn.live(1)
			torn.verified()
			torn.Close()
		}
	}
	for _, s := range []event.Seq{1, 3, 5, 7, 9} {
		if !ends[s] {
			t.Errorf("no cut left a ledger that ends at %d: %v", s, ends)
		}
	}
}

// Vectors of the forgotten leave nothing behind, neither their numbers nor the hash of what
// they were made of, however many are forgotten in whatever order.
func TestVectorsDoNotLinger(t *testing.T) {
	m := newMind(t)
	random := rand.New(rand.NewSource(2))
	var left []event.Seq
	vectors := map[event.Seq]ledger.Vector{}
	for range 4 {
		first := m.Head().Seq + 1
		m.live(60)
		var fresh []ledger.Vector
		for s := first; s < m.Head().Seq; s += 2 {
			v := ledger.Vector{Seq: s, Embedder: "a", Numbers: make([]byte, 768+1536*int(s%3))}
			random.Read(v.Text[:])
			random.Read(v.Numbers)
			vectors[s] = v
			left, fresh = append(left, s), append(fresh, v)
		}
		if err := m.store.PutVectors(t.Context(), fresh...); err != nil {
			t.Fatal(err)
		}
		random.Shuffle(len(left), func(i, k int) { left[i], left[k] = left[k], left[i] })
		n := len(left) * 3 / 5
		if m.found(vectors[left[0]].Numbers[:64]) == nil {
			t.Fatal("the vectors were never in the files")
		}
		m.forget(left[:n]...)
		files := m.files()
		for _, seq := range left[:n] {
			v := vectors[seq]
			for name, content := range files {
				if bytes.Contains(content, v.Text[:]) || bytes.Contains(content, v.Numbers[:64]) || bytes.Contains(content, v.Numbers[len(v.Numbers)-64:]) {
					t.Fatalf("the vector of %d is still in %s", seq, name)
				}
			}
		}
		left = left[n:]
	}
	m.verified()
}

// A file of form 1 gets what form 2 adds, and keeps what it holds.
func TestFormOneIsBroughtUp(t *testing.T) {
	m := newMind(t)
	m.live(2)
	m.exec("DROP TABLE vectors")
	m.exec("PRAGMA user_version = 1")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = openMind(t, m.path)
	if err := m.store.PutVectors(t.Context(), ledger.Vector{Seq: 2, Embedder: "a", Text: ledger.Hash{1}, Numbers: []byte{1}}); err != nil {
		t.Error(err)
	}
	m.verified()
}
