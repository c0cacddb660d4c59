package phrase_test

import (
	"testing"

	"citadel/brain/phrase"
)

func TestUnwrapped(t *testing.T) {
	for text, want := range map[string]string{
		`You said: "Rui left."`:                 "Rui left.",
		`You said: "Rui" and "Ana" left`:        `You said: "Rui" and "Ana" left`,
		`You said, not sure of it: "Rui left."`: `You said, not sure of it: "Rui left."`,
		`Rui said: "I left."`:                   `Rui said: "I left."`,
		`You said: "`:                           `You said: "`,
		"":                                      "",
	} {
		if got := phrase.Unwrapped(text); got != want {
			t.Errorf("%q without who said it is %q, want %q", text, got, want)
		}
	}
}

func TestPeople(t *testing.T) {
	for n, want := range map[int]string{0: "0 people", 1: "1 person", 2: "2 people", 1200: "1,200 people"} {
		if got := phrase.People(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
