package respond_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/formula"
)

// long is how many turns a long conversation has here. What bounds a prompt does not know it,
// and 100,000, which SPEC §7 names, take minutes.
var long = flag.Int("turns", 1200, "turns of a long conversation")

// The assembled context of a tier has the same structure, and a size within ±10 %, at turn 100
// and much later (SPEC §7): over one ledger, of one make-up, with memories, digest and window as
// a turn finds them.
func TestTheContextStaysAsLarge(t *testing.T) {
	w := turntest.New(t).At("2010-11-01 09:00")
	ended := 0
	var window []event.Seq
	speak := func() {
		w.Now = w.Now.Add(time.Hour)
		seq := w.Say(fmt.Sprintf("%s Number %06d.", said(ended), ended))
		exchange(w, seq, "Noted. The mills quote in March, and Priya wants the figures before.")
		ended++
		if window = append(window, seq); len(window) == formula.WindowTrigger {
			left := window[:formula.WindowBatch]
			w.Record(w.Pens.For(event.Learning).Write(event.Integrated{Messages: left, By: event.ByRules, Left: true}).Because(seq))
			window = slices.Clone(window[formula.WindowBatch:])
		}
	}
	type span struct {
		parts     string
		low, high int
	}
	measure := func(tier string) span {
		var s span
		for range 20 { // a whole breath of the window, twice
			speak()
			w.Now = w.Now.Add(time.Hour)
			small := says("Yes.")
			d := desk(small, small)
			r, _ := put(t, w, d, tier, w.Say("What did Acme and Priya say of the mills and the price review?"), small)
			size := model.Bound(small.asked[0])
			if s.low == 0 {
				s.low = size
			}
			s.low, s.high = min(s.low, size), max(s.high, size)
			var parts []string
			for _, x := range r.Writes {
				if p, ok := x.Payload.(event.Prompted); ok {
					for _, part := range p.Parts {
						if part.Name != "pattern" { // every fifth turn
							parts = append(parts, part.Name)
						}
					}
				}
			}
			if c, _ := stages(r); c[event.StageDigest].Turns > 0 && tier != "deep" { // which has room for nearly all of the window
				parts = append(parts, "digest")
			}
			if got := fmt.Sprint(parts); s.parts == "" {
				s.parts = got
			} else if s.parts != got {
				t.Fatalf("%s, turn %d: %s, before %s", tier, ended, got, s.parts)
			}
		}
		return s
	}
	tiers := []string{"reflex", "routine", "standard", "deep"}
	early := map[string]span{}
	for _, stage := range []int{100, *long} {
		for ended < stage {
			speak()
		}
		for _, tier := range tiers {
			now := measure(tier)
			then, again := early[tier]
			if !again {
				early[tier] = now
				continue
			}
			if now.parts != then.parts {
				t.Errorf("%s: %s at turn 100, %s at turn %d", tier, then.parts, now.parts, ended)
			}
			low, high := min(now.low, then.low), max(now.high, then.high)
			off := 100 * float64(high-low) / float64(high+low)
			t.Logf("%s: %d to %d tokens from turn 100 on, %d to %d from turn %d on: ±%.1f %%", tier, then.low, then.high, now.low, now.high, *long, off)
			if off > 10 {
				t.Errorf("%s: ±%.1f %%", tier, off)
			}
		}
	}
}
