package recall_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/recall"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/store/embedded"
)

// BenchmarkRecall asks eight words of memories of about twenty, two thirds of them drawn by
// Zipf's law, with vectors: the whole of recall, from the question to dated items.
func BenchmarkRecall(b *testing.B) {
	random := rand.New(rand.NewPCG(4, 9))
	zipf := rand.NewZipf(random, 1.07, 20, 40_000-1)
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	words := func(n int) string {
		var out []string
		for range n {
			i := int(zipf.Uint64()) //nolint:gosec // below 40,000
			if random.IntN(3) == 0 {
				out = append(out, "the")
			} else {
				out = append(out, syllables[i%20]+syllables[i/20%20]+syllables[i/400%20]+syllables[i/8000%20])
			}
		}
		return strings.Join(out, " ")
	}
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := turntest.New(b)
			w.Store = memory.NewVectors(embedded.New(), hashing.New(), func() time.Time { return w.Now }, slog.New(slog.DiscardHandler))
			begin := w.Now
			for i := range n {
				w.Now = begin.Add(time.Duration(i) * 3 * time.Minute)
				w.Say(words(20))
			}
			w.Now = w.Now.Add(time.Hour)
			t := w.Turn(w.Say("?"))
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				asked := *t
				asked.Text = words(12)
				began := time.Now()
				if _, err := recall.Recall(b.Context(), &asked, recall.Query{}); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
		})
	}
}
