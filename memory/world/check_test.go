package world

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// The things that figures are published for.
//
//go:embed testdata/indicators.txt
var indicators string

var now = time.Date(2026, 11, 20, 6, 0, 0, 0, time.UTC)

// drawn is a graph that holds an edition.
func drawn(e Edition) *graph.Fold {
	g := graph.New()
	for i, p := range e.Load(g, now) {
		g.Apply(ledger.Record{Seq: event.Seq(i + 1), At: now}, p) //nolint:gosec // small
	}
	return g
}

// check lists what is wrong with an edition, for a list of indicators.
func check(e Edition, indicators []string) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if e.Name == "" {
		say("the edition has no name")
	}
	fresh, seen, domains, sentences := graph.New(), map[string]bool{}, map[string]int{}, map[string]string{}
	for _, l := range e.Edges {
		edge := l.Source + " " + l.Relation + " " + l.Target
		if seen[edge] {
			say("%s stands there twice", edge)
		}
		seen[edge] = true
		domains[l.Domain]++
		for _, thing := range []string{l.Source, l.Target} {
			if usual := fresh.Resolve(thing); usual != thing {
				say("%s: %s is called %s", edge, thing, usual)
			}
		}
		if l.Source == l.Target {
			say("%s leads nowhere", edge)
		}
		if !graph.Relates(l.Relation) {
			say("%s: there is no such relation", edge)
		}
		if l.Confidence < 0.5 || l.Confidence > 0.95 {
			say("%s: %g is no grade", edge, l.Confidence)
		}
		for _, fault := range sentence(l.Mechanism) {
			say("%s: %s", edge, fault)
		}
		if other := sentences[l.Mechanism]; other != "" {
			say("%s says the same as %s", edge, other)
		}
		sentences[l.Mechanism] = edge
	}
	for domain, n := range domains {
		if n < 20 || n > 30 {
			say("%s has %d edges", domain, n)
		}
	}
	if len(domains) != 16 {
		say("there are %d domains", len(domains))
	}
	g := drawn(e)
	for _, c := range g.Contradictions() {
		say("%s %s and %s %s", c.With.Source, c.With.Relation, c.Against.Relation, c.With.Target)
	}
	if whole := g.Around(g.Things()[:1], len(e.Edges)); len(whole) != g.Len() {
		say("only %d of %d edges hang together", len(whole), g.Len())
	}
	for _, name := range indicators {
		thing, ok := g.Find(name)
		if name != g.Resolve(name) {
			say("%s is called %s", name, g.Resolve(name))
		}
		if !ok || reach(g, thing, 3) < 3 {
			say("%s reaches too little", name)
		}
	}
	return wrong
}

// sentence lists what is wrong with the reason of an edge: it is told in one breath, in a list.
func sentence(s string) (wrong []string) {
	switch words := len(strings.Fields(s)); {
	case words == 0:
		return []string{"there is no reason"}
	case words < 3 || words > 18:
		wrong = append(wrong, fmt.Sprintf("%d words", words))
	}
	if !unicode.IsUpper([]rune(s)[0]) || strings.ContainsAny(s, ".;:!?\"") {
		wrong = append(wrong, fmt.Sprintf("%q is not one plain sentence without its full stop", s))
	}
	return wrong
}

// reach is how many things a shock of one reaches in so many hops.
func reach(g *graph.Fold, from graph.Thing, hops int) int {
	seen := map[graph.Thing]bool{from: true}
	rim := []graph.Thing{from}
	for range hops {
		var next []graph.Thing
		for _, t := range rim {
			for _, s := range g.Steps(t) {
				if !seen[s.To] {
					seen[s.To], next = true, append(next, s.To)
				}
			}
		}
		rim = next
	}
	return len(seen) - 1
}

func TestTheEdition(t *testing.T) {
	names := strings.Fields(indicators)
	if len(names) < 100 {
		t.Fatalf("only %d indicators", len(names))
	}
	for _, w := range check(Newest(), names) {
		t.Error(w)
	}
	if e := Newest(); len(e.Edges) != 468 {
		t.Errorf("%d edges", len(e.Edges))
	}
}

