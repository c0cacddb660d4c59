package change

import (
	"context"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
)

// longestQuiet is for how long unasked messages are held at one word; `away` and `pause` are for longer.
const longestQuiet = 7 * 24 * time.Hour

// quiet holds what nobody asked for until a time, or until midnight. Reminders come as he set them.
func quiet(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var held bool
	t.Read(func(v memory.View) { _, held = v.Principal.Quiet(t.Now) })
	if t.Command.Has("off") {
		if !held {
			return says(t, "Nothing is held. `quiet until 16:00` holds what you did not ask for.")
		}
		r := set(t, event.SettingQuiet, "")
		r.Text.Say("No longer quiet.")
		undoable(t, &r.Text)
		return r, nil
	}
	to, ok := quietTo(t)
	switch {
	case !ok:
		r := begin(t)
		r.Text.Say("I can't read the time ").Claim(t.Heard(), "%s", quoted(t.Command.Period, phrase.MaxQuote)).Say(". As in `quiet 3 hours` or `quiet until 16:00`; `quiet hours 22:00 to 07:00` is for every night.")
		return r, nil
	case to.Sub(t.Now) > longestQuiet:
		return says(t, "That is longer than a week. `away from 4 Dec to 18 Dec` holds it for so long, and `pause` until you say so.")
	}
	r := set(t, event.SettingQuiet, to.UTC().Format(time.RFC3339))
	r.Text.Say("Quiet until ").Claim(t.Heard(), "%s", phrase.Moment(to, t.Now)).Say(": nothing you did not ask for. Reminders you set still come. `quiet off` ends it.")
	undoable(t, &r.Text)
	return r, nil
}

// quietTo is the time that is named, or the next midnight where none is.
func quietTo(t *turn.Turn) (time.Time, bool) {
	midnight := time.Date(t.Now.Year(), t.Now.Month(), t.Now.Day()+1, 0, 0, 0, 0, t.Now.Location())
	if t.Command.Period == "" {
		return midnight, true
	}
	m, ok := when.Duration(t.Command.Period, t.Now)
	if !ok || m.Recur != nil {
		return time.Time{}, false
	}
	if m.AllDay() {
		m = m.Clock(morningHour, 0, t.Now)
	}
	return m.At, m.At.After(t.Now)
}
