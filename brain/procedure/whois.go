package procedure

import (
	"regexp"
	"strings"
)

// What somebody is: what stands on either side of "is" when he is introduced.
var (
	isA    = regexp.MustCompile(`(?i)^[^,.;:!?]*?\b(?:is|was|'s)\s+(?:my|our|their|his|her|the|a|an|\w+'s)\b`)
	isName = regexp.MustCompile(`(?i)\b(?:my|our|their|his|her|the|\w+'s)\b[^,.;:!?]*?\b(?:is|was|is called)\s+(.*)$`)
)

// introduces says whether a text tells what somebody is to others or by trade: "Birgit is their site
// manager", "Their site manager is Birgit Voss".
func introduces(text string, names []string) bool {
	for _, name := range names {
		if at := strings.Index(text, name); at >= 0 && isA.MatchString(text[at+len(name):]) {
			return true
		}
		if m := isName.FindStringSubmatch(text); m != nil && strings.HasPrefix(m[1], name) {
			return true
		}
	}
	return false
}
