package extract

import "testing"

// A month that people are called by is one where a figure or a word of time stands beside it.
func TestNamesThatAreMonths(t *testing.T) {
	for said, want := range map[string]string{
		"Jan lives in Prague.":                  "Jan/residence=Prague",
		"My brother is called Jan.":             "me/brother=Jan",
		"My boss is Jan.":                       "me/boss=Jan",
		"My sister is called June.":             "me/sister=June",
		"The course is in Jan.":                 "course/date=Jan",
		"The course is on 4 Jan.":               "course/date=4 Jan",
		"The course is on Jan 4 at the school.": "course/date=Jan 4",
		"The course is in early Jan.":           "course/date=early Jan",
	} {
		if got := facts(said); got != want {
			t.Errorf("%q is read as %q, want %q", said, got, want)
		}
	}
}
