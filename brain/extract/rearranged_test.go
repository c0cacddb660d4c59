package extract_test

import (
	"testing"

	"citadel/brain/extract"
)

// That something is off, late or on another day is kept in the few words in which it is said; what is asked, denied or
// supposed is not, nor of whom nothing is named.
func TestRearranged(t *testing.T) {
	for text, want := range map[string]bool{
		"Priya cancelled.": true, "Dentist cancelled.": true, "The dentist cancelled on me.": true, "Lunch is on Wednesday instead.": true, "Flight delayed.": true,
		"The flight is delayed.": true, "The meeting was moved up an hour.": true, "Lunch with Priya is postponed.": true,
		"Priya cancelled?": false, "Did Priya cancel?": false, "If Priya cancelled.": false, "It was cancelled.": false, "I cancelled.": false, "Not cancelled.": false,
		"Has the flight been delayed?": false, "Nobody cancelled.": false,
	} {
		kept := false
		for _, i := range extract.Read(extract.Utterance{Text: text}) {
			kept = kept || i.Kind == extract.Statement && !i.Negated && i.Hedge == ""
		}
		if kept != want {
			t.Errorf("%q: %v", text, kept)
		}
	}
}
