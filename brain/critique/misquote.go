package critique

import (
	"html"
	"regexp"
	"strings"
	"unicode"
)

// unheard stands behind a quotation that is no quotation.
const unheard = " (I find these words nowhere)"

// attributed is a quotation that is given as the reader's own words: "you said 'by Friday at noon'".
var attributed = regexp.MustCompile(`(?i)\b(?:you(?:['’]ve| have)? (?:\w+ )?(?:said|wrote|told me|mentioned|stated)|(?:in )?your (?:own )?words|as you put it|you put it)\b[^"“”\n.!?]{0,80}["“]([^"“”\n]{1,400})["”]`)

// fewest is how many words are a quotation: one or two may be a name or a word that is spoken of.
const fewest = 3

// Misquoted lists what an answer gives as the reader's own words though it occurs in nothing that was
// shown to its author: invented quotations, of three words or more. Case, marks and what is left out
// by an ellipsis do not count. It is pure.
func Misquoted(text string, shown ...string) (invented []string) {
	eachMisquoted(text, shown, func(_ int, quote string) { invented = append(invented, quote) })
	return invented
}

// Marked is an answer in which every invented quotation is marked as one where it stands. It is pure,
// and does nothing to its own result.
func Marked(text string, shown ...string) string {
	var out strings.Builder
	at := 0
	eachMisquoted(text, shown, func(end int, _ string) {
		if !strings.HasPrefix(text[end:], unheard) {
			out.WriteString(text[at:end] + unheard)
			at = end
		}
	})
	return out.String() + text[at:]
}

// eachMisquoted calls f with every invented quotation and the byte behind its closing mark.
func eachMisquoted(text string, shown []string, f func(end int, quote string)) {
	found := attributed.FindAllStringSubmatchIndex(text, -1)
	if len(found) == 0 {
		return
	}
	var all strings.Builder
	for _, s := range shown {
		all.WriteString(bareWords(html.UnescapeString(s)))
	}
	for _, m := range found {
		quote := text[m[2]:m[3]]
		if len(strings.Fields(quote)) < fewest {
			continue
		}
		for piece := range strings.SplitSeq(strings.ReplaceAll(quote, "...", "…"), "…") {
			if words := bareWords(piece); strings.TrimSpace(words) != "" && !strings.Contains(all.String(), words) {
				f(m[1], quote)
				break
			}
		}
	}
}

// bareWords are the words of a text in small letters, each between spaces.
func bareWords(text string) string {
	text = strings.NewReplacer("'", "", "’", "", "‘", "").Replace(strings.ToLower(text))
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}
