package beliefs_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/beliefs"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

var start = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// world is a short ledger and the fold over it.
type world struct {
	fold *beliefs.Fold
	log  []entry
	now  time.Time
}

type entry struct {
	rec ledger.Record
	p   event.Payload
}

func newWorld() *world { return &world{fold: beliefs.New(), now: start} }

func (w *world) add(trust event.Trust, p event.Payload, from ...event.Seq) event.Seq {
	seq := event.Seq(len(w.log) + 1)
	e := entry{ledger.Record{Seq: seq, At: w.now, Kind: p.Kind(), Trust: trust, From: from}, p}
	w.log = append(w.log, e)
	w.fold.Apply(e.rec, e.p)
	return seq
}

func (w *world) hear(text string) event.Seq {
	return w.add(event.ByPrincipal, event.Heard{Text: text, On: w.now})
}

func (w *world) say(from ...event.Seq) event.Seq {
	return w.add(event.ByAgent, event.PostQueued{Text: "said"}, from...)
}

func (w *world) learn(p event.Provenance, from ...event.Seq) event.Seq {
	return w.add(event.ByAgent, event.Learned{Text: "a fact", Provenance: p, On: w.now}, from...)
}

func (w *world) again(memory event.Seq, roots ...event.Seq) {
	w.add(event.ByAgent, event.Reinforced{Memory: memory, Roots: roots, As: event.Again}, roots...)
}

func (w *world) of(t interface {
	Helper()
	Fatalf(string, ...any)
}, memory event.Seq) beliefs.Held {
	t.Helper()
	h, ok := w.fold.Of(memory)
	if !ok {
		t.Fatalf("memory %d is not held", memory)
	}
	return h
}

func TestWhatTheLawStartsFrom(t *testing.T) {
	w := newWorld()
	heard := w.hear("Ana lives in Porto.")
	for p, want := range map[event.Provenance]formula.Source{
		event.Stated: formula.Principal, event.Observed: formula.Observed, event.Reported: formula.ThirdParty,
		event.Inferred: formula.Inferred, event.Generated: formula.Model, event.Imported: formula.Imported,
	} {
		h := w.of(t, w.learn(p, heard))
		if h.Belief != formula.NewBelief(want) || !slices.Equal(h.Roots, []event.Seq{heard}) || !h.Last.Equal(start) {
			t.Errorf("%s: %+v", p, h)
		}
	}
	// Whatever it calls itself, what only the agent said is its own idea.
	for _, from := range [][]event.Seq{{w.say(heard)}, {w.learn(event.Inferred, w.say(heard))}, nil} {
		if h := w.of(t, w.learn(event.Stated, from...)); h.Source != formula.Model || h.Confirmed || len(h.Roots) != 0 {
			t.Errorf("learned from %v: %+v", from, h)
		}
	}
}

func TestEvidenceIsCountedAtItsRoot(t *testing.T) {
	w := newWorld()
	first, second := w.hear("one"), w.hear("two")
	edit := w.add(event.ByPrincipal, event.Edited{Message: first, Text: "one!"}, first)
	m := w.learn(event.Inferred, first)
	derived := w.learn(event.Inferred, m)
	for _, echo := range [][]event.Seq{{first}, {edit}, {m}, {derived}, {w.say(second)}, {first, edit, w.say(m)}} {
		w.again(m, echo...)
		if h := w.of(t, m); h.Count != 1 {
			t.Fatalf("%v counts as evidence: %+v", echo, h)
		}
	}
	w.now = start.Add(48 * time.Hour)
	w.again(m, second, first)
	if h := w.of(t, m); h.Count != 2 || !slices.Equal(h.Roots, []event.Seq{first, second}) || !h.Last.Equal(w.now) {
		t.Errorf("a new root: %+v", h)
	}
	for range 2 {
		w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: []event.Seq{second}, As: event.Agreeing}, second)
	}
	third := w.hear("three")
	for range 2 { // once per root
		w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: []event.Seq{third}, As: event.Agreeing}, third)
	}
	if h := w.of(t, m); h.Base != formula.Inferred.Base()+formula.ConsistentGain || h.Count != 2 {
		t.Errorf("an agreeing root: %+v", h)
	}
}

