package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unmarked are short forms as they are typed in a hurry, and as they are read: "dont", "Im". What is as often another
// word ("were", "its", "well") is none of them.
var unmarked = map[string]string{
	"dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't",
	"hasnt": "hasn't", "havent": "haven't", "hadnt": "hadn't", "wont": "won't", "wouldnt": "wouldn't", "cant": "can't", "couldnt": "couldn't",
	"mustnt": "mustn't", "shouldnt": "shouldn't", "im": "i'm", "ive": "i've", "ill": "i'll", "hes": "he's", "shes": "she's",
	"theyre": "they're", "youre": "you're", "weve": "we've", "theyve": "they've", "thats": "that's",
}

// withMarks is a flat text with its short forms as they are read, but those that may be another word.
func withMarks(text string) string {
	w := strings.Fields(text)
	for i := range w {
		if full := unmarked[w[i]]; full != "" && w[i] != "ill" && w[i] != "im" {
			w[i] = full
		}
	}
	return " " + strings.Join(w, " ") + " "
}

// marks says whether a word of unmarked that ends at byte end is the short form and not another word: "ill" is sick
// but where it opens a sentence and a verb follows, and "im Januar" is German.
func (s *scanner) marks(low string, end int) bool {
	next := strings.TrimLeft(s.text[end:min(len(s.text), end+maxVerb)], " ")
	r, _ := utf8.DecodeRuneInString(next)
	switch low {
	case "im":
		return unicode.IsLower(r)
	case "ill":
		verb, _, _ := strings.Cut(next, " ")
		return len(s.tokens) == s.first && formOf(strings.Trim(verb, ".,!?")) == base
	}
	return true
}

// maxVerb is how far is looked ahead for the verb behind a short form, in bytes.
const maxVerb = 24
