package critique

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A name may be told by another than the one that was shown: by its short form or its full one, by its initials, or as
// another tongue has it. Nothing that was shown may stand for it before it is taken for invented.

// standsFor says whether one of two names may be the other: Liz and Elizabeth, Munich and München, Köln and Cologne.
func standsFor(a, b string) bool {
	if min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) >= shortest && (strings.Contains(a, b) || strings.Contains(b, a)) {
		return true
	}
	a, b = skeleton(a), skeleton(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) >= 2 && a == b || len(a) >= shortest && 2*len(a) >= len(b) && a[0] == b[0] && within(a, b)
}

// shortest is how long a name has to be to be found in another, in letters.
const shortest = 3

// skeleton is a name in small letters as its first letter and the consonants behind it, those that tongues take for each
// other as one. What begins a name is taken for less.
func skeleton(name string) string {
	var out []byte
	for i, r := range strings.ToLower(name) {
		c := sounds[r]
		switch {
		case i == 0 && strings.ContainsRune("bdm", r), c == 0 && r < utf8.RuneSelf:
			c = byte(r)
		case c == 0 && i == 0:
			c = 'e'
		}
		if i == 0 || c != 0 && !strings.ContainsRune("aeiouyh", rune(c)) {
			out = append(out, c)
		}
	}
	return string(out)
}

var sounds = map[rune]byte{'c': 'k', 'q': 'k', 'w': 'v', 'f': 'v', 'z': 's', 'ß': 's', 'ç': 's', 'š': 's', 'ž': 's', 'ś': 's', 'č': 'k', 'ñ': 'n', 'ń': 'n', 'm': 'n', 'ł': 'l', 'b': 'p', 'd': 't', 'j': 'g'}

// within says whether the letters of a occur in b, in their order.
func within(a, b string) bool {
	for i := 0; i < len(a); i++ {
		at := strings.IndexByte(b, a[i])
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return true
}

var (
	// initialled is a word of capitals: "NYC", "US".
	initialled = regexp.MustCompile(`\b\p{Lu}{2,}\b`)
	// called stand before names, or for somebody or a day without one.
	called = wordSet("mr mrs ms miss dr doctor prof professor sir mom mum dad mother father grandma grandpa grandmother grandfather christmas xmas easter halloween thanksgiving eve")
)

// named says whether a run of names that stand behind each other may be of what they have.
func (b bearings) named(run []string) bool {
	if len(run) > 1 {
		initials := ""
		for _, name := range run {
			r, _ := utf8.DecodeRuneInString(name)
			initials += string(unicode.ToUpper(r))
		}
		if slices.ContainsFunc(b.initials, func(short string) bool { return strings.HasPrefix(short, initials) }) {
			return true
		}
	}
	for _, name := range run {
		if called[name] || nameOfDay[name] || strings.Contains(b.words, " "+name[:prefix(name)]) {
			continue
		}
		if !slices.ContainsFunc(b.names, func(shown string) bool { return standsFor(name, shown) }) {
			return false
		}
	}
	return true
}

// ForAnother says whether a sentence of an answer belongs to a text that is meant for somebody else: a draft, which is
// called one, or which greets him.
func ForAnother(answer, sentence string) bool {
	at := strings.Index(answer, sentence)
	return at > 0 && drafted.MatchString(answer[:at])
}
