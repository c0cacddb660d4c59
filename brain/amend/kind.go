package amend

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// kind is of which kind some words are: a value of some sort, a name, or what somebody is to
// somebody. The zero kind is none of them.
type kind struct {
	sort, value string // see dedupe.SortOf
	name        bool
	role        string // see extract.Role
	article     string // "a" or "an", "my" or "our" before a role
}

func (k kind) none() bool { return k.sort == "" && !k.name && k.role == "" }

// kindOf tells of which kind some words are, taken together.
func kindOf(words string) (k kind) {
	if k.sort, k.value = sortOf(words); k.sort != "" || exclamation[strings.ToLower(words)] {
		return k
	}
	fields := strings.Fields(strings.ToLower(words))
	if len(fields) == 2 && slices.Contains([]string{"a", "an", "my", "our", "the", "his", "her"}, fields[0]) {
		k.article, fields = fields[0], fields[1:]
	}
	if len(fields) == 1 {
		if k.role = extract.Role(fields[0]); k.role != "" {
			return k
		}
	}
	names := extract.Names(words)
	k.name = len(names) == 1 && names[0].Start == 0 && names[0].End == len(words)
	if !k.name {
		k.article = ""
	}
	return k
}

// telephone is the sort of a row of groups of digits.
const telephone = "telephone"

var telephones = regexp.MustCompile(`^\+?\d{2,5}(?:[ /-]\d{2,6}){1,5}$`)

// sortOf is dedupe.SortOf for what is typed in talk: with telephone numbers, without "one sec".
func sortOf(words string) (sort, value string) {
	switch strings.ToLower(words) {
	case "one sec", "one second", "one min", "one minute", "a second", "a minute":
		return "", ""
	}
	if low := strings.ToLower(words); colours[low] {
		return colour, low
	}
	if sort, value = dedupe.SortOf(words); sort == "" && telephones.MatchString(words) {
		return telephone, strings.NewReplacer(" ", "", "-", "", "/", "").Replace(words)
	}
	return sort, value
}

// colour is the sort of the names of colours that are hardly ever anything else.
const colour = "colour"

var colours = set("red blue green yellow black white grey gray brown purple violet pink turquoise teal beige navy crimson")

// exclamation are words in capitals that name nobody.
var exclamation = set("lol omg wtf god jesus christ asap fyi tbh imo citadel sir madam absolutely nonsense seriously correct thx")

// money says whether a sort of amounts is a currency: euros take the place of dollars.
func money(sort string) bool { return currencies[sort] }

var currencies = set("eur gbp usd aud cad chf jpy cent")

// amount says whether a sort is a number, with a unit or bare.
func amount(sort string) bool {
	switch sort {
	case "", dedupe.Time, dedupe.Day, dedupe.Month, dedupe.Grade, telephone, colour:
		return false
	}
	return true
}

func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
