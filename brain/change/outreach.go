package change

import (
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// setOutreach is whether the principal wants to be told, by itself, of what was found outside (TRUST, Defaults).
func setOutreach(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var minor bool
	t.Read(func(v memory.View) { minor = v.Principal.Settings[event.SettingMinor] != "" })
	wants, says1 := "", "I tell you nothing I found outside by itself; the briefing still has it. `outreach on` changes that."
	switch {
	case t.Command.Has("off"):
	case minor:
		return says(t, "No: you told me that you are not an adult, and then I write to you only when you ask.")
	default:
		wants = "on"
		says1 = "Once a day at most I tell you of something I found outside on your clients or on what I wonder about, never in quiet hours, and only " +
			"where there is something. `outreach off` ends it."
	}
	if wants == setting(t, event.SettingOutreach) {
		return says(t, "It is so already. %s", says1)
	}
	r := set(t, event.SettingOutreach, wants)
	r.Text.Say("%s", says1)
	if wants != "" && !looksOutside(t) {
		r.Text.Say(" Neither feeds nor a search are set up, so there is nothing I could find yet.")
	}
	undoable(t, &r.Text)
	return r, nil
}

// looksOutside says whether there is a tool by which something could be found. See package jobs/recon.
func looksOutside(t *turn.Turn) bool {
	if t.Host.Tools == nil {
		return false
	}
	all := t.Host.Tools()
	return slices.Contains(all, "news") || slices.Contains(all, "web_search")
}
