package change

import (
	"context"
	"strings"

	"citadel/brain/turn"
	"citadel/memory/event"
)

// setMorning is when the morning's message comes, or that none does.
func setMorning(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	wants := ""
	switch words := strings.ToLower(strings.Trim(t.Command.Period, " .,!")); {
	case t.Command.Has("off"), t.Command.Has("no"), t.Command.Has("stop"), t.Command.Has("end"):
		wants = event.MorningOff
	case t.Command.Has("on"):
		if setting(t, event.SettingMorning) != event.MorningOff {
			return says(t, "No briefing was ended here. `briefing at 8:00` says when it comes, and `briefing` shows it now.")
		}
	default:
		var ok bool
		if wants, ok = clock(together(words)); !ok {
			return says(t, "At what time? As in `briefing at 8:00`, or `briefing off`.")
		}
	}
	if wants != "" && wants == setting(t, event.SettingMorning) {
		return says(t, "It is so already. `briefing on` brings back what is configured.")
	}
	r := set(t, event.SettingMorning, wants)
	switch wants {
	case "":
		r.Text.Say("The briefing comes again as it is configured, where there is anything to tell.")
	case event.MorningOff:
		r.Text.Say("No more briefings. `briefing on` brings them back, and `briefing` shows what there is at any time.")
	default:
		r.Text.Say("From the next one on the briefing comes at ").Claim(t.Heard(), "%s", wants)
		r.Text.Say(" (%s), where there is anything to tell.", t.Zone(t.Now.Location(), t.Now))
		if end, quiet := quietAt(t, wants); quiet {
			r.Text.Say(" That is within your quiet hours, so it waits for their end at ").Claim(t.Heard(), "%s", end).Say("; `quiet hours 22:00 to %s` would not hold it.", wants)
		}
	}
	undoable(t, &r.Text)
	return r, nil
}

// together is "8 a.m." as "8am".
func together(words string) string {
	return strings.NewReplacer("a.m", "am", "p.m", "pm", "o'clock", "", " ", "").Replace(words)
}

// quietAt says whether a time of day, "06:30", lies in the quiet hours, and when those end.
func quietAt(t *turn.Turn, at string) (end string, quiet bool) {
	hours := setting(t, event.SettingHours)
	if hours == "" {
		hours = t.Host.Quiet
	}
	from, to, ok := strings.Cut(hours, "-")
	switch {
	case !ok || from == to:
		return "", false
	case from < to:
		return to, from <= at && at < to
	}
	return to, from <= at || at < to
}
