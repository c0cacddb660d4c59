package weaviate

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"citadel/deployments/test"
	"citadel/memory/store"
	"citadel/memory/store/storetest"
	"citadel/memory/words"
)

// Of whom and in which form the memories of a tenant are decides whether they are used,
// written anew or left alone.
func TestMarks(t *testing.T) {
	o := Options{
		URL: test.Server(t, test.WeaviateURL), Key: test.Server(t, test.WeaviateKey), // without gRPC, for once
		Principal: fmt.Sprintf("k%d", time.Now().UnixNano()), Ledger: "ours", Now: time.Now,
	}
	made := func(ledger string) *Store {
		o.Ledger = ledger
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	at7 := store.Cursor{Seq: 7, Hash: "ab"}
	s := made("ours")
	if err := s.Put(t.Context(), storetest.Said(1, "the gate is green")); err != nil {
		t.Fatal(err)
	}
	if err := s.Reach(t.Context(), at7); err != nil {
		t.Fatal(err)
	}
	is := func(what string, wantReached store.Cursor, wantItems int) {
		t.Helper()
		again := made("ours")
		at, err := again.Progress(t.Context())
		n, lenErr := again.Len(t.Context())
		if at.Reached != wantReached || at.Begun != wantReached || n != wantItems || err != nil || lenErr != nil {
			t.Errorf("%s: reached %v with %d items, want %v with %d; %v, %v", what, at, n, wantReached, wantItems, err, lenErr)
		}
	}
	is("as it was left", at7, 1)
	if err := made("another").Check(t.Context()); !errors.Is(err, ErrForeign) || !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("of another ledger: %v", err)
	}
	if _, err := made("another").Look(t.Context()); !errors.Is(err, ErrForeign) {
		t.Errorf("looked at by another: %v", err)
	}
	if report, err := made("").Look(t.Context()); err != nil || report.Reached != at7 || report.Server == "" {
		t.Errorf("looked at: %+v, %v", report, err)
	}
	newer := mark{version: version + 1, recipe: recipe(), ledger: "ours", Progress: store.Progress{Reached: at7, Begun: at7}}
	if err := s.writeMark(t.Context(), newer); err != nil {
		t.Fatal(err)
	}
	if err := made("ours").Check(t.Context()); !errors.Is(err, ErrNewer) {
		t.Errorf("of a newer form: %v", err)
	}
	for what, m := range map[string]mark{
		"by another recipe": {version: version, recipe: "salt", ledger: "ours", Progress: store.Progress{Reached: at7, Begun: at7}},
		"in an older form":  {version: 0, ledger: "ours", Progress: store.Progress{Reached: at7, Begun: at7}},
	} {
		// Under load the server itself may fail to drop a tenant; another one then.
		for try := 0; ; try++ {
			o.Principal = fmt.Sprintf("k%d", time.Now().UnixNano())
			s := made("ours")
			err := errors.Join(s.Put(t.Context(), storetest.Said(1, "the gate is green")), s.writeMark(t.Context(), m))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := made("ours").Progress(t.Context()); errors.Is(err, ErrHeld) && try < 3 {
				t.Log(err)
				continue
			}
			is(what, store.Cursor{}, 0)
			break
		}
	}
}

// A line from the server is taken apart or refused, whatever it holds, and what was written
// comes back.
func FuzzLines(f *testing.F) {
	w := (&Store{words: words.New(8)}).analyse(storetest.Said(3, "the gate is green, the pond too"))
	f.Add(w.encode())
	f.Add(groupOf(homeOf(w.item), []*whole{w}).encode())
	f.Add(mark{version: 1, recipe: "r", ledger: "l", Progress: store.Progress{Reached: store.Cursor{Seq: 9, Hash: "ab"}, Begun: store.Cursor{Seq: 12, Hash: "cd"}}}.encode())
	f.Add("||||:::| 1.2 3|%zz|a:1:2:3")
	f.Fuzz(func(t *testing.T, line string) {
		if e, err := decodeEntry(line); err == nil {
			if again, err := decodeEntry(e.encode()); err != nil || again.encode() != e.encode() {
				t.Errorf("%+v came back as %+v, %v", e, again, err)
			}
		}
		if g, err := decodeGroup(line); err == nil {
			if again, err := decodeGroup(g.encode()); err != nil || again.home != g.home || len(again.members) != len(g.members) {
				t.Errorf("%+v came back as %+v, %v", g, again, err)
			}
		}
		if m, err := decodeMark(line); err == nil {
			if again, err := decodeMark(m.encode()); err != nil || again.Progress != m.Progress || again.ledger != m.ledger {
				t.Errorf("%+v came back as %+v, %v", m, again, err)
			}
		}
		_, _ = vectorOf(line)
		_, _ = plain(line)
		ofVectorName(line)
	})
}
