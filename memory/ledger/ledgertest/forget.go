package ledgertest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// lost lists the forgotten events.
func (b *book) lost() []event.Seq {
	b.t.Helper()
	var out []event.Seq
	for _, r := range b.records(ledger.Query{}) {
		if r.Forgotten() {
			out = append(out, r.Seq)
		}
	}
	return out
}

// digestOf is the digest that package ledger documents.
func digestOf(rows []ledger.Row, seqs []event.Seq) string {
	var form []byte
	for _, s := range seqs {
		form = append(binary.BigEndian.AppendUint64(form, uint64(s)), rows[s-1].Hash[:]...)
	}
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:])
}

func testForgetting(t *testing.T, open opener) {
	again := open(t)
	b := openBook(t, again())
	b.live(6)
	before := allRows(t, b.store)
	heard := event.Seq(9)
	plan, err := b.Reach(t.Context(), heard)
	if err != nil {
		t.Fatal(err)
	}
	// The message, its two facts; its answer quotes it; the second fact rests on the first message too.
	want := ledger.Plan{Seqs: []event.Seq{9, 11, 12}, Again: []event.Seq{2}, Quote: []event.Seq{14}}
	if d := diff(want, plan); d != "" {
		t.Fatal(d)
	}
	rec, err := b.Forget(t.Context(), plan, "asked", 1)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Seq != b.Head().Seq || rec.Hash != b.Head().Hash {
		t.Errorf("the record is %d, the head %d", rec.Seq, b.Head().Seq)
	}
	p, err := rec.Payload()
	if err != nil {
		t.Fatal(err)
	}
	said := event.Forgotten{Seqs: want.Seqs, Again: want.Again, Reason: "asked", Digest: digestOf(before, want.Seqs)}
	if d := diff(event.Payload(said), p); d != "" {
		t.Error(d)
	}
	if d := diff([]event.Seq{1}, rec.Causes); d != "" {
		t.Error(d)
	}
	for range 2 {
		if d := diff(want.Seqs, b.lost()); d != "" {
			t.Error(d)
		}
		if rep := b.verified(); rep.Forgotten != 3 || rep.Receipts != 1 {
			t.Errorf("%d are reported as forgotten, by %d receipts", rep.Forgotten, rep.Receipts)
		}
		r, err := b.Get(t.Context(), heard)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := r.Payload(); p != nil || err != nil {
			t.Errorf("a forgotten event says %v, %v", p, err)
		}
		for i, row := range allRows(t, b.store)[:len(before)] {
			want := before[i]
			if slices.Contains(plan.Seqs, row.Seq) {
				want.Unseal = nil
			}
			if d := diff(want, row); d != "" {
				t.Errorf("event %d changed: %s", row.Seq, d)
			}
		}
		b.Close()
		b = openBook(t, again())
	}
	// Again, with the old plan and a new one.
	if _, err := b.Forget(t.Context(), plan, "asked"); err != nil {
		t.Error(err)
	}
	again2, err := b.Reach(t.Context(), heard)
	if err != nil || len(again2.Seqs)+len(again2.Again)+len(again2.Quote) != 0 {
		t.Errorf("what is forgotten reaches %v, %v", again2, err)
	}
	if _, err := b.Forget(t.Context(), again2, "asked"); err != nil {
		t.Error(err)
	}
	if d := diff(want.Seqs, b.lost()); d != "" {
		t.Error(d)
	}
	if rep := b.verified(); rep.Forgotten != 3 {
		t.Errorf("%d are reported as forgotten", rep.Forgotten)
	}
	if _, err := b.Forget(t.Context(), ledger.Plan{}, "asked", b.Head().Seq+1); err == nil {
		t.Error("a record of forgetting names a cause that does not exist")
	}
}

// Ten messages learned from in one go: what the other nine support stays.
func testOneOfTen(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	var heard, learned []event.Seq
	for i := range 10 {
		heard = append(heard, b.one(b.heard(fmt.Sprint("message ", i))))
	}
	var batch []ledger.Entry
	for i, h := range heard {
		batch = append(batch, b.learned(fmt.Sprint("fact ", i), h).Because(heard...))
	}
	batch = append(batch,
		b.learned("two agree", heard[3], heard[4]).Because(heard...),
		b.learned("others agree", heard[5], heard[6]).Because(heard...),
		b.pens.For(event.Learning).Write(event.Integrated{Messages: heard, By: "rules", Learned: 12}).Because(heard...))
	for _, r := range b.write(batch...) {
		learned = append(learned, r.Seq)
	}
	b.forget(heard[3])
	if d := diff([]event.Seq{heard[3], learned[3], learned[10]}, b.lost()); d != "" {
		t.Error(d)
	}
	last := b.records(ledger.Query{Newest: true, Limit: 1})[0]
	p, err := last.Payload()
	if err != nil {
		t.Fatal(err)
	}
	if d := diff([]event.Seq{heard[4]}, p.(event.Forgotten).Again); d != "" {
		t.Error(d)
	}
	b.verified()
}

