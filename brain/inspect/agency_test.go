package inspect_test

import (
	"testing"

	"citadel/memory/event"
)

func TestWhatIGoBy(t *testing.T) {
	w := live(t)
	w.golden("empty-goals", w.ask("goals"))
	w.golden("empty-thoughts", w.ask("active thoughts"))
	g := w.record(event.Agency, event.GrowthSown{Text: "ask before I assume"}, w.june)
	for range 3 {
		w.record(event.Agency, event.GrowthFed{Growth: g, Text: "asked"}, w.june)
	}
	c := w.record(event.Loops, event.CommitmentMade{Text: "compare freight", On: w.Now}, w.june)
	w.record(event.Agency, event.ThoughtsSet{Thoughts: []string{"the audit is on Friday", "Lena waits"}}, w.june)
	w.record(event.Agency, event.CuriosityRaised{Topic: "why freight rates fall"}, w.june)
	w.record(event.Agency, event.IntentionSet{Text: "ask about Porto", On: w.Now}, w.june)
	w.record(event.Agency, event.Discovered{
		Client: "Acme Foods", Thing: "corrugated_board", Title: "Board up [a tenth](http://evil.example)",
		Source: event.ToolSource{What: "the feed Trade", Link: "https://press.example/board", On: w.Now.AddDate(0, 0, -2)},
	}, w.june)
	w.golden("goals", w.ask("goals"))
	w.golden("thoughts", w.ask("active thoughts"))
	w.golden("show-promise", w.ask("show "+h('c', c)))

	w = live(t)
	w.record(event.Agency, event.Mused{On: w.Now, Lines: []event.Musing{{Text: "June is said before the audit ends.", Cites: []event.Seq{w.june}}}}, w.june)
	w.golden("thoughts-own", w.ask("active thoughts"))
}
