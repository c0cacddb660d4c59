package purse_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/purse"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// call makes a call that is answered, and gives its purpose.
func (h *home) call(u model.Purpose, digest, text string) {
	h.t.Helper()
	a := full
	a.Purpose, a.Digest = u, digest
	h.settle(h.reserve(a), model.Receipt{
		Outcome: purse.OK, Stop: model.Wants, Usage: model.Usage{In: 1, Out: 2, CacheRead: 3, CacheWrite: 4, Exact: true}, Cost: 5, Text: text,
		Calls: []model.Call{{ID: "c1", Tool: "recall", Args: json.RawMessage(`{"query":`)}, {ID: "c2", Tool: "walk"}},
	})
}

func (h *home) answered(u model.Purpose, digest string) (model.Response, bool) {
	h.t.Helper()
	r, ok, err := h.purse.Answered(h.t.Context(), u, digest)
	if err != nil {
		h.t.Fatal(err)
	}
	return r, ok
}

// An answer is had again, by another process too, for the same purpose and request.
func TestAnswered(t *testing.T) {
	h := newHome(t)
	one, two := h.hear("first"), h.hear("second")
	turn := model.Purpose{Message: uint64(one), Turn: uint64(h.begin(one))}
	job := model.Purpose{Job: "mail", Slot: "1"}
	h.call(turn, "d1", "Let me look.")
	h.call(turn, "d2", "It is in Porto.")
	h.call(job, "d1", "Three mails.")
	a := full
	a.Purpose, a.Digest = turn, "d3"
	h.settle(h.reserve(a), model.Receipt{Outcome: model.Cut.String(), Text: "It is"})
	h.start()
	again := turn
	again.Turn = uint64(h.begin(one)) // the turn begins anew

	got, ok := h.answered(again, "d1")
	calls := []model.Call{{ID: "c1", Tool: "recall", Args: json.RawMessage(`{"query":`)}, {ID: "c2", Tool: "walk", Args: json.RawMessage{}}}
	want := model.Response{
		Text: "Let me look.", Calls: calls, Stop: model.Wants, Model: "claude-sonnet-5-5",
		Usage:   model.Usage{In: 1, Out: 2, CacheRead: 3, CacheWrite: 4, Exact: true},
		Message: model.Message{From: model.Assistant, Parts: []model.Part{{Text: "Let me look."}, {Call: &calls[0]}, {Call: &calls[1]}}},
	}
	if d := cmp.Diff(want, got); d != "" || !ok {
		t.Error(d)
	}
	for name, c := range map[string]struct {
		purpose model.Purpose
		digest  string
		want    string
	}{
		"the second round":     {again, "d2", "It is in Porto."},
		"a run":                {job, "d1", "Three mails."},
		"another request":      {again, "d4", ""},
		"one that was cut":     {again, "d3", ""},
		"another message":      {model.Purpose{Message: uint64(two)}, "d1", ""},
		"another slot":         {model.Purpose{Job: "mail", Slot: "2"}, "d1", ""},
		"another job":          {model.Purpose{Job: "news", Slot: "1"}, "d1", ""},
		"a run of a turn":      {model.Purpose{Message: uint64(one), Job: "mail", Slot: "1"}, "d1", ""},
		"no purpose":           {model.Purpose{}, "d1", ""},
		"no digest":            {again, "", ""},
		"a run, of the turn's": {job, "d2", ""},
	} {
		got, ok := h.answered(c.purpose, c.digest)
		if ok != (c.want != "") || got.Text != c.want {
			t.Errorf("%s: %q, %v", name, got.Text, ok)
		}
	}
}

// A message that only stood in view of another turn does not make its answers one's own.
func TestAnsweredInView(t *testing.T) {
	h := newHome(t)
	seen, asked := h.hear("first"), h.hear("second")
	h.call(model.Purpose{Message: uint64(asked), Turn: uint64(h.begin(asked)), From: []uint64{uint64(seen)}}, "d1", "Porto.")
	if _, ok := h.answered(model.Purpose{Message: uint64(seen)}, "d1"); ok {
		t.Error("it was taken for an answer to a message in view")
	}
}

