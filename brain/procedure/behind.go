package procedure

import (
	"regexp"
	"strings"
)

// mostBefore is how many sentences may stand before a request.
const mostBefore = 4

// setsOne begins a request for a reminder that stands behind other sentences.
var setsOne = regexp.MustCompile(`(?i)^(?:(?:please|ok|okay|and|so|also|then|can you|could you|would you|will you),? )*(?:remind me|set (?:me )?(?:a|another) reminder|wake me)\b`)

// requestBehind is the end of a message that asks for a reminder behind sentences that only tell something: "I'm off to
// bed. Remind me tomorrow at 9 to call Bob." What asks for an answer before it is for somebody else to hear.
func requestBehind(text string) (request string, ok bool) {
	all := sentences(text)
	for i, s := range all {
		if i > mostBefore || asksLast(s) || ordersToo(s) && !setsOne.MatchString(s) || wantsThought(s) || asksForMemory(s) {
			return "", false
		}
		if setsOne.MatchString(s) {
			return strings.Join(all[i:], " "), i > 0
		}
	}
	return "", false
}
