package dedupe_test

import (
	"testing"

	"citadel/brain/dedupe"
)

func TestSortOf(t *testing.T) {
	for words, want := range map[string][2]string{
		"79.5 kg": {"kg", "79.5 kg"}, "80kg": {"kg", "80 kg"}, "€350": {"eur", "350 eur"}, "360 euros": {"eur", "360 eur"}, "4%": {"percent", "4 percent"},
		"300k": {dedupe.Number, "300000"}, "three": {dedupe.Number, "3"}, "minus 18": {dedupe.Number, "-18"}, "4413": {dedupe.Number, "4413"},
		"16:00": {dedupe.Time, "16:00"}, "4 pm": {dedupe.Time, "16:00"}, "at 4": {dedupe.Time, "4:00"}, "4": {dedupe.Number, "4"},
		"Wednesday": {dedupe.Day, "day3"}, "8 December": {dedupe.Day, "12-08"}, "May 2027": {dedupe.Day, "month5 year2027"}, "May": {dedupe.Month, "month5"},
		"A-": {dedupe.Grade, "A-"}, "AB+": {dedupe.Grade, "AB+"},
		"may": {}, "Braga": {}, "": {}, "later": {}, "80 kg of it": {}, "3 or 4": {}, "C++ code": {}, "at": {},
	} {
		if sort, value := dedupe.SortOf(words); sort != want[0] || value != want[1] {
			t.Errorf("%q: %q %q, want %q", words, sort, value, want)
		}
	}
}
