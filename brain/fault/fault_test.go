package fault_test

import (
	"strings"
	"testing"

	"citadel/brain/fault"
	"citadel/memory/event"
	"citadel/memory/self"
)

func TestTold(t *testing.T) {
	for said, want := range map[string]string{
		"I never said that.":                         event.ErrQuote,
		"Hm, you’re making that up":                  event.ErrInvented,
		"That never happened, there was no meeting.": event.ErrInvented,
		"You said you would look into the mills":     event.ErrPromise,
		"but you didn't send it":                     event.ErrDone,
		"You can't know that.":                       event.ErrOverstate,
		"Don't be so formal, please":                 event.ErrTone,
		"wrong date, it was in May":                  event.ErrFigure,
		"That's not her name":                        event.ErrName,
		"That's wrong.":                              event.ErrFact,
		// and what complains of nothing, or of somebody else
		"She made that up, I think":         "",
		"The wrongest of all numbers":       "",
		"What's wrong?":                     "",
		"thanks":                            "",
		strings.Repeat("that's wrong ", 40): "",
	} {
		if got := fault.Told(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

func TestBetween(t *testing.T) {
	for _, c := range []struct{ attribute, was, is, want string }{
		{"residence", "Porto", "Braga", event.ErrFact},
		{"price", "A$300", "A$400", event.ErrFigure},
		{"end", "March", "June", event.ErrFigure},
		{"name", "Bob", "Rob", event.ErrName},
		{"", "Weiss", "Weisz", event.ErrName},
		{"spouse", "Ana", "Bea", event.ErrRelation},
	} {
		if got := fault.Between(c.attribute, c.was, c.is); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestLines(t *testing.T) {
	lines := fault.Lines([]self.Blind{{Sort: event.ErrFigure, Count: 3}, {Sort: event.ErrTone, Count: 1}})
	want := []string{
		"You were corrected for a wrong number or date, 3 times in 30 days. Take each number and date from a memory and cite it, or leave it out.",
		"You were corrected for the wrong tone, once in 30 days. Match the person's tone, and drop what was complained of.",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", lines)
	}
}