// A hundred echoes of one fact, with unrelated new messages causing them, over any graph of
// who quoted whom, leave confidence where one left it.
func TestEchoesAddNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		root := w.hear("the fact")
		m := w.learn(rapid.SampledFrom([]event.Provenance{event.Stated, event.Inferred, event.Reported, event.Generated}).Draw(t, "provenance"), root)
		nodes := []event.Seq{root, m}
		unrelated := []event.Seq{}
		w.again(m, root)
		w.now = w.now.Add(time.Duration(rapid.IntRange(0, 90).Draw(t, "days")) * 24 * time.Hour)
		later := w.now.Add(30 * 24 * time.Hour)
		before := w.of(t, m)
		for range 100 {
			w.now = w.now.Add(time.Hour)
			cause := w.hear("something else")
			unrelated = append(unrelated, cause)
			from := rapid.SliceOfN(rapid.SampledFrom(nodes), 0, 3).Draw(t, "from")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0: // an answer quotes what is known, in view of what was just said
				nodes = append(nodes, w.say(append(slices.Clone(from), cause)...))
			case 1: // it is inferred again from such
				nodes = append(nodes, w.learn(event.Inferred, from...))
			case 2: // an answer to nothing in particular
				nodes = append(nodes, w.say(from...))
			}
			w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: from, As: event.Again}, from...)
			w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: from, As: event.Agreeing}, from...)
		}
		after := w.of(t, m)
		if after.Confidence(later) != before.Confidence(later) {
			t.Fatalf("a hundred echoes moved confidence from %v to %v", before, after)
		}
		w.again(m, unrelated[0])
		if h := w.of(t, m); h.Count != before.Count+1 {
			t.Fatalf("one real root more: %+v", h)
		}
	})
}

func TestTheOrderOfEvidenceDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		build := func(order []int) beliefs.Held {
			w := newWorld()
			m := w.learn(event.Inferred, w.hear("first"))
			var roots []event.Seq
			for range order {
				roots = append(roots, w.hear("more"))
			}
			w.now = w.now.Add(24 * time.Hour)
			for _, i := range order {
				as := []string{event.Again, event.Agreeing}[i%2]
				w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: []event.Seq{roots[i]}, As: as}, roots[i])
			}
			return w.of(t, m)
		}
		n := rapid.IntRange(1, 12).Draw(t, "n")
		sorted := make([]int, n)
		for i := range sorted {
			sorted[i] = i
		}
		a, b := build(sorted), build(rapid.Permutation(sorted).Draw(t, "order"))
		if a.Belief != b.Belief || !slices.Equal(a.Roots, b.Roots) || !a.Last.Equal(b.Last) {
			t.Fatalf("%+v\n%+v", a, b)
		}
	})
}

func TestVerdicts(t *testing.T) {
	w := newWorld()
	m := w.learn(event.Inferred, w.hear("it seems so"))
	judge := func(verdict string) beliefs.Held {
		w.add(event.ByAgent, event.Judged{Memory: m, Verdict: verdict})
		return w.of(t, m)
	}
	waits := func() bool { return slices.Contains(w.fold.Proposals(5), m) }
	fresh := w.of(t, m)
	if !waits() || fresh.Confidence(start) != formula.UnconfirmedTop {
		t.Fatalf("an inference: %+v, waiting %v", fresh, waits())
	}
	if h := judge(event.Confirmed); h.Count != 3 || h.Confidence(start.AddDate(1, 0, 0)) < formula.ConfirmedLeast || waits() {
		t.Errorf("confirmed: %+v, waiting %v", h, waits())
	}
	if h := judge(event.Withdrawn); h.Belief != fresh.Belief || !waits() {
		t.Errorf("taken back: %+v, waiting %v", h, waits())
	}
	if h := judge(event.Rejected); h.Count != 1 || !h.Contradicted || waits() {
		t.Errorf("rejected: %+v, waiting %v", h, waits())
	}
	judge(event.Withdrawn)
	if judge(event.Skipping); !waits() {
		t.Error("skipped once it is not asked about again")
	}
	if h := judge(event.Skipping); waits() || h.Belief != fresh.Belief {
		t.Errorf("skipped twice: %+v, waiting %v", h, waits())
	}
	if judge(event.Withdrawn); !waits() {
		t.Error("the second skip was not taken back")
	}
	stated := w.learn(event.Stated, w.hear("it is so"))
	if slices.Contains(w.fold.Proposals(5), stated) {
		t.Error("what the principal said himself is a proposal")
	}
}

