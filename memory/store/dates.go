package store

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Dates are the months and years that a question names.
type Dates struct {
	months uint16 // bit 1 is January
	years  []int
}

// DatesIn finds month names and years from 1900 to 2099 in text. "may" and
// "march" count as months where a month can stand: after "in", "since", a day
// and so on, or before a year or a day.
func DatesIn(text string) Dates {
	var d Dates
	found := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	for i, word := range found {
		word = strings.ToLower(word)
		found[i] = word
		if y := year(word); y != 0 && !slices.Contains(d.years, y) {
			d.years = append(d.years, y)
		}
		m := month(word)
		if m == 0 {
			continue
		}
		if word == "may" || word == "march" {
			before := i > 0 && (leadsMonth(found[i-1]) || startsDay(found[i-1]))
			after := i+1 < len(found) && startsDay(found[i+1])
			if !before && !after {
				continue
			}
		}
		d.months |= 1 << m
	}
	return d
}

// Any reports whether a month or a year was named.
func (d Dates) Any() bool {
	return d.months != 0 || len(d.years) > 0
}

// Match is 1 for a time in a named month (of a named year, if years are named
// too), 0.5 for one in a named year when no month is, and 0 otherwise.
func (d Dates) Match(on time.Time) float64 {
	inYear := slices.Contains(d.years, on.Year())
	if d.months != 0 {
		if d.months&(1<<on.Month()) != 0 && (inYear || len(d.years) == 0) {
			return 1
		}
		return 0
	}
	if inYear {
		return 0.5
	}
	return 0
}

func month(word string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if name := m.String(); len(word) == len(name) && strings.EqualFold(word, name) {
			return m
		}
	}
	return 0
}

func year(word string) int {
	if len(word) != 4 || word[:2] != "19" && word[:2] != "20" {
		return 0
	}
	n := 0
	for i := range 4 {
		if word[i] < '0' || word[i] > '9' {
			return 0
		}
		n = 10*n + int(word[i]-'0')
	}
	return n
}

func leadsMonth(word string) bool {
	switch word {
	case "in", "of", "since", "during", "last", "next", "this", "until", "till", "by", "before", "after", "early", "mid", "late", "from":
		return true
	}
	return false
}

func startsDay(word string) bool {
	return word != "" && '0' <= word[0] && word[0] <= '9'
}
