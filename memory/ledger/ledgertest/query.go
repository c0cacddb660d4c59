package ledgertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// answer is what a query means, in the plainest words. rows must be in order.
func answer(rows []ledger.Row, q ledger.Query) []ledger.Row {
	var out []ledger.Row
	for _, r := range rows {
		from, _ := ledger.DecodeSeqs(r.From)
		rests := slices.ContainsFunc(from, func(s event.Seq) bool { return slices.Contains(q.From, s) })
		switch {
		case r.Seq <= q.After,
			q.Before > 0 && r.Seq >= q.Before,
			len(q.Seqs) > 0 && !slices.Contains(q.Seqs, r.Seq),
			len(q.Keys) > 0 && (r.Key == "" || !slices.Contains(q.Keys, r.Key)),
			len(q.Kinds) > 0 && !slices.Contains(q.Kinds, r.Kind),
			len(q.From) > 0 && !rests,
			q.Gone && len(r.Unseal) > 0:
			continue
		}
		if q.Sealed {
			r.Unseal = nil
		}
		out = append(out, r)
	}
	if q.Newest {
		slices.Reverse(out)
	}
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[:q.Limit]
	}
	return out
}

func asks(t failing, s ledger.Store, got []ledger.Row, rows []ledger.Row, q ledger.Query) {
	t.Helper()
	if d := diff(answer(rows, q), got); d != "" {
		t.Errorf("%+v: %s", q, d)
	}
}

func testQueries(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	b.live(8)
	b.forget(9)
	rows := allRows(t, b.store)
	n := event.Seq(len(rows))
	huge := []event.Seq{1 << 63, 1<<63 + 1, ^event.Seq(0)}
	queries := []ledger.Query{
		{}, {After: 1}, {After: n}, {After: n - 1}, {After: n + 5}, {After: huge[0]}, {After: huge[2]},
		{Before: 1}, {Before: 2}, {Before: n}, {Before: n + 9}, {Before: huge[0]}, {Before: huge[2]},
		{After: 5, Before: 5}, {After: 5, Before: 9}, {After: 9, Before: 5},
		{Seqs: []event.Seq{3}}, {Seqs: []event.Seq{0}}, {Seqs: []event.Seq{9, 3, 3, 700}}, {Seqs: huge}, {Seqs: huge[:1]},
		{Keys: []string{"console:1"}}, {Keys: []string{"answer:2", "console:0", "console:0"}}, {Keys: []string{""}}, {Keys: []string{"none"}}, {Keys: []string{"", "console:1"}},
		{Kinds: []event.Kind{"heard"}}, {Kinds: []event.Kind{"learned", "turn.began"}}, {Kinds: []event.Kind{"none"}}, {Kinds: []event.Kind{""}},
		{From: []event.Seq{2}}, {From: []event.Seq{2, 9, 9, 16}}, {From: []event.Seq{0}}, {From: huge}, {From: []event.Seq{n}},
		{Newest: true}, {Limit: 1}, {Limit: 1000}, {Newest: true, Limit: 1}, {Newest: true, Limit: 3, After: 4}, {Newest: true, Before: 7, Limit: 2},
		{Sealed: true}, {Sealed: true, Seqs: []event.Seq{9, 10}},
		{Gone: true}, {Gone: true, Seqs: []event.Seq{8, 9, 10}}, {Gone: true, Sealed: true, After: 8}, {Gone: true, Seqs: []event.Seq{8}},
		{Kinds: []event.Kind{"learned"}, Newest: true, Limit: 3}, {Kinds: []event.Kind{"learned"}, From: []event.Seq{2}, Limit: 2},
	}
	for _, q := range queries {
		asks(t, b.store, rowsOf(t, b.store, q), rows, q)
	}
	// A reader may stop where it likes.
	for range b.store.Read(t.Context(), ledger.Query{}) {
		break
	}
}

func testRandomQueries(t *testing.T, open opener) {
	b := openBook(t, open(t)())
	b.live(10)
	b.forget(16, 24)
	rows := allRows(t, b.store)
	queries := someQuery(uint64(len(rows)))
	rapid.Check(t, func(rt *rapid.T) {
		q := queries.Draw(rt, "query")
		asks(rt, b.store, rowsOf(t, b.store, q), rows, q)
	})
}

