package extract

import (
	"strings"
	"unicode"
)

// wider says whether one of two places is a country and the other is none, so that the one may lie in the other: who lives
// in Braga lives in Portugal. No map is asked which towns do. Who tells after that of a move to a country has left the town:
// nobody moves to where he is.
func wider(old, new Item) bool {
	return placed[Matter(old.Attribute)] && placed[Matter(new.Attribute)] && country(old.Value) != country(new.Value) && !(country(new.Value) && moves(new.Quote))
}

// moves says whether a statement tells of a move, and of none of long ago.
func moves(said string) bool {
	gone, past := false, false
	for _, w := range strings.FieldsFunc(strings.ToLower(said), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		gone = gone || relocating[w]
		past = past || w == "ago" || len(w) == 4 && strings.Trim(w, "0123456789") == ""
	}
	return gone && !past
}

var relocating = words("moved moving relocated relocating emigrated")

// placed are attributes whose values are places.
var placed = words("residence whereabouts location birthplace hometown")

func country(place string) bool {
	low := strings.TrimPrefix(strings.ToLower(place), "the ")
	return countries[low] || longCountries[low]
}

var (
	countries = words(`afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus
		belgium belize benin bhutan bolivia botswana brazil brunei bulgaria burundi cambodia cameroon canada chad chile china colombia congo
		croatia cuba cyprus czechia denmark ecuador egypt eritrea estonia eswatini ethiopia fiji finland france gabon gambia germany ghana
		greece guatemala guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan
		kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania madagascar malawi malaysia
		maldives mali malta mauritania mauritius mexico moldova mongolia montenegro morocco mozambique myanmar namibia nepal netherlands
		holland nicaragua niger nigeria norway oman pakistan palestine paraguay peru philippines poland portugal qatar romania russia rwanda
		samoa senegal serbia seychelles slovakia slovenia somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania
		thailand togo tonga tunisia turkey turkmenistan uganda ukraine uruguay uzbekistan venezuela vietnam yemen zambia zimbabwe
		uk us usa u.k u.s u.s.a britain england scotland wales uae europe asia africa scandinavia`)
	longCountries = phraseSet("new zealand", "south africa", "south korea", "north korea", "saudi arabia", "sri lanka", "united kingdom",
		"united states", "great britain", "northern ireland", "costa rica", "el salvador", "dominican republic", "czech republic",
		"united arab emirates", "ivory coast", "sierra leone", "burkina faso", "papua new guinea", "bosnia and herzegovina",
		"north macedonia", "south america", "north america", "united states of america")
)
