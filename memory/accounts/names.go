package accounts

import (
	"strings"

	"citadel/memory/event"
)

// Title is what people call a platform.
func Title(platform string) string {
	if platform == "" {
		return ""
	}
	return strings.ToUpper(platform[:1]) + platform[1:]
}

// endingLength is how many characters of an account's id are told: enough to know it again,
// too few to write to it.
const endingLength = 4

// Ending is the end of the account's id, by which it is told from others.
func (a Account) Ending() string {
	id := []rune(a.Person.ID)
	return string(id[max(0, len(id)-endingLength):])
}

// Named finds the accounts that are meant by what somebody typed: a platform, the end of an
// id (four characters at least, or all of it), or both. Case does not count.
func (f *Fold) Named(typed string) (found []Account) {
	words := strings.Fields(strings.ToLower(typed))
	if len(words) == 0 || len(words) > 2 {
		return nil
	}
	for _, a := range f.Linked {
		id, platform := strings.ToLower(a.Person.ID), strings.ToLower(a.Person.Platform)
		ends := func(w string) bool {
			return w == id || len([]rune(w)) >= endingLength && strings.HasSuffix(id, w)
		}
		switch {
		case len(words) == 1 && (words[0] == platform || ends(words[0])),
			len(words) == 2 && words[0] == platform && ends(words[1]):
			found = append(found, a)
		}
	}
	return found
}

// Call is how an account is named so that no other linked one is meant: its platform, with
// the end of its id where that has several.
func (f *Fold) Call(a Account) string {
	if len(f.Named(a.Person.Platform)) < 2 {
		return a.Person.Platform
	}
	if call := a.Person.Platform + " " + a.Ending(); len(f.Named(call)) < 2 {
		return call
	}
	return a.Person.Platform + " " + a.Person.ID
}

// Others lists the accounts that may speak, without one.
func (f *Fold) Others(link event.Seq) (others []Account) {
	for _, a := range f.Linked {
		if a.Link != link && !a.Locked {
			others = append(others, a)
		}
	}
	return others
}
