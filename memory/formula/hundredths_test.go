package formula_test

import (
	"testing"

	"citadel/memory/formula"
)

// Halves round up, also those that binary fractions hold a little too small.
func TestHundredths(t *testing.T) {
	for x, want := range map[float64]int{0: 0, 0.305: 31, 0.625: 63, 0.624: 62, 1.005: 101, 1.375: 138, 1.5: 150} {
		if got := formula.Hundredths(x); got != want {
			t.Errorf("%v is %d hundredths, want %d", x, got, want)
		}
	}
}
