package integrate_test

import (
	"testing"

	"citadel/memory/event"
	"citadel/memory/formula"
)

// What somebody says of how he lives is learned without a model, for good, and one thing beside the other.
func TestOneself(t *testing.T) {
	w := newWorld(t)
	texts := []string{
		"I'm vegetarian.", "I wear glasses.", "I have diabetes.", "I never drink alcohol.", "I'm left-handed.", "I don't eat pork.",
		"I have asthma.", "I don't have a driving licence.", "I'm an only child.", "I'm divorced.", "I snore.",
	}
	for _, text := range texts {
		w.hear(text)
	}
	w.pass()
	learned, _ := all[event.Learned](w)
	quotes := map[string]event.Learned{}
	for _, l := range learned {
		quotes[l.Quote] = l
	}
	for _, text := range texts {
		if l := quotes[text]; l.Sort != "fact" || l.Subject != "me" || l.Class != string(formula.Permanent) {
			t.Errorf("%q: %+v", text, l)
		}
		if h := w.held(w.memoryWith(text)); h.Over {
			t.Errorf("%q is over: %+v", text, h)
		}
	}
	if open := w.open(); len(open) > 0 {
		t.Errorf("open: %+v", open)
	}
	w.hear("I don't wear glasses.")
	w.hear("I'm a vegan.")
	w.pass()
	if h := w.held(w.memoryWith("I'm vegetarian.")); !h.Over {
		t.Errorf("a vegan now: %+v", h)
	}
	if h := w.held(w.memoryWith("I wear glasses.")); !h.Over {
		t.Errorf("denied: %+v", h)
	}
}
