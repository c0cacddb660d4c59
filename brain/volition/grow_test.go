package volition_test

import (
	"testing"

	"citadel/brain/critique"
	"citadel/brain/turn/turntest"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
)

// A goal that is named again is one for which something was done, once an answer; three times move it on (SPEC §17).
func TestAGoalMovesOn(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	said := w.Say("just tell me what you would do")
	answer := func() (wishes []volition.Wish) {
		lines := []critique.Control{{Verb: volition.Grow, Text: "recommend one option"}, {Verb: volition.Grow, Text: "Recommend  one option"}}
		w.Mind.Read(func(v memory.View) {
			wishes = new(volition.Answer).Weigh(v, lines, w.Now, func(event.Seq) (event.Kind, bool) { return "", false })
		})
		return wishes
	}
	goal := event.Seq(0)
	for n, stage := range []agency.Stage{agency.Seed, agency.Seed, agency.Seed, agency.Growing, agency.Growing, agency.Growing, agency.Integrating} {
		wishes := answer()
		if n == 0 {
			sown, ok := wishes[0].Change.(event.GrowthSown)
			if !ok {
				t.Fatalf("%+v", wishes)
			}
			goal = w.Write(sown, said)
		} else {
			fed, ok := wishes[0].Change.(event.GrowthFed)
			if !ok || fed.Growth != goal {
				t.Fatalf("answer %d: %+v", n, wishes)
			}
			w.Write(fed, said)
		}
		if again := wishes[1]; again.Change != nil || again.Fault != "" {
			t.Errorf("answer %d, the second time: %+v", n, again)
		}
		w.Mind.Read(func(v memory.View) {
			if all := v.Agency.Growing(w.Now); len(all) != 1 || all[0].Stage() != stage {
				t.Errorf("after answer %d: %+v, want it %s", n, all, stage)
			}
		})
	}
}
