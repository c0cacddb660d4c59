package embedded

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/viterin/vek/vek32"

	"citadel/memory/store"
)

// benchSize is that of the embedder in this process.
const benchSize = 384

func benchNotes(n int) []store.Item {
	random := rand.New(rand.NewPCG(1, 2))
	pool := make([]float32, 1<<20)
	for i := range pool {
		pool[i] = float32(random.NormFloat64() / 19.6) // of length 1, nearly
	}
	items := make([]store.Item, n)
	for i := range items {
		v := slices.Clone(pool[random.IntN(len(pool)-benchSize):][:benchSize])
		var sum float32
		for _, x := range v {
			sum += x * x
		}
		v[0] += 1 - sum // near enough
		items[i] = store.Item{
			Seq: uint64(i + 1), Kind: store.Fact, Audience: "private", On: someDay, Importance: 0.5,
			Text: fmt.Sprint("note ", i), Vector: normal(v), Embedder: "a",
		}
	}
	return items
}

func normal(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

// BenchmarkNearest reports how fast all vectors are compared, and that as a share of the bare
// reading of the same memory by one goroutine; and how fast for two vectors together ("two"), where
// one row in six is not wanted; and how fast what is alike is found ("like").
func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := New()
			if err := x.Put(context.Background(), benchNotes(n)...); err != nil {
				b.Fatal(err)
			}
			q := []store.Vector{{Embedder: "a", Values: drawn(3, benchSize)}}
			gaps := func(doc uint32) bool { return doc%6 != 0 }
			other := []store.Vector{{Embedder: "a", Values: drawn(4, benchSize)}}
			var took, bare, two, like []time.Duration
			all := func(uint32) bool { return true }
			runtime.GC()
			for b.Loop() {
				began := time.Now()
				bareRead(x.vectors.slabs[0])
				read := time.Now()
				x.nearest(look{query: q, most: 24, admit: all})
				took, bare = append(took, time.Since(read)), append(bare, read.Sub(began))
				began = time.Now()
				x.nearest(look{q, 24, 0, gaps, all}, look{other, 24, 0, gaps, all})
				two = append(two, time.Since(began))
				began = time.Now()
				x.nearest(look{query: q, most: 24, least: 0.6, admit: all})
				like = append(like, time.Since(began))
			}
			slices.Sort(took)
			slices.Sort(bare)
			slices.Sort(two)
			slices.Sort(like)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
			b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
			b.ReportMetric(ms(two[len(two)/2]), "two-p50-ms")
			b.ReportMetric(ms(like[len(like)/2]), "like-p50-ms")
			b.ReportMetric(float64(bare[len(bare)/2])/float64(took[len(took)/2]), "of-bare")
		})
	}
}

// bareRead reads every number once and does nothing else, on one goroutine: vek's sum keeps
// pace with memory.
func bareRead(s *slab) float32 {
	var sum float32
	for _, b := range s.blocks {
		sum += vek32.Sum(b.numbers)
	}
	return sum
}

// BenchmarkKeptVectors reports how long taking up the file of 100,000 vectors takes, and
// putting their items.
func BenchmarkKeptVectors(b *testing.B) {
	folder, items := b.TempDir(), benchNotes(100_000)
	x := New()
	if err := x.KeepVectors(folder, "me", nil); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if err := x.Put(context.Background(), items...); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(items))/time.Since(began).Seconds(), "first-items/s")
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	for i := range items {
		items[i] = bare(items[i])
	}
	var opened, put time.Duration
	for b.Loop() {
		x := New()
		began := time.Now()
		if err := x.KeepVectors(folder, "me", nil); err != nil {
			b.Fatal(err)
		}
		opened += time.Since(began)
		began = time.Now()
		if err := x.Put(context.Background(), items...); err != nil {
			b.Fatal(err)
		}
		put += time.Since(began)
		if s, _ := x.vectors.of(1); s == nil {
			b.Fatal("nothing was taken up")
		}
		if err := x.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(opened.Seconds()*1000/float64(b.N), "open-ms")
	b.ReportMetric(put.Seconds()*1000/float64(b.N), "put-ms")
}
