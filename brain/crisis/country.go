package crisis

import (
	_ "embed"
	"strings"
	"unicode"
)

//go:embed countries.txt
var countriesText string

// country is one line of countries.txt.
type country struct {
	code, number, name string
	names              []string // as people write it, lower case
}

// countries is the table, in the order of its file, never written afterwards.
var countries = parseCountries(countriesText)

func parseCountries(text string) []country {
	var out []country
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) < 3 || len(f[0]) != 2 {
			panic("crisis: countries: bad line " + line)
		}
		c := country{code: f[0], number: f[1], name: f[2]}
		for _, name := range f[2:] {
			c.names = append(c.names, strings.Join(plainWords(name), " "))
		}
		out = append(out, c)
	}
	return out
}

func find(code string) (country, bool) {
	for _, c := range countries {
		if strings.EqualFold(c.code, code) {
			return c, true
		}
	}
	return country{}, false
}

// Number returns what to call in an emergency in the country with this ISO
// 3166 code, such as "112" or "119 (ambulance) or 110 (police)", and whether
// the table knows it. It is never guessed.
func Number(code string) (string, bool) {
	c, ok := find(code)
	return c.number, ok
}

// maxPlace is the longest answer to "which country are you in" that is read.
const maxPlace = 200

// Country reads the answer to "which country are you in": "Australia", "I'm in
// the UK". It is ok only if text names exactly one country of the table, either
// alone among a few filling words or after "in"; a message that merely holds
// such a word ("Jordan is with me") is not an answer.
func Country(text string) (code string, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxPlace {
		return "", false
	}
	if len(text) == 2 && strings.ToUpper(text) == text && text != "NO" {
		if c, ok := find(text); ok {
			return c.code, true
		}
	}
	words := plainWords(text)
	for i := 0; i < len(words); {
		c, n := longest(words[i:])
		if n == 0 {
			i++
			continue
		}
		in := i > 0 && (words[i-1] == "in" || words[i-1] == "the" && i > 1 && words[i-2] == "in")
		denied := i > 1 && words[i-2] == "not" || i > 0 && words[i-1] == "not"
		// "in us" and "tell us" are no countries; "the US" is.
		pronoun := n == 1 && words[i] == "us" && !strings.Contains(text, "US") && len(words) > 1 &&
			(i == 0 || words[i-1] != "the")
		if !denied && !pronoun && (in || onlyFiller(words[:i]) && onlyFiller(words[i+n:])) {
			if code != "" && code != c {
				return "", false
			}
			code = c
		}
		i += n
	}
	return code, code != ""
}

// longest finds the country whose name begins words with the most words.
func longest(words []string) (code string, n int) {
	for _, c := range countries {
		for _, name := range c.names {
			k := strings.Count(name, " ") + 1
			if k > n && k <= len(words) && strings.Join(words[:k], " ") == name {
				code, n = c.code, k
			}
		}
	}
	return code, n
}

func onlyFiller(words []string) bool {
	const filler = " i m am im in the its it s is we re are were at here now currently right living live " +
		"staying visiting based from yes my country on near a trip holiday atm please "
	for _, w := range words {
		if !strings.Contains(filler, " "+w+" ") {
			return false
		}
	}
	return true
}

// plainWords cuts text into lower-case words of letters and digits.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
}
