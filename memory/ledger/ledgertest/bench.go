package ledgertest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// writers is how many goroutines append at a time.
const writers = 8

var spoken = strings.Repeat("a sentence of the usual length, said to a colleague. ", 3)

func openLog(b *testing.B, store ledger.Store) (*ledger.Log, ledger.Pen) {
	b.Helper()
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	log, pens, err := ledger.OpenLog(b.Context(), store, ledger.Options{Principal: principal, Now: func() time.Time { return at }})
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

// clockwork is a clock, time.Now as a rule.
type clockwork func() time.Time

// together has writers goroutines ask for n events, one at a time each, and one goroutine
// that commits whatever is waiting, as package memory does.
func (now clockwork) together(n int, commit func(waiting []int)) time.Duration {
	type wish struct {
		i    int
		done chan struct{}
	}
	wishes := make(chan wish, writers)
	var wait sync.WaitGroup
	start := now()
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
	return now().Sub(start)
}

// alone commits n events one by one; in runs of size.
func (now clockwork) alone(size int) func(n int, commit func([]int)) time.Duration {
	return func(n int, commit func([]int)) time.Duration {
		start := now()
		for i := 0; i < n; i += size {
			var run []int
			for k := i; k < min(n, i+size); k++ {
				run = append(run, k)
			}
			commit(run)
		}
		return now().Sub(start)
	}
}

// BenchAppend measures how fast events become durable in stores that open makes, against
// bare, which makes a function that commits rows of the same size, the base-th and following,
// and does nothing else. What is kept is the ratio, "of-bare": 1 is as fast as the bare loop.
func BenchAppend(b *testing.B, now clockwork, open func(*testing.B) ledger.Store, bare func(*testing.B) func(base int, waiting []int)) {
	for _, c := range []struct {
		name string
		run  func(int, func([]int)) time.Duration
	}{
		{"writers=8", now.together},
		{"writers=1", now.alone(1)},
		{"run=64", now.alone(64)},
	} {
		b.Run(c.name, func(b *testing.B) {
			log, pen := openLog(b, open(b))
			insert := bare(b)
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
				least += c.run(n, func(waiting []int) { insert(base, waiting) })
				b.StartTimer()
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/took.Seconds(), "events/s")
			b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
		})
	}
}

// BenchVerify measures verifying a ledger in an empty store, against bare, which reads the rows
// of that store, hashes what they hold, and gives how long that took.
func BenchVerify(b *testing.B, now clockwork, store ledger.Store, bare func() time.Duration) {
	const events = 20_000
	log, pen := openLog(b, store)
	for i := 0; i < events; i += 500 {
		var entries []ledger.Entry
		for k := i; k < i+500; k++ {
			entries = append(entries, said(pen, k))
		}
		if _, err := log.Append(b.Context(), entries...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	var took, least time.Duration
	for b.Loop() {
		start := now()
		if _, err := log.Verify(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		took += now().Sub(start)
		b.StopTimer()
		least += bare()
		b.StartTimer()
	}
	b.ReportMetric(float64(b.N*events)/took.Seconds(), "events/s")
	b.ReportMetric(least.Seconds()/took.Seconds(), "of-bare")
}
