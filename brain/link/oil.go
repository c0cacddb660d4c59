package link

import (
	"slices"
	"strings"
)

// Oil is what the names of crude oils begin with in the graph: who mutes it means all of them.
const Oil = "crude_oil"

// oils are words for crude oil that name no one kind. The graph takes them for WTI.
var oils = []string{"oil", "crude", "crude oil", "oil price", "oil prices", "price of oil", "crude oil price"}

// Also gives what else a word means that the graph knows under one name: "oil" is Brent as well as WTI, and of some things only
// the one is known to bear on them.
func Also(thing string) []string {
	if slices.Contains(oils, strings.ToLower(strings.TrimSpace(thing))) {
		return []string{"crude_oil_brent"}
	}
	return nil
}
