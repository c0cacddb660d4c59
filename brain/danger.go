package brain

import (
	"context"
	"time"

	"citadel/brain/crisis"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// quietAfter is for how long nothing unasked is said after a crisis (TRUST, Crisis).
const quietAfter = 24 * time.Hour

// byCrisis is who answers someone in danger.
const byCrisis = "crisis"

// Danger answers a message in which someone may be in danger, before anything else looks
// at it. The words are fixed; neither they nor the message reach memory, mood or dreams.
func Danger(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if kind, found := crisis.Check(t.Text); found {
		r := &turn.Reply{By: byCrisis, Quiet: true, Hold: quietAfter}
		r.Text.Say("%s", crisis.Reply(kind, crisis.Person{
			Country: country(t), Line: crisis.Line{Name: t.Host.Line[0], Number: t.Host.Line[1]}, Trusted: t.Host.Trusted,
		}))
		return r, nil
	}
	open, asked := afterCrisis(t)
	if !open {
		return nil, nil
	}
	r := &turn.Reply{By: byCrisis, Quiet: true}
	switch where, ok := crisis.Country(t.Text); {
	case crisis.AllClear(t.Text):
		r.Text.Say("%s", crisis.Cleared)
		r.Writes = []turn.Write{{Payload: event.Held{Until: t.Now, Reason: "all clear"}}}
	case ok && asked:
		call, known := crisis.Where(where)
		if !known {
			return nil, nil
		}
		r.Text.Say("%s", call)
	default:
		return nil, nil
	}
	return r, nil
}

func country(t *turn.Turn) string {
	code := t.Host.Country
	t.Read(func(v memory.View) {
		if set := v.Principal.Settings[event.SettingCountry]; set != "" {
			code = set
		}
	})
	return code
}

// afterCrisis says whether a crisis is open (answered in the last 24 h and not cleared),
// and whether its answer is the last thing that was said: only then is the name of a
// country an answer to it, and not talk.
func afterCrisis(t *turn.Turn) (open, asked bool) {
	t.Read(func(v memory.View) {
		last, ok := v.Thread.Last()
		open = v.Thread.Held.After(t.Now)
		asked = open && ok && last.Quiet && last.ID == v.Thread.Crisis
	})
	return open, asked
}
