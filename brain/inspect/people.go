package inspect

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/acquaintance"
	"citadel/brain/filter"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/people"
)

// persons lists whom the principal deals with, or shows all that is held about one of them.
func persons(ctx context.Context, l *look) (*turn.Reply, error) {
	if l.cmd.Person != "" {
		return aboutPerson(ctx, l, l.cmd.Person)
	}
	all, err := acquaintance.Known(ctx, l.turn)
	if err != nil {
		return nil, err
	}
	var known []people.Person
	for _, p := range all.List() {
		if p, ok, err := l.shown(ctx, p); err != nil {
			return nil, err
		} else if ok {
			known = append(known, p)
		}
	}
	if len(known) == 0 {
		return l.says(new(phrase.Text).Say("I know of nobody yet. What you say of people fills this: `Priya Nair works at Acme Foods`, `Ana is my sister`.")), nil
	}
	var rests []event.Seq
	for _, p := range known {
		rests = append(rests, p.Rests()...)
	}
	head := new(phrase.Text).Claim(rests, "**%s.**", phrase.People(len(known)))
	return l.list(head, l.byGroup(known), new(phrase.Text).Say("`people NAME` shows all I hold about somebody; `group NAME inner`, `growth` or `boundary` says how you want to deal with them."))
}

// shown is what of a file may be shown to who reads the reply; false if nothing of it may.
func (l *look) shown(ctx context.Context, p people.Person) (people.Person, bool, error) {
	if l.sight.Private() {
		return p, true, nil
	}
	var err error
	if p.Statements, err = visible(ctx, l, p.Statements, alone(func(s people.Statement) event.Seq { return s.Seq })); err != nil {
		return p, false, err
	}
	if p.Notes, err = visible(ctx, l, p.Notes, alone(func(n people.Note) event.Seq { return n.Seq })); err != nil {
		return p, false, err
	}
	if p.Changes, err = visible(ctx, l, p.Changes, alone(func(s event.Seq) event.Seq { return s })); err != nil {
		return p, false, err
	}
	if p.Merges, err = visible(ctx, l, p.Merges, alone(func(m people.Merge) event.Seq { return m.Seq })); err != nil {
		return p, false, err
	}
	if !slices.Contains(p.Changes, p.Group.Seq) {
		p.Group = people.Group{}
	}
	p.Names = slices.DeleteFunc(p.Names, func(name string) bool {
		told := slices.ContainsFunc(p.Merges, func(m people.Merge) bool { return strings.EqualFold(m.Name, name) })
		return !told && !slices.ContainsFunc(p.Statements, func(s people.Statement) bool { return s.Subject == name || s.Value == name })
	})
	return p, len(p.Statements)+len(p.Changes) > 0, nil
}

// byGroup words persons under the groups they are in, those without one last.
func (l *look) byGroup(known []people.Person) func(func(*phrase.Text, error) bool) {
	return func(yield func(*phrase.Text, error) bool) {
		for _, g := range [...]struct{ group, title string }{
			{event.Inner, "Inner circle"}, {event.Growth, "Growth"}, {event.Boundary, "Boundary"}, {event.Untiered, "Needs classification"},
		} {
			first := true
			for _, p := range known {
				if p.Group.At(l.turn.Now) != g.group {
					continue
				}
				if first && !yield(label(g.title), nil) {
					return
				}
				first = false
				if !yield(l.personLine(p), nil) {
					return
				}
			}
		}
	}
}

// personLine words one line of the list: "Priya Nair, Acme Foods: 3 statements, 1 note".
func (l *look) personLine(p people.Person) *phrase.Text {
	t := l.titled(p)
	var parts []string
	for _, c := range [...]struct {
		n    int
		what string
	}{{len(p.Told()), "statement"}, {len(p.Notes), "note"}} {
		if c.n > 0 {
			parts = append(parts, phrase.Count(c.n, c.what))
		}
	}
	if len(parts) > 0 {
		t.Say(": ").Claim(p.Rests(), "%s", strings.Join(parts, ", "))
	}
	if g := p.Group; g.Name != event.Untiered && g.At(l.turn.Now) == event.Untiered {
		t.Say("; was *%s* until ", g.Name).Claim([]event.Seq{g.Seq}, "%s", phrase.FullDay(g.Until(), l.turn.Now))
	}
	return t
}

