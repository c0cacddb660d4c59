package people

import (
	"slices"
	"strings"

	"citadel/memory/event"
)

// mostOwn is how many statements of the principal about himself are held, the newest: his life has
// more sides than what he tells of another. Older ones are memories like any other.
const mostOwn = 400

// Own gives what the principal said of himself and stands, oldest first. It is a file like those of
// others, of his words alone; nothing in it was concluded.
func (f *Fold) Own() Person {
	var p Person
	for _, s := range f.own {
		if part, itself := amendedBy(s, f.own); !itself {
			s.Part = part
			p.take(s)
		}
	}
	return p
}

// hear keeps a statement of the principal about himself. What he passed on is not about him.
func (f *Fold) hear(s Statement) {
	if s.Passed {
		return
	}
	if len(f.own) == mostOwn {
		f.own = slices.Delete(f.own, 0, 1)
	}
	f.own = append(f.own, s)
}

// rests says whether a statement is, or was said in, an event.
func (s Statement) rests(on event.Seq) bool { return s.Seq == on || s.Message == on }

// says reports a statement of that value.
func (s Statement) says(subject, attribute, value string) bool {
	return strings.EqualFold(s.Subject, subject) && strings.EqualFold(s.Attribute, attribute) && strings.EqualFold(s.Value, value)
}