func TestDisputes(t *testing.T) {
	w := newWorld()
	a, b := w.learn(event.Stated, w.hear("31 March")), w.learn(event.Stated, w.hear("June"))
	dispute := func() event.Seq { return w.add(event.ByAgent, event.Disputed{Between: []event.Seq{a, b}}) }
	d := dispute()
	year := start.AddDate(1, 0, 0)
	if open := w.fold.Disputes(); len(open) != 1 || open[0].Seq != d {
		t.Fatalf("open: %v", open)
	}
	if h := w.of(t, a); !h.Contradicted || h.Confidence(year) >= formula.ConfirmedLeast {
		t.Errorf("under dispute: %+v", h)
	}
	w.add(event.ByAgent, event.Superseded{Memory: a})
	want := []event.Settled{{Dispute: d, Keeps: b, How: event.Replaced}}
	if got := w.fold.Ended(); !slices.Equal(got, want) || len(w.fold.Disputes()) != 0 {
		t.Errorf("ended: %v", got)
	}
	if h := w.of(t, b); h.Contradicted || h.Confidence(year) < formula.ConfirmedLeast {
		t.Errorf("the side that is left: %+v", h)
	}
	w.add(event.ByAgent, event.Restored{Memory: a})
	if len(w.fold.Disputes()) != 1 {
		t.Error("what holds again is not disputed again")
	}
	w.add(event.ByAgent, want[0])
	if len(w.fold.Disputes())+len(w.fold.Ended()) != 0 {
		t.Error("settled and still open")
	}
}

func TestForgettingARoot(t *testing.T) {
	w := newWorld()
	one, two, three := w.hear("one"), w.hear("two"), w.hear("three")
	m := w.learn(event.Inferred, one)
	w.again(m, two)
	alone := w.learn(event.Inferred, three)
	d := w.add(event.ByAgent, event.Disputed{Between: []event.Seq{m, alone}})
	w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{one, three}}, one)
	if h := w.of(t, m); h.Count != 1 || !slices.Equal(h.Roots, []event.Seq{two}) {
		t.Errorf("one of two roots forgotten: %+v", h)
	}
	if _, ok := w.fold.Of(alone); ok {
		t.Error("a memory without roots is still held")
	}
	if got, want := w.fold.Ended(), []event.Settled{{Dispute: d, Keeps: m, How: event.Unrooted}}; !slices.Equal(got, want) {
		t.Errorf("ended: %v", got)
	}
}

// Support goes with the words that lent it.
func TestForgettingWhatAgreed(t *testing.T) {
	w := newWorld()
	one, two := w.hear("one"), w.hear("two")
	m := w.learn(event.Inferred, one)
	alone := w.of(t, m)
	w.add(event.ByAgent, event.Reinforced{Memory: m, Roots: []event.Seq{two}, As: event.Agreeing}, two)
	if h := w.of(t, m); h.Base <= alone.Base {
		t.Fatalf("what agrees lends nothing: %+v", h)
	}
	w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{two}}, one)
	if h := w.of(t, m); h.Belief != alone.Belief {
		t.Errorf("what is forgotten still lends support: %+v, alone %+v", h, alone)
	}
}

// random fills a world with everything that can happen, in an order that chance gives.
func random(w *world, r *rand.Rand, n int) {
	any := func() event.Seq { return event.Seq(r.IntN(len(w.log)+1)) + 1 }
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range n {
		w.now = w.now.Add(time.Duration(r.IntN(5000)) * time.Second)
		switch r.IntN(16) {
		case 0, 1, 2:
			w.hear("said")
		case 3:
			w.say(any())
		case 4, 5:
			w.learn(event.Provenance(pick(string(event.Stated), string(event.Inferred), string(event.Reported))), any(), any())
		case 6, 7:
			w.add(event.ByAgent, event.Reinforced{Memory: any(), Roots: []event.Seq{any(), any()}, As: pick(event.Again, event.Agreeing)})
		case 8:
			w.add(event.ByAgent, event.Judged{Memory: any(), Verdict: pick(event.Confirmed, event.Rejected, event.Skipping, event.Withdrawn)})
		case 9:
			w.add(event.ByAgent, event.Disputed{Between: []event.Seq{any(), any()}})
		case 10:
			w.add(event.ByAgent, event.Superseded{Memory: any()})
		case 11:
			w.add(event.ByPrincipal, event.Edited{Message: any(), Text: "edited"}, any())
		case 12, 13:
			w.add(event.ByAgent, event.PredictionMade{P: r.Float64(), Because: []event.Seq{any(), any()}})
		case 14:
			w.add(event.ByAgent, event.PredictionResolved{Prediction: any(), Outcome: pick(event.CameTrue, event.CameWrong, event.Undecided)})
		case 15:
			w.add(event.ByAgent, event.PredictionReopened{Prediction: any()})
		}
	}
}

