package weaviate

import (
	"strings"
	"testing"
	"time"

	"citadel/memory/store"
	"citadel/memory/store/storetest"
)

// Vectors are fetched where something is compared with them, and a hit carries none.
func TestVectorsAreFetchedToBeCompared(t *testing.T) {
	s, err := New(Options{URL: "http://127.0.0.1:1", Principal: "fields", Ledger: "ours", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	asked := &question{audiences: []string{"private"}, asked: []wanted{{term: "gate"}}}
	fetches := func() bool {
		lists := s.queries(store.Query{Text: "gate", Audiences: asked.audiences}, asked)
		if len(lists) == 0 {
			t.Fatal("nothing is asked")
		}
		for _, l := range lists {
			if fields := l.query.Build(); !strings.Contains(fields, "text") || strings.Contains(fields, "vector") != strings.Contains(lists[0].query.Build(), "vector") {
				t.Errorf("a list asks for other fields: %s", fields)
			}
		}
		return strings.Contains(lists[0].query.Build(), "vector")
	}
	if fetches() {
		t.Error("vectors are fetched where none is compared")
	}
	asked.vectors = []store.Vector{{Embedder: "e", Values: storetest.Pointing(0, 4)}}
	if !fetches() {
		t.Error("no vectors are fetched to be compared")
	}
	w := whole{entry: entry{item: store.Item{Seq: 1}}, text: "the gate is green", vector: numbers(storetest.Pointing(0, 4))}
	if item, err := w.told(); err != nil || item.Vector != nil || item.Text != "the gate is green" {
		t.Errorf("a hit is %v, %v", item, err)
	}
}
