package amend

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// Place is where a correction fits into a statement.
type Place struct {
	Was string // what stands there
	Now string // the whole statement with what is right in its place

	start, end int
}

// Places gives where the correction fits into a statement, in order; same says that what is right
// stands there already, where it fits nowhere else.
func (c Correction) Places(statement string) (places []Place, same bool) {
	var at []stretch
	switch {
	case c.Wrong != "":
		at = c.named(statement)
	case c.alike:
		at = c.likes(statement)
	case c.last:
		at = c.ending(statement)
	case c.kind.name:
		at = c.names(statement)
	case c.kind.role != "":
		at = c.roles(statement)
	default:
		if at = c.values(statement); len(at) == 0 && c.sure {
			at = c.ending(statement)
		}
	}
	old := extract.Read(extract.Utterance{Text: statement})
	for _, s := range at {
		if s.is(c) {
			same = true
			continue
		}
		right := c.Right
		if c.kind.role != "" {
			right = right[strings.LastIndexByte(right, ' ')+1:]
		}
		p := Place{Was: s.words, Now: agreeing(statement[:s.start], right) + statement[s.end:], start: s.start, end: s.end}
		if c.kind.role != "" || sameForm(old, extract.Read(extract.Utterance{Text: p.Now}), amount(c.kind.sort)) {
			places = append(places, p)
		}
	}
	return places, same && len(places) == 0
}

// ending finds what a statement says that something is, at its end, of as many words as what is right.
func (c Correction) ending(statement string) []stretch {
	end := len(strings.TrimRight(statement, ".! "))
	start := strings.LastIndex(statement[:end], " is ") + len(" is ")
	if start < len(" is ") || len(strings.Fields(statement[start:end])) != len(strings.Fields(c.Right)) {
		return nil
	}
	return []stretch{{statement[start:end], start, end, kind{}}}
}

// sameForm says whether two statements are of the same attributes: with another value a sentence
// still says the same sort of thing, else the value was not one. An amount may be read in one and
// not in the other, where one of the two is read as nothing in particular.
func sameForm(a, b []extract.Item, amount bool) bool {
	attributes := func(items []extract.Item) (all []string) {
		for _, it := range items {
			if it.Attribute != "" {
				all = append(all, it.Attribute)
			}
		}
		slices.Sort(all)
		return all
	}
	x, y := attributes(a), attributes(b)
	return slices.Equal(x, y) || amount && len(x)*len(y) == 0
}

// agreeing puts a word behind a text, with the article that fits it.
func agreeing(before, word string) string {
	low := strings.ToLower(before)
	vowel := word != "" && strings.ContainsRune("aeiou", unicode.ToLower(rune(word[0])))
	switch {
	case vowel && (strings.HasSuffix(low, " a ") || low == "a "):
		before = before[:len(before)-1] + "n "
	case !vowel && word != "" && unicode.IsLower(rune(word[0])) && (strings.HasSuffix(low, " an ") || low == "an "):
		before = before[:len(before)-2] + " "
	}
	return before + word
}

// stretch is some words of a statement with their kind.
type stretch struct {
	words      string
	start, end int
	kind       kind
}

// is says that the stretch is what the correction calls right.
func (s stretch) is(c Correction) bool {
	return strings.EqualFold(s.words, c.Right) || c.kind.value != "" && s.kind.sort == c.kind.sort && s.kind.value == c.kind.value
}

// named finds what the correction says was wrong.
func (c Correction) named(statement string) (at []stretch) {
	wrong := kindOf(c.Wrong)
	if !c.kind.none() && !wrong.none() && (c.kind.name != wrong.name || c.kind.sort != wrong.sort && !(amount(c.kind.sort) && amount(wrong.sort)) || c.kind.role != wrong.role) {
		return nil // neither can take the place of the other
	}
	if wrong.sort != "" {
		for _, s := range stretches(statement) {
			if s.kind.sort == wrong.sort && s.kind.value == wrong.value {
				at = append(at, s)
			}
		}
		return at
	}
	low, w := strings.ToLower(statement), strings.ToLower(c.Wrong)
	if len(low) != len(statement) {
		return nil
	}
	for i := 0; ; {
		k := strings.Index(low[i:], w)
		if k < 0 {
			return at
		}
		start, end := i+k, i+k+len(w)
		if bounded(low, start, end) {
			at = append(at, stretch{statement[start:end], start, end, wrong})
		}
		i = end
	}
}

// bounded says whether no letter or digit stands right before or behind a stretch.
func bounded(s string, start, end int) bool {
	letter := func(b byte) bool {
		return b >= 0x80 || b == '-' || unicode.IsLetter(rune(b)) || unicode.IsDigit(rune(b))
	}
	return (start == 0 || !letter(s[start-1])) && (end == len(s) || !letter(s[end]))
}

// values finds the stretches of the kind of value that is right: those of the same unit; for a bare
// number that of any amount; for an amount, where nothing has its unit, a bare number at the end.
func (c Correction) values(statement string) []stretch {
	var exact, near []stretch
	for _, s := range stretches(statement) {
		switch {
		case s.kind.sort == c.kind.sort, money(c.kind.sort) && money(s.kind.sort):
			exact = append(exact, s)
		case c.kind.sort == dedupe.Number && (amount(s.kind.sort) || s.kind.sort == dedupe.Time && !strings.ContainsAny(s.words, ":.")):
			if n, ok := numeral(s); ok {
				near = append(near, n)
			}
		case amount(c.kind.sort) && s.kind.sort == dedupe.Number && strings.Trim(statement[s.end:], ".! ") == "":
			near = append(near, s)
		}
	}
	if len(exact) > 0 && c.kind.sort != dedupe.Number {
		return exact
	}
	return append(exact, near...)
}

var figures = regexp.MustCompile(`(?i)(?:minus )?[-−+]?\d+(?:[.,]\d+)*(?:[km]\b)?`)

// numeral is the number in an amount, without its unit: 350 of "350 euros", 80 of "80kg".
func numeral(s stretch) (stretch, bool) {
	if at := figures.FindStringIndex(s.words); at != nil {
		n := stretch{s.words[at[0]:at[1]], s.start + at[0], s.start + at[1], kind{}}
		n.kind = kindOf(n.words)
		return n, true
	}
	for end := strings.LastIndexByte(s.words, ' '); end > 0; end = strings.LastIndexByte(s.words[:end], ' ') {
		if k := kindOf(s.words[:end]); k.sort == dedupe.Number {
			return stretch{s.words[:end], s.start, s.start + end, k}, true
		}
	}
	return s, false
}

// roles finds what a statement calls somebody, where that is of the same kind; with the same word
// before it ("a nurse", "my sister") where there is one so.
func (c Correction) roles(statement string) (at []stretch) {
	var alike []stretch
	words := fields(statement)
	for i := range words {
		s, _ := together(statement, words[i:i+1])
		s.kind.role = extract.Role(strings.ToLower(s.words))
		if s.kind.role == "" || s.kind.role != c.kind.role {
			continue
		}
		at = append(at, s)
		if i > 0 && article(strings.ToLower(words[i-1].words)) == article(c.kind.article) {
			alike = append(alike, s)
		}
	}
	if len(alike) > 0 {
		return alike
	}
	return at
}

func article(w string) string {
	switch w {
	case "a", "an":
		return "a"
	case "my", "our":
		return "my"
	}
	return ""
}
