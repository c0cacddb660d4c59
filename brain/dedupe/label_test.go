package dedupe_test

import (
	"testing"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

func TestLabel(t *testing.T) {
	for text, want := range map[string]string{
		"drawer 3 holds apples":      "drawer 3",
		"The drawer 3 is empty":      "drawer 3",
		"Flight 12 leaves at 9":      "fli 12",
		"Room number is 4":           "",
		"The meeting room is room 4": "",
		"My 2 cats are black":        "",
		"2 cats are black":           "",
		"Ana has 3 drawers":          "",
		"Flight QF12 leaves at 9":    "",
	} {
		noun, number := dedupe.Take(dedupe.Of(text)).Label()
		got := noun
		if number != "" {
			got += " " + number
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is said of one room is not what is said of another, and of the same one it is.
func TestOneOfAKindIsNotAnother(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     extract.Relation
	}{
		{"Flight 12 leaves at 9", "Flight 14 leaves at 10", extract.Different},
		{"Flight 12 leaves at 9", "Flight 12 leaves at 10", extract.ChangedValue},
		{"Room 12 costs 90 euros", "Room 14 costs 80 euros", extract.Different},
		{"Room 12 costs 90 euros", "Room 12 costs 80 euros", extract.ChangedValue},
		{"Bus 7 goes to Bern", "Bus 9 goes to Basel", extract.Different},
		{"Lot 5 is sold", "Lot 6 is not sold", extract.Different},
		{"Lot 5 is sold", "Lot 5 is not sold", extract.Negation},
		{"The meeting room is room 3", "The meeting room is room 4", extract.ChangedValue},
	} {
		if got := dedupe.Compare(dedupe.Of(c.old), dedupe.Of(c.new)); got != c.want {
			t.Errorf("%q, %q: %s, want %s", c.old, c.new, got, c.want)
		}
	}
}
