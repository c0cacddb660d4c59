package predictions_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/predictions"
)

func at(seq event.Seq) ledger.Record {
	return ledger.Record{Seq: seq, At: time.Unix(int64(seq), 0).UTC()}
}

// A forgotten word leaves the prediction open, a forgotten prediction takes all with it, and what is saved is loaded as it was.
func TestFold(t *testing.T) {
	f := predictions.New()
	f.Apply(at(2), event.PredictionMade{Text: "rates fall", P: 0.75, Message: 1})
	f.Apply(at(3), event.PostQueued{Subject: event.SubjectPrediction, About: 2})
	f.Apply(at(4), event.PredictionResolved{Prediction: 2, Outcome: event.CameWrong})
	f.Apply(at(5), event.PredictionResolved{Prediction: 99, Outcome: event.CameTrue}) // of none
	p, ok := f.Find(1)
	if miss, counts := p.Miss(); !ok || !counts || miss != 0.5625 || p.Asked.IsZero() {
		t.Fatalf("%+v, missed by %v", p, miss)
	}
	b, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	g := predictions.New()
	if err := g.Load(b); err != nil || !cmp.Equal(f, g) {
		t.Errorf("%v\n%s", err, cmp.Diff(f, g))
	}
	f.Apply(at(6), event.PredictionResolved{Prediction: 2, Outcome: event.CameTrue})
	f.Apply(at(7), event.Forgotten{Seqs: []event.Seq{6}})
	if p, _ := f.Find(1); p.Outcome != event.CameWrong || p.Resolved != 4 {
		t.Errorf("the last word is forgotten: %+v", p)
	}
	f.Apply(at(8), event.Forgotten{Seqs: []event.Seq{3, 4}})
	if p, _ := f.Find(1); !p.Open() || !p.Asked.IsZero() || p.Words != nil {
		t.Errorf("all words are: %+v", p)
	}
	f.Apply(at(9), event.Forgotten{Seqs: []event.Seq{1, 2}})
	if len(f.All) > 0 {
		t.Errorf("%+v", f.All)
	}
}
