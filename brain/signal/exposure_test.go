package signal_test

import (
	"strings"
	"testing"

	"citadel/brain/exposure"
	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	known "citadel/memory/world"
)

// seeded is a mind that knows what everybody knows of the economy, and of one client what it was
// told in so many messages; it gives these. Crude rose since.
func seeded(t testing.TB, messages ...string) (w *world, said []event.Seq) {
	w = newWorld(t)
	var entries []ledger.Entry
	w.mind.Read(func(v memory.View) {
		for _, p := range known.Newest().Load(v.Graph, w.now) {
			entries = append(entries, w.pens.For(event.Learning).Write(p))
		}
	})
	w.record(entries...)
	for _, m := range messages {
		heard := w.say(m)
		said = append(said, heard)
		w.write(event.Learning, event.EdgeDrawn{
			Source: "packaging_costs", Relation: event.ExposedTo, Target: "client_x_margin_pressure", Mechanism: m,
			Origin: event.FromConversation, Confidence: 0.9, Client: "Client X", On: w.now,
		}, heard)
	}
	w.write(event.Learning, event.IndicatorMoved{
		Indicator: "crude_oil_wti", From: 79.61, To: 86.38, Unit: "US$ a barrel", Since: w.now, On: today.AddDate(0, 0, -4), Feed: "FRED",
	})
	return w, said
}

// exposed is what comes to mind of clients that a move reaches.
func (w *world) exposed() (lines []signal.Line) {
	for _, s := range w.gather(signal.Query{Tier: "deep", Text: "How is Client X doing?"}) {
		if s.Kind == event.SignalExposure {
			lines = append(lines, s.Lines...)
		}
	}
	return lines
}

// The figure of S1 in all that is known of the world: WTI rises by 8.5 %, and the three chains that are
// drawn there reach the client, and no other.
func TestTheFigureAmongAllThatIsKnown(t *testing.T) {
	w, _ := seeded(t, "Client X buys its packaging from two mills")
	var ways []string
	w.mind.Read(func(v memory.View) {
		for _, e := range exposure.Of(v.Graph, "crude_oil_wti", graph.Of(86.38-79.61), w.now) {
			for _, r := range e.Reaches {
				for _, p := range r.Paths {
					ways = append(ways, strings.Join(p.Things, " "))
				}
			}
		}
	})
	want := []string{
		"crude_oil_wti bunker_fuel shipping_costs packaging_costs",
		"crude_oil_wti petrochemicals plastics_resin packaging_costs",
		"crude_oil_wti energy_costs pulp_price packaging_costs",
	}
	if strings.Join(ways, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", ways)
	}
	lines := w.exposed()
	if len(lines) != 1 || lines[0].Text != "packaging costs exposed to client x margin pressure: Client X buys its packaging from two mills" ||
		!strings.Contains(lines[0].Note, "path crude oil WTI → bunker fuel → shipping costs → packaging costs, confidence 0.74") {
		t.Errorf("%+v", lines)
	}
}

// An edge stands for as long as one message says so, and goes with the last.
func TestWhatRestedOnForgottenMessages(t *testing.T) {
	w, said := seeded(t, "Client X buys its packaging from two mills", "packaging is half of what Client X spends")
	for i, want := range []string{"packaging costs exposed to client x margin pressure: packaging is half of what Client X spends", ""} {
		plan, err := w.mind.Reach(t.Context(), said[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range w.exposed() {
			got += l.Text
		}
		if got != want {
			t.Errorf("after %d messages: %q, want %q", i+1, got, want)
		}
	}
}

// What everybody holds to be so may be told where others administer the server, and no edge that
// rests on what was said in private.
func TestWhatIsKnownIsNoSecret(t *testing.T) {
	w, _ := seeded(t, "Client X buys its packaging from two mills")
	for audience, want := range map[event.Audience]string{event.Private: "causal exposure", event.Work: "causal", event.Shared: ""} {
		var kinds []string
		for _, s := range w.gather(signal.Query{Text: "What do packaging costs depend on?", Sight: memory.Sight{Audience: audience, Place: event.Place{Platform: "chat", Room: "dm"}}}) {
			if s.Kind == event.SignalCausal || s.Kind == event.SignalExposure {
				kinds = append(kinds, s.Kind)
			}
			for _, l := range s.Lines {
				if audience != event.Private && strings.Contains(l.Text, "Client X") {
					t.Errorf("%s: %s", audience, l.Text)
				}
			}
		}
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s: %q, want %q", audience, got, want)
		}
	}
}

// Two edges that contradict each other are a thread of thought until the principal rejects one.
func TestEdgesThatContradictEachOther(t *testing.T) {
	w := newWorld(t)
	said := w.say("remote work helps our hiring, or does it")
	var edges []event.Seq
	for _, relation := range []string{event.Enables, event.Opposes} {
		edges = append(edges, w.write(event.Learning, event.EdgeDrawn{Source: "remote work", Relation: relation, Target: "hiring", Origin: event.FromConversation, On: w.now}, said))
	}
	threads := func() (texts []string) {
		for _, s := range w.gather(signal.Query{Tier: "deep", Text: "Is remote work good for our hiring?"}) {
			for _, l := range s.Lines {
				if s.Kind == event.SignalThread {
					texts = append(texts, l.Text)
				}
			}
		}
		return texts
	}
	if got := strings.Join(threads(), ", "); got != "remote work enables hiring, remote work opposes hiring" {
		t.Errorf("%q", got)
	}
	w.judge(edges[1], event.Rejected)
	if got := threads(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}