func saved(t interface{ Fatal(...any) }, f *beliefs.Fold) []byte {
	b, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReplayIsLiveIsCheckpointAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		random(w, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), 300)
		live := saved(t, w.fold)
		cut := rapid.IntRange(0, len(w.log)).Draw(t, "cut")
		half := beliefs.New()
		for _, e := range w.log[:cut] {
			half.Apply(e.rec, e.p)
		}
		resumed := beliefs.New()
		if err := resumed.Load(saved(t, half)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(saved(t, resumed), saved(t, half)) {
			t.Fatal("what was loaded is not what was saved")
		}
		for _, e := range w.log[cut:] {
			half.Apply(e.rec, e.p)
			resumed.Apply(e.rec, e.p)
		}
		if !bytes.Equal(live, saved(t, half)) || !bytes.Equal(live, saved(t, resumed)) {
			t.Fatal("checkpoint and tail give another state than the replay")
		}
	})
}

// Of a message that did not turn, nothing that was learned of it is over or took another's place, live or loaded.
func TestTurnedLeavesNothingOut(t *testing.T) {
	turned, quiet := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		random(w, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2)), 100)
		w.add(event.ByAgent, event.Learned{Text: "a newer fact", Provenance: event.Stated, Supersedes: []event.Seq{1}, On: w.now}, w.hear("newer"))
		w.learn(event.Stated, w.hear("and left alone"))
		loaded := beliefs.New()
		if err := loaded.Load(saved(t, w.fold)); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.log {
			for _, fold := range []*beliefs.Fold{w.fold, loaded} {
				state := fold.State(e.rec.Seq)
				for _, s := range e.rec.From {
					switch {
					case !state.Held:
					case !fold.Turned(s) && (state.Over || state.Renews):
						t.Fatalf("%d, learned of %d, is %+v", e.rec.Seq, s, state)
					case fold.Turned(s):
						turned++
					default:
						quiet++
					}
				}
			}
		}
	})
	if turned == 0 || quiet == 0 {
		t.Errorf("%d turned and %d did not", turned, quiet)
	}
}

// A hundred thousand memories must stay small, here and in the checkpoint.
func TestAMemoryIsSmall(t *testing.T) {
	w := newWorld()
	const n = 100_000
	for i := range n {
		w.now = w.now.Add(7 * time.Minute)
		heard := event.Seq(3*i + 1)
		w.fold.Apply(ledger.Record{Seq: heard, At: w.now, Trust: event.ByPrincipal}, event.Heard{On: w.now})
		w.fold.Apply(ledger.Record{Seq: heard + 1, At: w.now, Trust: event.ByAgent, From: []event.Seq{heard}}, event.Learned{Provenance: event.Stated, On: w.now})
		if i%10 == 0 {
			w.fold.Apply(ledger.Record{Seq: heard + 2, At: w.now, Trust: event.ByAgent}, event.Reinforced{Memory: heard + 1, Roots: []event.Seq{max(1, heard-30)}, As: event.Again})
		}
	}
	perMemory := float64(len(saved(t, w.fold))) / n
	t.Logf("%.1f bytes a memory in the checkpoint", perMemory)
	if perMemory > 20 {
		t.Errorf("%.1f bytes a memory; at most 20 are wanted", perMemory)
	}
}

func FuzzLoad(f *testing.F) {
	w := newWorld()
	random(w, rand.New(rand.NewPCG(1, 1)), 300)
	b, err := w.fold.Save()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`"AAAAAA=="`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, b []byte) {
		fold := beliefs.New()
		if fold.Load(b) != nil {
			return
		}
		if _, err := fold.Save(); err != nil {
			t.Error(err)
		}
	})
}

