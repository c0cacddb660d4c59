package sqlite_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the bare loops go round the driver of the package under test

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// The benchmarks compare the ledger with the least that could be done over the same
// rows in the same run: a bare loop that inserts, or reads and hashes. What is kept is
// the ratio, "of-bare": 1 is as fast as the bare loop. The aim is 0.6.

// writers is how many goroutines append at a time.
const writers = 8

var spoken = strings.Repeat("a sentence of the usual length, said to a colleague. ", 3)

func openLog(b *testing.B) (*ledger.Log, ledger.Pen) {
	b.Helper()
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "mind.db"))
	if err != nil {
		b.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	log, pens, err := ledger.OpenLog(b.Context(), store, ledger.Options{Principal: "me", Now: func() time.Time { return at }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { log.Close() })
	return log, pens.For(event.Bot)
}

// said is an event with a body of about 310 bytes.
func said(pen ledger.Pen, i int) ledger.Entry {
	e := pen.Write(event.Heard{
		Place: event.Place{Platform: "console", Room: "1"}, Person: event.Person{Platform: "console", ID: "1"},
		Message: fmt.Sprint(i), On: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Text: spoken, Audience: event.Private,
	})
	e.Trust, e.Key = event.ByPrincipal, fmt.Sprintf("console:1:%d", i)
	return e
}

// together has writers goroutines ask for n events, one at a time each, and one goroutine
// that commits whatever is waiting, as package memory does.
func together(n int, commit func(waiting []int)) time.Duration {
	type wish struct {
		i    int
		done chan struct{}
	}
	wishes := make(chan wish, writers)
	var wait sync.WaitGroup
	start := time.Now()
	for w := range writers {
		wait.Go(func() {
			done := make(chan struct{}, 1)
			for i := w; i < n; i += writers {
				wishes <- wish{i, done}
				<-done
			}
		})
	}
	go func() { wait.Wait(); close(wishes) }()
	for first := range wishes {
		waiting := []wish{first}
		for more := true; more; {
			select {
			case w, ok := <-wishes:
				if more = ok; ok {
					waiting = append(waiting, w)
				}
			default:
				more = false
			}
		}
		numbers := make([]int, len(waiting))
		for k, w := range waiting {
			numbers[k] = w.i
		}
		commit(numbers)
		for _, w := range waiting {
			w.done <- struct{}{}
		}
	}
	return time.Since(start)
}

// alone commits n events one by one; in runs of size.
func alone(size int) func(n int, commit func([]int)) time.Duration {
	return func(n int, commit func([]int)) time.Duration {
		start := time.Now()
		for i := 0; i < n; i += size {
			var run []int
			for k := i; k < min(n, i+size); k++ {
				run = append(run, k)
			}
			commit(run)
		}
		return time.Since(start)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, c := range []struct {
		name string
		run  func(int, func([]int)) time.Duration
	}{
		{"writers=8", together},
		{"writers=1", alone(1)},
		{"run=64", alone(64)},
	} {
		b.Run(c.name, func(b *testing.B) {
			log, pen := openLog(b)
			bare := bareInserts(b)
			b.ReportAllocs()
			b.ResetTimer()
			// In turns, so that what else the machine does falls on both.
			const turn = 2000
			var took, least time.Duration
			for base := 0; base < b.N; base += turn {
				n := min(turn, b.N-base)
				took += c.run(n, func(waiting []int) {
					batches := make([]*ledger.Batch, len(waiting))
					for k, i := range waiting {
						batches[k] = &ledger.Batch{Entries: []ledger.Entry{said(pen, base+i)}}
					}
					if err := log.Commit(b.Context(), batches...); err != nil {
						b.Error(err)
					}
				})
				b.StopTimer()
				least += c.run(n, func(waiting []int) { bare(base, waiting) })
				b.StartTimer()
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "events/s")
			b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
		})
	}
}

const bareTable = `CREATE TABLE bare (principal TEXT, seq INTEGER PRIMARY KEY, at INTEGER, source TEXT, kind TEXT,
	v INTEGER, key TEXT, trust TEXT, causes BLOB, rests BLOB, body BLOB, prev BLOB, hash BLOB) STRICT`

// bareInserts makes a commit that does nothing but insert rows of the same size.
func bareInserts(b *testing.B) func(base int, waiting []int) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+
		"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(bareTable); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare("INSERT INTO bare VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		b.Fatal(err)
	}
	body, hash := make([]byte, 326), make([]byte, 32)
	return func(base int, waiting []int) {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		put := tx.Stmt(insert)
		for _, i := range waiting {
			if _, err := put.Exec("me", base+i+1, 1, "bot", "heard", 1, fmt.Sprintf("console:1:%d", base+i), "principal",
				[]byte{}, []byte{}, body, hash, hash); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	const events = 20_000
	path := filepath.Join(b.TempDir(), "mind.db")
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	log, pens, err := ledger.OpenLog(b.Context(), store, ledger.Options{Principal: "me", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	for i := 0; i < events; i += 500 {
		var entries []ledger.Entry
		for k := i; k < i+500; k++ {
			entries = append(entries, said(pens.For(event.Bot), k))
		}
		if _, err := log.Append(b.Context(), entries...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	var took, least time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := log.Verify(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		took += time.Since(start)
		b.StopTimer()
		least += bareHashes(b, path)
		b.StartTimer()
	}
	b.ReportMetric(float64(b.N*events)/took.Seconds(), "events/s")
	b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
}

// bareHashes reads the rows and hashes what they hold.
func bareHashes(b *testing.B, path string) time.Duration {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	start := time.Now()
	rows, err := db.QueryContext(context.Background(), "SELECT * FROM events ORDER BY seq")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	var cols [13]sql.RawBytes
	var into [13]any
	for i := range cols {
		into[i] = &cols[i]
	}
	h := sha256.New()
	var sum []byte
	for rows.Next() {
		if err := rows.Scan(into[:]...); err != nil {
			b.Fatal(err)
		}
		h.Reset()
		for _, c := range cols {
			h.Write(c)
		}
		sum = h.Sum(sum[:0])
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
