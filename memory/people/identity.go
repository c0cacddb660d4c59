package people

import (
	"maps"
	"slices"
	"strings"

	"citadel/memory/event"
)

// identity is which names are one person, and how they are found in a text. It is computed from
// the state and never saved.
type identity struct {
	entry   map[string]int             // by key
	said    map[event.Seq][]int        // entries that hold what a memory or message says, or corrects in it
	mended  map[event.Seq]bool         // messages that a statement corrects in part
	parent  map[string]string          // by key; a key without one is its own person
	members map[string][]string        // keys of a person, by the key he is called by; the first is that
	called  map[string]string          // by key: the name as written
	moved   map[event.Seq]string       // by statement: key of whom it is about instead
	made    map[string][]int           // by the same: which of the changes are about him
	known   map[string]bool            // by the key he is called by: somebody, and not only a name
	names   map[string][]spelling      // by first word
	parts   map[string]map[string]bool // by first or last word of a longer name: keys of such names
}

// spelling is a name that can stand in a text.
type spelling struct {
	key   string
	words []string
}

// identify computes who is who.
func (f *Fold) identify() {
	f.who = identity{
		entry: map[string]int{}, said: map[event.Seq][]int{}, mended: map[event.Seq]bool{}, parent: map[string]string{}, members: map[string][]string{},
		called: map[string]string{}, made: map[string][]int{}, moved: map[event.Seq]string{}, known: map[string]bool{},
		names: map[string][]spelling{}, parts: map[string]map[string]bool{},
	}
	w := &f.who
	for i := range f.entries {
		k := key(f.entries[i].Name)
		w.entry[k] = i
		w.spell(k, f.entries[i].Name)
		for _, s := range f.entries[i].Said {
			w.holds(s, i)
		}
	}
	for _, c := range f.changes {
		for _, name := range c.names() {
			w.spell(key(name), name)
		}
	}
	for i := range f.entries {
		if of := f.entries[i].Of; w.called[of] != "" {
			w.parent[key(f.entries[i].Name)] = of
		}
	}
	for _, c := range f.changes {
		f.who.changed(c)
	}
	for i := range f.entries {
		if roots := f.among(i); len(roots) == 1 {
			w.parent[key(f.entries[i].Name)] = roots[0]
		}
	}
	for i := range f.entries {
		root := w.root(key(f.entries[i].Name))
		w.known[root] = w.known[root] || f.entries[i].Person
	}
	for i, c := range f.changes {
		root := w.root(key(c.Name))
		w.made[root] = append(w.made[root], i)
		w.known[root] = w.known[root] || c.Kind != (event.PhraseKept{}).Kind()
	}
	w.gather(f)
}

// names are the names that a change gives.
func (c change) names() []string {
	switch c.Kind {
	case event.PersonAliased{}.Kind(), event.PersonMerged{}.Kind():
		return []string{c.Name, c.Text}
	}
	return []string{c.Name}
}

// changed takes over what a change says of who is who.
func (w *identity) changed(c change) {
	k, other := key(c.Name), key(c.Text)
	switch c.Kind {
	case event.PersonAliased{}.Kind(), event.PersonMerged{}.Kind():
		delete(w.parent, other) // what it was taken to be short for does not count any more
		if into, from := w.root(k), w.root(other); into != from {
			w.parent[from] = into
		}
	case event.PersonMoved{}.Kind():
		w.moved[c.Ref] = k
	}
}

// spell has a name found in texts.
func (w *identity) spell(k, name string) {
	if _, known := w.called[k]; known || k == "" {
		return
	}
	w.called[k] = strings.TrimSpace(name)
	words := strings.Fields(k)
	w.names[words[0]] = append(w.names[words[0]], spelling{k, words})
	if len(words) < 2 {
		return
	}
	for _, part := range [...]string{words[0], words[len(words)-1]} {
		if w.parts[part] == nil {
			w.parts[part] = map[string]bool{}
		}
		w.parts[part][k] = true
	}
}

// holds notes which entry a statement stands in.
func (w *identity) holds(s Statement, entry int) {
	for _, seq := range append([]event.Seq{s.Seq, s.Message}, s.Amends...) {
		if !slices.Contains(w.said[seq], entry) {
			w.said[seq] = append(w.said[seq], entry)
		}
	}
	for _, message := range s.Amends {
		w.mended[message] = true
	}
}

// add takes over an entry that is new, or turned out to be a person.
func (w *identity) add(f *Fold, i int) {
	e := &f.entries[i]
	k := key(e.Name)
	w.entry[k] = i
	w.spell(k, e.Name)
	if _, linked := w.parent[k]; !linked && e.Of != "" {
		w.parent[k] = e.Of
	}
	if roots := f.among(i); len(roots) == 1 {
		w.parent[k] = roots[0]
	}
	root := w.root(k)
	if !slices.Contains(w.members[root], k) {
		w.members[root] = append(w.members[root], k)
	}
	w.known[root] = w.known[root] || e.Person
}

