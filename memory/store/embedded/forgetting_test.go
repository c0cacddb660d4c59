package embedded

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/memory/store"
)

// After a removal, or an edit, no part of the index holds the words that went.
func TestNothingIsLeftOfWhatWasRemoved(t *testing.T) {
	x := New()
	item := func(seq uint64, speaker, text string) store.Item {
		return store.Item{
			Seq: seq, Kind: store.Heard, Speaker: speaker, Audience: "shared", Session: 1, Turn: seq,
			On: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Text: text,
		}
	}
	put := func(items ...store.Item) {
		t.Helper()
		if err := x.Put(t.Context(), items...); err != nil {
			t.Fatal(err)
		}
	}
	put(item(1, "Wanda", "the harbour is calm"), item(2, "Quentin", "zebrawood in the harbour"), item(3, "Wanda", "zinnias"))
	if err := x.Remove(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	put(item(3, "Wanda", "roses"))

	for _, word := range []string{"zebrawood", "zinnia"} {
		if _, ok := x.lexicon.ids[word]; ok {
			t.Errorf("the lexicon knows %q", word)
		}
		for _, list := range x.lexicon.lists {
			if list.term == word {
				t.Errorf("a list is kept for %q", word)
			}
		}
		for _, slab := range x.texts.slabs {
			if bytes.Contains(slab[:cap(slab)], []byte(word)) {
				t.Errorf("a slab holds %q", word)
			}
		}
	}
	if _, ok := x.speakers.word["quentin"]; ok {
		t.Error("the speaker's name is kept")
	}
	for _, who := range x.speakers.all {
		if who.key.name == "Quentin" {
			t.Error("the speaker is kept")
		}
	}
	if n := len(x.lexicon.ids); n != 3 { // harbour, calm, rose
		t.Errorf("%d terms left, want 3: %v", n, x.lexicon.ids)
	}
}

// After a removal, the analyzer remembers none of the words that went.
func TestNothingIsRememberedOfWhatWasRemoved(t *testing.T) {
	x := New()
	err := x.Put(t.Context(), store.Item{Seq: 1, Kind: store.Said, Audience: "private", On: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Text: "zebrawood in the harbour"})
	if err != nil {
		t.Fatal(err)
	}
	remembers := func() bool { return strings.Contains(fmt.Sprintf("%v", x.words), "zebrawood") }
	if !remembers() {
		t.Fatal("the analyzer remembers nothing, so that this proves nothing")
	}
	if err := x.Remove(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if remembers() {
		t.Error("the analyzer remembers a word of what was removed")
	}
}
