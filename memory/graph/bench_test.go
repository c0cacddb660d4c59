package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// BenchmarkGraph is what a graph of so many edges costs: to build from its events, to take up from a
// checkpoint, and to walk two hops both ways from one of its busier things.
func BenchmarkGraph(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		events := crowd(n)
		build := func() *graph.Fold {
			g := graph.New()
			for i, p := range events {
				g.Apply(ledger.Record{Seq: event.Seq(i + 1), At: day}, p) //nolint:gosec // small
			}
			return g
		}
		g := build()
		saved, err := g.Save()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("build/edges=%d", n), func(b *testing.B) {
			for b.Loop() {
				build()
			}
		})
		b.Run(fmt.Sprintf("load/edges=%d", n), func(b *testing.B) {
			for b.Loop() {
				if err := graph.New().Load(saved); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(saved))/float64(n), "bytes/edge")
		})
		b.Run(fmt.Sprintf("around/edges=%d", n), func(b *testing.B) {
			found := 0
			for b.Loop() {
				found = len(g.Around([]string{"t3"}, 2))
			}
			b.ReportMetric(float64(found), "edges")
		})
	}
}

// crowd draws n edges, three for every two things, of which a few have very many.
func crowd(n int) (events []event.EdgeDrawn) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a benchmark
	thing := func() string {
		u := random.Float64()
		return fmt.Sprintf("t%d", int(float64(n)*2/3*u*u))
	}
	for range n {
		events = append(events, event.EdgeDrawn{Source: thing(), Relation: event.Drives, Target: thing(), Origin: event.FromWorld, On: day})
	}
	return events
}
