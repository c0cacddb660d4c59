package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/acquaintance"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// alias gives somebody one more name. Where that is somebody already, the two are one.
func alias(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	other := strings.Trim(t.Command.Words, " .,!?:;\"'“”‘’")
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return "people " + name + " is also " + other })
	if r != nil || err != nil {
		return r, err
	}
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return nil, err
	}
	also := known.Called(other)
	switch {
	case len(also) == 1 && also[0].Name == p.Name:
		r := begin(t)
		r.Text.Claim(also[0].Rests(), "%s is %s", other, p.Name).Say(" already.")
		return r, nil
	case len(also) == 1 && strings.EqualFold(also[0].Name, other):
		return join(t, p, also[0]), nil
	}
	if minor, err := isMinor(ctx, t, other); err != nil || minor {
		_, r, err := whom(ctx, t, other, nil)
		return r, err
	}
	return nicknamed(t, p, under(p, t.Command.Person), other), nil
}

// nicknamed gives somebody one more name, written down under one of his.
func nicknamed(t *turn.Turn, p people.Person, under, other string) *turn.Reply {
	r := begin(t).Change(event.Asked{What: event.AskAlias, Name: under, Text: other})
	r.Text.Claim(t.Heard(), "%s", other).Say(" is ").Claim(rests(t, p), "%s", p.Name).Say(" from now on, and so is what you said under that name.")
	undoable(t, &r.Text)
	return r
}

// merge makes one person of two.
func merge(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return "merge " + name + " and " + t.Command.Words })
	if r != nil || err != nil {
		return r, err
	}
	q, r, err := whom(ctx, t, t.Command.Words, func(name string) string { return "merge " + t.Command.Person + " and " + name })
	if r != nil || err != nil {
		return r, err
	}
	if len(p.Rests()) == 0 {
		p, q = q, p
	}
	switch {
	case len(p.Rests()) == 0:
		r := begin(t)
		r.Text.Say("Nothing was changed: I hold nothing about ").Claim(t.Heard(), "%s or %s", quoted(q.Name, phrase.MaxQuote), quoted(p.Name, phrase.MaxQuote)).Say(".")
		return r, nil
	case len(q.Rests()) == 0: // nothing was said under that name: it is one more of the other's
		return nicknamed(t, p, p.Name, q.Name), nil
	}
	if p.Name == q.Name {
		r := begin(t)
		r.Text.Say("They are one already: ").Claim(p.Rests(), "%s", p.Name).Say(".")
		return r, nil
	}
	return join(t, p, q), nil
}

// join makes one person of two; the longer name stays.
func join(t *turn.Turn, p, q people.Person) *turn.Reply {
	if cmp.Or(cmp.Compare(len(strings.Fields(q.Name)), len(strings.Fields(p.Name))), cmp.Compare(len(q.Name), len(p.Name))) > 0 {
		p, q = q, p
	}
	r := begin(t).Change(event.Asked{What: event.AskMerge, Name: p.Name, Text: q.Name})
	both := append(p.Rests(), q.Rests()...)
	r.Text.Claim(both, "%s and %s", p.Name, q.Name).Say(" are one person from now on, called ").Claim(p.Rests(), "%s", p.Name).Say(".")
	now, old := p.Group, q.Group
	if old.Seq > now.Seq {
		now, old = old, now
	}
	if now.At(t.Now) != event.Untiered && old.At(t.Now) != event.Untiered && now.Name != old.Name {
		r.Text.Say(" The group set last holds: *%s*, of ", now.Name).Claim([]event.Seq{now.Seq}, "%s", longDate(now.Set, t)).Say(".")
	}
	r.Text.Say(" `split %s` takes them apart again.", p.Name)
	undoable(t, &r.Text)
	return r
}

// under is the name of a person under which a change of him is written down: the one that was typed,
// where it could be taken apart from the others again. What was given to Liz stays with Liz then.
func under(p people.Person, typed string) string {
	for _, m := range p.Merges {
		if strings.EqualFold(m.Name, typed) {
			return m.Name
		}
	}
	return p.Name
}

// split takes apart what was merged last, or whoever is named; names without a file of their own are
// the last to go. Or it moves statements to somebody else's file.
func split(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if len(t.Command.Handles) > 0 {
		return moveStatements(ctx, t)
	}
	p, r, err := whom(ctx, t, t.Command.Person, func(name string) string { return "split " + name })
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t)
	if len(p.Merges) == 0 {
		r.Text.Say("There is nothing to take apart: I hold no other name of ").Claim(rests(t, p), "%s", p.Name)
		r.Text.Say(" that you gave. `split m412 as NAME` moves one statement to whom it is about.")
		return r, nil
	}
	last := undone(p, t.Command.Person)
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return nil, err
	}
	apart := event.Asked{What: event.AskRestore, Ref: last.Seq}
	if known.Filed(p.Name) {
		apart.Name = p.Name
	}
	if known.Filed(last.Name) {
		apart.Text = last.Name
	}
	write(r, apart, last.Seq)
	r.Text.Claim([]event.Seq{last.Seq}, "%s and %s", p.Name, last.Name).Say(" are two again, each with what was said under that name.")
	undoable(t, &r.Text)
	return r, nil
}

// undone is which of the changes that made somebody one person a split takes back.
func undone(p people.Person, typed string) people.Merge {
	last := p.Merges[len(p.Merges)-1]
	for _, m := range slices.Backward(p.Merges) {
		if strings.EqualFold(m.Name, typed) {
			return m
		}
		if last.Alias && !m.Alias {
			last = m
		}
	}
	return last
}

// moveStatements moves statements to the file of whom they are about.
func moveStatements(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	to, r, err := whom(ctx, t, t.Command.Words, func(name string) string {
		return fmt.Sprintf("split %s as %s", typed(t.Command.Handles), name)
	})
	if r != nil || err != nil {
		return r, err
	}
	r = begin(t)
	var missing []string
	for _, h := range t.Command.Handles {
		var s people.Statement
		var from people.Person
		var ok bool
		t.Read(func(v memory.View) { s, from, ok = v.People.Holding(event.Seq(h.N)) })
		if !ok || h.Letter != 'm' {
			missing = append(missing, "`"+h.String()+"`")
			continue
		}
		r.Change(event.Asked{What: event.AskMove, Name: to.Name, Ref: s.Seq})
		r.Text.Claim([]event.Seq{s.Seq}, "%s", quoted(s.Text, phrase.MaxQuote)).Say(" is about %s now, not about ", to.Name).Claim(from.Rests(), "%s", from.Name).Say(". ")
	}
	if len(r.Writes) > 0 {
		r.Text.Say("`undo` within ").Claim(t.Heard(), "24 h").Say(".")
	}
	if len(missing) > 0 {
		if !r.Text.Empty() {
			r.Text.Say(" ")
		}
		r.Text.Say("In nobody's file: %s.", strings.Join(missing, ", "))
	}
	return r, nil
}
