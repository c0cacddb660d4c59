package ledgertest

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

func testStoreVectors(t *testing.T, open opener) {
	again := open(t)
	s := again()
	defer s.Close()
	kept, ok := s.(ledger.Vectors)
	if !ok {
		return // Vectors are an offer, not a promise
	}
	b := openBook(t, s)
	b.live(3)
	vector := func(seq event.Seq, embedder string, text byte, numbers string) ledger.Vector {
		return ledger.Vector{Seq: seq, Embedder: embedder, Text: ledger.Hash{text, 1}, Numbers: []byte(numbers)}
	}
	put := func(vs ...ledger.Vector) {
		t.Helper()
		if err := kept.PutVectors(t.Context(), vs...); err != nil {
			t.Fatal(err)
		}
	}
	get := func(s ledger.Vectors, embedder string, of ...event.Seq) []ledger.Vector {
		t.Helper()
		var out []ledger.Vector
		for v, err := range s.GetVectors(t.Context(), embedder, of) {
			if err != nil {
				t.Fatal(err)
			}
			v.Numbers = bytes.Clone(v.Numbers)
			out = append(out, v)
		}
		slices.SortFunc(out, func(a, b ledger.Vector) int {
			return cmp.Or(cmp.Compare(a.Seq, b.Seq), bytes.Compare(a.Text[:], b.Text[:]))
		})
		return out
	}
	put()
	one, part, other := vector(2, "a", 1, "one"), vector(2, "a", 2, "its second part"), vector(2, "b", 1, "by another")
	two := vector(9, "a", 1, string(bytes.Repeat([]byte{0, 255}, 4000)))
	put(one, part, other, two, one)
	put(two, vector(1<<40, "a", 1, "of no event"), vector(1<<63, "a", 1, "of no number"))
	for _, c := range []struct {
		embedder string
		of       []event.Seq
		want     []ledger.Vector
	}{
		{"a", []event.Seq{2, 9, 1 << 40}, []ledger.Vector{one, part, two}},
		{"b", []event.Seq{2, 9}, []ledger.Vector{other}},
		{"a", []event.Seq{3}, nil},
		{"a", nil, nil},
		{"c", []event.Seq{2}, nil},
	} {
		if d := diff(c.want, get(kept, c.embedder, c.of...)); d != "" {
			t.Errorf("%s of %v: %s", c.embedder, c.of, d)
		}
	}
	// They go with their events, and none comes back.
	b.forget(9)
	put(two, vector(9, "b", 1, "of a forgotten event"))
	if got := append(get(kept, "a", 9), get(kept, "b", 9)...); len(got) > 0 {
		t.Errorf("of a forgotten event there is %+v", got)
	}
	beside := again()
	defer beside.Close()
	if d := diff([]ledger.Vector{one, part}, get(beside.(ledger.Vectors), "a", 2, 9)); d != "" {
		t.Errorf("opened beside it: %s", d)
	}
	b.verified()
}
