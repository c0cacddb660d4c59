package jobs

import (
	"strings"

	"citadel/memory/event"
)

// Named says whether a text names a client: by the whole name or, where it has four letters or more, by its first
// word. Case and punctuation do not count. The principal's own business has no name in the graph.
func Named(text, client string) bool {
	low := " " + strings.ToLower(strings.Join(words(text), " ")) + " "
	own := words(strings.ToLower(client))
	if len(own) == 0 || client == event.OwnBusiness {
		return false
	}
	return strings.Contains(low, " "+strings.Join(own, " ")+" ") || len(own[0]) >= 4 && strings.Contains(low, " "+own[0]+" ")
}

func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n.,;:!?()'’\"", c) })
}
