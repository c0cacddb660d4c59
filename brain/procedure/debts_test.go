package procedure_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
)

// Another sum owed to the same takes the place of the one before; what is owed besides, or for something, does not.
func TestTheSameDebt(t *testing.T) {
	for _, c := range []struct{ said, open []string }{
		{[]string{"I owe Max 20 euros.", "I owe Max 30 euros."}, []string{"I owe Max 30 euros"}},
		{[]string{"I owe Lena 20 euros", "I owe Lena 35 euros now"}, []string{"I owe Lena 35 euros now"}},
		{[]string{"I owe Ben 10 euros", "I owe Ben 10 euros"}, []string{"I owe Ben 10 euros"}},
		{[]string{"I owe the bank 1000 euros", "I owe the bank 900 euros"}, []string{"I owe the bank 900 euros"}},
		{[]string{"I owe Max 30 euros", "I owe Ben 10 euros"}, []string{"I owe Max 30 euros", "I owe Ben 10 euros"}},
		{[]string{"I owe Tom 100 euros", "I owe Tom another 50 euros"}, []string{"I owe Tom 100 euros", "I owe Tom another 50 euros"}},
		{[]string{"I owe Max 20 euros", "I owe Max 30 euros for the tickets"}, []string{"I owe Max 20 euros", "I owe Max 30 euros for the tickets"}},
		{[]string{"I owe Ben lunch", "I owe Ben 10 euros"}, []string{"I owe Ben lunch", "I owe Ben 10 euros"}},
		{[]string{"I owe Ben 10 euros", "I owe Ben 5 euros more"}, []string{"I owe Ben 10 euros", "I owe Ben 5 euros more"}},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		for _, said := range c.said {
			tell(t, w, said)
		}
		var open []string
		w.Mind.Read(func(v memory.View) {
			for _, l := range v.Loops.Loops {
				open = append(open, strings.TrimSuffix(l.Quote, "."))
			}
		})
		if !slices.Equal(open, c.open) {
			t.Errorf("after %q there is open %q", c.said, open)
		}
	}
}
