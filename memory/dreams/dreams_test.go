package dreams_test

import (
	"testing"

	"citadel/memory/dreams"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

func TestTheLastDream(t *testing.T) {
	f := dreams.New()
	f.Apply(ledger.Record{Seq: 1}, event.Dreamt{Fragment: "one"})
	f.Apply(ledger.Record{Seq: 2}, event.Dreamt{Fragment: "two"})
	f.Apply(ledger.Record{Seq: 3}, nil) // it was forgotten
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	again := dreams.New()
	if err := again.Load(saved); err != nil || again.Last != f.Last || f.Last.Seq != 2 || f.Last.Fragment != "two" {
		t.Errorf("%v, %+v, %+v", err, f.Last, again.Last)
	}
}
