package dreams_test

import (
	"reflect"
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
	if err := again.Load(saved); err != nil || !reflect.DeepEqual(again.Last, f.Last) || f.Last.Seq != 2 || f.Last.Fragment != "two" {
		t.Errorf("%v, %+v, %+v", err, f.Last, again.Last)
	}
}

func nights(n int, dream func(i int, day float64) float64) *dreams.Fold {
	f := dreams.New()
	for i := range n {
		day := []float64{.4, -.3, .1, -.6, .2, .5, -.1}[i%7]
		f.Apply(ledger.Record{Seq: event.Seq(i + 1)}, event.Dreamt{By: "m", Day: day, Mood: dream(i, day)})
	}
	return f
}

// Dreams that go as their days go are no alarm, however bad the days; dreams that fall, or lie far below, are.
func TestDrift(t *testing.T) {
	noise := []float64{.1, -.12, .05, -.08, .15, -.1, .02, .09, -.04}
	for name, c := range map[string]struct {
		dream func(i int, day float64) float64
		want  bool
	}{
		"as the days":      {func(i int, day float64) float64 { return day + noise[i%9] }, false},
		"a little darker":  {func(i int, day float64) float64 { return day - .1 + noise[i%9] }, false},
		"all bad days":     {func(i int, day float64) float64 { return day*.9 + noise[i%9] }, false},
		"falling":          {func(i int, day float64) float64 { return day - .012*float64(i) + noise[i%9] }, true},
		"rising":           {func(i int, day float64) float64 { return day + .012*float64(i) + noise[i%9] }, true},
		"fell long before": {func(i int, day float64) float64 { return day - .8 + noise[i%9] }, true},
	} {
		f := nights(60, c.dream)
		if d, alarm := f.Drift(); alarm != c.want {
			t.Errorf("%s: %v, %+v", name, alarm, d)
		}
		f.Apply(ledger.Record{Seq: 99}, event.Configured{Name: event.SettingDreams})
		if d, alarm := f.Drift(); alarm {
			t.Errorf("%s: still an alarm after he said to go on: %+v", name, d)
		}
	}
	if _, alarm := nights(13, func(i int, day float64) float64 { return -1 }).Drift(); alarm {
		t.Error("thirteen nights are no drift")
	}
}
