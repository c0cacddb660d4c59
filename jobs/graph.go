package jobs

import (
	"fmt"
	"slices"
	"strings"

	"citadel/memory/event"
)

// Arrow says that one job reads what another, or itself, writes.
type Arrow struct {
	From, To string
	Kinds    []event.Kind // sorted
}

func (a Arrow) String() string { return fmt.Sprintf("%s → %s by %s", a.From, a.To, join(a.Kinds)) }

// Graph is what follows from what: an arrow from each job that writes a kind to each that
// reads it, in the order of the jobs. What a job writes can come back to it only along
// these arrows, so a pattern that feeds itself is a cycle here, and nowhere else.
func Graph(all []Job) []Arrow {
	var arrows []Arrow
	for _, from := range all {
		for _, to := range all {
			var shared []event.Kind
			for _, k := range from.Writes {
				if slices.Contains(to.Reads, k) {
					shared = append(shared, k)
				}
			}
			if len(shared) > 0 {
				slices.Sort(shared)
				arrows = append(arrows, Arrow{From: from.Name, To: to.Name, Kinds: shared})
			}
		}
	}
	return arrows
}

// Loops gives the arrows that lie on a cycle.
func Loops(arrows []Arrow) []Arrow {
	var loops []Arrow
	for _, a := range arrows {
		if reaches(arrows, a.To, a.From) {
			loops = append(loops, a)
		}
	}
	return loops
}

// reaches says whether a way of no arrow or more leads from one job to another.
func reaches(arrows []Arrow, from, to string) bool {
	seen := []string{from}
	for i := 0; i < len(seen); i++ {
		if seen[i] == to {
			return true
		}
		for _, a := range arrows {
			if a.From == seen[i] && !slices.Contains(seen, a.To) {
				seen = append(seen, a.To)
			}
		}
	}
	return false
}

// Describe lists what each job reads and writes, and the arrows between them.
func Describe(all []Job) string {
	var b strings.Builder
	for _, j := range all {
		fmt.Fprintf(&b, "%s: %s → %s\n", j.Name, join(j.Reads), join(j.Writes))
	}
	for _, a := range Graph(all) {
		fmt.Fprintf(&b, "  %s\n", a)
	}
	return b.String()
}

func join(kinds []event.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}
