package extract

import "strings"

// Minors gives the names by which one message speaks of minors, in order (TRUST, Children): those
// of whom Read says nothing. Only names are given, not "my son".
func Minors(u Utterance) []string {
	if !mayNameMinors(u.Text) {
		return nil
	}
	var names []string
	for _, m := range read(u).named {
		if _, relation := cutRelation(m.name); m.minor && !relation {
			names = append(names, m.name)
		}
	}
	return names
}

// mayNameMinors says whether a text has a word that the reader may take for a minor's, see minorAt: most have none, and to
// look for one takes a fraction of reading it.
func mayNameMinors(text string) bool {
	text = strings.ToLower(text)
	for _, nouns := range [...]map[string]bool{younger, children} {
		for noun := range nouns {
			if strings.Contains(text, noun) {
				return true
			}
		}
	}
	return false
}

// cutRelation tells "my son" and "Ana's son" from a name.
func cutRelation(name string) (string, bool) {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == ' ' {
			return name[:i], related(name[i+1:])
		}
	}
	return name, related(name)
}
