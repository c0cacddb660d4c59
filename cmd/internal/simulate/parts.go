package simulate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/config"
)

// part is a part of the mind that can be left out.
type part struct {
	name string
	says string // what is left out with it
	off  func(w *world)

	model bool // it is only where there is a model
}

var parts = []part{
	{name: "immune", says: "dedup, values and roots together", off: func(w *world) { w.without.Dedup, w.without.Values, w.without.Roots = true, true, true }},
	{name: "dedup", says: "what is learned is held against nothing that is known", off: func(w *world) { w.without.Dedup = true }},
	{name: "values", says: "what gives another value for the same thing counts as that said again", off: func(w *world) { w.without.Values = true }},
	{name: "roots", says: "the agent's own words count as evidence", off: func(w *world) { w.without.Roots = true }},
	{name: "decay", says: "what is old is found as well as what is new", off: func(w *world) { w.order("ageless") }},
	{name: "warmth", says: "what was talked of lately is as far as the rest", off: func(w *world) { w.order("cold") }},
	{name: "consolidation", says: "what is recalled often fades as fast as the rest", off: func(w *world) { w.without.Consolidation = true }},
	{name: "digest", says: "what has faded stays as it is, word for word", off: func(w *world) { w.without.Digest = true }},
	{name: "gate", says: "all that comes to mind with a message enters the prompt", off: func(w *world) { w.without.Gate = true }, model: true},
	{name: "economy", says: "no figures of the economy are read", off: func(w *world) { w.market = nil }},
	{name: "dreams", says: "nothing is dreamt", off: func(w *world) { w.without.Dreams = true }},
	{name: "quarantine", says: "a model that dreams of a day is shown its dream before", off: func(w *world) { w.without.Quarantine = true }, model: true},
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

// order has what is found put in order by a profile that leaves something out; by "flat", which leaves all of it out,
// where another was named before.
func (w *world) order(profile string) {
	now := &w.settings.Recall.Profile
	if *now != config.RecallProfiles[0] && *now != profile {
		profile = "flat"
	}
	*now = profile
}
