package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// sectionOf are other words for a section of the principal.
var sectionOf = map[string]string{"alerts": principal.Overnight, "prices": principal.Overnight, "figures": principal.Figures, "": principal.Whole}

// less makes a section of the briefing one step shorter, or as long as it was; without a section, all of it
// (MESSAGES 1).
func less(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	name := strings.ToLower(strings.Trim(t.Command.Words, " .!"))
	if of, ok := sectionOf[name]; ok {
		name = of
	}
	more := t.Command.Has("more")
	if name == "dreams" {
		t.Command.Options = []string{map[bool]string{true: "on", false: "fewer"}[more]}
		return setDreams(ctx, t)
	}
	if name != principal.Whole && !slices.Contains(principal.Sections(), name) {
		return says(t, "The briefing has no such part. Its parts: %s.", strings.Join(principal.Sections(), ", "))
	}
	var was principal.Length
	t.Read(func(v memory.View) { was = v.Principal.Length(name) })
	to, least := principal.Full, principal.Least(name)
	if !more {
		to = min(was+1, least)
	}
	what := strings.ToUpper(name[:1]) + name[1:]
	if to == was {
		if more {
			return says(t, "%s: nothing of it is left out.", what)
		}
		return says(t, "%s: shorter than that it does not get. `more %s` brings it back.", what, name)
	}
	var setting string
	t.Read(func(v memory.View) { setting = v.Principal.Lengths(name, to) })
	r := set(t, event.SettingBriefing, setting)
	r.Text.Say("%s, from the next briefing on: %s.", what, lengths(name, to))
	if to != principal.Full {
		if to < least {
			r.Text.Say(" `less %s` once more makes it shorter,", name)
		}
		r.Text.Say(" `more %s` brings it back.", name)
	}
	undoable(t, &r.Text)
	return r, nil
}

// lengths words how long a section is.
func lengths(name string, l principal.Length) string {
	if name == principal.Whole {
		return [...]string{"all of it", "eight lines at most", "five lines at most"}[l]
	}
	return [...]string{"all of it", "two lines at most", "only how many there are", "left out"}[l]
}
