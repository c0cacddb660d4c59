package ledgertest

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// rowsFor makes rows as a log would, without asking whether they mean anything.
func rowsFor(first event.Seq, keys ...string) []ledger.Row {
	var rows []ledger.Row
	for i, key := range keys {
		seq := first + event.Seq(i)
		r := ledger.Row{
			Principal: principal, Seq: seq, At: -int64(seq), Source: "s", Kind: "k", V: 1, Key: key, Trust: "t",
			Causes: []byte{}, From: []byte{}, Body: []byte{0, 255, byte(seq)}, Unseal: bytes.Repeat([]byte{byte(seq)}, 32),
		}
		if seq > 1 {
			r.From = ledger.EncodeSeqs([]event.Seq{seq - 1})
			r.Prev[0] = byte(seq - 1) // a store may ask what a row follows
		}
		r.Hash[0] = byte(seq)
		rows = append(rows, r)
	}
	return rows
}

func testStoreAppend(t *testing.T, open opener) {
	again := open(t)
	s := again()
	defer s.Close()
	ctx := t.Context()
	if err := s.Append(ctx, nil, nil); err != nil {
		t.Errorf("appending nothing: %v", err)
	}
	first := rowsFor(1, "a", "", "b", "")
	if err := s.Append(ctx, first, nil); err != nil {
		t.Fatal(err)
	}
	damaged := rowsFor(5, "", "")
	damaged[1].From = []byte{0x80}
	for name, rows := range map[string][]ledger.Row{
		"a number that exists":              rowsFor(4, "c"),
		"a number that exists, at the end":  append(rowsFor(5, "c"), rowsFor(2, "")...),
		"a number twice":                    append(rowsFor(5, "c"), rowsFor(5, "d")...),
		"a key that exists":                 rowsFor(5, "c", "a"),
		"a key twice":                       rowsFor(5, "c", "c"),
		"a list of numbers that is damaged": damaged,
	} {
		err := s.Append(ctx, rows, []event.Seq{1})
		if err == nil || errors.Is(err, ledger.ErrConflict) == (name == "a list of numbers that is damaged") {
			t.Errorf("%s: %v, want ErrConflict", name, err)
		}
		if d := diff(first, allRows(t, s)); d != "" {
			t.Fatalf("%s left something: %s", name, d)
		}
	}
	next := rowsFor(5, "c", "d")
	next[1].Unseal = nil
	if err := s.Append(ctx, next, []event.Seq{2, 5, 2, 99, 0, 1 << 63, ^event.Seq(0)}); err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(first), next...)
	want[1].Unseal, want[4].Unseal = nil, nil
	if d := diff(want, allRows(t, s)); d != "" {
		t.Error(d)
	}
	other := again()
	defer other.Close()
	if d := diff(want, allRows(t, other)); d != "" {
		t.Errorf("opened beside it: %s", d)
	}
}

func testStoreLoad(t *testing.T, open opener) {
	s := open(t)()
	defer s.Close()
	l, ok := s.(ledger.Loader)
	if !ok {
		return // a Loader is an offer, not a promise
	}
	rows := rowsFor(1, "a", "b", "")
	wrong := errors.New("wrong")
	give := func(rows []ledger.Row, last error) iter.Seq2[ledger.Row, error] {
		return func(yield func(ledger.Row, error) bool) {
			for _, r := range rows {
				body := slices.Clone(r.Body)
				r.Body = body
				if !yield(r, nil) {
					return
				}
				clear(body) // the bytes of a row may be reused for the next one
			}
			if last != nil {
				yield(ledger.Row{}, last)
			}
		}
	}
	if err := l.Load(t.Context(), give(rows, wrong)); !errors.Is(err, wrong) {
		t.Errorf("a source that fails: %v", err)
	}
	if err := l.Load(t.Context(), give(append(slices.Clone(rows), rows[0]), nil)); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("a number twice: %v", err)
	}
	if got := allRows(t, s); len(got) != 0 {
		t.Errorf("%d rows are left of what failed", len(got))
	}
	if err := l.Load(t.Context(), give(rows, nil)); err != nil {
		t.Fatal(err)
	}
	if d := diff(rows, allRows(t, s)); d != "" {
		t.Error(d)
	}
	if err := l.Load(t.Context(), give(rows, nil)); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("into a store that is not empty: %v", err)
	}
}

func testStoreShelf(t *testing.T, open opener) {
	s := open(t)()
	defer s.Close()
	shelf, ok := s.(ledger.Shelf)
	if !ok {
		return // a Shelf is an offer, not a promise
	}
	ctx := t.Context()
	if _, _, err := shelf.Get(ctx, "a"); !errors.Is(err, ledger.ErrNothingKept) {
		t.Errorf("%v, want ErrNothingKept", err)
	}
	data := []byte("first")
	put := func(name string, upTo event.Seq, data []byte) {
		t.Helper()
		if err := shelf.Put(ctx, name, upTo, data); err != nil {
			t.Fatal(err)
		}
	}
	put("a", 10, data)
	data[0] = 'x'
	put("b", 20, []byte{})
	put("", 30, bytes.Repeat([]byte{7}, 3<<20))
	get := func(name string, upTo event.Seq, data []byte) {
		t.Helper()
		n, got, err := shelf.Get(ctx, name)
		if err != nil || n != upTo || !bytes.Equal(got, data) {
			t.Errorf("%q: %d, %d bytes, %v", name, n, len(got), err)
		}
	}
	get("a", 10, []byte("first"))
	get("b", 20, nil)
	get("", 30, bytes.Repeat([]byte{7}, 3<<20))
	put("a", 11, []byte("second"))
	get("a", 11, []byte("second"))
	if err := shelf.Drop(ctx, 20); err != nil {
		t.Fatal(err)
	}
	get("a", 11, []byte("second"))
	for _, gone := range []string{"b", ""} {
		if _, _, err := shelf.Get(ctx, gone); !errors.Is(err, ledger.ErrNothingKept) {
			t.Errorf("%q: %v, want ErrNothingKept", gone, err)
		}
	}
	// Forgetting drops what covers the first of what is forgotten.
	b := openBook(t, s)
	b.live(2)
	put("before", 8, []byte("x"))
	put("covering", 9, []byte("y"))
	b.forget(9)
	get("before", 8, []byte("x"))
	if _, _, err := b.Shelf().Get(ctx, "covering"); !errors.Is(err, ledger.ErrNothingKept) {
		t.Errorf("%v, want ErrNothingKept", err)
	}
	b.verified()
}