// testReadBack holds what a log gives against what its store has: it keeps what was written last, and
// nobody may see a difference, whatever was written, forgotten and read since it was opened.
func testReadBack(t *testing.T, open opener) {
	same := func(t failing, b *book, q ledger.Query) {
		t.Helper()
		var want []ledger.Record
		for _, row := range answer(allRows(b.t, b.store), q) {
			rec, err := ledger.Open(&row)
			if err != nil {
				t.Errorf("%d: %v", row.Seq, err)
			}
			want = append(want, rec)
		}
		if d := cmp.Diff(want, b.records(q), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%+v (-store +log):\n%s", q, d)
		}
	}
	t.Run("a short one", func(t *testing.T) {
		store := open(t)
		b := openBook(t, store())
		b.live(6)
		b.forget(9)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		b = openBook(t, store())
		rapid.Check(t, func(rt *rapid.T) {
			n := uint64(b.Head().Seq)
			switch rapid.IntRange(0, 9).Draw(rt, "step") {
			case 0:
				heard := b.heard("another message")
				b.write(heard, b.learned("another fact", ledger.Here(0)))
			case 1:
				b.forget(event.Seq(rapid.Uint64Range(2, n).Draw(rt, "forgotten")))
			}
			same(rt, b, someQuery(n).Draw(rt, "query"))
		})
	})
	t.Run("a long one", func(t *testing.T) {
		b := openBook(t, open(t)())
		var es []ledger.Entry
		for range 2500 { // more than is kept
			es = append(es, b.pens.For(event.Brain).Write(event.Recalled{Among: 1}))
		}
		b.write(es...)
		b.live(2)
		b.forget(100, 2400)
		n := b.Head().Seq
		for _, q := range []ledger.Query{
			{After: n - 20}, {After: 300, Before: 700}, {Newest: true, Limit: 2300}, {Seqs: []event.Seq{5, 100, 2400, n}}, {Kinds: []event.Kind{"heard"}}, {Gone: true}, {Limit: 2300, Before: n},
		} {
			same(t, b, q)
		}
	})
}

// failing is what a test and a property have in common.
type failing interface {
	Helper()
	Errorf(string, ...any)
}

// someQuery is any query of a ledger with n events.
func someQuery(n uint64) *rapid.Generator[ledger.Query] {
	seq := rapid.Custom(func(t *rapid.T) event.Seq {
		if rapid.IntRange(0, 19).Draw(t, "huge") == 0 {
			return event.Seq(rapid.Uint64().Draw(t, "seq"))
		}
		return event.Seq(rapid.Uint64Range(0, n+2).Draw(t, "seq"))
	})
	key := rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("%s:%d", rapid.SampledFrom([]string{"console", "answer", "no"}).Draw(t, "name"), rapid.IntRange(0, 11).Draw(t, "n"))
	})
	kind := rapid.SampledFrom(append(event.Kinds(), "none"))
	some := func(t *rapid.T, name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	return rapid.Custom(func(rt *rapid.T) (q ledger.Query) {
		if some(rt, "after?") {
			q.After = seq.Draw(rt, "after")
		}
		if some(rt, "before?") {
			q.Before = seq.Draw(rt, "before")
		}
		if some(rt, "seqs?") {
			q.Seqs = rapid.SliceOfN(seq, 0, 40).Draw(rt, "seqs")
		}
		if some(rt, "keys?") {
			q.Keys = rapid.SliceOfN(key, 0, 20).Draw(rt, "keys")
		}
		if some(rt, "kinds?") {
			q.Kinds = rapid.SliceOfN(kind, 0, 6).Draw(rt, "kinds")
		}
		if some(rt, "from?") {
			q.From = rapid.SliceOfN(seq, 0, 20).Draw(rt, "from")
		}
		if some(rt, "limit?") {
			q.Limit = rapid.IntRange(0, 30).Draw(rt, "limit")
		}
		q.Newest = rapid.Bool().Draw(rt, "newest")
		q.Sealed = rapid.Bool().Draw(rt, "sealed")
		q.Gone = some(rt, "gone")
		return q
	})
}
