package extract

import "testing"

// What is left open, or hangs on something, is not told for sure, and what the last words mock is not told at all.
func TestUnsure(t *testing.T) {
	for text, want := range map[string]struct{ label, hedge string }{
		"I live in Porto unless something changes.": {"fact|me|residence|Porto", "unless"},
		"I live in Porto or Braga.":                 {"fact|me|residence|Porto", "or"},
		"My boss is Ida or Karl.":                   {"fact|me|boss|Ida", "or"},
		"I live in Porto, or so.":                   {"fact|me|residence|Porto", ""},
		"I live in Porto with one or two friends.":  {"fact|me|residence|Porto", ""},
		"I like tea or coffee.":                     {"preference|me|likes|tea or coffee", ""},
		"I live in Porto, not Braga.":               {"fact|me|residence|Porto", ""},
		"I live in Porto. The weather is all right": {"fact|me|residence|Porto", ""},
		"I live in Porto, all right.":               {"fact|me|residence|Porto", ""},
		"I live in Porto, yeah right":               {},
		"I live in Porto... yeah, right.":           {},
		"I live in Porto - not!":                    {},
		"I live in Porto. Not!":                     {},
	} {
		items := Read(Utterance{Text: text})
		if want.label == "" {
			if len(items) > 0 {
				t.Errorf("%q: %+v", text, items)
			}
			continue
		}
		if len(items) == 0 || !fits(want.label, items[0]) || items[0].Hedge != want.hedge {
			t.Errorf("%q: %+v, want %+v", text, items, want)
		}
	}
}

// What is told of a country ends nothing that is told of a town, nor the other way round: one may lie in the other.
func TestACountryIsNoTown(t *testing.T) {
	for _, c := range []struct {
		old, new string
		beside   bool
	}{
		{"I live in Braga.", "I live in Portugal.", true},
		{"I live in Braga.", "I moved to Spain.", false},
		{"I live in Braga.", "I moved to Portugal in 2015.", true},
		{"I live in Portugal.", "I moved to Braga.", true},
		{"I live in Portugal.", "I live in Braga.", true},
		{"I live in Braga.", "I live in the UK.", true},
		{"I live in Spain.", "I live in Portugal.", false},
		{"I live in Braga.", "I moved to Porto.", false},
		{"My car is a Skoda.", "My car is a Volvo.", false},
	} {
		a, b := Read(Utterance{Text: c.old}), Read(Utterance{Text: c.new})
		if len(a) == 0 || len(b) == 0 {
			t.Fatalf("%q: %v, %q: %v", c.old, a, c.new, b)
		}
		if got := Beside(a[0], b[0], b[0].Quote); got != c.beside {
			t.Errorf("%q beside %q: %v", c.new, c.old, got)
		}
		if got := Conflict(a[0], b[0]); (got == Different) != c.beside {
			t.Errorf("%q after %q is %q", c.new, c.old, got)
		}
	}
}
