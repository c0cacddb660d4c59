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
	case c.kind.name:
		at = c.names(statement)
	case c.kind.role != "":
		at = c.roles(statement)
	default:
		at = c.values(statement)
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

// mostOfValue is how many words a value has at most: "twenty five thousand euros".
const mostOfValue = 5

// stretches finds the values of a statement, the longest that can be read from each word on.
func stretches(statement string) (all []stretch) {
	words := fields(statement)
	for i := 0; i < len(words); {
		n := 1
		for most := min(mostOfValue, len(words)-i); most > 0; most-- {
			s, ok := together(statement, words[i:i+most])
			if !ok || s.words == "" || strings.HasPrefix(strings.ToLower(s.words), "at ") {
				continue
			}
			if s.kind = valueAt(words, i, s); s.kind.sort == "" {
				continue
			}
			all, n = append(all, s), most
			break
		}
		i += n
	}
	return all
}

// valueAt is the kind of a value where it stands: "4" is a time behind "at", "one" and "A" are none
// where they are a pronoun and an article.
func valueAt(words []stretch, i int, s stretch) (k kind) {
	before := ""
	if i > 0 {
		before = strings.ToLower(words[i-1].words)
	}
	if before == "at" || before == "until" || before == "till" {
		if k.sort, k.value = sortOf("at " + s.words); k.sort != "" {
			return k
		}
	}
	k.sort, k.value = sortOf(s.words)
	switch {
	case strings.EqualFold(s.words, "one") && !counting[before]:
		return kind{}
	case k.sort == dedupe.Grade && len(s.words) == 1 && !grading[before]:
		return kind{}
	}
	return k
}

var (
	counting = set("have has had own owns need needs is are was were with of got bought")
	grading  = set("is was got an a has have type grade group level class mark")
)

// fields cuts a statement into words with their places.
func fields(statement string) (all []stretch) {
	for i := 0; i < len(statement); {
		n := strings.IndexFunc(statement[i:], func(r rune) bool { return !unicode.IsSpace(r) })
		if n < 0 {
			break
		}
		i += n
		end := strings.IndexFunc(statement[i:], unicode.IsSpace)
		if end < 0 {
			end = len(statement) - i
		}
		all = append(all, stretch{words: statement[i : i+end], start: i, end: i + end})
		i += end
	}
	return all
}

// together is some words as one stretch, without the marks around it; false where a mark stands
// between them.
func together(statement string, words []stretch) (stretch, bool) {
	for k, w := range words {
		if k < len(words)-1 && strings.ContainsAny(w.words[len(w.words)-1:], ",;:.!?)") {
			return stretch{}, false
		}
	}
	s := stretch{start: words[0].start, end: words[len(words)-1].end}
	for s.start < s.end && strings.IndexByte("(\"'", statement[s.start]) >= 0 {
		s.start++
	}
	for s.start < s.end && strings.IndexByte(",;:.!?)\"'", statement[s.end-1]) >= 0 {
		s.end--
	}
	s.words = statement[s.start:s.end]
	return s, true
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
