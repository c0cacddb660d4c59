package link

import (
	"regexp"
	"slices"
	"strings"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Own are the links of a client, or of the principal's own business, that still stand.
func Own(m memory.View, client string) []graph.Edge {
	whose := m.Graph.Client(client)
	if whose == "" {
		return nil
	}
	return m.Graph.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, whose) })
}

// Naming are those of some links that a thing names: by the name that the graph has for it, else by the words in which the
// link was told, as "board" does what was bought as "corrugated board from two mills".
func Naming(m memory.View, links []graph.Edge, thing string) (named []graph.Edge) {
	name := m.Graph.Resolve(thing)
	for _, e := range links {
		if e.Source == name || e.Target == name {
			named = append(named, e)
		}
	}
	if len(named) > 0 {
		return named
	}
	words := regexp.MustCompile(`(?i)(?:^|[^\pL\pN])` + regexp.QuoteMeta(thing) + `(?:$|[^\pL\pN])`)
	return slices.DeleteFunc(slices.Clone(links), func(e graph.Edge) bool {
		told := e.Origin == event.FromConversation || e.Origin == event.FromPrincipal
		return !told || !words.MatchString(e.Mechanism)
	})
}
