package exposure_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/exposure"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// anyGraph is a small graph, dense enough for loops and ways that meet.
var anyGraph = rapid.Custom(func(t *rapid.T) *graph.Fold {
	g := graph.New()
	thing := rapid.SampledFrom(strings.Split("abcde", ""))
	relation := rapid.SampledFrom([]string{
		event.Drives, event.Amplifies, event.Constrains, event.Opposes, event.DependsOn, event.ShippedVia, event.Substitutes, event.ExposedTo,
	})
	for range rapid.IntRange(0, 25).Draw(t, "edges") {
		draw(g, thing.Draw(t, "source")+" "+relation.Draw(t, "relation")+" "+thing.Draw(t, "target"), rapid.Float64Range(0.05, 0.99).Draw(t, "confidence"),
			rapid.SampledFrom([]string{"", "", "", "Acme", "Bolt"}).Draw(t, "client"))
	}
	return g
})

// The walk finds exactly what somebody finds who tries every row of edges, in whatever order.
func TestTheWalkFindsAllThatThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph.Draw(t, "graph")
		moved := rapid.SampledFrom([]graph.Sign{graph.More, graph.Less}).Draw(t, "moved")
		got := told(exposure.Of(g, "a", moved, day))
		got = slices.DeleteFunc(got, func(l string) bool { return strings.Contains(l, ": ") })
		want := tried(g.Edges(func(*graph.Edge) bool { return true }), "a", moved)
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

// hop is an edge in one of the directions in which a shock may go over it.
type hop struct {
	from, to string
	edge     graph.Edge
}

func hops(edges []graph.Edge) (ways []hop) {
	for _, e := range edges {
		if e.Relation != event.DependsOn && e.Relation != event.ShippedVia {
			ways = append(ways, hop{e.Source, e.Target, e})
		}
		if e.Relation == event.DependsOn || e.Relation == event.ShippedVia || e.Relation == event.Substitutes {
			ways = append(ways, hop{e.Target, e.Source, e})
		}
	}
	return ways
}

// tried is every path there is, by brute force: all rows of up to three hops and one of a client's
// that hang together, whatever else may be wrong with them.
func tried(edges []graph.Edge, start string, moved graph.Sign) (lines []string) {
	ways := hops(edges)
	best := map[string]float64{} // confidence; what is one way, drawn twice, is as sure as the surer
	var try func(row []hop, at string)
	try = func(row []hop, at string) {
		if p, ok := path(row, start, moved); ok {
			key := line(exposure.Path{Things: p.Things, Sign: p.Sign}) + fmt.Sprint(signs(row), p.Own.Seq)
			best[key] = max(best[key], p.Confidence)
		}
		for _, w := range ways {
			if w.from == at && len(row) <= exposure.Hops {
				try(append(row[:len(row):len(row)], w), w.to)
			}
		}
	}
	try(nil, start)
	for key, confidence := range best {
		things, _, _ := strings.Cut(key, " .")
		lines = append(lines, things+" ."+fmt.Sprintf("%02.0f", math.Round(confidence*100)))
	}
	return lines
}

func signs(row []hop) (all []graph.Sign) {
	for _, h := range row {
		all = append(all, h.edge.Sign())
	}
	return all
}

// path reads a row as a path: hops over edges that are nobody's, then one of a client's, no thing
// twice, and both gates passed.
func path(row []hop, start string, moved graph.Sign) (p exposure.Path, ok bool) {
	if len(row) == 0 || row[len(row)-1].edge.Client == "" {
		return p, false
	}
	product := 1.0
	p = exposure.Path{Things: []string{start}, Sign: moved, Own: row[len(row)-1].edge}
	seen := map[string]bool{start: true}
	for i, h := range row {
		last := i == len(row)-1
		if seen[h.to] || !last && h.edge.Client != "" {
			return p, false
		}
		seen[h.to] = true
		if !last {
			p.Things, p.Sign = append(p.Things, h.to), p.Sign*h.edge.Sign()
			product *= h.edge.At(day)
		}
	}
	p.Confidence = math.Pow(product, 1/float64(max(1, len(row)-1)))
	if len(row) == 1 {
		p.Confidence = p.Own.At(day)
	}
	return p, p.Confidence >= 0.35 && p.Own.At(day) >= 0.50
}

