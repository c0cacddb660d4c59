package inspect_test

import (
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "dream" shows the last night again, "dreams" those that were kept; before the first one both say when it comes.
func TestDream(t *testing.T) {
	w := live(t)
	turntest.Golden(t, w.Mind, "dream-none", w.ask("dream"))
	note := w.Say("The kettle is new.")
	other := w.Say("The window was cleaned.")
	d := event.Dreamt{
		Night: "2026-11-19", Fragment: "Steam writes on the window.\nThe street reads it.", Theme: "warm windows", By: "m", On: w.Now,
		Links: []event.Link{{A: note, B: other, Why: "both let light through"}}, Art: event.Art{Seed: 3, Palette: event.Warm, Alt: "Abstract picture."},
	}
	seq := w.record(event.Learning, d, note, other)
	r := w.ask("dream")
	if r.Art == nil || r.Art.Seed != 3 || len(r.Buttons) != 3 {
		t.Errorf("%+v", r)
	}
	turntest.Golden(t, w.Mind, "dream", r)
	w.record(event.Learning, event.DreamKept{Dream: seq}, seq)
	turntest.Golden(t, w.Mind, "dreams", w.ask("dreams"))
}
