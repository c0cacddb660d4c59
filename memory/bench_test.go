package memory_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/ledger/sqlite"
)

// words is as long as a message usually is: with it a sealed body has about 310 bytes.
var words = strings.Repeat("so the mill raised its prices again ", 4)

// counting counts the commits of a store.
type counting struct {
	*sqlite.Store
	commits atomic.Int64
}

func (c *counting) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	c.commits.Add(1)
	return c.Store.Append(ctx, rows, shred)
}

func bench(b *testing.B, every int) (*memory.Mind, ledger.Pens, *counting) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "ledger.db")
	file, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	store := &counting{Store: file}
	m, pens, err := memory.Open(b.Context(), memory.Options{
		Store: store, Principal: "me", Now: time.Now, CheckpointEvery: every,
		Anchor: &ledger.FileAnchor{Path: filepath.Join(filepath.Dir(path), "head")},
	})
	if err != nil {
		b.Fatal(err)
	}
	return m, pens, store
}

// BenchmarkRecord is how fast events become durable, each batch of one by one of so many
// writers, against the same rows written by a bare loop with as many rows a commit as the
// queue gathered.
func BenchmarkRecord(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			m, pens, store := bench(b, -1)
			pen := pens.For(event.Bot)
			var n atomic.Int64
			store.commits.Store(0)
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					for int(n.Add(1)) <= b.N {
						e := pen.Write(event.Heard{Place: event.Place{Platform: "console"}, Text: words, On: time.Now()})
						e.Trust = event.ByPrincipal
						if _, err := m.Record(context.Background(), e); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			ours := float64(b.N) / b.Elapsed().Seconds()
			batch := max(1, int(math.Round(float64(b.N)/float64(max(1, store.commits.Load())))))
			bare := bareAppend(b, min(b.N, 20000), batch)
			b.ReportMetric(ours, "events/s")
			b.ReportMetric(ours/bare, "of-bare")
			b.ReportMetric(float64(batch), "events/commit")
			if err := m.Close(context.Background()); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// bareAppend writes rows of the same size with nothing but SQLite: so many a commit.
func bareAppend(b *testing.B, rows, batch int) (perSecond float64) {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY, kind TEXT, body BLOB, prev BLOB, hash BLOB);
		CREATE INDEX k ON events (kind, seq); CREATE TABLE keys (seq INTEGER PRIMARY KEY, key BLOB)`); err != nil {
		b.Fatal(err)
	}
	put, err := db.Prepare("INSERT INTO events VALUES (?,?,?,?,?)")
	if err != nil {
		b.Fatal(err)
	}
	key, err := db.Prepare("INSERT INTO keys VALUES (?,?)")
	if err != nil {
		b.Fatal(err)
	}
	body := make([]byte, 310)
	var prev [32]byte
	began := time.Now()
	for seq := 0; seq < rows; {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; i < batch && seq < rows; i++ {
			seq++
			h := sha256.Sum256(append(body, prev[:]...))
			if _, err := tx.Stmt(put).Exec(seq, "heard", body, prev[:], h[:]); err != nil {
				b.Fatal(err)
			}
			if _, err := tx.Stmt(key).Exec(seq, h[:]); err != nil {
				b.Fatal(err)
			}
			prev = h
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	return float64(rows) / time.Since(began).Seconds()
}

// past fills a ledger with turns until it has at least so many events.
func past(b testing.TB, store ledger.Store, events int) {
	b.Helper()
	log, pens, err := ledger.OpenLog(context.Background(), store, ledger.Options{Principal: "me", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	bot, brain, out, learn := pens.For(event.Bot), pens.For(event.Brain), pens.For(event.Outbox), pens.For(event.Learning)
	on, turns := base, 0
	for log.Head().Seq < event.Seq(events) {
		batches := make([]*ledger.Batch, 0, 200)
		first := log.Head().Seq + 1
		for range 200 {
			on = on.Add(7 * time.Minute)
			turns++
			h := bot.Write(event.Heard{Place: event.Place{Platform: "console"}, Text: words, On: on, Audience: event.Private})
			h.Trust, h.Key = event.ByPrincipal, fmt.Sprintf("heard/%d", first)
			post := first + 2
			batches = append(batches, &ledger.Batch{Entries: []ledger.Entry{
				h,
				brain.Write(event.TurnBegan{Messages: []event.Seq{first}}).Because(ledger.Here(0)),
				out.Write(event.PostQueued{Place: event.Place{Platform: "console"}, Text: words, Answer: &event.Answer{Message: first}}).Because(ledger.Here(1)).Resting(ledger.Here(0)),
				brain.Write(event.TurnEnded{Outcome: event.Answered, By: "procedure:recall", Category: "recall", Tier: "routine"}).Because(ledger.Here(1)),
				out.Write(event.PostAttempted{Post: post, Try: 1}).Because(ledger.Here(2)),
				out.Write(event.PostSent{Post: post, Message: "1"}).Because(ledger.Here(2)),
				learn.Write(event.Learned{Sort: "fact", Text: words[:60], Quote: words[:30], Provenance: event.Stated, Importance: 0.5, On: on}).Because(ledger.Here(1)).Resting(ledger.Here(0)),
				learn.Write(event.Integrated{Messages: []event.Seq{first}, By: "rules", Learned: 1, Left: turns >= 40 && turns%10 == 0}).Because(ledger.Here(1)),
			}})
			first += 8
		}
		if err := log.Commit(context.Background(), batches...); err != nil {
			b.Fatal(err)
		}
		for _, x := range batches {
			if x.Err != nil {
				b.Fatal(x.Err)
			}
		}
	}
}

// BenchmarkReplay is how fast all folds are computed from the first event: read, open,
// decode, apply. The memory store has its own follower and is not in it.
func BenchmarkReplay(b *testing.B) {
	const events = 200_000
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "ledger.db"))
	if err != nil {
		b.Fatal(err)
	}
	past(b, store, events)
	m, _, err := memory.Open(b.Context(), memory.Options{Store: store, Principal: "me", Now: time.Now, CheckpointEvery: -1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if diffs, err := m.Rebuild(b.Context(), nil); err != nil || len(diffs) > 0 {
			b.Fatal(diffs, err)
		}
	}
	b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkOpen is how long a start takes before the first line can be read, with a
// checkpoint, on a ledger of a million events with 125,000 messages, as many answers and
// as many facts; and how large the checkpoint is.
func BenchmarkOpen(b *testing.B) {
	events := 1_000_000
	if testing.Short() {
		events = 20_000
	}
	path := filepath.Join(b.TempDir(), "ledger.db")
	open := func() *memory.Mind {
		store, err := sqlite.Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		m, _, err := memory.Open(b.Context(), memory.Options{Store: store, Principal: "me", Now: time.Now})
		if err != nil {
			b.Fatal(err)
		}
		return m
	}
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	past(b, store, events)
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	if err := open().Close(b.Context()); err != nil { // saves the checkpoint
		b.Fatal(err)
	}
	for b.Loop() {
		m := open()
		b.StopTimer()
		if err := m.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	m := open()
	defer m.Close(b.Context())
	for r, err := range m.Events(b.Context(), ledger.Query{Kinds: []event.Kind{event.Checkpointed{}.Kind()}, Newest: true, Limit: 1}) {
		if err != nil {
			b.Fatal(err)
		}
		p, _ := r.Payload()
		size := 0
		for _, c := range p.(event.Checkpointed).Covers {
			size += c.Size
		}
		b.ReportMetric(float64(size)/(1<<20), "checkpoint-MB")
	}
}

// BenchmarkApply is what the folds alone cost an event, without reading or opening it.
func BenchmarkApply(b *testing.B) {
	store := &inmem.Store{}
	past(b, store, 8000)
	m, _, err := memory.Open(b.Context(), memory.Options{Store: store, Principal: "me", Now: time.Now, CheckpointEvery: -1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Rebuild(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(8000*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
