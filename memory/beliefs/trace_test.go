package beliefs_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"citadel/memory/event"
)

// What is learned of several messages counts each of them, and rests on all.
func TestLearnedOfSeveralMessages(t *testing.T) {
	w := newWorld()
	one, two, three := w.hear("one"), w.hear("two"), w.hear("three")
	for n, from := range map[int][]event.Seq{1: {one}, 2: {one, two}, 3: {one, two, three}} {
		if h := w.of(t, w.learn(event.Inferred, from...)); h.Count != n || !slices.Equal(h.Roots, from) {
			t.Errorf("of %v: %+v", from, h)
		}
	}
}

// What was a mere thought has its first root when somebody says it: that is its first evidence, and the
// next message the second.
func TestAThoughtThatSomebodySays(t *testing.T) {
	w := newWorld()
	m := w.learn(event.Inferred)
	first, second := w.hear("so it is"), w.hear("so it is, indeed")
	for n, said := range []event.Seq{first, second} {
		w.again(m, said)
		if h := w.of(t, m); h.Count != n+1 || len(h.Roots) != n+1 {
			t.Errorf("said %d times: %+v", n+1, h)
		}
	}
}

// The newest evidence is that which was said last, not that which was read last; what agrees is none.
func TestWhenTheNewestEvidenceWas(t *testing.T) {
	w := newWorld()
	m := w.learn(event.Inferred, w.hear("one"))
	w.now = start.Add(48 * time.Hour)
	w.again(m, w.hear("two"))
	newest := w.now
	w.now = start.Add(24 * time.Hour) // a clock that was set back
	w.again(m, w.hear("three"))
	if h := w.of(t, m); !h.Last.Equal(newest) {
		t.Errorf("%v, not %v", h.Last, newest)
	}
	w.now = start.Add(96 * time.Hour)
	agrees := w.hear("four")
	w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: []event.Seq{agrees}, As: event.Agreeing}, agrees)
	if h := w.of(t, m); !h.Last.Equal(newest) {
		t.Errorf("what agrees moved it to %v", h.Last)
	}
	w.add(event.ByAgent, event.Judged{Memory: m, Verdict: event.Confirmed})
	if h := w.of(t, m); !h.Last.Equal(w.now) {
		t.Errorf("confirmed: %v", h.Last)
	}
}

// A verdict replaces the one before it, whichever they are, and waits no more; taken back, it leaves nothing.
func TestOneVerdictAfterTheOther(t *testing.T) {
	w := newWorld()
	m := w.learn(event.Inferred, w.hear("one"))
	judge := func(verdict string) { w.add(event.ByAgent, event.Judged{Memory: m, Verdict: verdict}) }
	waits := func() bool { return slices.Contains(w.fold.Proposals(5), m) }
	plain := saved(t, w.fold)
	judge(event.Rejected)
	if h := w.of(t, m); !h.Contradicted || h.Confirmed || waits() {
		t.Errorf("rejected: %+v, waits %v", h, waits())
	}
	judge(event.Confirmed)
	if h := w.of(t, m); h.Contradicted || !h.Confirmed || waits() {
		t.Errorf("then confirmed: %+v, waits %v", h, waits())
	}
	judge(event.Rejected)
	if h := w.of(t, m); !h.Contradicted || h.Confirmed || waits() {
		t.Errorf("then rejected: %+v, waits %v", h, waits())
	}
	for range 3 {
		judge(event.Withdrawn)
	}
	if h := w.of(t, m); h.Contradicted || h.Confirmed || h.Count != 1 || !waits() {
		t.Errorf("all taken back: %+v, waits %v", h, waits())
	}
	if now := saved(t, w.fold); !bytes.Equal(plain, now) {
		t.Error("verdicts that were taken back leave something")
	}
	w.add(event.ByAgent, event.Superseded{Memory: m, On: w.now})
	judge(event.Rejected)
	judge(event.Withdrawn)
	if h := w.of(t, m); !h.Over {
		t.Error("a verdict that was taken back restores what was superseded")
	}
}

// Evidence that is forgotten takes its count along, also from what a verdict has raised since, and leaves no
// trace of itself: neither in the state, nor in what would be walked through it.
func TestNothingIsLeftOfWhatIsForgotten(t *testing.T) {
	w := newWorld()
	one := w.hear("one")
	m := w.learn(event.Inferred, one)
	idea := w.learn(event.Inferred) // of nobody
	alone := saved(t, w.fold)
	two := w.hear("two")
	edit := w.add(event.ByPrincipal, event.Edited{Message: two, Text: "two!"}, two)
	other := w.learn(event.Stated, two)
	w.again(m, two)
	w.add(event.ByAgent, event.Superseded{Memory: two, On: w.now})
	w.add(event.ByAgent, event.Disputed{Between: []event.Seq{m, other}}, m, other)
	dispute := event.Seq(len(w.log))
	w.add(event.ByAgent, event.Forgotten{Seqs: []event.Seq{two, edit, other, dispute}})
	if h := w.of(t, m); h.Count != 1 || !slices.Equal(h.Roots, []event.Seq{one}) {
		t.Errorf("%+v", h)
	}
	if _, ok := w.fold.Of(idea); !ok {
		t.Error("what rests on nobody went along")
	}
	if roots := w.fold.Roots(two, edit, other); len(roots) > 0 {
		t.Errorf("roots %v of what is forgotten", roots)
	}
	if fallen := w.fold.Fallen(); len(fallen) > 0 {
		t.Errorf("fallen %v", fallen)
	}
	if now := saved(t, w.fold); !bytes.Equal(alone, now) {
		t.Errorf("the state is not what it would be without it:\n%x\n%x", alone, now)
	}
	w.add(event.ByAgent, event.Forgotten{Seqs: []event.Seq{idea}})
	if _, ok := w.fold.Of(idea); ok {
		t.Error("what was forgotten itself is held")
	}
}

// A count that a verdict raised is never less than one, whatever goes of it, in whichever order.
func TestACountIsNeverLessThanOne(t *testing.T) {
	w := newWorld()
	one, two := w.hear("one"), w.hear("two")
	m := w.learn(event.Inferred, one, two)
	w.add(event.ByAgent, event.Judged{Memory: m, Verdict: event.Confirmed})
	w.add(event.ByAgent, event.Forgotten{Seqs: []event.Seq{two}})
	w.add(event.ByAgent, event.Judged{Memory: m, Verdict: event.Withdrawn})
	if h := w.of(t, m); h.Count != 1 {
		t.Errorf("%+v", h)
	}
	w.add(event.ByAgent, event.Judged{Memory: m, Verdict: event.Withdrawn}) // of which there is none
	if h := w.of(t, m); h.Count != 1 {
		t.Errorf("%+v", h)
	}
}
