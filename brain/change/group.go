package change

import (
	"context"
	"time"

	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/people"
)

// chosen is the group that a command names.
func chosen(t *turn.Turn) string {
	for _, g := range [...]string{event.Inner, event.Growth, event.Boundary} {
		if t.Command.Has(g) {
			return g
		}
	}
	return event.Untiered
}

// group puts somebody into a group, at the principal's own word (TRUST, The iron filter).
func group(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	g := chosen(t)
	typed := func(name string) string {
		if g == event.Untiered {
			return "group " + name + " none"
		}
		return "group " + name + " " + g
	}
	p, r, err := whom(ctx, t, t.Command.Person, typed)
	if r != nil || err != nil {
		return r, err
	}
	now := p.Group.At(t.Now)
	switch s, troubled := filter.Distress(p, t.Now); {
	case g == event.Untiered && now == event.Untiered:
		r := begin(t)
		r.Text.Claim(rests(t, p), "%s", p.Name).Say(" is in no group.")
		return r, nil
	case g != event.Untiered && troubled:
		r := begin(t)
		r.Text.Say("Nothing was changed: ").Claim([]event.Seq{s.Seq}, "%s is family, and you said %s", p.Name, quoted(s.Text, phrase.MaxQuote)).Say(" (you, ")
		r.Text.Claim([]event.Seq{s.Seq, s.Message}, "%s", phrase.Source(t.FullDay(s.On), 'm', s.Message))
		r.Text.Say("). No group tells me how to deal with family in distress.")
		return r, nil
	}
	r = begin(t).Change(event.Asked{What: event.AskGroup, Name: under(p, t.Command.Person), Text: g})
	x := &r.Text
	if g == event.Untiered {
		x.Claim(rests(t, p), "%s", p.Name).Say(" is in no group any more.")
	} else {
		x.Claim(rests(t, p), "%s", p.Name).Say(": group *%s*, until ", g).Claim(t.Heard(), "%s", longDate(yearFrom(t.Now), t)).Say(".")
	}
	if now != event.Untiered && now != g {
		x.Say(" Before: *%s*, set by you on ", now).Claim([]event.Seq{p.Group.Seq}, "%s", longDate(p.Group.Set, t)).Say(".")
	}
	if g != event.Untiered {
		x.Say(" It changes what I suggest to you: ").Claim(t.Heard(), "%s", filter.Effect(g)).Say(".")
	}
	undoable(t, x)
	return r, nil
}

// yearFrom is when a group that is set now ends.
func yearFrom(now time.Time) time.Time {
	return people.Group{Name: event.Inner, Set: now}.Until()
}

// longDate words a date with weekday and year: "Wed 12 Aug 2026".
func longDate(on time.Time, t *turn.Turn) string {
	return on.In(t.Now.Location()).Format("Mon 2 Jan 2006")
}

// renew lets a group hold for another year.
func renew(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return "renew " + name })
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t)
	if p.Group.Name == event.Untiered {
		r.Text.Claim(rests(t, p), "%s", p.Name).Say(" has no group that I could renew: `group %s inner`, `growth` or `boundary` sets one.", p.Name)
		return r, nil
	}
	r.Change(event.Asked{What: event.AskGroup, Name: p.Name, Text: p.Group.Name})
	r.Text.Claim(rests(t, p), "%s", p.Name).Say(": group *%s*, now until ", p.Group.Name).Claim(t.Heard(), "%s", longDate(yearFrom(t.Now), t)).Say(".")
	undoable(t, &r.Text)
	return r, nil
}