// titled is a name with what tells who that is: "Priya Nair, Acme Foods", "Ana, your sister".
func (l *look) titled(p people.Person) *phrase.Text {
	t := new(phrase.Text).Claim(p.Rests(), "%s", p.Name)
	if s, ok := p.Relation(); ok {
		return t.Say(", ").Claim([]event.Seq{s.Seq, s.Message}, "your %s", strings.ToLower(s.Attribute))
	}
	if s, ok := p.Employer(); ok {
		return t.Say(", ").Claim([]event.Seq{s.Seq, s.Message}, "%s", s.Value)
	}
	return t
}

// aboutPerson shows what is held about somebody (MESSAGES 27).
func aboutPerson(ctx context.Context, l *look, name string) (*turn.Reply, error) {
	all, err := acquaintance.Known(ctx, l.turn)
	if err != nil {
		return nil, err
	}
	if all.Minor(name) {
		return l.says(new(phrase.Text).Say("By what you told me that is a minor, and of children I keep no file, no group and no profile.")), nil
	}
	var known []people.Person
	for _, p := range all.Called(name) {
		if p, ok, err := l.shown(ctx, p); err != nil {
			return nil, err
		} else if ok {
			known = append(known, p)
		}
	}
	switch len(known) {
	case 0:
		t := new(phrase.Text).Say("I hold nothing about ").Claim(l.turn.Heard(), "%s", quote(name))
		return l.says(t.Say(". `find %s` looks through everything that was said.", strings.ReplaceAll(title(name), "`", ""))), nil
	case 1:
		return l.file(ctx, all, known[0])
	}
	which := l.whichOf(name, known, "people")
	unclear, err := visible(ctx, l, all.Unclear(name), alone(func(s people.Statement) event.Seq { return s.Seq }))
	if err != nil || len(unclear) == 0 {
		return which, err
	}
	last := unclear[len(unclear)-1]
	return l.list(which.Text.Say(" Said of one of them, I can't tell whom:"), each(unclear, func(s people.Statement) (*phrase.Text, error) { return l.statement(s), nil }),
		new(phrase.Text).Say("`split %s as %s` puts a statement into a file.", phrase.Handle('m', last.Message), known[0].Name))
}

// whichOf says whom a name could mean.
func (l *look) whichOf(name string, known []people.Person, command string) *turn.Reply {
	t := new(phrase.Text).Claim(l.turn.Heard(), "%s", quote(name)).Say(" could be ")
	for i, p := range known {
		if i > 0 {
			t.Say(" or ")
		}
		t.Add(l.titled(p))
	}
	t.Say(". `%s %s` shows the first; `merge %s and %s` if they are one.", command, known[0].Name, known[0].Name, known[1].Name)
	return l.says(t)
}

// file words a file: who it is and in which group, what the principal said, and what the group
// changes.
func (l *look) file(ctx context.Context, all *people.Fold, p people.Person) (*turn.Reply, error) {
	head := new(phrase.Text).Say("**").Add(l.titled(p)).Say(".**")
	l.grouped(head, p)
	also := slices.DeleteFunc(slices.Clone(p.Names), func(name string) bool { return containsAll(p.Name, strings.Fields(strings.ToLower(name))) })
	if len(also) > 0 {
		head.Say(" Also ").Claim(p.Rests(), "%s", strings.Join(also, ", ")).Say(".")
	}
	firm, err := l.firm(ctx, all, p)
	if err != nil {
		return nil, err
	}
	foot := new(phrase.Text)
	if g := p.Group.At(l.turn.Now); g != event.Untiered {
		foot.Say("The group changes what I suggest to you: ").Claim([]event.Seq{p.Group.Seq}, "%s", filter.Effect(g))
		foot.Say(". It changes nothing I write in your name without your seeing it.").Break()
	}
	foot.Say("Kept from other people's messages: nothing. `forget %s` removes all of this.", p.Name)
	return l.list(head, l.fileLines(p, firm), foot)
}

