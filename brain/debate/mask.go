package debate

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mask takes names out of words that go to a stranger, and puts them back into his answer. It
// knows the names of a case: those that its maker knows, those of persons who are known to the
// program, and every word with a capital that is no ordinary one. It takes out too much rather than
// too little; the packet says in roles what matters.
type mask struct {
	label map[string]string // a word of a name, in lower case, to what stands for the name
	names []string          // by the number of the label
	known func(text string) []Named
	who   map[string]string // who is known and named in the case, to what stands for him
	small map[string]bool   // words that stand in small letters in the case
}

// mostNames bounds the labels; a name beyond them is "somebody" and does not come back.
const mostNames = 26

const nobody = "somebody"

func (c Case) mask() *mask {
	m := &mask{label: map[string]string{}, known: c.Known, who: map[string]string{}, small: map[string]bool{}}
	if m.known == nil {
		m.known = func(string) []Named { return nil }
	}
	for _, n := range c.Names {
		m.add(strings.Fields(n))
	}
	all := []string{c.Decision, c.Reason}
	for _, p := range c.Evidence {
		all = append(all, p.Words)
	}
	for i := range all {
		all[i] = unreachable(all[i])
		m.noteSmall(all[i])
	}
	for _, text := range all {
		m.read(text)
	}
	return m
}

// noteSmall remembers the words of a text that stand in it in small letters.
func (m *mask) noteSmall(text string) {
	for f := range strings.FieldsSeq(text) {
		if word := bareWord(f); word != "" && word == strings.ToLower(word) {
			m.small[word] = true
		}
	}
}

// read adds the names of a text.
func (m *mask) read(text string) {
	for _, n := range m.known(text) {
		if m.who[n.Name] == "" {
			m.who[n.Name] = m.person(n.Name)
		}
	}
	begins := true
	var run []string
	end := func() { m.add(run); run = nil }
	for f := range strings.FieldsSeq(text) {
		word := bareWord(f)
		first, _ := utf8.DecodeRuneInString(word)
		begins = begins || strings.ContainsRune(opening, rune0(f))
		if !unicode.IsUpper(first) || common(word) || begins && !m.unfamiliar(word) {
			end()
		} else {
			run = append(run, word)
		}
		last, _ := utf8.DecodeLastRuneInString(f)
		begins = strings.ContainsRune(".!?:", last)
		if !unicode.IsLetter(last) && !unicode.IsDigit(last) {
			end()
		}
	}
	end()
}

// opening marks stand before the first word of a quotation or an aside.
const opening = "\"“‘(["

func rune0(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// add gives the words of one name one label, that of a name which shares a word with it if there
// is one.
func (m *mask) add(name []string) {
	label := ""
	for _, w := range name {
		if label == "" {
			label = m.label[strings.ToLower(bareWord(w))]
		}
	}
	for _, w := range name {
		w = strings.ToLower(bareWord(w))
		if len(w) < 2 || common(w) || m.label[w] != "" {
			continue
		}
		if label == "" {
			label = m.next(strings.Join(name, " "))
		}
		m.label[w] = label
	}
}

// next gives a name the next label.
func (m *mask) next(name string) string {
	n := len(m.names)
	if n == mostNames {
		return nobody
	}
	m.names = append(m.names, name)
	return "party " + string(rune('A'+n))
}

// person gives somebody a label: that of the words of his name, or of its own where they are words
// like any other.
func (m *mask) person(name string) string {
	m.add(strings.Fields(name))
	for w := range strings.FieldsSeq(name) {
		if label := m.label[strings.ToLower(bareWord(w))]; label != "" {
			return label
		}
	}
	return m.next(name)
}

// hide puts labels over those who are known; who is not named in the case is somebody.
func (m *mask) hide(text string) string {
	var b strings.Builder
	at := 0
	for _, n := range m.known(text) {
		if n.Start < at {
			continue
		}
		b.WriteString(text[at:n.Start])
		b.WriteString(cmp.Or(m.who[n.Name], nobody))
		at = n.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// over puts labels over the names of a text; names that follow each other and are one become one. A
// name that the case does not hold is somebody: a word with a capital that is none of the language's.
func (m *mask) over(text string) string {
	text = unreachable(m.hide(text))
	m.noteSmall(text)
	var out []string
	begins := true
	for _, f := range strings.Fields(text) {
		word := bareWord(f)
		label := m.label[strings.ToLower(word)]
		starts := begins || strings.ContainsRune(opening, rune0(f))
		last, _ := utf8.DecodeLastRuneInString(f)
		begins = strings.ContainsRune(".!?:", last)
		if first := rune0(word); label == "" && unicode.IsUpper(first) && !common(word) && (!starts || m.unfamiliar(word)) {
			label = nobody
		}
		if label == "" || word == "" {
			out = append(out, f)
			continue
		}
		at := strings.Index(f, word)
		if n := len(out); n > 0 && out[n-1] == f[:at]+label {
			out = out[:n-1]
		}
		out = append(out, f[:at]+label+f[at+len(word):])
	}
	return strings.Join(out, " ")
}

// back puts the names in again.
func (m *mask) back(text string) string {
	for i, name := range m.names {
		label := "party " + string(rune('A'+i))
		for _, l := range []string{label, "Party" + label[len("party"):]} {
			text = replaceWord(text, l, name)
		}
	}
	return text
}

// replaceWord replaces a label where no letter or digit follows: "party A" and not "party Ana".
func replaceWord(text, label, name string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, label)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if next, _ := utf8.DecodeRuneInString(after); unicode.IsLetter(next) || unicode.IsDigit(next) {
			b.WriteString(label)
		} else {
			b.WriteString(name)
		}
		text = after
	}
}

// bareWord is a word without what stands around it, and without "'s".
func bareWord(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s")
}

// common words are written with a capital and name nobody.
func common(word string) bool {
	low := strings.ToLower(word)
	first, _ := utf8.DecodeRuneInString(low)
	return !unicode.IsLetter(first) || strings.ContainsAny(word, "$€£%") || strings.Contains(" i i'm i've i'd i'll me you the a an and of for my our your we he she it they "+
		"mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday "+
		"jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october november december "+
		"against corrected decision christmas easter ", " "+low+" ")
}
