package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// A plain statement about a first name that two people have is asked about, once a day, with the words
// that say of whom. Where the name is clear nothing is asked.
func TestWhose(t *testing.T) {
	for line, asks := range map[string]bool{
		"Priya moved to Leeds.":        true,
		"Priya works at Bristow now.":  true,
		"Priya Nair moved to Leeds.":   false,
		"Tom moved to Leeds.":          false,
		"Maybe Priya moves to Leeds?":  false,
		"Priya Nair called. Thursday.": false,
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		for _, known := range []string{"Priya Nair works at Henderson.", "Priya Shah is my accountant.", "Tom Weiss is my brother-in-law."} {
			tell(t, w, known)
		}
		one, r := ask(t, w, line)
		said := r.Text.String()
		if strings.HasPrefix(said, "Which Priya is that: Priya Nair or Priya Shah?") != asks {
			t.Errorf("%q: %q", line, said)
			continue
		}
		turntest.Claims(t, w.Mind, &r.Text)
		w.Apply(one, r)
		if !asks {
			continue
		}
		if say := "`remember " + strings.TrimSuffix(strings.Replace(line, "Priya", "Priya Nair", 1), ".") + "`"; !strings.Contains(said, say) {
			t.Errorf("%q says how in %q, want %s", line, said, say)
		}
		if _, r := ask(t, w, "Priya works at Acme."); strings.HasPrefix(r.Text.String(), "Which Priya") {
			t.Errorf("it asks again: %q", r.Text.String())
		}
	}
}
