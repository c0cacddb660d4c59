package simulate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// part is a part of the mind that can be left out.
type part struct {
	name string
	says string // what is left out with it
	off  func(w *world)
}

var parts = []part{
	{"immune", "dedup, values and roots together", func(w *world) { w.without.Dedup, w.without.Values, w.without.Roots = true, true, true }},
	{"dedup", "what is learned is held against nothing that is known", func(w *world) { w.without.Dedup = true }},
	{"values", "what gives another value for the same thing counts as that said again", func(w *world) { w.without.Values = true }},
	{"roots", "the agent's own words count as evidence", func(w *world) { w.without.Roots = true }},
	{"decay", "what is old is found as well as what is new", func(w *world) { w.settings.Recall.Profile = "ageless" }},
	{"warmth", "what was talked of lately is as far as the rest", func(w *world) { w.settings.Recall.Profile = "cold" }},
	{"consolidation", "what is recalled often fades as fast as the rest", func(w *world) { w.without.Consolidation = true }},
	{"digest", "what has faded stays as it is, word for word", func(w *world) { w.without.Digest = true }},
	{"gate", "all that comes to mind with a message enters the prompt, where there is a model", func(w *world) { w.without.Gate = true }},
	{"economy", "no figures of the economy are read", func(w *world) { w.market = nil }},
	{"dreams", "nothing is dreamt", func(w *world) { w.without.Dreams = true }},
}

// ErrPart is a part that there is not, or that cannot be left out.
var ErrPart = errors.New("there is no such part to leave out")

// Parts are the names of all parts that can be left out.
func Parts() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// leave leaves the named parts out.
func (w *world) leave(names []string) error {
	for _, name := range names {
		i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if i < 0 {
			return fmt.Errorf("%w: %q; there are %s", ErrPart, name, strings.Join(Parts(), ", "))
		}
		parts[i].off(w)
	}
	return nil
}
