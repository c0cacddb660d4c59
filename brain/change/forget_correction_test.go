package change_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// Who has a correction forgotten is told what becomes of what it corrected.
func TestForgetACorrection(t *testing.T) {
	s := begin(t)
	s.At("2026-03-15 10:00")
	porto := s.Say("Ana lives in Porto.")
	s.write(event.Learned{Sort: "fact", Text: "Ana lives in Porto.", Quote: "Ana lives in Porto", Subject: "Ana", Attribute: "residence", Value: "Porto", Provenance: event.Stated, On: s.Now}, porto)
	s.At("2026-11-19 11:00")
	correction, r := s.ask("no, Ana lives in Braga now")
	s.Apply(correction, r)
	s.At("2026-11-20 09:00")
	heard := correction.Last().Seq
	s.golden("forget-correction", handles("forget %m", heard))
	_, receipt := s.confirm(handles("forget %m now", heard))
	turntest.Golden(t, s.Mind, "forget-correction-receipt", receipt)
}
