package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/store"
)

func TestDates(t *testing.T) {
	day := func(year int, month time.Month) time.Time { return time.Date(year, month, 9, 0, 0, 0, 0, time.UTC) }
	for _, test := range []struct {
		text string
		on   time.Time
		want float64
	}{
		{"what happened in June?", day(2024, time.June), 1},
		{"what happened in June?", day(2019, time.June), 1},
		{"what happened in June?", day(2024, time.July), 0},
		{"what happened in June 2024?", day(2024, time.June), 1},
		{"what happened in June 2024?", day(2023, time.June), 0},
		{"in june or JULY 2024", day(2024, time.July), 1},
		{"what happened in 2024", day(2024, time.March), 0.5},
		{"what happened in 2024", day(2023, time.March), 0},
		{"what may happen", day(2024, time.May), 0},
		{"may 5", day(2024, time.May), 1},
		{"5 May", day(2024, time.May), 1},
		{"since May", day(2024, time.May), 1},
		{"they march on", day(2024, time.March), 0},
		{"last March", day(2024, time.March), 1},
		{"order 20245 of 1850", day(1850, time.March), 0},
		{"20é4", day(2024, time.March), 0},
		{"", day(2024, time.March), 0},
	} {
		dates := store.DatesIn(test.text)
		if got := dates.Match(test.on); got != test.want {
			t.Errorf("%q matches %s by %v, want %v", test.text, test.on.Format("January 2006"), got, test.want)
		}
		if test.want > 0 && !dates.Any() {
			t.Errorf("%q names nothing", test.text)
		}
	}
	if store.DatesIn("the 3rd of nothing").Any() {
		t.Error("a date where none is")
	}
}

func TestNewestFirst(t *testing.T) {
	at := func(seq uint64, part uint32, day int) store.Hit {
		return store.Hit{Item: store.Item{Seq: seq, Part: part, On: time.Date(2025, 1, day, 0, 0, 0, 0, time.UTC)}}
	}
	hits := []store.Hit{at(1, 0, 5), at(3, 1, 9), at(3, 0, 9), at(2, 0, 9), at(4, 0, 1)}
	store.NewestFirst(hits)
	want := []store.Hit{at(3, 0, 9), at(3, 1, 9), at(2, 0, 9), at(1, 0, 5), at(4, 0, 1)}
	for i := range want {
		if diff := cmp.Diff(want[i].Item, hits[i].Item); diff != "" {
			t.Fatalf("order (-want +got):\n%s", diff)
		}
	}
}