// grouped words the group of a person.
func (l *look) grouped(t *phrase.Text, p people.Person) {
	g := p.Group
	own := []event.Seq{g.Seq}
	switch {
	case g.Name == event.Untiered && !l.sight.Private(): // there may be one that is not for these eyes
	case g.Name == event.Untiered:
		t.Say(" No group yet: I keep a professional distance. `group %s inner`, `growth` or `boundary` sets one.", p.Name)
	case g.At(l.turn.Now) == event.Untiered:
		t.Say(" Group *%s* ended on ", g.Name).Claim(own, "%s", fullDay(g.Until(), l.turn.Now)).Say("; `renew %s` sets it again.", p.Name)
	default:
		t.Say(" Group *%s*, set by you on ", g.Name).Claim(own, "%s", fullDay(g.Set, l.turn.Now)).Say(".")
	}
}

// firm is what is held about where somebody works, as far as it may be shown.
func (l *look) firm(ctx context.Context, all *people.Fold, p people.Person) (people.Person, error) {
	s, ok := p.Employer()
	if !ok {
		return people.Person{}, nil
	}
	found := all.Called(s.Value)
	if len(found) != 1 || found[0].Name == p.Name {
		return people.Person{}, nil
	}
	firm, _, err := l.shown(ctx, found[0])
	return firm, err
}

// fileLines words what is held, the firm's before the person's own, each newest last as it was said;
// then the notes.
func (l *look) fileLines(p, firm people.Person) func(func(*phrase.Text, error) bool) {
	return func(yield func(*phrase.Text, error) bool) {
		for _, one := range []people.Person{firm, p} {
			told := one.Told()
			for _, s := range told {
				if r, ok := one.Relation(); ok && r.Seq == s.Seq && len(told) > 1 && one.Says(s) == 1 {
					continue // the title says it
				}
				if !yield(l.statement(s), nil) {
					return
				}
			}
			for _, n := range one.Notes {
				if !yield(l.noted(n), nil) {
					return
				}
			}
		}
	}
}

// statement words one: ""Prefers calls before 11" (you, 3 Sep 2026)".
func (l *look) statement(s people.Statement) *phrase.Text {
	own := []event.Seq{s.Seq, s.Message}
	day := phrase.Source(l.turn.FullDay(s.On), 'm', s.Message)
	if s.Passed {
		return new(phrase.Text).Claim(own, "%s (passed on by you, %s)", quote(phrase.Bare(phrase.Unwrapped(s.Text))), day)
	}
	if s.Part && s.Attribute != "" {
		return new(phrase.Text).Claim(own, "%s, %s: %s (you, %s, of a sentence that was corrected since)", s.Subject, s.Attribute, s.Value, day)
	}
	if s.Part {
		return new(phrase.Text).Claim(own, "%s (you, %s, corrected in part since)", quote(phrase.Bare(s.Text)), day)
	}
	return new(phrase.Text).Claim(own, "%s (you, %s)", quote(phrase.Bare(s.Text)), day)
}

// noted words a note.
func (l *look) noted(n people.Note) *phrase.Text {
	what := "Your note"
	if n.Sort != event.Remark {
		what += ", " + n.Sort
	}
	return new(phrase.Text).Say("%s: ", what).Claim([]event.Seq{n.Seq}, "%s (%s)", quote(phrase.Bare(n.Text)), l.turn.FullDay(n.On))
}
