package ponder

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/grave"
	"citadel/brain/redact"
	"citadel/memory/words"
)

// Why a sentence of a model is not taken. None holds anybody's words.
const (
	Unfounded = "it rests on no note"
	Unworded  = "it is too short, too long or no plain sentence"
	Weighty   = "it is grave, or holds a secret"
	Foreign   = "it has a name or a figure that its notes do not"
)

// Bounds of a sentence, in bytes.
const (
	shortest = 12
	longest  = 240
)

// Fault says why a sentence about some notes is not taken; empty where it is. It has to be one plain line, without
// anything grave or secret, and may name nobody and give no figure that is not in the notes it rests on.
func Fault(text string, of []Note) string {
	switch {
	case len(of) == 0:
		return Unfounded
	case len(text) < shortest || len(text) > longest || !utf8.ValidString(text) || strings.ContainsAny(text, "`<>{}[]|*_#\\") || strings.ContainsFunc(text, unicode.IsControl):
		return Unworded
	}
	if _, secrets := redact.Secrets(text); len(secrets) > 0 || grave.Touched(text) {
		return Weighty
	}
	if beyond(text, of) {
		return Foreign
	}
	return ""
}

// ends is where a sentence does.
var ends = regexp.MustCompile(`[.!?:]\s+|\n`)

// Beyond says whether a text of some sentences has a name or a figure that its notes do not.
func Beyond(text string, of []Note) bool {
	for _, sentence := range ends.Split(text, -1) {
		if beyond(sentence, of) {
			return true
		}
	}
	return false
}

// beyond is Beyond of one sentence, of which the first word says nothing by its capital: it is a name where English has
// it mostly as one, or not at all.
func beyond(text string, of []Note) bool {
	known := map[string]bool{}
	for _, n := range of {
		for _, w := range bare(n.Text) {
			known[strings.ToLower(w)] = true
		}
	}
	for i, w := range bare(text) {
		first, _ := utf8.DecodeRuneInString(w)
		named := unicode.IsUpper(first) && w != "I" && (i > 0 || isName(w))
		if (named || strings.ContainsFunc(w, unicode.IsDigit)) && !known[strings.ToLower(w)] {
			return true
		}
	}
	return false
}

// isName says whether a word that may have its capital from where it stands is likely a name.
func isName(w string) bool {
	terms := new(words.Analyzer).AppendTerms(nil, w)
	if len(terms) == 0 {
		return false
	}
	level, name := words.Rarity(terms[0])
	return name || level == 0
}

// bare are the words of a text without what stands around them, and without "'s" and the like.
func bare(text string) []string {
	var all []string
	for field := range strings.FieldsSeq(strings.ReplaceAll(text, "’", "'")) {
		w := strings.TrimFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
		if w, _, _ = strings.Cut(w, "'"); w != "" {
			all = append(all, w)
		}
	}
	return all
}
