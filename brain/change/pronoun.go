package change

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
)

// withSubject puts what is spoken of in the place of a pronoun at the head of a sentence ("she lives
// in Braga"), where the statements in view are about one person or thing that it can mean; it says
// whether it did.
func withSubject(text string, near []statement) (string, bool) {
	first, rest, _ := strings.Cut(strings.ReplaceAll(text, "’", "'"), " ")
	pronoun, short, _ := strings.Cut(strings.ToLower(first), "'")
	thing := pronoun == "it"
	if !thing && !slices.Contains([]string{"he", "she", "they"}, pronoun) || rest == "" {
		return text, false
	}
	var names []string
	for _, s := range near {
		if s.item.Subject == "" || s.item.Subject == extract.Me || person(s.item) == thing {
			continue
		}
		if name := asWritten(s.item.Quote, s.item.Subject); !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return text, false
	}
	if verb := longForm(short, rest); verb != "" {
		rest = verb + " " + rest
	}
	return capitalised(names[0]) + " " + settled(rest), true
}

// person says whether a statement is about somebody.
func person(it extract.Item) bool {
	if somebody, _ := extract.OfPeople(it.Attribute); somebody {
		return true
	}
	first, _ := utf8.DecodeRuneInString(it.Subject)
	named := unicode.IsUpper(first) && !strings.Contains(it.Subject, "'s")
	switch it.Attribute {
	case "", "owns", "drives", "plays", "income":
		return named
	}
	head := strings.ToLower(it.Subject[strings.LastIndexByte(it.Subject, ' ')+1:])
	return extract.Role(head) != ""
}

// asWritten is a subject with the article it has in a sentence.
func asWritten(said, subject string) string {
	at := strings.Index(strings.ToLower(said), strings.ToLower(subject))
	if at < 0 {
		return subject
	}
	before := strings.Fields(said[:at])
	if len(before) > 0 {
		switch article := before[len(before)-1]; strings.ToLower(article) {
		case "the", "my", "our", "his", "her", "their":
			return article + " " + said[at:at+len(subject)]
		}
	}
	return said[at : at+len(subject)]
}

// longForm writes out what a pronoun was drawn together with: she's, they've.
func longForm(short, rest string) string {
	switch short {
	case "s":
		next, _, _ := strings.Cut(rest, " ")
		if _, past := extract.Verb(strings.ToLower(next)); past {
			return "has"
		}
		return "is"
	case "re":
		return "are"
	case "ve":
		return "have"
	case "ll":
		return "will"
	}
	return ""
}
