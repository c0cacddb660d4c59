package tools

import (
	"cmp"
	"fmt"
	"slices"
)

// Set is some tools with names that differ, in the order of their names: what a model is shown
// stands at the head of what is cached, so it must not change from turn to turn.
type Set struct{ sorted []Tool }

// NewSet puts tools together. The error names the first that cannot be in a set: a name that is
// there twice or that no model accepts, nothing to run, no schema, or Recipient without Reaches.
func NewSet(all ...Tool) (Set, error) {
	s := Set{slices.Clone(all)}
	slices.SortStableFunc(s.sorted, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	for i, t := range s.sorted {
		if i > 0 && s.sorted[i-1].Name == t.Name {
			return Set{}, fmt.Errorf("tools: %q is there twice", t.Name)
		}
		if err := t.fits(); err != nil {
			return Set{}, err
		}
	}
	return s, nil
}

// fits says why a tool cannot be in a set.
func (t Tool) fits() error {
	switch {
	case !named(t.Name):
		return fmt.Errorf("tools: %q cannot be a name", t.Name)
	case t.Run == nil:
		return fmt.Errorf("tools: %q has nothing to run", t.Name)
	case len(t.Params) == 0:
		return fmt.Errorf("tools: %q has no schema", t.Name)
	case t.Stakes.Has(Recipient) != (t.Reaches != nil):
		return fmt.Errorf("tools: %q does not say whom it reaches, or that it does", t.Name)
	}
	return nil
}

// With is the set with more tools in it. Those that cannot be are left out; a name that is there
// already stays whose it is.
func (s Set) With(more ...Tool) Set {
	all := s.All()
	for _, t := range more {
		if _, taken := s.Find(t.Name); !taken && t.fits() == nil {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	return Set{slices.CompactFunc(all, func(a, b Tool) bool { return a.Name == b.Name })}
}

// named says whether every model accepts a name.
func named(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return false
		}
	}
	return true
}

// All are the tools, in the order of their names.
func (s Set) All() []Tool { return slices.Clone(s.sorted) }

// Names are theirs, sorted.
func (s Set) Names() []string {
	names := make([]string, len(s.sorted))
	for i, t := range s.sorted {
		names[i] = t.Name
	}
	return names
}

// Len is how many there are.
func (s Set) Len() int { return len(s.sorted) }

// Find gives the tool of a name.
func (s Set) Find(name string) (Tool, bool) {
	i, found := slices.BinarySearchFunc(s.sorted, name, func(t Tool, n string) int { return cmp.Compare(t.Name, n) })
	if !found {
		return Tool{}, false
	}
	return s.sorted[i], true
}

// Only are the tools that keep says yes to.
func (s Set) Only(keep func(Tool) bool) Set {
	return Set{slices.DeleteFunc(slices.Clone(s.sorted), func(t Tool) bool { return !keep(t) })}
}
