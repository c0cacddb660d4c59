package people

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
)

// Person is somebody, with all that is held about him.
type Person struct {
	Name       string      // by which he is called
	Names      []string    // others that are his: aliases, handles, short forms
	Statements []Statement // that stand, oldest first
	Notes      []Note      // oldest first
	Group      Group       // the one set last; expired or not
	Former     Group       // the one set before that
	Kept       []string    // phrases that the principal lets stand (event.PhraseKept)
	Offered    bool        // a group was proposed once; nobody is proposed again
	Merges     []Merge     // oldest first
	Changes    []event.Seq // of the principal, all of them, oldest first
}

// Note is what the principal noted, word for word.
type Note struct {
	Seq  event.Seq
	Sort string
	Text string
	On   time.Time
}

// Merge is one name that was said to be the same person's.
type Merge struct {
	Seq   event.Seq
	Name  string // the other one
	Alias bool   // it had no file of its own
}

// Group is how the principal wants to deal with somebody. The zero Group is that of an untiered
// person.
type Group struct {
	Name string // see event.Inner
	Seq  event.Seq
	Set  time.Time
}

// lasts is for how long a group holds, in months (TRUST, The iron filter).
const lasts = 12

// Until is when the group ends unless it is renewed; zero for none.
func (g Group) Until() time.Time {
	if g.Name == event.Untiered {
		return time.Time{}
	}
	return g.Set.AddDate(0, lasts, 0)
}

// At is the group that holds at a moment: event.Untiered once it has expired.
func (g Group) At(now time.Time) string {
	if g.Name == event.Untiered || !now.Before(g.Until()) {
		return event.Untiered
	}
	return g.Name
}