// What came to rest on an event after the plan was made is forgotten with it.
func testForgettingGrown(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	h := b.one(b.heard("x"))
	plan, err := b.Reach(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	l := b.one(b.learned("late", h))
	if _, err := b.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if d := diff([]event.Seq{h, l}, b.lost()); d != "" {
		t.Error(d)
	}
	// A plan is data: one made by hand cannot reach the log's own records.
	if _, err := b.Forget(t.Context(), ledger.Plan{Seqs: []event.Seq{b.Head().Seq, 1, 0, 4000, ledger.Here(0)}}, "asked"); err != nil {
		t.Error(err)
	}
	if d := diff([]event.Seq{h, l}, b.lost()); d != "" {
		t.Error(d)
	}
	b.verified()
}

// Nothing new may carry what was forgotten; only the agent's own utterances, through
// which forgetting does not walk, may still name it.
func testRestingOnForgotten(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	h := b.one(b.heard("x"))
	b.forget(h)
	head := b.Head()
	late := &ledger.Batch{Entries: []ledger.Entry{b.heard("y"), b.learned("late", 1, h)}}
	good := &ledger.Batch{Entries: []ledger.Entry{b.learned("fine", 1)}}
	if err := b.Commit(t.Context(), late, good); err != nil || good.Err != nil || !errors.Is(late.Err, ledger.ErrForgotten) {
		t.Errorf("%v: %v, %v", err, late.Err, good.Err)
	}
	if b.Head().Seq != head.Seq+1 {
		t.Errorf("the ledger ends at %d, want %d", b.Head().Seq, head.Seq+1)
	}
	b.write(b.said("I had already said it", h), b.heard("z").Because(h))

	// What was made with it in view, before it was forgotten, is not written at all; what was
	// made afterwards, or with something else in view, is.
	other := b.one(b.heard("other"))
	forgotten := head.Seq
	made := &ledger.Batch{Entries: []ledger.Entry{b.heard("w"), b.said("as you told me").Seeing(forgotten-1, other, h)}}
	since := &ledger.Batch{Entries: []ledger.Entry{b.said("something was forgotten").Seeing(forgotten, h)}}
	beside := &ledger.Batch{Entries: []ledger.Entry{b.said("as you told me").Seeing(1, other)}}
	if err := b.Commit(t.Context(), made, since, beside); err != nil || since.Err != nil || beside.Err != nil || !errors.Is(made.Err, ledger.ErrForgotten) {
		t.Errorf("%v: %v, %v, %v", err, made.Err, since.Err, beside.Err)
	}
	b.verified()
}

func testReach(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	a, c := b.one(b.heard("a")), b.one(b.heard("c"))
	one := b.one(b.learned("from a", a))
	two := b.one(b.learned("from that", one))
	both := b.one(b.learned("from that and c", two, c))
	post := b.one(b.said("I said", two))
	beyond := b.one(b.learned("from what I said", post))
	caused := b.one(b.heard("because").Because(a, one))
	mixed := b.one(b.learned("from what I said and a", post, a))
	for _, c := range []struct {
		name string
		of   []event.Seq
		want ledger.Plan
	}{
		{"nothing", nil, ledger.Plan{}},
		{"what does not exist", []event.Seq{0, 999, ledger.Here(1)}, ledger.Plan{}},
		{"the first event", []event.Seq{1}, ledger.Plan{}},
		{"a root", []event.Seq{a}, ledger.Plan{Seqs: []event.Seq{a, one, two, both, mixed}, Again: []event.Seq{c}, Quote: []event.Seq{post}}},
		{"a root, twice named", []event.Seq{a, a}, ledger.Plan{Seqs: []event.Seq{a, one, two, both, mixed}, Again: []event.Seq{c}, Quote: []event.Seq{post}}},
		{"the other root", []event.Seq{c}, ledger.Plan{Seqs: []event.Seq{c, both}}},
		{"both roots", []event.Seq{c, a}, ledger.Plan{Seqs: []event.Seq{a, c, one, two, both, mixed}, Quote: []event.Seq{post}}},
		{"a memory", []event.Seq{two}, ledger.Plan{Seqs: []event.Seq{two, both}, Again: []event.Seq{c}, Quote: []event.Seq{post}}},
		{"a post", []event.Seq{post}, ledger.Plan{Seqs: []event.Seq{post, beyond, mixed}, Again: []event.Seq{a}}},
		{"a root and its post", []event.Seq{a, post}, ledger.Plan{Seqs: []event.Seq{a, one, two, both, post, beyond, mixed}, Again: []event.Seq{c}}},
		{"what was only caused", []event.Seq{caused}, ledger.Plan{Seqs: []event.Seq{caused}}},
	} {
		slices.Sort(c.want.Again)
		got, err := b.Reach(t.Context(), c.of...)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	if len(b.lost()) != 0 {
		t.Error("reaching forgot something")
	}
}

// What a model was shown goes with what is forgotten of it; of the rest nothing is lost, and nobody is paid to read
// it once more.
func testReachOfWhatWasShown(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	a, c := b.one(b.heard("a")), b.one(b.heard("c"))
	kept := b.one(b.learned("from c", c))
	shown := b.one(b.pens.For(event.Models).Write(event.ModelExchanged{Digest: "d", Text: "t"}).Resting(a, c, kept))
	got, err := b.Reach(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(ledger.Plan{Seqs: []event.Seq{a, shown}}, got); d != "" {
		t.Error(d)
	}
}

// node is an event of a random derivation: 'h'eard, 'l'earned or 's'aid.
type node struct {
	sort byte
	from []int
}

// naive computes a plan over nodes by going over them again and again.
func naive(nodes []node, seeds []int) (lost, again, quote []int) {
	for i := range nodes {
		if slices.Contains(seeds, i) {
			lost = append(lost, i)
		}
	}
	touches := func(i int) bool {
		return slices.ContainsFunc(nodes[i].from, func(f int) bool { return slices.Contains(lost, f) })
	}
	for grown := true; grown; {
		grown = false
		for i, n := range nodes {
			if n.sort != 's' && !slices.Contains(lost, i) && touches(i) {
				lost, grown = append(lost, i), true
			}
		}
	}
	slices.Sort(lost)
	for i, n := range nodes {
		if n.sort == 's' && !slices.Contains(lost, i) && touches(i) {
			quote = append(quote, i)
		}
		supports := slices.ContainsFunc(lost, func(l int) bool { return slices.Contains(nodes[l].from, i) })
		if n.sort == 'h' && !slices.Contains(lost, i) && supports {
			again = append(again, i)
		}
	}
	return lost, again, quote
}

func testRandomDerivations(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	var gone []event.Seq
	rapid.Check(t, func(rt *rapid.T) {
		nodes := make([]node, rapid.IntRange(1, 24).Draw(rt, "size"))
		var batch []ledger.Entry
		for i := range nodes {
			n := &nodes[i]
			n.sort = rapid.SampledFrom([]byte("hlls")).Draw(rt, "sort")
			if i > 0 {
				n.from = rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, min(i, 3), rapid.ID[int]).Draw(rt, "from")
			}
			var from []event.Seq
			for _, f := range n.from {
				from = append(from, ledger.Here(f))
			}
			switch text := fmt.Sprint(i); n.sort {
			case 'h':
				batch = append(batch, b.heard(text).Resting(from...))
			case 'l':
				batch = append(batch, b.learned(text, from...))
			case 's':
				batch = append(batch, b.said(text, from...))
			}
		}
		first := b.write(batch...)[0].Seq
		seqs := func(is []int) []event.Seq {
			var out []event.Seq
			for _, i := range is {
				out = append(out, first+event.Seq(i))
			}
			return out
		}
		seeds := rapid.SliceOfN(rapid.IntRange(0, len(nodes)-1), 1, 3).Draw(rt, "seeds")
		lost, again, quote := naive(nodes, seeds)
		plan, err := b.Reach(t.Context(), seqs(seeds)...)
		if err != nil {
			rt.Fatal(err)
		}
		want := ledger.Plan{Seqs: seqs(lost), Again: seqs(again), Quote: seqs(quote)}
		if d := diff(want, plan); d != "" {
			rt.Fatalf("%+v from %v: %s", nodes, seeds, d)
		}
		if _, err := b.Forget(t.Context(), plan, "asked"); err != nil {
			rt.Fatal(err)
		}
		gone = append(gone, plan.Seqs...)
		for _, r := range b.records(ledger.Query{After: first - 1}) {
			if r.Forgotten() != slices.Contains(plan.Seqs, r.Seq) {
				rt.Fatalf("event %d: forgotten %v, planned %v", r.Seq, r.Forgotten(), plan.Seqs)
			}
		}
	})
	if d := diff(gone, b.lost()); d != "" {
		t.Error(d)
	}
	if rep := b.verified(); rep.Forgotten != len(gone) {
		t.Errorf("%d are reported as forgotten, want %d", rep.Forgotten, len(gone))
	}
}
