package embedded_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// talk makes up utterances of about forty words, a third of them stop words and
// the rest drawn by Zipf's law from a vocabulary of 40,000, two speakers in turn.
type talk struct {
	random *rand.Rand
	zipf   *rand.Zipf
	names  []string
}

func newTalk() *talk {
	random := rand.New(rand.NewPCG(1, 2))
	t := &talk{random: random, zipf: rand.NewZipf(random, 1.07, 20, 40_000-1)}
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	for i := range 40_000 {
		t.names = append(t.names, syllables[i%20]+syllables[i/20%20]+syllables[i/400%20]+syllables[i/8000%20])
	}
	return t
}

func (t *talk) words(n int) string {
	var b strings.Builder
	for range n {
		if t.random.IntN(3) == 0 {
			b.WriteString("the ")
		} else {
			b.WriteString(t.names[t.zipf.Uint64()])
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func (t *talk) item(seq int) store.Item {
	kind := store.Said
	if seq%2 == 0 {
		kind = store.Answer
	}
	return store.Item{
		Seq: uint64(seq), Kind: kind, Audience: "private",
		On:      time.Date(2024, 1, 1, 0, seq, 0, 0, time.UTC),
		Session: uint64(seq/20 + 1), Turn: uint64(seq),
		Text: t.words(20 + t.random.IntN(40)), Importance: 0.5,
	}
}

func filled(b *testing.B, n int) (*embedded.Index, *talk) {
	b.Helper()
	x, talk := embedded.New(), newTalk()
	batch := make([]store.Item, 0, 1000)
	for seq := 1; seq <= n; seq++ {
		batch = append(batch, talk.item(seq))
		if len(batch) == cap(batch) || seq == n {
			if err := x.Put(context.Background(), batch...); err != nil {
				b.Fatal(err)
			}
			batch = batch[:0]
		}
	}
	return x, talk
}

// BenchmarkSearch asks questions of eight words, none of them stop words.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x, talk := filled(b, n)
			now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				q := store.Query{Text: talk.words(12), Audiences: []string{"private"}, Now: now}
				began := time.Now()
				if _, err := x.Search(context.Background(), q); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			report95(b, took)
		})
	}
}

func BenchmarkPut(b *testing.B) {
	talk := newTalk()
	items := make([]store.Item, 20_000)
	for i := range items {
		items[i] = talk.item(i + 1)
	}
	for _, size := range []int{1, 256} {
		b.Run(fmt.Sprint("batches of ", size), func(b *testing.B) {
			x, seq := embedded.New(), 0
			b.ReportAllocs()
			for b.Loop() {
				from := seq % (len(items) - size)
				for i := range size {
					seq++
					items[from+i].Seq = uint64(seq)
					items[from+i].Session = uint64(seq/20 + 1)
				}
				if err := x.Put(context.Background(), items[from:from+size]...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "items/s")
		})
	}
}

func BenchmarkRemove(b *testing.B) {
	x, talk := filled(b, 20_000)
	seq := 20_000
	for b.Loop() {
		seq++
		if err := x.Put(context.Background(), talk.item(seq)); err != nil {
			b.Fatal(err)
		}
		if err := x.Remove(context.Background(), uint64(seq)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMemory reports the live bytes of an index of 200,000 items, and how
// many of them are their texts.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		before := live()
		x, _ := filled(b, 200_000)
		after := live()
		text := 0
		for item := range x.All(context.Background()) {
			text += len(item.Text)
		}
		b.ReportMetric(float64(after-before)/1e6, "MB")
		b.ReportMetric(float64(text)/1e6, "MB-text")
		runtime.KeepAlive(x)
	}
}

func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func report95(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
