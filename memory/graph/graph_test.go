package graph_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

var day = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// history applies events to a fold, numbered from 1, each recorded when it is said to have happened.
type history struct {
	*graph.Fold
	head event.Seq
}

func begin() *history { return &history{Fold: graph.New()} }

func (h *history) add(p event.Payload) event.Seq {
	h.head++
	at := day
	if p, ok := p.(event.Happened); ok {
		at = p.When()
	}
	h.Apply(ledger.Record{Seq: h.head, At: at}, p)
	return h.head
}

// rests adds what rests on a message.
func (h *history) rests(p event.Payload, message event.Seq) {
	h.head++
	h.Apply(ledger.Record{Seq: h.head, At: day, From: []event.Seq{message}}, p)
}

// drawn is a graph of edges "a>b".
func drawn(edges ...string) *history {
	h := begin()
	for _, e := range edges {
		h.add(event.EdgeDrawn{Source: e[:1], Relation: event.Drives, Target: e[2:], Origin: event.FromConversation, Confidence: 0.8, On: day})
	}
	return h
}

func seqs(edges []graph.Edge) (out []event.Seq) {
	for _, e := range edges {
		out = append(out, e.Seq)
	}
	return out
}

func all(*graph.Edge) bool { return true }

// only gives the one edge of a graph.
func (h *history) only(t testing.TB) graph.Edge {
	t.Helper()
	edges := h.Edges(all)
	if len(edges) != 1 || h.Len() != 1 {
		t.Fatalf("%d edges stand, and Len says %d", len(edges), h.Len())
	}
	return edges[0]
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

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
		{[]string{"X"}, 1, []event.Seq{5}},
		{[]string{"nothing"}, 3, nil},
		{nil, 3, nil},
	} {
		if got := seqs(f.Around(c.things, c.hops)); !slices.Equal(got, c.want) {
			t.Errorf("%d hops around %q: %v, want %v", c.hops, c.things, got, c.want)
		}
	}
	if got := seqs(f.Touching("a")); !slices.Equal(got, []event.Seq{1, 4}) {
		t.Errorf("at a: %v", got)
	}
	if got := f.Things(); !slices.Equal(got, []string{"a", "b", "c", "d", "e", "x", "y"}) {
		t.Errorf("things: %q", got)
	}
}

func TestWhereAnEdgeStarts(t *testing.T) {
	for origin, want := range map[string]float64{
		event.FromConversation: 0.60, event.FromWorld: 0.75, event.FromData: 0.60, event.FromPrincipal: 0.90,
	} {
		h := begin()
		h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: origin, On: day})
		if e := h.only(t); !near(e.Confidence, want) || e.Confirmed != (origin == event.FromPrincipal) {
			t.Errorf("%s: %+v", origin, e)
		}
	}
}

func TestWhatDrawsNothing(t *testing.T) {
	h := begin()
	for _, p := range []event.EdgeDrawn{
		{Source: "a", Relation: "is_a", Target: "b"},
		{Source: "a", Relation: "", Target: "b"},
		{Source: "a", Relation: event.Drives, Target: "A "},
		{Source: " - ", Relation: event.Drives, Target: "b"},
		{Source: "a", Relation: event.Drives},
	} {
		h.add(p)
	}
	h.add(event.Judged{Memory: 1, Verdict: event.Confirmed})
	if h.Len() != 0 || len(h.Things()) != 0 {
		t.Errorf("%+v", h.Edges(all))
	}
}

