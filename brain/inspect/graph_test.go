package inspect_test

import (
	"strings"
	"testing"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// The graph, a client, a thing by any of its names, one link, and honest words where there is nothing.
func TestGraph(t *testing.T) {
	for name, text := range map[string]string{
		"graph": "graph", "graph-client": "graph Kessler", "graph-thing": "graph copper", "graph-explain": "graph explain e4", "graph-none": "graph zebra",
		"graph-explain-none": "graph explain e999", "graph-contradiction": "graph", "graph-explain-contradiction": "graph explain e2", "graph-none-client": "graph Tolliver",
	} {
		t.Run(name, func(t *testing.T) {
			w := &life{World: turntest.New(t), t: t}
			w.At("2026-11-18 10:00")
			w.Write(event.EdgeDrawn{Source: "copper_price", Relation: event.Drives, Target: "electrical_equipment_costs", Mechanism: "Cables are full of copper",
				Origin: event.FromWorld, Confidence: 0.8, By: "test", On: w.Now, Lag: &event.Bounds{From: 4, To: 8}})
			said := w.Say("my client Kessler buys copper")
			w.Write(event.EdgeDrawn{Source: "copper_price", Relation: event.ExposedTo, Target: "Kessler costs", Mechanism: "buys copper", Origin: event.FromConversation, Client: "Kessler", On: w.Now,
				Lag: &event.Bounds{To: 6}, PassThrough: &event.Bounds{From: 1.0 / 3, To: 1.0 / 3}}, said)
			w.Write(event.FiguresRead{Indicator: "copper_price", Feed: "fred", Unit: "USD/t", Every: "M", Due: 60, On: w.Now, Whole: true})
			var both graph.Contradiction
			if strings.HasSuffix(name, "contradiction") {
				w.Write(event.EdgeDrawn{Source: "copper_price", Relation: event.Constrains, Target: "electrical_equipment_costs", Mechanism: "dear copper thins our cables", Origin: event.FromConversation, On: w.Now}, said)
				w.Mind.Read(func(v memory.View) { both = v.Graph.Contradictions()[0] })
				w.Write(event.EdgesOpposed{With: both.With.Seq, Against: both.Against.Seq, On: w.Now}, both.With.Seq, both.Against.Seq)
			}
			w.At("2026-11-20 08:30")
			w.golden(name, w.ask(text))
		})
	}
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-20 08:30")
	w.golden("empty-graph", w.ask("graph"))
}

// A thread is all that goes back to the same words, by whichever of it one asks, and what may not be shown is not in it.
func TestThread(t *testing.T) {
	w := &life{World: turntest.New(t), t: t}
	w.At("2026-11-18 10:00")
	said := w.Say("remind me to call Priya, and ask Tom for the terms")
	answer := event.Seq(0)
	for _, r := range w.Apply(w.Turn(said), turn.Says("procedure:test", new(phrase.Text).Say("Kept both."))) {
		if r.Kind == (event.PostQueued{}).Kind() {
			answer = r.Seq
		}
	}
	loop := w.Write(event.LoopOpened{Text: "ask Tom for the terms", On: w.Now}, said)
	w.Write(event.ReminderSet{Text: "call Priya", On: w.Now, At: w.Now.AddDate(0, 0, 1)}, said)
	fact := w.learn(event.Learned{Text: "Tom knows the terms", Quote: "ask Tom for the terms"}, said)
	w.learn(event.Learned{Text: "the terms are with Tom", Provenance: event.Inferred}, fact)
	w.Say("what is the time?")
	w.At("2026-11-20 08:30")
	w.Write(event.LoopClosed{Loop: loop, Outcome: "done"})
	first := ""
	for _, h := range []string{phrase.Handle('m', said), phrase.Handle('m', answer), phrase.Handle('l', loop), phrase.Handle('m', fact)} {
		_, text, _ := strings.Cut(w.ask("graph thread "+h).Text.String(), "\n\n")
		text, _, _ = strings.Cut(text, "`show")
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("by %s: %s\nand not: %s", h, text, first)
		}
	}
	w.golden("graph-thread", w.ask("graph thread "+phrase.Handle('m', said)))
	w.golden("graph-thread-none", w.ask("graph thread m999"))
}
