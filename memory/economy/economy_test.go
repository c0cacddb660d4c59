package economy_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var today = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

func day(n int) event.Day { return event.DayOf(today) + event.Day(n) }

func TestTheNewestMoveOfEach(t *testing.T) {
	f := economy.New()
	for i, name := range []string{"WTI", "AUD/USD", "WTI"} {
		f.Apply(ledger.Record{Seq: event.Seq(i + 1)}, event.IndicatorMoved{Indicator: name, To: float64(i)})
	}
	f.Apply(ledger.Record{Seq: 4}, nil) // it was forgotten
	again := reloaded(t, f)
	if d := cmp.Diff(f.Moves, again.Moves); d != "" || len(f.Moves) != 2 || f.Moves[0].Seq != 2 || f.Moves[1].Seq != 3 {
		t.Errorf("%+v %s", f.Moves, d)
	}
}

func reloaded(t testing.TB, f *economy.Fold) *economy.Fold {
	t.Helper()
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	again := economy.New()
	if err := again.Load(saved); err != nil {
		t.Fatal(err)
	}
	return again
}

// life is a year and a half of records of two indicators, each read whole now and then.
func life(r *rand.Rand) (all []event.Payload) {
	value := 80.0
	for n := range 500 {
		for k, name := range []string{"crude", "gas"} {
			p := event.FiguresRead{Indicator: name, Feed: "fred", Unit: "USD", Every: "D", Due: 10, On: today.AddDate(0, 0, n)}
			if n%(100+k) == 0 {
				p.Whole = true
				var from []event.Figure
				for i := range 330 {
					from = append(from, event.Figure{On: day(n - 330 + i), Value: r.Float64()})
				}
				p.Figures = event.FiguresOf(from)
			} else {
				value += r.NormFloat64()
				p.Figures = event.FiguresOf([]event.Figure{{On: day(n), Value: value}})
				if r.Intn(20) == 0 {
					p.Revised = event.FiguresOf([]event.Figure{{On: day(n - 2), Value: value / 2}})
				}
			}
			all = append(all, p)
			if r.Intn(15) == 0 {
				all = append(all, event.IndicatorMoved{
					Indicator: name, On: day(n).Time(), Since: day(n - 5).Time(),
					Measure: &event.Measure{Change: r.NormFloat64(), Against: event.AgainstLevel, Unconfirmed: r.Intn(5) == 0},
				})
			}
			if r.Intn(40) == 0 {
				all = append(all, event.MoveUndone{Indicator: name, Move: event.Seq(max(1, len(all)-r.Intn(30)))})
			}
		}
		if r.Intn(30) == 0 {
			all = append(all, event.FeedsPulled{On: today.AddDate(0, 0, n), Asked: 2, Read: 1, Failed: []event.FailedFeed{{Indicator: "gas", Feed: "fred", Why: "It is away."}}})
		}
	}
	return all
}

func TestCheckpointAndTailAreReplay(t *testing.T) {
	all := life(rand.New(rand.NewSource(1)))
	whole, parts := economy.New(), economy.New()
	for i, p := range all {
		whole.Apply(ledger.Record{Seq: event.Seq(i + 1)}, p)
		parts.Apply(ledger.Record{Seq: event.Seq(i + 1)}, p)
		if i%97 == 0 {
			parts = reloaded(t, parts)
		}
	}
	a, _ := whole.Save()
	b, _ := parts.Save()
	if string(a) != string(b) {
		t.Error(cmp.Diff(string(a), string(b)))
	}
	if crude := whole.Of("crude"); len(crude.Figures) != economy.Window("D") || len(crude.Moves) == 0 || len(crude.Moves) > 6 || crude.Revisions == 0 {
		t.Errorf("%d figures, %d moves, %d revisions", len(crude.Figures), len(crude.Moves), crude.Revisions)
	}
}

// What was read before an indicator was last read whole can be forgotten: nothing changes.
func TestForgottenFiguresChangeNothing(t *testing.T) {
	all := life(rand.New(rand.NewSource(2)))
	newest := map[string]int{}
	for i, p := range all {
		if p, ok := p.(event.FiguresRead); ok && p.Whole {
			newest[p.Indicator] = i
		}
	}
	whole, without := economy.New(), economy.New()
	forgotten := 0
	for i, p := range all {
		whole.Apply(ledger.Record{Seq: event.Seq(i + 1)}, p)
		if read, ok := p.(event.FiguresRead); ok && i < newest[read.Indicator] {
			p = nil
			forgotten++
		}
		without.Apply(ledger.Record{Seq: event.Seq(i + 1)}, p)
	}
	if d := cmp.Diff(whole, without); d != "" || forgotten < 500 {
		t.Errorf("%d forgotten: %s", forgotten, d)
	}
}