// What reinforces an edge that was drawn in November, and what does not.
func TestReinforcement(t *testing.T) {
	said := func(origin, by string, on time.Time, seen *event.Seen) event.EdgeDrawn {
		return event.EdgeDrawn{Source: "Crude oil", Relation: event.Constrains, Target: "demand", Origin: origin, By: by, On: on, Seen: seen}
	}
	december := day.AddDate(0, 0, 20)
	falls, follows := &event.Seen{Source: 8.5, Target: -3}, &event.Seen{Source: 8.5, Target: 3}
	for name, c := range map[string]struct {
		then []event.EdgeDrawn
		want float64
	}{
		"the same month":           {[]event.EdgeDrawn{said(event.FromConversation, "", day.AddDate(0, 0, 1), nil)}, 0.60},
		"the next month":           {[]event.EdgeDrawn{said(event.FromConversation, "", december, nil)}, 0.65},
		"another source":           {[]event.EdgeDrawn{said(event.FromWorld, "1", day, nil)}, 0.65},
		"two editions in a month":  {[]event.EdgeDrawn{said(event.FromWorld, "1", day, nil), said(event.FromWorld, "2", day, nil)}, 0.65},
		"as predicted":             {[]event.EdgeDrawn{said(event.FromData, "FRED", day, falls)}, 0.65},
		"both fell the other way":  {[]event.EdgeDrawn{said(event.FromData, "FRED", day, &event.Seen{Source: -4, Target: 1})}, 0.65},
		"not as predicted":         {[]event.EdgeDrawn{said(event.FromData, "FRED", day, follows)}, 0.60},
		"the target did not move":  {[]event.EdgeDrawn{said(event.FromData, "FRED", day, &event.Seen{Source: 8.5})}, 0.60},
		"the source did not move":  {[]event.EdgeDrawn{said(event.FromData, "FRED", day, &event.Seen{Target: 3})}, 0.60},
		"read again":               {[]event.EdgeDrawn{said(event.FromData, "FRED", day, nil)}, 0.60},
		"two feeds":                {[]event.EdgeDrawn{said(event.FromData, "FRED", day, falls), said(event.FromData, "RBA", day, falls)}, 0.70},
		"one feed twice":           {[]event.EdgeDrawn{said(event.FromData, "FRED", day, falls), said(event.FromData, "FRED", day, falls)}, 0.65},
		"the principal's own word": {[]event.EdgeDrawn{said(event.FromPrincipal, "", day, nil)}, 0.90},
	} {
		h := begin()
		h.add(said(event.FromConversation, "", day, nil))
		for _, p := range c.then {
			h.add(p)
		}
		if e := h.only(t); !near(e.Confidence, c.want) {
			t.Errorf("%s: %g, want %g", name, e.Confidence, c.want)
		}
	}
}

// A risk has no sign, so that no figures can bear it out.
func TestFiguresSayNothingOfARisk(t *testing.T) {
	h := begin()
	for _, p := range []event.EdgeDrawn{
		{Origin: event.FromWorld, On: day},
		{Origin: event.FromData, On: day, Seen: &event.Seen{Source: 3, Target: 3}},
	} {
		p.Source, p.Relation, p.Target = "works", event.DependsOn, "mill"
		h.add(p)
	}
	if e := h.only(t); !near(e.Confidence, 0.75) {
		t.Errorf("%+v", e)
	}
}

func TestNothingIsSurerThanTheTop(t *testing.T) {
	h := begin()
	for i := range 30 {
		h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day.AddDate(0, i, 0)})
	}
	if e := h.only(t); !near(e.Confidence, 0.99) || len(e.Evidence) != 30 || !e.Reinforced.Equal(day.AddDate(0, 29, 0)) {
		t.Errorf("%+v", e)
	}
	h = begin()
	h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromWorld, Confidence: 7, On: day})
	if e := h.only(t); !near(e.Confidence, 0.99) {
		t.Errorf("%+v", e)
	}
}

func TestAnEdgeFades(t *testing.T) {
	e := drawn("a>b").only(t)
	for days, want := range map[int]float64{-3: 0.8, 0: 0.8, 7: 0.8, 90: 0.4, 2000: 0.15} {
		if got := e.At(day.AddDate(0, 0, days)); !near(got, want) {
			t.Errorf("after %d days %g, want %g", days, got, want)
		}
	}
}

