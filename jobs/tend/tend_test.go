package tend_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/tend"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/world"
)

// night has a new process look in a night, and gives what it wrote of the graph.
func night(t *testing.T, w *turntest.World, date string) (edges, readings, pruned int) {
	t.Helper()
	w.At(date + " 04:30")
	head := w.Mind.Head()
	jobstest.Look(t, w, tend.Job())
	q := ledger.Query{After: head, Kinds: []event.Kind{event.EdgeDrawn{}.Kind(), event.WorldSeeded{}.Kind(), event.EdgesPruned{}.Kind()}}
	for r, err := range w.Mind.Events(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		switch p, err := r.Payload(); p := p.(type) {
		case event.EdgeDrawn:
			edges++
		case event.WorldSeeded:
			readings++
		case event.EdgesPruned:
			pruned += len(p.Edges)
		default:
			t.Fatal(p, err)
		}
	}
	return edges, readings, pruned
}

func size(w *turntest.World) (n int) {
	w.Mind.Read(func(v memory.View) { n = v.Graph.Len() })
	return n
}

// The edition is drawn in the first night and renewed once in every quarter; an edge that somebody
// spoke of once is let go of when it has faded, and stands again when he speaks of it again.
func TestAYear(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 10:00")
	all := len(world.Newest().Edges)
	told := func() {
		w.Write(event.EdgeDrawn{Source: "Priya's holidays", Relation: event.Constrains, Target: "invoices", Origin: event.FromConversation, On: w.Now}, w.Say("while Priya is away no invoices go out"))
	}
	told()
	for _, c := range []struct {
		date                    string
		edges, readings, pruned int
		size                    int
	}{
		{"2026-11-21", all, 1, 0, all + 1},
		{"2026-11-22", 0, 0, 0, all + 1},
		{"2026-12-31", 0, 0, 0, all + 1},
		{"2027-01-01", 0, 1, 0, all + 1},
		{"2027-05-20", 0, 1, 0, all + 1}, // 0.60 falls below 0.10 after 233 days
		{"2027-07-02", 0, 1, 0, all + 1},
		{"2027-07-10", 0, 0, 0, all + 1},
		{"2027-07-11", 0, 0, 1, all},
		{"2027-07-12", 0, 0, 0, all},
	} {
		edges, readings, pruned := night(t, w, c.date)
		if edges != c.edges || readings != c.readings || pruned != c.pruned || size(w) != c.size {
			t.Errorf("%s: %d edges, %d readings, %d pruned, %d stand", c.date, edges, readings, pruned, size(w))
		}
	}
	told()
	if size(w) != all+1 {
		t.Errorf("%d edges stand", size(w))
	}
}

// What is known of the economy stays usable for as long as it is read, and grows no surer by that.
func TestWhatIsKnownStaysUsable(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 10:00")
	for _, date := range []string{"2026-11-21", "2027-01-05", "2027-04-05", "2027-07-05", "2027-10-05", "2028-01-05"} {
		night(t, w, date)
	}
	w.Mind.Read(func(v memory.View) {
		for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Source == "crude_oil_wti" && e.Target == "bunker_fuel" }) {
			if e.Confidence != 0.85 || e.At(w.Now) < 0.84 {
				t.Errorf("%g, now %g", e.Confidence, e.At(w.Now))
			}
		}
	})
}

// Two links of which one holds at most open a thread, once, and both stand.
func TestAContradictionOpensAThread(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 10:00")
	night(t, w, "2026-11-21")
	said := func(relation string) event.Seq {
		return w.Write(event.EdgeDrawn{Source: "overtime", Relation: relation, Target: "delivery speed", Origin: event.FromConversation, On: w.Now}, w.Say("overtime "+relation+" delivery speed"))
	}
	with, against := said(event.Enables), said(event.Opposes)
	before := size(w)
	for _, date := range []string{"2026-11-22", "2026-11-23"} {
		night(t, w, date)
	}
	var opened []event.EdgesOpposed
	for r, err := range ledger.Each[event.EdgesOpposed](t.Context(), w.Mind, ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, r.Said)
	}
	if len(opened) != 1 || opened[0].With != with || opened[0].Against != against || size(w) != before {
		t.Errorf("%+v, want e%d and e%d; %d links, %d before", opened, with, against, size(w), before)
	}
}