func TestRevisedUndoneConfirmed(t *testing.T) {
	f := economy.New()
	apply := func(seq event.Seq, p event.Payload) { f.Apply(ledger.Record{Seq: seq}, p) }
	moved := func(m event.Measure, on int) event.IndicatorMoved {
		return event.IndicatorMoved{Indicator: "crude", Since: day(on - 3).Time(), On: day(on).Time(), Measure: &m}
	}
	apply(1, event.FiguresRead{Indicator: "crude", Every: "D", Whole: true, Figures: event.FiguresOf([]event.Figure{{On: day(0), Value: 1}, {On: day(3), Value: 2}})})
	apply(2, moved(event.Measure{Change: 9, Unconfirmed: true}, 3))
	apply(3, event.FiguresRead{Indicator: "crude", Every: "D", Figures: event.FiguresOf([]event.Figure{{On: day(4), Value: 3}}), Revised: event.FiguresOf([]event.Figure{{On: day(3), Value: 2.5}})})
	apply(4, moved(event.Measure{Change: 9, Confirms: 2}, 4))
	apply(5, moved(event.Measure{Change: 9, Revised: true}, 3))
	crude := f.Of("crude")
	want := []event.Figure{{On: day(0), Value: 1}, {On: day(3), Value: 2.5}, {On: day(4), Value: 3}}
	if !slices.Equal(crude.Figures, want) || crude.Revisions != 1 || len(crude.Moves) != 1 || crude.Moves[0].Seq != 4 || crude.Moves[0].Unconfirmed {
		t.Errorf("%+v", crude)
	}
	apply(6, event.MoveUndone{Indicator: "crude", Move: 4})
	if crude := f.Of("crude"); len(crude.Moves) != 0 || len(f.Moves) != 0 {
		t.Errorf("after it was taken back: %+v, %+v", crude.Moves, f.Moves)
	}
}

func TestStaleAndDead(t *testing.T) {
	for _, c := range []struct {
		age  int
		want economy.State
	}{{0, economy.Fresh}, {10, economy.Fresh}, {11, economy.Stale}, {20, economy.Stale}, {21, economy.Dead}} {
		f := economy.New()
		f.Apply(ledger.Record{Seq: 1}, event.FiguresRead{Indicator: "x", Every: "D", Due: 10, Figures: event.FiguresOf([]event.Figure{{On: day(-c.age), Value: 1}})})
		if got := f.Of("x").State(today); got != c.want {
			t.Errorf("%d days old: %v, want %v", c.age, got, c.want)
		}
		stale, dead := f.Overdue(today)
		if len(stale) != b2i(c.want == economy.Stale) || len(dead) != b2i(c.want == economy.Dead) {
			t.Errorf("%d days old: %d stale, %d dead", c.age, len(stale), len(dead))
		}
	}
	if economy.New().Of("nobody").State(today) != economy.Fresh {
		t.Error("what was never read is not fresh")
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestSinceWhenItFails(t *testing.T) {
	f := economy.New()
	for n := range 3 {
		failed := []event.FailedFeed{{Indicator: "gas", Feed: "fred", Why: fmt.Sprint(n)}, {Indicator: "crude", Feed: "fred"}}
		f.Apply(ledger.Record{Seq: event.Seq(n + 1)}, event.FeedsPulled{On: today.AddDate(0, 0, n), Asked: 10, Read: 8, Failed: failed[:1+n/2]})
	}
	if len(f.Failing) != 2 || f.Failing[0].Indicator != "crude" || !f.Failing[1].Since.Equal(today) || !f.Failing[0].Since.Equal(today.AddDate(0, 0, 2)) || f.Failing[1].Why != "2" {
		t.Errorf("%+v", f.Failing)
	}
	if f.Pulled.Degraded() || !(event.FeedsPulled{Asked: 10, Read: 7}).Degraded() {
		t.Error("8 of 10 are enough, and 7 are not")
	}
}
