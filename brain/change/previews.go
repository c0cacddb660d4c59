package change

import (
	"context"

	"citadel/brain/turn"
	"citadel/memory/event"
)

// setPreviews is whether first lines of what nobody asked for, which a telephone shows to whoever looks at it, keep names, money
// and health out (TRUST, Notifications as craft).
func setPreviews(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if !t.Command.Has(event.PreviewsNeutral) && !t.Command.Has(event.PreviewsNormal) {
		how, other := event.PreviewsNormal, event.PreviewsNeutral
		if setting(t, event.SettingPreviews) == event.PreviewsNeutral {
			how, other = other, how
		}
		return says(t, "Previews are %s. `previews %s` changes that.", how, other)
	}
	wants, told := event.PreviewsNormal, "What I say unasked begins with what it is about again."
	if t.Command.Has(event.PreviewsNeutral) {
		wants, told = event.PreviewsNeutral, "What I say unasked begins with a line that names nobody, no money and no health."
	}
	if wants == setting(t, event.SettingPreviews) {
		return says(t, "It is so already. %s", told)
	}
	r := set(t, event.SettingPreviews, wants)
	r.Text.Say("%s", told)
	undoable(t, &r.Text)
	return r, nil
}