// The check must be able to fail: one fault of each sort, planted.
func TestTheCheckFindsFaults(t *testing.T) {
	for name, c := range map[string]struct {
		plant func(e *Edition)
		want  string
	}{
		"no name":       {func(e *Edition) { e.Name = "" }, "the edition has no name"},
		"twice":         {func(e *Edition) { e.Edges = append(e.Edges, e.Edges[7]) }, "stands there twice"},
		"a loop":        {func(e *Edition) { e.Edges[7].Target = e.Edges[7].Source }, "leads nowhere"},
		"a relation":    {func(e *Edition) { e.Edges[7].Relation = "is_a" }, "there is no such relation"},
		"a grade":       {func(e *Edition) { e.Edges[7].Confidence = 0.99 }, "is no grade"},
		"an alias":      {func(e *Edition) { e.Edges[7].Source = "brent" }, "brent is called crude_oil_brent"},
		"a name":        {func(e *Edition) { e.Edges[7].Source = "Crude-Oil" }, "Crude-Oil is called"},
		"no reason":     {func(e *Edition) { e.Edges[7].Mechanism = "" }, "there is no reason"},
		"two sentences": {func(e *Edition) { e.Edges[7].Mechanism = "One thing. Then another thing" }, "is not one plain sentence"},
		"a long reason": {func(e *Edition) { e.Edges[7].Mechanism = "A" + strings.Repeat(" word", 18) }, "19 words"},
		"copied":        {func(e *Edition) { e.Edges[7].Mechanism = e.Edges[8].Mechanism }, "says the same as"},
		"a domain":      {func(e *Edition) { e.Edges[0].Domain = "poetry" }, "poetry has 1 edges"},
		"contradiction": {func(e *Edition) {
			e.Edges[1].Source, e.Edges[1].Relation, e.Edges[1].Target = e.Edges[0].Source, event.Opposes, e.Edges[0].Target
		}, "crude_oil_wti drives and opposes bunker_fuel"},
		"an island": {func(e *Edition) { e.Edges[7].Source, e.Edges[7].Target = "here", "there" }, "hang together"},
		"an unreachable": {func(e *Edition) {
			e.Edges = slices.DeleteFunc(e.Edges, func(l Edge) bool { return l.Source == "helium_price" })
		}, "helium_price reaches too little"},
	} {
		e := Newest()
		e.Edges = slices.Clone(e.Edges)
		c.plant(&e)
		if wrong := check(e, strings.Fields(indicators)); !strings.Contains(strings.Join(wrong, "\n"), c.want) {
			t.Errorf("%s: %q", name, wrong)
		}
	}
}

func TestWhatIsNoEdition(t *testing.T) {
	for _, text := range []string{"a drives b", "a drives b 0.7x: Why", "a drives 0.7: Why", "a drives b c 0.7: Why"} {
		if e, err := read("edition: 1\n" + text); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %+v, %v", text, e, err)
		}
	}
	e, err := read("# a\n\nedition: 1\n[x]\na drives b 0.70: Why: so\n")
	if want := (Edge{"x", "a", event.Drives, "b", "Why: so", 0.7}); err != nil || e.Name != "1" || len(e.Edges) != 1 || e.Edges[0] != want {
		t.Errorf("%+v, %v", e, err)
	}
}

// An edition is drawn once, renewed once a quarter, and a new one reinforces what both hold.
func TestLoading(t *testing.T) {
	first := Edition{"1", []Edge{{"x", "a", event.Drives, "b", "Why", 0.7}, {"x", "b", event.Drives, "c", "Why", 0.7}}}
	second := Edition{"2", []Edge{{"x", "a", event.Drives, "b", "Because", 0.5}, {"x", "c", event.Drives, "d", "Why", 0.6}}}
	g, head := graph.New(), event.Seq(0)
	load := func(e Edition, at time.Time) int {
		events := e.Load(g, at)
		for _, p := range events {
			head++
			g.Apply(ledger.Record{Seq: head, At: at}, p)
		}
		return len(events)
	}
	for i, c := range []struct {
		edition Edition
		at      time.Time
		events  int
	}{
		{first, now, 3},
		{first, now.AddDate(0, 1, 0), 0},
		{first, now.AddDate(0, 2, 0), 1},
		{first, now.AddDate(0, 2, 0), 0},
		{second, now.AddDate(0, 3, 0), 3},
		{second, now.AddDate(0, 3, 1), 0},
		{second, now.AddDate(0, 5, 0), 1},
	} {
		if got := load(c.edition, c.at); got != c.events {
			t.Errorf("step %d: %d events, want %d", i, got, c.events)
		}
	}
	for edge, want := range map[string]struct {
		confidence float64
		since      time.Time
		why        string
	}{
		"a": {0.75, now.AddDate(0, 5, 0), "Because"},
		"b": {0.70, now.AddDate(0, 2, 0), "Why"},
		"c": {0.60, now.AddDate(0, 5, 0), "Why"},
	} {
		for _, e := range g.Edges(func(e *graph.Edge) bool { return e.Source == edge }) {
			if e.Confidence != want.confidence || !e.Reinforced.Equal(want.since) || e.Mechanism != want.why {
				t.Errorf("%s: %+v", edge, e)
			}
		}
	}
	if got := Quarter(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) + Quarter(now) + Quarter(now.AddDate(0, -5, 0)); got != "2027-Q12026-Q42026-Q2" {
		t.Error(got)
	}
}
