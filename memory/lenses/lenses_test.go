package lenses_test

import (
	"testing"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/lenses"
)

func TestCounts(t *testing.T) {
	f := lenses.New()
	for _, p := range []event.Payload{
		event.Prompted{Lenses: []string{"fence", "feedback", "fence"}, Applied: []string{"fence", "fence", "ruin"}},
		event.Prompted{Lenses: []string{"fence"}},
		event.Prompted{},
		nil, // forgotten
		event.TurnEnded{},
	} {
		f.Apply(ledger.Record{}, p)
		saved, err := f.Save()
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Load(saved); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string][2]int{"fence": {1, 2}, "feedback": {0, 1}, "ruin": {0, 0}} {
		if used, offered := f.Uses(id); used != want[0] || offered != want[1] {
			t.Errorf("%s was used %d times of %d, wanted %v", id, used, offered, want)
		}
	}
}