// What was counted for a root is taken back with it: who forgets what he said does not leave
// the confidence that it gave.
func TestAForgottenRootTakesItsCountAlong(t *testing.T) {
	w := newWorld()
	first, second, third := w.hear("one"), w.hear("two"), w.hear("three")
	m := w.learn(event.Inferred, first)
	once := w.of(t, m).Confidence(w.now)
	w.again(m, second)
	twice := w.of(t, m).Confidence(w.now)
	w.again(m, third)
	for _, step := range []struct {
		forget event.Seq
		count  int
		roots  []event.Seq
		is     float64
	}{
		{second, 2, []event.Seq{first, third}, twice}, // one of those that came later
		{first, 1, []event.Seq{third}, once},          // the one it was made of
	} {
		w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{step.forget}})
		h := w.of(t, m)
		if h.Count != step.count || !slices.Equal(h.Roots, step.roots) || h.Confidence(w.now) != step.is {
			t.Errorf("without %d: %+v with confidence %v; want a count of %d, roots %v and %v", step.forget, h, h.Confidence(w.now), step.count, step.roots, step.is)
		}
	}
	w.add(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{third}})
	if h, ok := w.fold.Of(m); ok {
		t.Errorf("without any root it is still held: %+v", h)
	}
}

// What is asked of many at a time is what stands there, over a save and a load too.
func TestState(t *testing.T) {
	w := newWorld()
	heard := w.hear("Ana lives in Porto.")
	old := w.learn(event.Stated, heard)
	newer := w.add(event.ByAgent, event.Learned{Text: "a fact", Provenance: event.Stated, On: w.now, Supersedes: []event.Seq{old}}, heard)
	w.add(event.ByAgent, event.Superseded{Memory: old, By: newer, On: w.now})
	saved, err := w.fold.Save()
	if err != nil {
		t.Fatal(err)
	}
	loaded := beliefs.New()
	if err := loaded.Load(saved); err != nil {
		t.Fatal(err)
	}
	for seq, want := range map[event.Seq]beliefs.State{
		heard: {}, old: {Held: true, Over: true}, newer: {Held: true, Renews: true},
	} {
		if live, again := w.fold.State(seq), loaded.State(seq); live != want || again != want {
			t.Errorf("event %d: %+v, loaded %+v, want %+v", seq, live, again, want)
		}
	}
}

// What stands for a message, a new wording, its file or what was heard in that, has the message for its root: it is
// one piece of evidence, and a message that says so again is no second.
func TestWhatStandsForAMessage(t *testing.T) {
	w := newWorld()
	m := w.hear("")
	for _, stands := range []event.Payload{
		event.Edited{Message: m, Text: "Ana lives in Porto."}, event.Attached{Message: m}, event.Transcribed{Message: m, Text: "Ana lives in Porto."},
	} {
		memory := w.learn(event.Stated, w.add(event.ByTool, stands, m))
		w.again(memory, m)
		if h := w.of(t, memory); !slices.Equal(h.Roots, []event.Seq{m}) || h.Count != 1 || h.Source != formula.Principal {
			t.Errorf("%T: %+v", stands, h)
		}
	}
}

// However much a theory joins, that it belongs together was said by nobody.
func TestATheoryIsNoSurerForJoiningMore(t *testing.T) {
	w := newWorld()
	var from []event.Seq
	for range 8 {
		from = append(from, w.hear("a reason"))
	}
	memory := w.add(event.ByAgent, event.Learned{Sort: event.SortTheory, Text: "because", Provenance: event.Inferred, On: w.now}, from...)
	if h := w.of(t, memory); h.Count != 1 || len(h.Roots) != 8 {
		t.Errorf("%+v", h)
	}
}

// What lapsed is as if it had not been said: its root counts no more, and counts again when it is said again.
func TestLapsedIsNoEvidence(t *testing.T) {
	w := newWorld()
	first, second, third := w.hear("so"), w.hear("so"), w.hear("so")
	memory := w.learn(event.Reported, first)
	fresh := w.of(t, memory)
	w.again(memory, second)
	w.add(event.ByAgent, event.Reinforced{Memory: memory, Roots: []event.Seq{third}, As: event.Agreeing}, third)
	for _, s := range []event.Seq{second, third} {
		w.add(event.ByAgent, event.Reinforced{Memory: memory, Roots: []event.Seq{s}, As: event.Lapsed}, memory, s)
	}
	if h := w.of(t, memory); h.Belief != fresh.Belief || !slices.Equal(h.Roots, fresh.Roots) {
		t.Errorf("%+v, want %+v", h, fresh)
	}
	w.again(memory, second)
	if h := w.of(t, memory); h.Count != 2 {
		t.Errorf("%+v", h)
	}
}
