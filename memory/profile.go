package memory

import (
	"context"

	"citadel/memory/event"
)

// DefaultProfile is what a mind recalls by for which nothing else was chosen.
const DefaultProfile = "default"

// UseProfile has memories recalled by another recipe from now on; the empty name is that of the
// default (SPEC §13.3). What is chosen already is not recorded again; the name is not checked.
func (m *Mind) UseProfile(ctx context.Context, name string) error {
	if name == DefaultProfile {
		name = ""
	}
	current := ""
	m.Read(func(v View) { current = v.Principal.Profile })
	if current == name {
		return nil
	}
	_, err := m.Record(ctx, m.self.Write(event.Profiled{Name: name}))
	return err
}