// What was said is forgotten with the words it rests on; what it cost is not, whatever is
// named to be forgotten.
func TestForgetting(t *testing.T) {
	h := newHome(t)
	seen, asked := h.hear("the vault is behind the mirror"), h.hear("where is the vault?")
	turn := model.Purpose{Message: uint64(asked), Turn: uint64(h.begin(asked)), From: []uint64{uint64(seen)}}
	h.call(turn, "d1", "Behind the mirror.")
	open := h.reserve(model.Attempt{Most: 700, Digest: "d2", Purpose: turn})
	h.spend(model.Attempt{Purpose: model.Purpose{Job: "mail", Slot: "1"}}, 30)
	sums := func() (s string) {
		h.mind.Read(func(v memory.View) {
			b, err := v.Spending.Save()
			if err != nil {
				t.Fatal(err)
			}
			s = string(b)
		})
		return s
	}
	before := sums()
	if !strings.Contains(before, `"2026-11-20":35`) || !strings.Contains(before, `"most":700`) {
		t.Fatalf("the sums are not there: %s", before)
	}

	var all []event.Seq
	money := map[event.Seq]bool{}
	for r, err := range h.mind.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.Seq)
		if r.Kind == "model.asked" || r.Kind == "model.called" {
			money[r.Seq] = true
			if r.From != nil {
				t.Errorf("%q rests on %v", r.Kind, r.From)
			}
		}
	}
	if len(money) != 5 {
		t.Fatalf("%d events of money", len(money))
	}
	for name, seqs := range map[string][]event.Seq{"the words in view": {seen}, "everything": all, "the money": slices.Sorted(maps.Keys(money))} {
		plan, err := h.mind.Reach(t.Context(), seqs...)
		if err != nil {
			t.Fatal(err)
		}
		reached := 0
		for _, s := range plan.Seqs {
			if money[s] {
				t.Errorf("forgetting %s reaches event %d", name, s)
			}
			if r, _ := h.payload(s); r.Kind == "model.exchanged" {
				reached++
			}
		}
		if want := map[string]int{"the words in view": 1, "everything": 1, "the money": 0}[name]; reached != want {
			t.Errorf("forgetting %s reaches %d exchanges, want %d", name, reached, want)
		}
	}

	plan, err := h.mind.Reach(t.Context(), seen)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if _, ok := h.answered(turn, "d1"); ok {
		t.Error("an answer was found whose words are forgotten")
	}
	if after := sums(); after != before {
		t.Errorf("the sums were\n%s and are\n%s", before, after)
	}
	head := h.mind.Head()
	h.settle(open, model.Receipt{Outcome: purse.OK, Cost: 600, Text: "Behind the mirror."})
	if d := cmp.Diff([]event.Kind{"model.called"}, h.kinds(head)); d != "" {
		t.Errorf("settled after its words were forgotten: %s", d)
	}

	// The turn and all else that can be.
	if plan, err = h.mind.Reach(t.Context(), all...); err != nil {
		t.Fatal(err)
	}
	before = sums()
	if _, err := h.mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if spent, aside := h.day("2026-11-20"); spent != 635 || aside != 0 {
			t.Errorf("%d spent, %d set aside; before it was %s", spent, aside, before)
		}
		if diffs, err := h.mind.Rebuild(t.Context(), nil); err != nil || len(diffs) > 0 {
			t.Errorf("a replay gives other folds: %v, %+v", err, diffs)
		}
		h.start()
	}
}

// A call without words leaves none: its digest is kept only as long as what it rests on.
func TestADigestOfWords(t *testing.T) {
	h := newHome(t)
	m := h.hear("first")
	for name, c := range map[string]struct {
		from []uint64
		said string
		want []event.Kind
	}{
		"nothing said, resting on nothing":   {nil, "", []event.Kind{"model.called"}},
		"nothing said, resting on a message": {[]uint64{uint64(m)}, "", []event.Kind{"model.called", "model.exchanged"}},
		"something said":                     {nil, "three", []event.Kind{"model.called", "model.exchanged"}},
	} {
		a := full
		a.Purpose = model.Purpose{Job: "index", Slot: "1", From: c.from}
		ticket := h.reserve(a)
		head := h.mind.Head()
		h.settle(ticket, model.Receipt{Outcome: purse.OK, Text: c.said})
		if d := cmp.Diff(c.want, h.kinds(head)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// What is too large to be kept is not kept, and is paid all the same.
func TestAnAnswerTooLarge(t *testing.T) {
	h := newHome(t)
	ticket := h.reserve(full)
	head := h.mind.Head()
	h.settle(ticket, model.Receipt{Outcome: purse.OK, Cost: 5, Text: strings.Repeat("x", ledger.MaxBody)})
	if d := cmp.Diff([]event.Kind{"model.called"}, h.kinds(head)); d != "" {
		t.Error(d)
	}
	if spent, aside := h.day("2026-11-20"); spent != 5 || aside != 0 {
		t.Errorf("%d spent, %d set aside", spent, aside)
	}
}

// A model that counts more than was reckoned is known for it, from then on.
func TestFactor(t *testing.T) {
	h := newHome(t)
	count := func(bound int, u model.Usage, guessed bool) {
		a := full
		a.Bound = bound
		h.settle(h.reserve(a), model.Receipt{Outcome: purse.OK, Usage: u, Guessed: guessed})
	}
	want := func(want float64) {
		t.Helper()
		if got := h.purse.Factor("anthropic", "claude-sonnet-5-5"); got != want {
			t.Errorf("factor %v, want %v", got, want)
		}
	}
	want(1)
	count(1000, model.Usage{In: 900, CacheRead: 100, Out: 5000}, false)
	want(1)
	count(1000, model.Usage{In: 900, CacheRead: 100, CacheWrite: 201}, false)
	want(1.201)
	count(1000, model.Usage{In: 1100}, false) // less than the most
	want(1.201)
	count(1000, model.Usage{In: 3000}, true) // nobody knows
	count(0, model.Usage{In: 3000}, false)   // nobody reckoned
	want(1.201)
	count(3, model.Usage{In: 4}, false) // rounded up
	want(1.334)
	count(10, model.Usage{In: 1 << 60}, false)
	want(4)
	h.start()
	want(4)
	if got := h.purse.Factor("openai", "claude-sonnet-5-5"); got != 1 {
		t.Errorf("the same name at another provider: %v", got)
	}
}
