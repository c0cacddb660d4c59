package art

import (
	"strings"

	"citadel/memory/event"
)

// Describe says in one sentence what there is to see: "Abstract picture in amber and rose-gold: arches open, one
// behind the other, onto calm water, and boxes of glass drift."
func Describe(a event.Art) string {
	forms := known(a)
	seen := []string{built[forms[0]]}
	for _, f := range forms[1:] {
		if words, ok := beside[f]; ok {
			seen = append(seen, words)
		}
	}
	colours := "amber, rose-gold and deep violet"
	if a.Palette == event.Hard {
		colours = "cold blue, grey and rust"
		seen = append(seen, "a warm light comes through")
	}
	last := len(seen) - 1
	text := seen[last]
	if last > 0 {
		text = strings.Join(seen[:last], ", ") + ", and " + text
	}
	return "Abstract picture in " + colours + ": " + text + "."
}

// What is seen of a form that everything is built around, and of one beside it.
var (
	built = map[string]string{
		Arches: "arches open, one behind the other, onto calm water and a low sun",
		Bridge: "a bridge on round arches crosses calm water before a low sun",
		Gates:  "tall gates stand in calm water before a low sun",
		Glass:  "boxes of glass drift between gates over calm water",
		Sail:   "a sail far out on calm water, seen between gates",
		Towers: "towers of concrete stand close together over wet ground",
		Slabs:  "great slabs of concrete lean over wet ground",
		Steel:  "a beam of steel bends across a wide wet plain",
		Shards: "panes of glass fly apart over a wide wet plain",
		Rain:   "rain falls on a wide wet plain with walls of concrete",
	}
	beside = map[string]string{
		Glass: "boxes of glass drift", Sail: "a sail stands far away",
		Steel: "a beam of steel bends across", Shards: "panes of glass fly apart", Rain: "it rains",
	}
)