// List gives everybody of whom something is held, by name. Minors are not among them.
func (f *Fold) List() []Person {
	var all []Person
	for root := range f.who.known {
		if f.who.known[root] && !f.Minor(root) && len(f.who.members[root]) > 0 {
			all = append(all, f.person(root))
		}
	}
	slices.SortFunc(all, func(a, b Person) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Called finds whom a name means: one, several where it is not clear, or none. Unlike Named it
// also finds a name under which only statements stand, such as that of a firm.
func (f *Fold) Called(name string) []Person {
	found := f.Named(name)
	if len(found) == 1 && found[0].Start <= firstWord(name) && key(name[found[0].Start:found[0].End]) == key(name) {
		return found[0].Persons
	}
	k := key(name)
	if _, ok := f.who.entry[k]; ok && !f.Minor(k) {
		return []Person{f.person(f.who.root(k))}
	}
	return nil
}

// Filed says whether anything was said with a name itself, and not only with others of the same person.
func (f *Fold) Filed(name string) bool {
	i, ok := f.who.entry[key(name)]
	return ok && len(f.entries[i].Said) > 0
}

// Stands says whether a change of the principal was not taken back.
func (f *Fold) Stands(seq event.Seq) bool {
	return slices.ContainsFunc(f.changes, func(c change) bool { return c.Seq == seq })
}

// Linked gives the newest change that stands by which two names are one person; zero for none.
func (f *Fold) Linked(name, other string) event.Seq {
	for _, c := range slices.Backward(f.changes) {
		if names := c.names(); len(names) == 2 && key(names[0]) == key(name) && key(names[1]) == key(other) {
			return c.Seq
		}
	}
	return 0
}

// Holding finds the first statement that is, or was said in, an event, with whose file it is in.
func (f *Fold) Holding(seq event.Seq) (s Statement, whose Person, ok bool) {
	for _, i := range f.who.said[seq] {
		k := key(f.entries[i].Name)
		for _, s := range f.entries[i].Said {
			if !s.rests(seq) || s.Over {
				continue
			}
			if to, moved := f.who.moved[s.Seq]; moved {
				k = to
			}
			return s, f.person(f.who.root(k)), true
		}
	}
	return Statement{}, Person{}, false
}

// Unclear gives what was said with a name that is one of several persons', oldest first, where the
// principal has not said whose.
func (f *Fold) Unclear(name string) []Statement {
	i, known := f.who.entry[key(name)]
	if !known || f.Minor(name) || len(f.among(i)) < 2 {
		return nil
	}
	var p Person
	for _, s := range f.entries[i].Said {
		if _, moved := f.who.moved[s.Seq]; !moved {
			p.take(s)
		}
	}
	f.amend(&p)
	return p.Told()
}

func firstWord(name string) int {
	if list := tokens(name); len(list) > 0 {
		return list[0].start
	}
	return 0
}

// person gathers what is held under the names of a person.
func (f *Fold) person(root string) Person {
	w := &f.who
	p := Person{Name: w.called[root]}
	if f.Minor(root) {
		return p
	}
	for _, k := range w.members[root] {
		if k != root && w.called[k] != "" {
			p.Names = append(p.Names, w.called[k])
		}
		if i, ok := w.entry[k]; ok {
			for _, s := range f.entries[i].Said {
				if to, moved := w.moved[s.Seq]; !moved || w.root(to) == root {
					p.take(s)
				}
			}
		}
	}
	slices.Sort(p.Names)
	f.movedTo(root, &p)
	slices.SortStableFunc(p.Statements, func(a, b Statement) int { return cmp.Compare(a.Seq, b.Seq) })
	f.amend(&p)
	for _, i := range w.made[root] {
		p.changed(f.changes[i])
	}
	p.Offered = slices.ContainsFunc(f.offered, func(o offer) bool { return w.root(o.Key) == root })
	return p
}

// Told gives the statements as they are listed: what one sentence says in several ways stands once.
func (p Person) Told() []Statement {
	return slices.CompactFunc(slices.Clone(p.Statements), func(a, b Statement) bool {
		return a.Message == b.Message && a.Text == b.Text && !(a.Part && a.Attribute != b.Attribute)
	})
}

// Says counts what the sentence of a statement says of the person.
func (p Person) Says(of Statement) (n int) {
	for _, s := range p.Statements {
		if s.Message == of.Message && s.Text == of.Text {
			n++
		}
	}
	return n
}

// movedTo adds the statements that the principal said are about this person.
func (f *Fold) movedTo(root string, p *Person) {
	for seq, to := range f.who.moved {
		if f.who.root(to) != root {
			continue
		}
		for _, i := range f.who.said[seq] {
			for _, s := range f.entries[i].Said {
				if s.Seq == seq {
					p.take(s)
				}
			}
		}
	}
}

// amend takes out of a file the parts of messages that were corrected since, and marks what else those
// messages say.
func (f *Fold) amend(p *Person) {
	p.Statements = slices.DeleteFunc(p.Statements, func(s Statement) bool {
		_, gone := f.amended(s)
		return gone
	})
	for i := range p.Statements {
		p.Statements[i].Part, _ = f.amended(p.Statements[i])
	}
}

// amended says whether a correction that holds took a part of the message of a statement away, and
// whether that was the statement itself. Who speaks two languages and not one of them speaks the other:
// where a message gives two values of one thing, a correction takes away none that no memory tells apart.
func (f *Fold) amended(s Statement) (part, itself bool) {
	if !f.who.mended[s.Message] {
		return false, false // of nearly every message no part was corrected
	}
	entries := f.who.said[s.Message]
	if len(entries) == 1 {
		return amendedBy(s, f.entries[entries[0]].Said)
	}
	var beside []Statement
	for _, i := range entries {
		beside = append(beside, f.entries[i].Said...)
	}
	return amendedBy(s, beside)
}

// amendedBy is amended among the statements that may correct it.
func amendedBy(s Statement, beside []Statement) (part, itself bool) {
	one := true
	for _, by := range beside {
		alike := strings.EqualFold(by.Subject, s.Subject) && strings.EqualFold(by.Attribute, s.Attribute)
		one = one && !(alike && by.Message == s.Message && by.Value != s.Value)
		if by.Over || by.Seq == s.Seq || !slices.Contains(by.Amends, s.Message) {
			continue
		}
		part = true
		itself = itself || alike
	}
	return part, itself && one
}

func (p *Person) take(s Statement) {
	if !s.Over {
		p.Statements = append(p.Statements, s)
	}
}

// changed takes over what the principal changed about the person.
func (p *Person) changed(c change) {
	p.Changes = append(p.Changes, c.Seq)
	switch c.Kind {
	case event.PersonGrouped{}.Kind():
		p.Former = p.Group
		p.Group = Group{Name: c.Text, Seq: c.Seq, Set: c.At}
	case event.PersonNoted{}.Kind():
		p.Notes = append(p.Notes, Note{Seq: c.Seq, Sort: c.Sort, Text: c.Text, On: c.At})
	case event.PhraseKept{}.Kind():
		p.Kept = append(p.Kept, c.Text)
	case event.PersonAliased{}.Kind(), event.PersonMerged{}.Kind():
		p.Merges = append(p.Merges, Merge{Seq: c.Seq, Name: c.Text, Alias: c.Kind == event.PersonAliased{}.Kind()})
	}
}

// Relation is what the person is to the principal ("sister", "accountant"), with the statement
// that says so; ok is false where he said nothing of the kind, or denied it since. What was said last
// counts: a memory of an older message can be younger than a message that was not read yet.
func (p Person) Relation() (s Statement, ok bool) {
	last := map[string]Statement{}
	for _, s := range p.Statements {
		relative := strings.ToLower(s.Attribute)
		if mine(s.Subject) && relation(s.Attribute) && s.Message >= last[relative].Message {
			last[relative] = s
		}
	}
	for _, s := range slices.Backward(p.Statements) {
		if mine(s.Subject) && relation(s.Attribute) && last[strings.ToLower(s.Attribute)].Seq == s.Seq && !denied(s.Text) {
			return s, true
		}
	}
	return Statement{}, false
}

// Employer is where the person works, with the statement that says so.
func (p Person) Employer() (s Statement, ok bool) {
	for _, s := range slices.Backward(p.Statements) {
		if s.Attribute == "employer" && !mine(s.Subject) {
			return s, !denied(s.Text)
		}
	}
	return Statement{}, false
}

// Rests are the events that a file rests on: its statements, and what the principal changed.
func (p Person) Rests() []event.Seq {
	var seqs []event.Seq
	for _, s := range p.Statements {
		seqs = append(seqs, s.Seq)
	}
	return append(seqs, p.Changes...)
}

// Family says whether the person is of the principal's family.
func (p Person) Family() bool {
	s, ok := p.Relation()
	return ok && family[strings.ToLower(s.Attribute)]
}

// Closest says whether the person is one of those whom one keeps nearest, with the statement that
// says so.
func (p Person) Closest() (Statement, bool) {
	s, ok := p.Relation()
	return s, ok && closest[strings.ToLower(s.Attribute)]
}

// Works says whether the person works for or beside the principal.
func (p Person) Works() bool {
	s, ok := p.Relation()
	return ok && workers[strings.ToLower(s.Attribute)]
}

// denied says whether a statement says that something is not, or not any more, so.
func denied(text string) bool {
	low := " " + strings.ToLower(text) + " "
	for _, no := range [...]string{" not ", "n't ", "n’t ", " never ", " no longer ", " left ", " quit ", " leaving ", " used to ", " former ", " resigned ", " isnt "} {
		if strings.Contains(low, no) {
			return true
		}
	}
	return false
}
