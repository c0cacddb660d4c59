package graph_test

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

var day = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// drawn is a graph of edges "a>b", numbered from 1.
func drawn(edges ...string) *graph.Fold {
	f := graph.New()
	for i, e := range edges {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1)}, event.EdgeDrawn{Source: e[:1], Relation: "drives", Target: e[2:], Confidence: 0.8, On: day})
	}
	return f
}

func seqs(edges []graph.Edge) (out []event.Seq) {
	for _, e := range edges {
		out = append(out, e.Seq)
	}
	return out
}

func TestAround(t *testing.T) {
	f := drawn("a>b", "b>c", "c>d", "e>a", "x>y")
	for _, c := range []struct {
		things []string
		hops   int
		want   []event.Seq
	}{
		{[]string{"a"}, 1, []event.Seq{1, 4}},
		{[]string{"a"}, 2, []event.Seq{1, 4, 2}},
		{[]string{"d"}, 2, []event.Seq{3, 2}}, // against the arrows as well
		{[]string{"x", "e"}, 1, []event.Seq{4, 5}},
		{[]string{"nothing"}, 3, nil},
		{nil, 3, nil},
	} {
		if got := seqs(f.Around(c.things, c.hops)); !slices.Equal(got, c.want) {
			t.Errorf("%d hops around %q: %v, want %v", c.hops, c.things, got, c.want)
		}
	}
}

func TestAnEdgeDrawnAgainReplacesTheFirst(t *testing.T) {
	f := drawn("a>b", "b>a", "a>b")
	if got := seqs(f.Edges); !slices.Equal(got, []event.Seq{2, 3}) {
		t.Errorf("%v", got)
	}
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	again := graph.New()
	if err := again.Load(saved); err != nil {
		t.Fatal(err)
	}
	if resaved, err := again.Save(); err != nil || !bytes.Equal(saved, resaved) {
		t.Errorf("%s, %v", resaved, err)
	}
}

func TestAnEdgeFades(t *testing.T) {
	e := drawn("a>b").Edges[0]
	for days, want := range map[int]float64{-3: 0.8, 7: 0.8, 90: 0.4, 2000: 0.15} {
		if got := e.At(day.AddDate(0, 0, days)); math.Abs(got-want) > 1e-9 {
			t.Errorf("after %d days %g, want %g", days, got, want)
		}
	}
}