// gather lists the names of each person, the one he is called by first.
func (w *identity) gather(f *Fold) {
	for _, k := range w.order(f) {
		root := w.root(k)
		if len(w.members[root]) == 0 {
			w.members[root] = []string{root}
		}
		if !slices.Contains(w.members[root], k) {
			w.members[root] = append(w.members[root], k)
		}
	}
}

// order lists all keys in the order in which they came up.
func (w *identity) order(f *Fold) []string {
	var list []string
	seen := map[string]bool{"": true}
	take := func(k string) {
		if !seen[k] {
			seen[k] = true
			list = append(list, k)
		}
	}
	for i := range f.entries {
		take(key(f.entries[i].Name))
	}
	for _, c := range f.changes {
		for _, name := range c.names() {
			take(key(name))
		}
	}
	return list
}

// root is the key by which a person is called who has this name.
func (w *identity) root(k string) string {
	for range len(w.parent) + 1 {
		up, ok := w.parent[k]
		if !ok {
			break
		}
		k = up
	}
	return k
}

// fullName is the key of the one longer name that a single word is short for; "" where there is
// none, or more than one, or the principal spoke of somebody by that word himself.
func (f *Fold) fullName(k string) string {
	if strings.Contains(k, " ") || f.who.called[k] != "" || len(f.who.parts[k]) != 1 {
		return ""
	}
	for full := range f.who.parts[k] {
		return full
	}
	return ""
}

// fullNames are the keys of the longer names that a single word could be short for, sorted; nil where
// there is at most one, or the principal spoke of somebody by that word himself.
func (f *Fold) fullNames(k string) []string {
	if strings.Contains(k, " ") || f.who.called[k] != "" || len(f.who.parts[k]) < 2 {
		return nil
	}
	return slices.Sorted(maps.Keys(f.who.parts[k]))
}

// among are the persons of whom an entry is one, by the keys they are called by, sorted; none where
// that was never in doubt, or the principal said whose name it is.
func (f *Fold) among(i int) (roots []string) {
	if _, told := f.who.parent[key(f.entries[i].Name)]; told {
		return nil
	}
	for _, k := range f.entries[i].Among {
		if root := f.who.root(k); !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	slices.Sort(roots)
	return roots
}

// mostMeant is how many persons a match names where it is not clear who is meant: of more nobody
// chooses.
const mostMeant = 8

// Match is where a text names somebody.
type Match struct {
	Start, End int      // in bytes
	Persons    []Person // one, or up to eight where it is not clear who is meant, in the order of their names
}

// Named finds the persons that a text names by a name, alias or handle: whole words, letter case
// aside; the longest name counts. A first or last name stands for the full names that have it. A
// name that is an ordinary word too counts only where its capital shows that it is one. Minors are
// never found.
func (f *Fold) Named(text string) []Match {
	var found []Match
	list := tokens(text)
	met := map[string]Person{}
	for i := 0; i < len(list); {
		keys, n := f.at(list[i:])
		if len(keys) == 0 {
			i++
			continue
		}
		m := Match{Start: list[i].start, End: list[i+n-1].end}
		for _, k := range keys {
			p, again := met[k]
			if !again {
				p = f.person(k)
				met[k] = p
			}
			m.Persons = append(m.Persons, p)
		}
		found = append(found, m)
		i += n
	}
	return found
}

// at gives whom the words at the head of a list name, by the keys they are called by, and with how
// many words.
func (f *Fold) at(list []token) (keys []string, n int) {
	w := &f.who
	word := list[0]
	if w.names[word.low] == nil && w.parts[word.low] == nil {
		return nil, 0
	}
	best := ""
	for _, s := range w.names[word.low] {
		if len(s.words) > n && begins(list, s.words) && (len(s.words) > 1 || plain(word)) && w.somebody(f, s.key) {
			best, n = s.key, len(s.words)
		}
	}
	_, explicit := w.parent[best]
	i, entry := w.entry[best]
	if n == 1 && entry {
		roots := slices.DeleteFunc(f.among(i), func(r string) bool { return !w.somebody(f, r) })
		if len(roots) > 1 {
			return roots[:min(len(roots), mostMeant)], 1
		}
	}
	if best != "" && (n > 1 || !entry || !explicit || f.entries[i].Of != w.parent[best]) {
		return []string{w.root(best)}, n
	}
	if f.Minor(word.low) || !plain(word) {
		return nil, 0
	}
	roots := map[string]bool{}
	for k := range w.parts[word.low] {
		if w.somebody(f, k) {
			roots[w.root(k)] = true
		}
	}
	if best != "" {
		roots[w.root(best)] = true
	}
	for r := range roots {
		keys = append(keys, r)
	}
	slices.Sort(keys)
	return keys[:min(len(keys), mostMeant)], 1
}

// plain says whether a single word can be taken for a name.
func plain(t token) bool { return !ordinary[t.low] || t.capital && !t.opens }

// somebody says whether a name is known to be somebody's, who is no minor.
func (w *identity) somebody(f *Fold, k string) bool {
	return w.known[w.root(k)] && !f.Minor(k) && !f.Minor(w.root(k))
}

func begins(list []token, words []string) bool {
	if len(list) < len(words) {
		return false
	}
	for i, w := range words {
		if list[i].low != w {
			return false
		}
	}
	return true
}
