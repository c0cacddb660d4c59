package signal

import (
	"cmp"
	"fmt"
	"slices"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// mostOfAFile is how much of a person's file is told: the newest of it.
const mostOfAFile = 6

// relationships are the files of those whom the message names. How the principal deals with them,
// and that it has to be asked who is meant where that is not clear, is no signal and stands
// elsewhere (package filter).
func relationships(v memory.View, q *Query) []Signal {
	var out []Signal
	told := map[string]bool{}
	for _, m := range v.People.Named(q.Text) {
		if len(m.Persons) > 1 {
			continue
		}
		for _, p := range m.Persons {
			if s := file(p); len(s.Lines) > 0 && !told[s.Name] {
				told[s.Name] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// file makes a signal of what is held of a person.
func file(p people.Person) Signal {
	var lines []Line
	for _, s := range p.Told() {
		note := "of " + p.Name
		if s.Passed {
			note += ", passed on: somebody else's words"
		}
		lines = append(lines, Line{Seq: s.Seq, Letter: 'm', On: s.On, Text: s.Text, Note: note})
	}
	for _, n := range p.Notes {
		lines = append(lines, Line{Seq: n.Seq, Letter: 'm', On: n.On, Text: n.Text, Note: n.Sort + " of " + p.Name + ", as he noted it"})
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Or(b.On.Compare(a.On), cmp.Compare(b.Seq, a.Seq)) })
	lines = lines[:min(mostOfAFile, len(lines))]
	return Signal{Name: name(p), Lines: lines}
}

// name is by which a receipt calls a person: the number of what was first held of him.
func name(p people.Person) string {
	first := event.Seq(0)
	for _, s := range p.Statements {
		if first == 0 || s.Seq < first {
			first = s.Seq
		}
	}
	for _, seq := range p.Changes {
		if first == 0 || seq < first {
			first = seq
		}
	}
	return fmt.Sprintf("person %d", first)
}
