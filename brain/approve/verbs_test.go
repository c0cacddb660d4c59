package approve_test

import (
	"testing"

	"citadel/brain/card"
	"citadel/brain/command"
)

// Every word that a card names approves it when it is typed with the handle, and its opposite
// refuses it.
func TestEveryWordOfACardIsACommand(t *testing.T) {
	for _, verb := range card.Verbs() {
		if c, ok := command.Parse(verb + " K7"); !ok || c.Name != "send" || c.Handle().String() != "K7" {
			t.Errorf("%s K7: %q", verb, c.Name)
		}
		for _, no := range []string{"don't ", "dont ", "do not "} {
			if c, ok := command.Parse(no + verb + " K7"); !ok || c.Name != "don't send" {
				t.Errorf("%s%s K7: %q", no, verb, c.Name)
			}
		}
	}
}
