package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/extract"
	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
	"citadel/memory/store"
)

// whom finds the one person that a name means, for a command that typed writes for a name. Where
// it is not clear who is meant the reply asks; of a minor nothing is kept (TRUST, Children). A name
// that nobody has yet is a new person's.
func whom(ctx context.Context, t *turn.Turn, name string, typed func(name string) string) (p people.Person, r *turn.Reply, err error) {
	name = strings.Trim(name, " .,!?:;\"'“”‘’")
	if len(name) > people.MaxName {
		r, err = says(t, "That is too long for a name.")
		return p, r, err
	}
	minor, err := isMinor(ctx, t, name)
	if err != nil {
		return p, nil, err
	}
	if minor {
		r, err = says(t, "Nothing was changed: by what you told me that is a minor, and of children I keep no file, no group and no profile.")
		return p, r, err
	}
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return p, nil, err
	}
	found := known.Called(name)
	switch len(found) {
	case 0:
		return people.Person{Name: name}, nil, nil
	case 1:
		return found[0], nil, nil
	}
	return p, whichPerson(t, name, found, typed), nil
}

// whichPerson asks who is meant.
func whichPerson(t *turn.Turn, name string, found []people.Person, typed func(string) string) *turn.Reply {
	r := begin(t)
	var names []string
	var rests []event.Seq
	for _, p := range found {
		names = append(names, p.Name)
		rests = append(rests, p.Rests()...)
		if len(r.Buttons) < mostButtons {
			r.Buttons = append(r.Buttons, event.Button{Label: p.Name, Says: typed(p.Name)})
		}
	}
	r.Text.Say("Nothing was changed: ").Claim(t.Heard(), "%s", quoted(name, phrase.MaxQuote)).Say(" could be ").Claim(rests, "%s", strings.Join(names, " or "))
	r.Text.Say(". Which? As in `%s`.", typed(found[0].Name))
	return r
}

// isMinor says whether the principal spoke of a minor by this name, also in what no memory was
// made of yet.
func isMinor(ctx context.Context, t *turn.Turn, name string) (bool, error) {
	if in(t, func(v memory.View) bool { return v.People.Minor(name) }) {
		return true, nil
	}
	found, err := t.Store.Search(ctx, store.Query{
		Text: name, Limit: mostSearched, Superseded: true, Audiences: memory.Sight{}.Audiences(), Kinds: []store.Kind{store.Said},
	})
	if err != nil {
		return false, err
	}
	minor, newest := false, time.Time{}
	for _, hit := range found.Hits {
		u := extract.Utterance{Text: hit.Item.Text, At: hit.Item.On}
		if hit.Item.On.Before(newest) || !holds(u.Text, name) {
			continue
		}
		same := func(n string) bool { return strings.EqualFold(n, name) }
		switch {
		case slices.ContainsFunc(extract.Minors(u), same):
			minor, newest = true, hit.Item.On
		case minor && slices.ContainsFunc(extract.Read(u), func(it extract.Item) bool { return it.Subject == extract.Me && same(it.Value) }):
			minor, newest = false, hit.Item.On
		}
	}
	return minor, nil
}