// What the principal stands for does not fade below what it takes to be told of, unless something says
// the opposite; what the world's edition holds does not fade for as long as it is read every quarter.
func TestWhatDoesNotFade(t *testing.T) {
	said := event.EdgeDrawn{Source: "board", Relation: event.ExposedTo, Target: "Acme costs", Client: "Acme", Origin: event.FromConversation, On: day}
	against := said
	against.Relation = event.Opposes
	world := event.EdgeDrawn{Source: "crude", Relation: event.Drives, Target: "freight", Origin: event.FromWorld, By: "1", Confidence: 0.8, On: day}
	thin := said
	thin.Confidence = 0.4
	figures := said
	figures.Origin, figures.By = event.FromData, "fred"
	yes := event.Judged{Memory: 1, Verdict: event.Confirmed}
	for name, c := range map[string]struct {
		events []event.Payload
		days   map[int]float64
	}{
		"said of a client":           {[]event.Payload{said}, map[int]float64{0: 0.6, 20: 0.6 * math.Pow(0.5, 20.0/90), 24: 0.5, 400: 0.5, 4000: 0.5}},
		"confirmed":                  {[]event.Payload{said, yes}, map[int]float64{0: 0.9, 8: 0.85, 4000: 0.85}},
		"contradicted":               {[]event.Payload{said, against}, map[int]float64{90: 0.3, 400: 0.15}},
		"the other side gone":        {[]event.Payload{said, against, event.Judged{Memory: 2, Verdict: event.Rejected}}, map[int]float64{90: 0.5}},
		"thin from the first":        {[]event.Payload{thin}, map[int]float64{400: 0.4}},
		"nobody's word":              {[]event.Payload{figures}, map[int]float64{90: 0.3}},
		"of the world":               {[]event.Payload{world}, map[int]float64{90: 0.8, 92: 0.8, 182: 0.4}},
		"of the world, read again":   {[]event.Payload{world, event.WorldSeeded{Edition: "1", On: day.AddDate(0, 0, 90)}}, map[int]float64{180: 0.8, 272: 0.4}},
		"of an edition that is over": {[]event.Payload{world, event.WorldSeeded{Edition: "2", On: day.AddDate(0, 0, 90)}}, map[int]float64{182: 0.4}},
	} {
		h := begin()
		for _, p := range c.events {
			h.add(p)
		}
		saved, err := h.Save()
		if err != nil {
			t.Fatal(err)
		}
		loaded := graph.New()
		if err := loaded.Load(saved); err != nil {
			t.Fatal(err)
		}
		for of, f := range map[string]*graph.Fold{"live": h.Fold, "loaded": loaded} {
			e, _ := f.Edge(1)
			for days, want := range c.days {
				if got := e.At(day.AddDate(0, 0, days)); !near(got, want) {
					t.Errorf("%s, %s: after %d days %g, want %g", name, of, days, got, want)
				}
			}
		}
	}
}

// An older piece of evidence that is recorded late does not turn the clock back.
func TestTheClockNeverGoesBack(t *testing.T) {
	h := drawn("a>b")
	h.add(event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day.AddDate(-1, 0, 0)})
	if e := h.only(t); !near(e.Confidence, 0.85) || !e.Reinforced.Equal(day) {
		t.Errorf("%+v", e)
	}
}

