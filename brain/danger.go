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
func Danger(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if kind, found := crisis.Check(t.Text); found {
		r := &turn.Reply{By: byCrisis, Quiet: true, Hold: quietAfter}
		person := crisis.Person{Country: country(t), Line: crisis.Line{Name: t.Host.Line[0], Number: t.Host.Line[1]}, Trusted: t.Host.Trusted}
		if t.Audience == event.Shared {
			person.Trusted = "" // whom he trusts is for no stranger to read
		}
		r.Text.Say("%s", crisis.Reply(kind, person))
		return r, nil
	}
	open, asked, err := afterCrisis(ctx, t)
	if err != nil || !open {
		return nil, err
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
		if country(t) == "" && t.Audience != event.Shared { // the next time he is not asked
			r.Change(event.Asked{What: event.AskSetting, Name: event.SettingCountry, Text: where})
			r.Text.Say(" I keep the country for this alone; `my country is` and its name changes it.")
		}
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
// country an answer to it, and not talk. Where more people read than it was told to there
// was none.
func afterCrisis(ctx context.Context, t *turn.Turn) (open, asked bool, err error) {
	var crisis event.Seq
	t.Read(func(v memory.View) {
		last, ok := v.Thread.Last()
		crisis, open = v.Thread.Crisis, v.Thread.Held.After(t.Now)
		asked = open && ok && last.Quiet && last.ID == crisis
	})
	if !open || t.Asked().Private() {
		return open, asked, nil
	}
	if crisis == 0 { // something else holds what is unasked
		return false, false, nil
	}
	_, p, err := t.Event(ctx, crisis)
	began, ok := p.(event.TurnBegan)
	if err != nil || !ok {
		return false, false, err
	}
	roots, err := t.Mind.Roots(ctx, began.Messages...)
	told := err == nil && t.Asked().ShowsAll(roots)
	return told, asked && told, err
}
