package connectors_test

import (
	"testing"
	"time"

	"citadel/connectors"
)

func TestDoubt(t *testing.T) {
	start := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	d := connectors.DoubtUntil(start)
	if !d.Any() || d.Over(start.Add(-1)) || !d.Over(start) || !d.Since().Equal(start.Add(-connectors.LongestDraft)) {
		t.Errorf("at the beginning: %+v", d)
	}
	d.Read(start.Add(-1)) // something may have arrived since
	if !d.Any() {
		t.Error("it was read too early, and nothing is in doubt")
	}
	before := d
	if d.Read(start); d.Any() || !before.Any() {
		t.Errorf("it was read: %+v, and a copy %+v", d, before)
	}

	d.Spare("a", start.Add(time.Minute))
	kept := d
	d.Spare("b", start.Add(time.Minute))
	d.Attempted(start.Add(2 * time.Minute))
	if !d.Spares("a") || !d.Spares("b") || kept.Spares("b") || d.Over(start.Add(time.Minute)) {
		t.Errorf("in doubt: %+v, and a copy %+v", d, kept)
	}
	if d.Read(start.Add(2 * time.Minute)); d.Any() || d.Spares("a") {
		t.Errorf("known by now: %+v", d)
	}

	for _, c := range []struct {
		do    func()
		turn  uint64
		stale bool
		want  bool
	}{
		{func() {}, 7, false, true}, {func() {}, 7, true, false},
		{func() { d.End(7) }, 7, false, false}, {func() {}, 6, false, false}, {func() {}, 8, false, true},
		{func() { d.End(5) }, 7, false, false},
		{func() { d.Begin(9) }, 7, false, false}, {func() { d.Begin(7) }, 7, false, true}, {func() {}, 6, false, false},
	} {
		if c.do(); d.Stands(c.turn, c.stale) != c.want {
			t.Errorf("a draft of turn %d (stale: %v) stands: %v; %+v", c.turn, c.stale, !c.want, d)
		}
	}
}
