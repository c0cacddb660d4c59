package extract

// Minors gives the names by which one message speaks of minors, in order (TRUST, Children): those
// of whom Read says nothing. Only names are given, not "my son".
func Minors(u Utterance) []string {
	var names []string
	for _, m := range read(u).named {
		if _, relation := cutRelation(m.name); m.minor && !relation {
			names = append(names, m.name)
		}
	}
	return names
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
