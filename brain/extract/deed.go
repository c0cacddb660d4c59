package extract

import "strings"

// Deed is what a promise says is to be done. Where the words name only what was promised, and to whom,
// it is said what is to be done with it: "give Lena a draft" of "I promised Lena a draft".
func (i Item) Deed() string {
	quote, value := strings.ToLower(i.Quote), strings.ToLower(i.Value)
	switch {
	case i.Kind != Promise || value == "":
	case strings.Contains(quote, "owe "+value) && strings.ContainsAny(value, "0123456789"):
		return "pay " + i.Value
	case strings.Contains(quote, "promised "+value), strings.Contains(quote, "promise "+value), strings.Contains(quote, "owe "+value):
		return "give " + i.Value
	}
	return i.Value
}
