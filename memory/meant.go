package memory

import (
	"slices"
	"time"

	"citadel/memory/agency"
	"citadel/memory/hands"
)

// Stands says whether there is still something to bring up: what an intention is about, where it is about something,
// is an open loop, or a card that may still be answered.
func (v View) Stands(i agency.Intention, now time.Time) bool {
	_, loop := v.Loops.Loop(i.About)
	return i.About == 0 || loop || slices.ContainsFunc(v.Hands.Open(now), func(c hands.Card) bool { return c.Seq == i.About })
}
