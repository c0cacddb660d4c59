package ledger_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// source gives records, and an error behind them.
type source struct {
	records []ledger.Record
	err     error
	asked   ledger.Query
}

func (s *source) Events(_ context.Context, q ledger.Query) iter.Seq2[ledger.Record, error] {
	s.asked = q
	return func(yield func(ledger.Record, error) bool) {
		for _, r := range s.records {
			if !yield(r, nil) {
				return
			}
		}
		if s.err != nil {
			yield(ledger.Record{}, s.err)
		}
	}
}

func record(t *testing.T, seq event.Seq, p event.Payload) ledger.Record {
	body, v, err := event.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Record{Seq: seq, Kind: p.Kind(), V: v, Body: body}
}

// Events come decoded and in order, without those that were forgotten; the kind that is asked for need
// not be named, and nothing comes after an error.
func TestEach(t *testing.T) {
	broken := errors.New("broken")
	s := &source{records: []ledger.Record{
		record(t, 3, event.Edited{Message: 1, Text: "one"}), {Seq: 4, Kind: event.Edited{}.Kind()}, record(t, 5, event.Superseded{Memory: 2}), record(t, 6, event.Edited{Message: 2, Text: "two"}),
	}, err: broken}
	var seqs []event.Seq
	var texts []string
	var failed error
	for e, err := range ledger.Each[event.Edited](t.Context(), s, ledger.Query{After: 2}) {
		if failed = err; err == nil {
			seqs, texts = append(seqs, e.Seq), append(texts, e.Said.Text)
		}
	}
	if diff := cmp.Diff([]string{"one", "two"}, texts); diff != "" || !errors.Is(failed, broken) {
		t.Errorf("%v, %s", failed, diff)
	}
	if diff := cmp.Diff(ledger.Query{After: 2, Kinds: []event.Kind{event.Edited{}.Kind()}}, s.asked); diff != "" {
		t.Errorf("asked: %s", diff)
	}
	seqs = nil
	kinds := []event.Kind{event.Edited{}.Kind(), event.Superseded{}.Kind()}
	for e, err := range ledger.Each[event.Payload](t.Context(), s, ledger.Query{Kinds: kinds}) {
		if err == nil {
			seqs = append(seqs, e.Seq)
		}
	}
	if diff := cmp.Diff([]event.Seq{3, 5, 6}, seqs); diff != "" || len(s.asked.Kinds) != 2 {
		t.Errorf("all kinds: %s", diff)
	}
	s.records[3].Body = []byte("{")
	n := 0
	for _, err := range ledger.Each[event.Edited](t.Context(), s, ledger.Query{}) {
		if n++; err != nil && n != 2 {
			t.Errorf("the error came as number %d", n)
		}
	}
	if n != 2 {
		t.Errorf("%d came, one is whole and one is not", n)
	}
	for range ledger.Each[event.Edited](t.Context(), s, ledger.Query{}) {
		break
	}
}
