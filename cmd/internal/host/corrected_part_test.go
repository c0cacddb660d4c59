package host_test

import (
	"strings"
	"testing"
)

// A correction of one fact of a message that tells two is answered, and comes first from then on; what else the message
// tells stays. Who is asked what is right is heard.
func TestCorrectsAPart(t *testing.T) {
	for _, talk := range [][]string{
		{"Luca is 7 and Mia is 4.", "how old is Mia?", "wrong, Mia is 5"},
		{"Luca is 7 and Mia is 4.", "No, Mia is 5."},
		{"Luca is 7. Mia is 4.", "No, Mia is 5."},
	} {
		w := settle(t, nil, nil)
		said := ""
		for _, line := range talk {
			said = saidIn(w.in(spots[1], line), spots[1])
		}
		if !strings.HasPrefix(said, "Corrected: Mia is 5.") || !strings.Contains(said, `"Mia is 4"`) {
			t.Errorf("%q is answered with %q", talk, said)
		}
		if got := saidIn(w.in(spots[1], "how old is Mia?"), spots[1]); !strings.HasPrefix(got, `"Mia is 5"`) {
			t.Errorf("after %q, Mia is: %q", talk, got)
		}
		if got := saidIn(w.in(spots[1], "how old is Luca?"), spots[1]); !strings.HasPrefix(got, `"Luca is 7`) {
			t.Errorf("after %q, Luca is: %q", talk, got)
		}
	}

	w := settle(t, nil, nil)
	for _, line := range []string{"My dentist is Silva.", "wrong", "Souza"} {
		w.in(spots[1], line)
	}
	if got := saidIn(w.in(spots[1], "who is my dentist?"), spots[1]); !strings.HasPrefix(got, "Souza: ") {
		t.Errorf("the dentist is: %q", got)
	}
}
