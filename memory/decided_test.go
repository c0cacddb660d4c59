package memory_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store/embedded"
)

// A decision is found by the words it stands by, whatever became of it, and a store filled from
// nothing says the same after each step. What was forgotten of it is in neither.
func TestRevisedDecisionIsFollowed(t *testing.T) {
	m, pens := open(t, new(inmem.Store), -1)
	x := embedded.New()
	f := follow(t, m, x)
	defer f.stop()
	pen := pens.For(event.Decisions)
	record := func(p event.Payload, because ...event.Seq) event.Seq {
		t.Helper()
		e := pen.Write(p)
		if h, ok := p.(event.Heard); ok {
			e = pens.For(event.Bot).Write(h)
			e.Trust = event.ByPrincipal
		}
		e.From = because
		rs, err := m.Record(t.Context(), []ledger.Entry{e}...)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	hear := func(text string) event.Seq {
		return record(event.Heard{Place: event.Place{Platform: "console"}, Text: text, On: base})
	}
	root := hear("we are done with the depot in Ghent")
	d := record(event.DecisionRecorded{Text: "close the Ghent depot", Reason: "rent", On: base}, root)
	check := func(step, want string) {
		t.Helper()
		if err := f.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		rebuilt := embedded.New()
		again := follow(t, m, rebuilt)
		if err := again.Await(t.Context(), m.Head()); err != nil {
			t.Fatal(err)
		}
		again.stop()
		if diff := cmp.Diff(held(t, rebuilt), held(t, x)); diff != "" {
			t.Errorf("%s (-rebuilt +live):\n%s", step, diff)
		}
		items, err := x.Get(t.Context(), uint64(d))
		if text := ""; want == "" && err == nil || want != "" && (err != nil || items[0].Text != want) {
			if err == nil {
				text = items[0].Text
			}
			t.Errorf("%s: %q instead of %q (%v)", step, text, want, err)
		}
	}
	revised := func(how, text string) event.Seq {
		t.Helper()
		return record(event.DecisionRevised{Decision: d, How: how, Text: text, On: base}, d)
	}
	check("recorded", "close the Ghent depot, because rent")
	said := hear("amend: close it in June")
	record(event.DecisionRevised{Decision: d, How: event.Amend, Text: "close it in June", On: base}, said)
	check("amended", "close it in June")
	plan, err := m.Reach(t.Context(), said)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	check("forgotten", "close the Ghent depot, because rent")
	r := revised(event.Amend, "close it in May")
	check("amended again", "close it in May")
	record(event.DecisionRestored{Decision: d, Revision: r}, d)
	check("taken back", "close the Ghent depot, because rent")
	revised(event.Reverse, "")
	check("reversed", "close the Ghent depot, because rent")
	revised(event.Withdraw, "")
	check("withdrawn", "")
}
