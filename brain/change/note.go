package change

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/people"
)

// note keeps a note about somebody. Leverage, payment and revenue are held only so: from the
// principal, never from anybody's mood.
func note(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	sort := event.Remark
	for _, s := range [...]string{event.Leverage, event.Payment, event.Revenue} {
		if t.Command.Has(s) {
			sort = s
		}
	}
	words := strings.TrimSpace(t.Command.Words)
	if words == "" || len(words) > people.MaxNote {
		r := begin(t)
		r.Text.Say("Nothing was noted: a note has ").Claim(t.Heard(), "1 to %d characters", people.MaxNote).Say(".")
		return r, nil
	}
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return "note " + name + ": " + words })
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t).Change(event.Asked{What: event.AskNote, Name: under(p, t.Command.Person), Text: words, Sort: sort})
	r.Text.Say("Noted about ").Claim(rests(t, p), "%s", p.Name)
	if sort != event.Remark {
		r.Text.Say(", as %s", sort)
	}
	r.Text.Say(": ").Claim(t.Heard(), "%s", quoted(words, echo)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// keepPhrase lets a forbidden phrase stand in what goes to somebody: his wording counts, after one
// question (TRUST, The iron filter).
func keepPhrase(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	words := strings.TrimSpace(t.Command.Words)
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return fmt.Sprintf("keep %q for %s", words, name) })
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t)
	if !filter.Forbids(words) {
		r.Text.Say("I keep ").Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote)).Say(" from nobody.")
		return r, nil
	}
	r.Change(event.Asked{What: event.AskPhrase, Name: under(p, t.Command.Person), Text: words})
	r.Text.Claim(t.Heard(), "%s", quoted(words, phrase.MaxQuote)).Say(" may stay in what goes to ").Claim(rests(t, p), "%s", p.Name).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// watchMe switches on or off that the principal is told what he does himself.
func watchMe(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	on := t.Command.Has("on")
	if was := setting(t, event.SettingWatch) != ""; was == on {
		if on {
			return says(t, "I watch already. `watch me off` ends it.")
		}
		return says(t, "I don't watch you.")
	}
	if !on {
		r := set(t, event.SettingWatch, "")
		r.Text.Say("I no longer watch you.")
		undoable(t, &r.Text)
		return r, nil
	}
	r := set(t, event.SettingWatch, "yes")
	r.Text.Say("From now on I tell you, once each and in your own words, when what you write reads like giving in from guilt, being used, or being hard on somebody who did not earn it. Only of what you write to me, and only to you. `watch me off` ends it.")
	undoable(t, &r.Text)
	return r, nil
}
