package memory_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"citadel/memory/store"
)

// BenchmarkVectorsPut reports how many memories a second get a vector and are entered, with
// words drawn by Zipf's law from a vocabulary of 40,000.
func BenchmarkVectorsPut(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(random, 1.07, 20, 40_000-1)
	syllables := strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")
	items := make([]store.Item, 20_000)
	for i := range items {
		var text strings.Builder
		for range 20 + random.IntN(40) {
			n := zipf.Uint64()
			text.WriteString(syllables[n%20] + syllables[n/20%20] + syllables[n/400%20] + syllables[n/8000%20] + " ")
		}
		items[i] = said(uint64(i+1), text.String())
		items[i].Session, items[i].Turn = uint64(i/20+1), uint64(i)
	}
	put := 0
	for b.Loop() {
		v, _ := withVectors(nil)
		for from := 0; from < len(items); from += 250 {
			if err := v.Put(context.Background(), items[from:from+250]...); err != nil {
				b.Fatal(err)
			}
		}
		put += len(items)
	}
	b.ReportMetric(float64(put)/b.Elapsed().Seconds(), "items/s")
}
