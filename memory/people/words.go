package people

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a name.
const (
	MaxName   = 80 // bytes
	mostWords = 5
)

// token is one word of a text.
type token struct {
	low        string // lower case, without a possessive ending
	start, end int    // with it left out
	capital    bool
	opens      bool // the first of a sentence
}

// key is the name by which an entry is found: its words in lower case.
func key(name string) string {
	var b strings.Builder
	for i, t := range tokens(name) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.low)
	}
	return b.String()
}

// tokens cuts a text into words. A hyphen, an apostrophe or a point inside one belongs to it, so
// that "state-of-the-art" does not name Art.
func tokens(text string) []token {
	list := make([]token, 0, len(text)/6+1)
	opens := true
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !wordRune(r) {
			opens = opens || strings.ContainsRune(".!?:\n\"“", r)
			at += n
			continue
		}
		start := at
		for at < len(text) {
			r, n := utf8.DecodeRuneInString(text[at:])
			if !wordRune(r) {
				next, _ := utf8.DecodeRuneInString(text[min(at+n, len(text)):])
				if !strings.ContainsRune("-'’._", r) || !wordRune(next) {
					break
				}
			}
			at += n
		}
		word := text[start:at]
		for _, mark := range [...]string{"'s", "’s", "'S", "’S"} {
			word = strings.TrimSuffix(word, mark)
		}
		if word == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(word)
		list = append(list, token{strings.ToLower(word), start, start + len(word), unicode.IsUpper(first), opens})
		opens = false
	}
	return list
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// set makes a set of words set apart by spaces.
func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// ordinary words are first names too: they name somebody only with a capital, and not where any
// word would have one.
var ordinary = set(`will may mark art grace hope faith joy rose bill rob sue pat jack dawn april june august rich frank grant drew
	chase chance guy max page ray robin penny ruby amber pearl iris ivy holly jade heather ginger victor dean lance wade reed
	gene clay cliff glen ford hunter mason carter cooper baker miles bob sunny summer autumn winter skip pace nick don ted
	josh mike angel star so an in on you long young small short black white brown green gray grey king bishop knight cook page
	price day fields field stone wood woods hill rivers banks bush love best good sharp wise strong swift moon sun case lane`)

// family, workers and others are the relations that make somebody a person one deals with. They
// are attributes of event.Learned, as package extract names them.
var (
	family = set(`sister brother mother father mum mom dad wife husband partner son daughter aunt uncle cousin niece nephew
		grandmother grandfather grandma grandpa granddaughter grandson stepson stepdaughter stepmother stepfather fiancé fiancée
		fiance fiancee girlfriend boyfriend twin sister-in-law brother-in-law mother-in-law father-in-law son-in-law
		daughter-in-law godmother godfather godson goddaughter spouse child kid`)
	workers = set(`assistant intern employee colleague coworker co-worker cleaner gardener nanny babysitter mentee bookkeeper designer
		developer engineer`)
	others = set(`contact friend neighbour neighbor roommate flatmate housemate ex-wife ex-husband boss manager cofounder co-founder mentor
		tenant landlord landlady plumber electrician builder agent banker investor coach trainer accountant lawyer solicitor
		attorney doctor gp dentist therapist vet teacher tutor client customer supplier contractor architect consultant auditor
		mechanic hairdresser successor predecessor advisor adviser broker translator editor publisher distributor`)
	// grown are relations that are told of adults only.
	grown = set(`son daughter niece nephew grandson granddaughter stepson stepdaughter godson goddaughter child kid`)
	// closest are those whom one keeps nearest, if anybody.
	closest = set("wife husband spouse partner fiancé fiancée fiance fiancee girlfriend boyfriend")
	// personal are attributes that only somebody has whom one can deal with.
	personal = map[string]bool{
		"residence": true, "moving to": true, "birthplace": true, "birthday": true, "employer": true, "role": true, "spouse": true,
		"fiancé": true, "prefers": true, "likes": true, "dislikes": true, "speaks": true, "studies": true, "teaches": true, "plays": true,
	}
)

// relation says whether an attribute is what one person is to another.
func relation(attribute string) bool {
	a := strings.ToLower(attribute)
	return family[a] || workers[a] || others[a]
}

// makesPerson says whether a statement with this attribute is about somebody one can deal with.
func makesPerson(attribute string) bool { return personal[attribute] || relation(attribute) }