// An edge from which the walk cannot reach a client, or which it cannot reach, changes nothing.
func TestAnUnrelatedEdgeChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph.Draw(t, "graph")
		before := exposure.Of(g, "a", graph.More, day)
		relation := rapid.SampledFrom([]string{event.Drives, event.Constrains, event.Amplifies})
		// into the graph from outside, out of it to a dead end, and beside it
		draw(g, "outside "+relation.Draw(t, "in")+" "+rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "at"), 0.99, "")
		draw(g, rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "from")+" "+relation.Draw(t, "out")+" dead_end", 0.99, "")
		draw(g, "outside "+relation.Draw(t, "beside")+" nowhere", 0.99, "Acme")
		if d := cmp.Diff(before, exposure.Of(g, "a", graph.More, day)); d != "" {
			t.Fatal(d)
		}
	})
}

// Whatever the graph is, confidences lie in (0, 0.99], no thing comes twice, paths hang together, and
// waiting adds no path.
func TestEveryPathKeepsTheLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph.Draw(t, "graph")
		now := exposure.Of(g, "a", graph.More, day)
		later := exposure.Of(g, "a", graph.More, day.AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "days")))
		if len(told(later)) > len(told(now)) {
			t.Fatalf("%q, later %q", told(now), told(later))
		}
		for _, e := range now {
			for _, r := range e.Reaches {
				for _, p := range r.Paths {
					if p.Confidence <= 0 || p.Confidence > 0.99 || len(p.Edges) != len(p.Things)-1 || len(p.Edges) > exposure.Hops {
						t.Fatalf("%+v", p)
					}
					if things := slices.Compact(slices.Sorted(slices.Values(p.Things))); len(things) != len(p.Things) || p.Things[0] != "a" {
						t.Fatalf("%q", p.Things)
					}
					for i, step := range p.Edges {
						ends := []string{step.Source, step.Target}
						if step.Client != "" || !slices.Contains(ends, p.Things[i]) || !slices.Contains(ends, p.Things[i+1]) {
							t.Fatalf("%+v between %q and %q", step, p.Things[i], p.Things[i+1])
						}
					}
				}
			}
		}
	})
}

// BenchmarkOf walks from the ten busiest things of graphs in which a few things have very many edges,
// and one edge in fifty is a client's. How often that could be done in the time that a walk may take is told as well.
func BenchmarkOf(b *testing.B) {
	for n, wanted := range map[int]time.Duration{1_000: time.Millisecond, 100_000: 20 * time.Millisecond} {
		g, hubs := crowded(n)
		paths, now := 0, day.AddDate(0, 0, 20) // every edge has begun to fade
		for _, h := range hubs {
			for _, e := range exposure.Of(g, h, graph.More, now) {
				for _, r := range e.Reaches {
					paths += len(r.Paths)
				}
			}
		}
		b.Run(fmt.Sprintf("edges=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				exposure.Of(g, hubs[i%len(hubs)], graph.More, now)
			}
			b.ReportMetric(float64(paths)/float64(len(hubs)), "paths")
			b.ReportMetric(wanted.Seconds()*float64(b.N)/b.Elapsed().Seconds(), "of-wanted")
		})
	}
}

// crowded is a graph of n edges, three for every two things, and its ten busiest things. The busiest
// of 100,000 edges has some 390 that lead from it, and as many that lead to it.
func crowded(n int) (*graph.Fold, []string) {
	g, random := graph.New(), rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a benchmark
	thing := func() string {
		u := random.Float64()
		return fmt.Sprintf("t%d", int(float64(n)*2/3*u*u))
	}
	relations := []string{event.Drives, event.Drives, event.Drives, event.Constrains, event.DependsOn}
	for i := range n {
		p := event.EdgeDrawn{
			Source: thing(), Relation: relations[i%len(relations)], Target: thing(),
			Origin: event.FromWorld, Confidence: 0.55 + 0.35*random.Float64(), On: day,
		}
		if i%50 == 0 {
			p.Client, p.Relation, p.Target = fmt.Sprintf("client %d", i%40), event.ExposedTo, fmt.Sprintf("margin %d", i)
		}
		g.Apply(ledger.Record{Seq: event.Seq(i + 1), At: day}, p) //nolint:gosec // small
	}
	busy, things := map[string]int{}, g.Things()
	for _, t := range things {
		at, _ := g.Find(t)
		busy[t] = len(g.Steps(at))
	}
	slices.SortStableFunc(things, func(a, b string) int { return busy[b] - busy[a] })
	return g, things[:10]
}