// rests are what a sentence about a person rests on: his file, or the command that opens one.
func rests(t *turn.Turn, p people.Person) []event.Seq {
	if seqs := p.Rests(); len(seqs) > 0 {
		return seqs
	}
	return t.Heard()
}

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
		r.Text.Claim([]event.Seq{s.Seq, s.Message}, "%s", phrase.Source(phrase.FullDay(s.On, t.Now), 'm', s.Message))
		r.Text.Say("). No group tells me how to deal with family in distress.")
		return r, nil
	}
	r = begin(t).Change(event.Asked{What: event.AskGroup, Name: p.Name, Text: g})
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
	r = begin(t).Change(event.Asked{What: event.AskAlias, Name: p.Name, Text: other})
	r.Text.Claim(t.Heard(), "%s", other).Say(" is ").Claim(rests(t, p), "%s", p.Name).Say(" from now on, and so is what you said under that name.")
	undoable(t, &r.Text)
	return r, nil
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
	for _, one := range []people.Person{p, q} {
		if len(one.Rests()) == 0 {
			r := begin(t)
			r.Text.Say("Nothing was changed: I hold nothing about ").Claim(t.Heard(), "%s", quoted(one.Name, phrase.MaxQuote)).Say(". `people NAME is also NAME` gives somebody one more name.")
			return r, nil
		}
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

// split takes apart what was merged last, or moves statements to somebody else's file.
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
	last := p.Merges[len(p.Merges)-1]
	write(r, event.Asked{What: event.AskRestore, Ref: last.Seq}, last.Seq)
	r.Text.Claim([]event.Seq{last.Seq}, "%s and %s", p.Name, last.Name).Say(" are two again, each with what was said under that name.")
	undoable(t, &r.Text)
	return r, nil
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
	r = begin(t).Change(event.Asked{What: event.AskNote, Name: p.Name, Text: words, Sort: sort})
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
	r.Change(event.Asked{What: event.AskPhrase, Name: p.Name, Text: words})
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

// unpersoned takes back what was changed about a person: it is as if it had never been.
func unpersoned(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	own := []event.Seq{rec.Seq}
	if back, ok := p.(event.PersonRestored); ok {
		return repersoned(ctx, t, back.Change)
	}
	stands := standing(t, rec.Seq, p)
	if stands == 0 {
		return v, nil
	}
	v.write(event.Asked{What: event.AskRestore, Ref: stands}, stands)
	switch p := p.(type) {
	case event.PersonGrouped:
		var found []people.Person
		t.Read(func(m memory.View) { found = m.People.Called(p.Name) })
		v.text.Say("the group of ").Claim(own, "%s", p.Name)
		if len(found) == 1 && found[0].Group.Seq == rec.Seq {
			if old := found[0].Former; old.At(t.Now) != event.Untiered {
				v.text.Say(", which is *%s* again, as of ", old.Name).Claim([]event.Seq{old.Seq}, "%s", longDate(old.Set, t))
			} else {
				v.text.Say(", who is in none")
			}
		}
	case event.PersonAliased:
		v.text.Say("that ").Claim(own, "%s is %s", p.Alias, p.Name)
	case event.PersonMerged:
		v.text.Say("that ").Claim(own, "%s and %s", p.Into, p.From).Say(" are one: they are two again, as before")
	case event.PersonMoved:
		v.text.Say("whom `m%d` is about", p.Statement)
	case event.PersonNoted:
		v.text.Say("the note about ").Claim(own, "%s", p.Name)
	case event.PhraseKept:
		v.text.Say("that ").Claim(own, "%s", quoted(p.Phrase, phrase.MaxQuote)).Say(" may stay in what goes to ").Claim(own, "%s", p.Name)
	}
	return v, nil
}

// standing is the number under which a change stands: names that were taken apart and put together
// again by undo have a new one. Zero if it does not.
func standing(t *turn.Turn, seq event.Seq, p event.Payload) (now event.Seq) {
	t.Read(func(m memory.View) {
		if m.People.Stands(seq) {
			now = seq
			return
		}
		switch p := p.(type) {
		case event.PersonMerged:
			now = m.People.Linked(p.Into, p.From)
		case event.PersonAliased:
			now = m.People.Linked(p.Name, p.Alias)
		}
	})
	return now
}

// repersoned makes a change about a person again that was taken back.
func repersoned(ctx context.Context, t *turn.Turn, seq event.Seq) (v inverse, err error) {
	_, p, err := t.Event(ctx, seq)
	if err != nil || in(t, func(m memory.View) bool { return m.People.Stands(seq) }) {
		return v, err
	}
	own := []event.Seq{seq}
	switch p := p.(type) {
	case event.PersonMerged:
		v.write(event.Asked{What: event.AskMerge, Name: p.Into, Text: p.From}, own...)
		v.text.Claim(own, "%s and %s", p.Into, p.From).Say(" are one again")
	case event.PersonAliased:
		v.write(event.Asked{What: event.AskAlias, Name: p.Name, Text: p.Alias}, own...)
		v.text.Claim(own, "%s is %s", p.Alias, p.Name).Say(" again")
	}
	return v, nil
}
