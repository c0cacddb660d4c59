package chart_test

import (
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/chart"
	"citadel/memory/event"
)

// reached are ways as an alert has them: three that come together, two links that were not followed, one that
// turns the move round, and one that goes past a layer.
var reached = event.Chart{
	Title: "From crude oil WTI to Bergmann & Sons Construction",
	Ways: &event.Ways{
		Things: []event.Waypoint{
			{Label: "crude oil WTI", Note: "+8.5%", Up: true}, {Label: "bunker fuel", Up: true}, {Label: "energy costs", Up: true}, {Label: "petrochemicals", Up: true},
			{Label: "shipping costs", Up: true}, {Label: "pulp price", Up: true}, {Label: "household spending", Down: true},
			{Label: "construction input costs", Up: true, Down: true}, {Label: "Bergmann & Sons Construction", Whose: true},
			{Label: "Suez canal"}, {Label: "AU import prices"},
		},
		Links: []event.Way{
			{From: 0, To: 1, Label: "0.85"}, {From: 0, To: 2, Label: "0.75"}, {From: 0, To: 3, Label: "0.70"}, {From: 1, To: 4, Label: "0.80"}, {From: 2, To: 5, Label: "0.70"},
			{From: 2, To: 6, Label: "0.55", Turns: true}, {From: 4, To: 7, Label: "0.60"}, {From: 5, To: 7, Label: "0.65"}, {From: 6, To: 7, Label: "0.62"}, {From: 3, To: 7, Label: "0.72"},
			{From: 7, To: 8, Label: "0.90"}, {From: 4, To: 9, Aside: true}, {From: 7, To: 10, Aside: true},
		},
	},
}

// anyWays are things and links, some of which lead nowhere, back, or to what is not there.
var anyWays = rapid.Custom(func(t *rapid.T) event.Ways {
	var w event.Ways
	label := rapid.StringOf(rapid.SampledFrom([]rune("ab é ")))
	for range rapid.IntRange(0, 30).Draw(t, "things") {
		w.Things = append(w.Things, event.Waypoint{Label: label.Draw(t, "label"), Note: label.Draw(t, "note"), Up: rapid.Bool().Draw(t, "up"), Down: rapid.Bool().Draw(t, "down")})
	}
	end := rapid.IntRange(-2, len(w.Things)+2)
	for range rapid.IntRange(0, 40).Draw(t, "links") {
		w.Links = append(w.Links, event.Way{From: end.Draw(t, "from"), To: end.Draw(t, "to"), Label: "0.5", Aside: rapid.Bool().Draw(t, "aside")})
	}
	return w
})

// many are so many ways from one thing to another, by things with names as the graph has them.
func many(n int) event.Chart {
	between := []string{
		"bunker fuel", "energy costs", "petrochemicals", "diesel price", "AU fuel prices", "naphtha price", "jet fuel", "natural gas Europe", "LNG Asia price", "US gasoline prices",
		"recycled polyester price", "fertiliser production costs",
	}
	w := event.Ways{Things: []event.Waypoint{{Label: "crude oil Brent", Note: "+12.4%", Up: true}, {Label: "packaging costs", Up: true}, {Label: "Rheinische Verpackungsgesellschaft mbH & Co. KG", Whose: true}}}
	for i, label := range between[:n] {
		w.Things = append(w.Things, event.Waypoint{Label: label, Up: true})
		w.Links = append(w.Links, event.Way{From: 0, To: 3 + i, Label: "0.81"}, event.Way{From: 3 + i, To: 1, Label: "0.74", Turns: i%5 == 4})
	}
	w.Links = append(w.Links, event.Way{From: 1, To: 2, Label: "0.90"})
	return event.Chart{Title: "From crude oil Brent to Rheinische Verpackungsgesellschaft mbH & Co. KG", Ways: &w}
}

// However many ways there are, up to twelve, every name stands whole in its box and no confidence lies on another.
func TestWaysCanBeRead(t *testing.T) {
	for n := 1; n <= 12; n++ {
		if cut, over := chart.Crowded(many(n)); len(cut) > 0 || over > 0 {
			t.Errorf("%d ways: %d confidences lie on others, and cut is %q", n, over, cut)
		}
	}
	if cut, over := chart.Crowded(reached); len(cut) > 0 || over > 0 {
		t.Errorf("%d confidences lie on others, and cut is %q", over, cut)
	}
}

// Boxes lie apart and on the page, and every link leads down from layer to layer, unless it is laid out upwards.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart.CheckLayout(t, anyWays.Draw(t, "ways"))
	})
}

func TestAnyWaysAreDrawn(t *testing.T) {
	for seed := range 10 {
		w := anyWays.Example(seed)
		if _, err := chart.Draw(event.Chart{Title: "A title", Ways: &w}); err != nil {
			t.Fatal(err)
		}
	}
}
