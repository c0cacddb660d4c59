package self_test

import (
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/self"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func erred(f *self.Fold, seq event.Seq, sort string, on time.Time) {
	f.Apply(ledger.Record{Seq: seq, At: on}, event.Erred{Sort: sort, On: on})
}

func TestBlindSpots(t *testing.T) {
	f := self.New()
	erred(f, 1, event.ErrName, today.AddDate(0, 0, -29))
	erred(f, 2, event.ErrTone, today.AddDate(0, 0, -5))
	erred(f, 3, event.ErrTone, today.AddDate(0, 0, -4))
	erred(f, 4, event.ErrFigure, today.AddDate(0, 0, -1))
	erred(f, 5, event.ErrDone, today) // of today: a blind spot of tomorrow
	got := f.BlindSpots(today)
	if len(got) != 3 || got[0].Sort != event.ErrFigure || got[1].Sort != event.ErrTone || got[1].Count != 2 || got[2].Sort != event.ErrName {
		t.Fatalf("%+v", got)
	}
	if later := f.BlindSpots(today.Add(14 * time.Hour)); len(later) != 3 {
		t.Errorf("they change within the day: %+v", later)
	}
	if next := f.BlindSpots(today.AddDate(0, 0, 1)); next[0].Sort != event.ErrDone {
		t.Errorf("what went wrong yesterday does not come first: %+v", next)
	}
	if next := f.BlindSpots(today.AddDate(0, 0, 3)); len(next) != 3 {
		t.Errorf("what is older than 30 days counts: %+v", next)
	}
	f.Apply(ledger.Record{Seq: 6, At: today}, event.Pardoned{Error: 4})
	if got := f.BlindSpots(today); len(got) != 2 {
		t.Errorf("a correction that was taken back counts: %+v", got)
	}
	for i := range 12 {
		erred(f, event.Seq(20+i), string(rune('a'+i)), today.AddDate(0, 0, -2))
	}
	if got := f.BlindSpots(today); len(got) != 5 {
		t.Errorf("%d at a time", len(got))
	}
	erred(f, 99, event.ErrFact, today.AddDate(1, 0, 0))
	if len(f.Errors) != 1 {
		t.Errorf("%d errors are held after a year", len(f.Errors))
	}
}
