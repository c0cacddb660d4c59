package grave_test

import (
	"testing"

	"citadel/brain/grave"
)

func TestGrave(t *testing.T) {
	for text, want := range map[string][2]bool{
		"ask how the funeral went":         {true, true},
		"Her chemotherapy begins":          {true, true},
		"he talked of suicide":             {true, true},
		"the divorce papers":               {false, true},
		"Tom owes us two invoices":         {false, true},
		"send Priya the freight rates":     {false, false},
		"the killer feature of the deck":   {true, true}, // too much rather than too little
		"the skilled team and a deadline":  {false, false},
		"a painter for the office in Lyon": {false, false},
	} {
		if got := [2]bool{grave.Heavy(text), grave.Touched(text)}; got != want {
			t.Errorf("%q: heavy, touched = %v, want %v", text, got, want)
		}
	}
}
