package memory

import (
	"cmp"
	"context"

	"citadel/memory/event"
)

// DefaultProfile is what a mind recalls by for which nothing else was chosen.
const DefaultProfile = "default"

// UseProfile has memories recalled by a recipe from now on; the empty name is that of the default
// (SPEC §13.3). A ledger says by its name which one it lives with, from its first start on, also
// where that is the default: what is the default can change. What is recorded already is not
// recorded again; the name is not checked.
func (m *Mind) UseProfile(ctx context.Context, name string) error {
	name = cmp.Or(name, DefaultProfile)
	current := ""
	m.Read(func(v View) { current = v.Principal.Profile })
	if current == name {
		return nil
	}
	_, err := m.Record(ctx, m.self.Write(event.Profiled{Name: name}))
	return err
}
