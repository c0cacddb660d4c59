package watches_test

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/watches"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

func set(every int) event.WatchSet {
	return event.WatchSet{What: event.WatchPage, Target: "https://acme.example", Every: every, On: today, Until: today.Add(watches.Lasts), Seen: 1}
}

func apply(f *watches.Fold, seq event.Seq, at time.Time, p event.Payload) {
	f.Apply(ledger.Record{Seq: seq, At: at, Kind: p.Kind()}, p)
}

// A watch is looked at whenever its time has gone by once more, the newest time alone, and until it ends.
func TestWhenItIsLookedAt(t *testing.T) {
	f := watches.New()
	apply(f, 2, today, set(60))
	w, _ := f.Find(2)
	for after, want := range map[time.Duration]time.Duration{59 * time.Minute: 0, time.Hour: time.Hour, 5*time.Hour + time.Minute: 5 * time.Hour, watches.Lasts: 0} {
		var at time.Time
		if want > 0 {
			at = today.Add(want)
		}
		if got := w.Look(today.Add(after)); !got.Equal(at) {
			t.Errorf("after %s: %s, want %s", after, got, at)
		}
	}
	if next := w.Next(today.Add(90 * time.Minute)); !next.Equal(today.Add(2 * time.Hour)) {
		t.Errorf("next %s", next)
	}
}

// What was forgotten is in no watch: a receipt that is gone makes no news.
func TestForgotten(t *testing.T) {
	f := watches.New()
	apply(f, 2, today, set(60))
	apply(f, 4, today, event.WatchSeen{Watch: 2, Seen: 3})
	apply(f, 5, today, event.Forgotten{Seqs: []event.Seq{1, 3}})
	if w, _ := f.Find(2); w.News() || w.Shows != 0 || w.Known != 0 {
		t.Errorf("%+v", w)
	}
	apply(f, 7, today, event.WatchSeen{Watch: 2, Seen: 6})
	if w, _ := f.Find(2); w.News() {
		t.Error("with nothing to compare it with it is news")
	}
	apply(f, 8, today, event.Forgotten{Seqs: []event.Seq{2}})
	if _, ok := f.Find(2); ok {
		t.Error("it is still there")
	}
}

// Live, replayed, and from a checkpoint with the rest: the state is the same.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seq := rapid.Custom(func(t *rapid.T) event.Seq { return event.Seq(rapid.IntRange(0, 20).Draw(t, "seq")) })
		n := rapid.IntRange(1, 40).Draw(t, "events")
		half := rapid.IntRange(0, n-1).Draw(t, "checkpoint")
		live, replayed, resumed := watches.New(), watches.New(), watches.New()
		var all []event.Payload
		at := func(i int) time.Time { return today.AddDate(0, 0, 3*i) }
		for i := range n {
			if i == half {
				saved, err := live.Save()
				if err != nil || resumed.Load(saved) != nil {
					t.Fatal(err)
				}
			}
			p := rapid.OneOf(
				rapid.Just[event.Payload](set(60)),
				rapid.Just[event.Payload](event.WatchSeen{Watch: seq.Draw(t, "watch"), Seen: seq.Draw(t, "seen")}),
				rapid.Just[event.Payload](event.WatchFailed{Watch: seq.Draw(t, "watch"), Why: rapid.SampledFrom([]string{"", "x"}).Draw(t, "why")}),
				rapid.Just[event.Payload](event.WatchTold{Watch: seq.Draw(t, "watch"), Of: rapid.SampledFrom([]string{event.WatchNew, event.WatchAway, event.WatchOver}).Draw(t, "of"), Seen: seq.Draw(t, "seen"), Rests: rapid.Bool().Draw(t, "rests")}),
				rapid.Just[event.Payload](event.WatchEnded{Watch: seq.Draw(t, "watch")}),
				rapid.Just[event.Payload](event.WatchResumed{Watch: seq.Draw(t, "watch"), WatchSet: set(30)}),
				rapid.Just[event.Payload](event.Forgotten{Seqs: []event.Seq{seq.Draw(t, "gone")}}),
			).Draw(t, "event")
			all = append(all, p)
			apply(live, event.Seq(i+1), at(i), p)
		}
		for i, p := range all {
			apply(replayed, event.Seq(i+1), at(i), p)
			if i >= half {
				apply(resumed, event.Seq(i+1), at(i), p)
			}
		}
		if !reflect.DeepEqual(live, replayed) || !reflect.DeepEqual(live, resumed) {
			t.Errorf("live     %+v\nreplayed %+v\nresumed  %+v", live, replayed, resumed)
		}
		for i := 1; i < len(live.All); i++ {
			if live.All[i-1].Seq >= live.All[i].Seq {
				t.Errorf("out of order: %+v", live.All)
			}
		}
	})
}
