package consequence

import (
	"slices"
	"strings"

	"citadel/memory/graph"
)

// Mutes says whether a word by which something is muted means an alert: the client that it is for, the thing
// that moved, or a word of its name, as oil means crude_oil_wti. Names are those of the causal graph.
func Mutes(what, client, moved string) bool {
	if graph.Name(client) == what || moved == what {
		return true
	}
	words, part := strings.Split(moved, "_"), strings.Split(what, "_")
	for i := 0; i+len(part) <= len(words); i++ {
		if slices.Equal(words[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
