package respond

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/graph"
)

// mostLinks is how many links are listed at once, the surest first. Ours.
const mostLinks = 40

// links are those at a thing or of a client; where neither is named, those that are not general knowledge.
func links(f *graph.Fold, of string, now time.Time) []graph.Edge {
	var all []graph.Edge
	switch client := f.Client(of); {
	case of == "":
		all = f.Edges(func(e *graph.Edge) bool { return e.Origin != event.FromWorld })
	case client != "":
		all = f.Edges(func(e *graph.Edge) bool { return strings.EqualFold(e.Client, client) })
	default:
		all = f.Touching(of)
	}
	all = slices.DeleteFunc(all, func(e graph.Edge) bool { return !e.Stands() })
	slices.SortStableFunc(all, func(a, b graph.Edge) int { return cmp.Compare(b.At(now), a.At(now)) })
	return all[:min(len(all), mostLinks)]
}

// because is how one thing moves another, as far as it was said.
func because(e graph.Edge) string {
	if e.Mechanism == "" {
		return ""
	}
	return ": " + e.Mechanism
}
