package economy_test

import (
	"slices"
	"testing"

	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

func TestTheNewestMoveOfEach(t *testing.T) {
	f := economy.New()
	for i, name := range []string{"WTI", "AUD/USD", "WTI"} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1)}, event.IndicatorMoved{Indicator: name, To: float64(i)})
	}
	f.Apply(ledger.Record{Seq: 4}, nil) // it was forgotten
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	again := economy.New()
	if err := again.Load(saved); err != nil || !slices.Equal(f.Moves, again.Moves) {
		t.Errorf("%v, %+v", err, again.Moves)
	}
	if len(f.Moves) != 2 || f.Moves[0].Seq != 2 || f.Moves[1].Seq != 3 {
		t.Errorf("%+v", f.Moves)
	}
}
