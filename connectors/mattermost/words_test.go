package mattermost

import (
	"strings"
	"testing"
)

// What only looks like an address rings nobody, and takes no true one of the same post along.
func TestTrueAddressesStay(t *testing.T) {
	const true1, true2 = "https://acme.example/@sam/post", "https://files.example/~bob/plan.pdf"
	for text, keeps := range map[string]bool{
		"See " + true1 + " and " + true2 + ".":                                      true,
		"See " + true1 + " and " + true2 + ". They wrote: https://@channel":         true,
		"They wrote: https://a_b/@here, see " + true1 + " and " + true2:             true,
		true1 + " " + true2 + strings.Repeat(" https://@channel https://@here", 20): false, // nobody is to wait for that
	} {
		out := render(text, nil)
		if calls(out) {
			t.Errorf("%q calls somebody: %q", text, out)
		}
		if kept := strings.Contains(out, true1) && strings.Contains(out, true2); kept != keeps {
			t.Errorf("%q became %q", text, out)
		}
	}
}
