package formula

import (
	"testing"

	"pgregory.net/rapid"
)

// Neither warmth nor importance may outvote relevance.
func TestRankingFactorsAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b")
		for name, f := range map[string]struct {
			of       func(float64) float64
			low, top float64
		}{
			"warmth":     {WarmthFactor, 1, 1 + RankedWarmth*WarmthTop},
			"importance": {ImportanceFactor, 1 - RankedImportance, 1 + RankedImportance},
		} {
			if x := f.of(a); x < f.low-1e-12 || x > f.top+1e-12 {
				t.Errorf("%s of %v is %v", name, a, x)
			}
			if a < b && f.of(a) > f.of(b) {
				t.Errorf("%s falls from %v to %v", name, a, b)
			}
		}
	})
	if ImportanceFactor(UsualImportance) != 1 || WarmthFactor(0) != 1 {
		t.Error("what is usual moves the ranking")
	}
}
