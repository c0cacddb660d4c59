package trade

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed places.txt
var placesFile string

// places are countries, regions and towns from which goods come, in small letters.
var places = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(placesFile) {
		line, _, _ = strings.Cut(line, "#")
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
				all[name] = true
			}
		}
	}
	return all
})

// aPlace says whether a name is that of a place: whoever buys coffee from Brazil has no supplier of that name.
func aPlace(name string) bool {
	name = strings.ToLower(strings.TrimPrefix(name, "the "))
	for _, side := range []string{"north ", "south ", "east ", "west ", "northern ", "southern ", "eastern ", "western ", "central ", "new ", "upper ", "lower "} {
		if rest, cut := strings.CutPrefix(name, side); cut && places()[rest] {
			return true
		}
	}
	return places()[name]
}
