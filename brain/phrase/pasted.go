package phrase

import (
	"regexp"
	"strings"
)

// Pasted says whether a message is nothing but somebody else's words: lines that are quoted, or a
// quotation with who wrote it before it.
func Pasted(text string) bool {
	if wroteIt.MatchString(text) {
		return true
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, ">") {
			return false
		}
	}
	return strings.HasPrefix(strings.TrimSpace(text), ">")
}

var wroteIt = regexp.MustCompile(`^\s*[^I"“\n][^"“\n]{0,60}\b(?:wrote|writes|said|says|texted|told|emailed|messaged|replied)\b[^"“\n]{0,30}:\s*["“][^"”]*["”]\s*[.!]?\s*$`)
