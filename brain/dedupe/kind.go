package dedupe

import (
	"strconv"
	"strings"
)

// Sorts of values that are no amount of something; an amount has its unit as its sort: "kg", "eur",
// "percent".
const (
	Number = "number" // a bare one
	Time   = "time"   // of the day
	Day    = "day"    // a weekday, or a day of a month
	Month  = "month"
	Grade  = "grade" // A+, AB-: a mark, a blood group
)

// SortOf tells what sort of value some words are if they are one value and nothing else, and gives
// it written one way; both are empty for anything else. Only behind "at" a bare number is a time:
// "at 4".
func SortOf(words string) (sort, value string) {
	in := measured(values(scan("is " + words)))[1:] // no capital of theirs is that of a sentence's head
	if len(in) == 2 && in[0].low == "at" && strings.Contains(in[1].low, ":") {
		in = in[1:]
	}
	switch {
	case len(in) == 2 && dayLike(in[0].low) && strings.HasPrefix(in[1].low, "year"):
		return Day, in[0].low + " " + in[1].low
	case len(in) != 1:
		return "", ""
	case grade(in[0].said):
		return Grade, in[0].said
	case !in[0].value:
		return "", ""
	}
	value = in[0].low
	switch {
	case strings.HasPrefix(value, "month"):
		return Month, value
	case strings.Contains(value, ":"):
		return Time, value
	case dayLike(value):
		return Day, value
	}
	num, unit, _ := strings.Cut(value, " ")
	if _, err := strconv.ParseFloat(num, 64); err != nil {
		return "", ""
	}
	if unit == "" {
		unit = Number
	}
	return unit, value
}

// grade says whether a word is a mark or a blood group: A, B+, AB-, A*.
func grade(w string) bool {
	letters := strings.TrimRight(w, "+-*")
	return len(w)-len(letters) <= 2 && (letters == "AB" || letters == "O" && w != letters || len(letters) == 1 && "A" <= letters && letters <= "F")
}