func TestPruning(t *testing.T) {
	edge := event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", On: day}
	for name, c := range map[string]struct {
		origin string
		then   event.Payload
		want   int
	}{
		"said once":          {event.FromConversation, nil, 1},
		"of figures":         {event.FromData, nil, 1},
		"of the world":       {event.FromWorld, nil, 0},
		"said of a client":   {"client", nil, 0},
		"confirmed":          {event.FromConversation, event.Judged{Memory: 1, Verdict: event.Confirmed}, 0},
		"the principal's":    {event.FromPrincipal, nil, 0},
		"in the world since": {event.FromConversation, event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", On: day, Origin: event.FromWorld, By: "1"}, 0},
	} {
		h := begin()
		edge.Origin, edge.By, edge.Client = c.origin, "1", ""
		if c.origin == "client" {
			edge.Origin, edge.Client = event.FromConversation, "Acme"
		}
		h.add(edge)
		if c.then != nil {
			h.add(c.then)
		}
		if got := h.Prunable(day.AddDate(5, 0, 0)); len(got) != c.want {
			t.Errorf("%s: %d edges may be pruned, want %d", name, len(got), c.want)
		}
	}
	h := drawn("a>b") // 0.8 is below 0.10 after 270 days
	for days, want := range map[int]int{181: 0, 269: 0, 271: 1} {
		if got := h.Prunable(day.AddDate(0, 0, days)); len(got) != want {
			t.Errorf("after %d days %d edges may be pruned, want %d", days, len(got), want)
		}
	}
	h.add(event.EdgesPruned{Edges: []event.Seq{1, 7}, On: day.AddDate(1, 0, 0)})
	if h.Len() != 0 || len(h.Around([]string{"a"}, 2)) != 0 {
		t.Error("what was pruned stands")
	}
	again := event.EdgeDrawn{Source: "a", Relation: event.Drives, Target: "b", Origin: event.FromConversation, On: day.AddDate(2, 0, 0)}
	seq := h.add(again)
	if e := h.only(t); e.Seq != seq || !near(e.Confidence, 0.60) || len(e.Evidence) != 1 {
		t.Errorf("drawn anew: %+v", e)
	}
}

func TestContradictions(t *testing.T) {
	h := begin()
	draw := func(source, relation, target, client string) event.Seq {
		return h.add(event.EdgeDrawn{Source: source, Relation: relation, Target: target, Client: client, Origin: event.FromConversation, On: day})
	}
	enables := draw("a", event.Enables, "b", "")
	draw("a", event.Drives, "b", "")
	draw("b", event.Opposes, "a", "")     // a balancing loop, and legal
	draw("a", event.Opposes, "b", "Acme") // another's affair
	draw("a", event.DependsOn, "b", "")   // no sign
	draw("x", event.Substitutes, "y", "")
	if got := h.Contradictions(); len(got) != 0 {
		t.Fatalf("%+v", got)
	}
	opposes := draw("a", event.Opposes, "b", "")
	got := h.Contradictions()
	if len(got) != 1 || got[0].With.Seq != enables || got[0].Against.Seq != opposes || h.Len() != 7 {
		t.Fatalf("%+v", got)
	}
	h.add(event.Superseded{Memory: opposes, Reason: "wrong", On: day})
	if got := h.Contradictions(); len(got) != 0 {
		t.Errorf("after one side was taken back: %+v", got)
	}
}

// A client is known by his name in any case and by its first words, unless two begin so.
func TestClient(t *testing.T) {
	h := begin()
	for _, c := range []string{"Acme Foods", "Kessler", "Bergmann & Sons", "Nord Steel", "Nord Glass"} {
		h.add(event.EdgeDrawn{Source: "copper", Relation: event.ExposedTo, Target: c + " costs", Client: c, Origin: event.FromConversation, On: day})
	}
	h.add(event.EdgeDrawn{Source: "zinc", Relation: event.ExposedTo, Target: "Acme costs", Client: "ACME FOODS", Origin: event.FromConversation, On: day})
	h.add(event.Judged{Memory: 2, Verdict: event.Rejected})
	for name, want := range map[string]string{
		"Acme Foods": "Acme Foods", "acme": "Acme Foods", "Acme Food": "", "kessler": "", "Bergmann": "Bergmann & Sons", "bergmann and sons": "", "Nord": "", "Nord Glass": "Nord Glass", "": "",
	} {
		if got := h.Client(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
