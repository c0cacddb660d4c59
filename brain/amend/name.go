package amend

import (
	"strings"

	"citadel/brain/extract"
)

// names finds the names for which another can stand. A name that is spelled nearly so is meant
// before all others. A person takes the place of a person; what may be anything that of what was
// said, a place or a firm before a person, and not that of him of whom it was said.
func (c Correction) names(statement string) []stretch {
	items := extract.Read(extract.Utterance{Text: statement})
	var near, people, said, all []stretch
	for _, n := range extract.Names(statement) {
		s := valueIn(stretch{n.Text, n.Start, n.End, kind{name: true}}, items)
		if k := kindOf(s.words); !k.name {
			continue
		}
		subject, somebody := part(items, s.words)
		switch somebody = somebody || person(s.words); {
		case misspelt(s.words, c.Right) && !strings.EqualFold(s.words, c.Right):
			near = append(near, s)
		case somebody:
			people = append(people, s)
		case !subject:
			said = append(said, s)
		}
		all = append(all, s)
	}
	switch {
	case len(near) > 0:
		return near
	case person(c.Right) && len(people) > 0:
		return people
	case len(said) > 0 && !person(c.Right):
		return said
	case person(c.Right):
		return nil // there is nobody for whom he could stand
	}
	return all
}

// valueIn narrows a name to the value that ends it: Acme in "CFO of Acme".
func valueIn(s stretch, items []extract.Item) stretch {
	for _, it := range items {
		if it.Value != "" && strings.HasSuffix(s.words, " "+it.Value) {
			s.start, s.words = s.end-len(it.Value), it.Value
		}
	}
	return s
}

// part says what a name is in a statement: what it is about, and whether it is a person's.
func part(items []extract.Item, name string) (subject, person bool) {
	for _, it := range items {
		ofPerson, namesPerson := extract.OfPeople(it.Attribute)
		if it.Subject == name {
			subject, person = true, person || ofPerson
		}
		if it.Value == name {
			person = person || namesPerson
		}
	}
	return subject, person
}

// given are the commonest given names: whoever has one is a person, not a place or a firm. A name
// that is missing here is taken for either.
var given = set(`
	anna maria eva elena laura sara sarah julia lisa lucy emma emily alice clara nora helen ruth jane kate mary susan karen linda
	nina olga irene rosa marta paula petra tanja priya aisha fatima yuki mei ines sofia sophie charlotte hannah lena mia zoe chloe
	tom thomas peter paul john jack james bob robert bill william mike michael david daniel mark marco luca luis carlos jose pedro
	hans karl martin simon felix max ben adam alex oliver oscar leo hugo ali omar ahmed mohammed ivan igor pavel anders lars erik
	frank george harry henry joe jim steve stephen kevin brian alan rob ravi raj kenji chen`)

// person says whether a name is somebody's beyond doubt.
func person(name string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return given[first]
}

// misspelt says whether one name may be the other, mistyped: Ana and Anna, Henderson and Hendersen.
func misspelt(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	most := 1
	if min(len(x), len(y)) > 5 {
		most = 2
	}
	return len(x) > 2 && len(y) > 2 && x[0] == y[0] && distance(x, y) <= most
}

// distance is how many letters have to be added, taken away or exchanged to make one word of another.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before := row[0]
		row[0] = i + 1
		for j := range b {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
