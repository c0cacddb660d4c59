package procedure

import (
	"regexp"
	"strings"

	"citadel/brain/when"
)

// mostBefore is how many sentences may stand before a request.
const mostBefore = 4

// inviting stands between the beginning of a clause and the request for a reminder.
const inviting = `(?:(?:please|ok|okay|and|so|also|then|but|hey|btw|by the way|quick|quickly|can you|could you|would you|will you|i need you to|i want you to|i'd like you to|you should|you must|you have to|don't forget to),? )*`

// reminds begins a request that can be made in no other words.
const reminds = `(?:remind me|set (?:me )?(?:a|another) reminder|wake me)\b`

var (
	// setsOne begins a request for a reminder that stands behind other sentences.
	setsOne = regexp.MustCompile(`(?i)^` + inviting + `(` + reminds + `)`)
	// setsInside is such a request behind a clause of the same sentence: "Just got home, remind me at 9 to call mum".
	setsInside = regexp.MustCompile(`(?i)(?:[,;:] +| +[-–—]+ +| +(?:and|so|but) +)(` + inviting + reminds + `)`)
	// waitsOn begins a clause that the request waits for, and quoted tells whose words it is.
	waitsOn = regexp.MustCompile(`(?i)^(?:please )?(?:when|whenever|once|if|unless|until|till|after|before|as soon as|as long as|while|every time|each time|(?:the )?next time|in case)\b`)
	quoted  = regexp.MustCompile(`(?i)\b(?:said|says|say|wrote|writes|texted|texts|asked|asks|told \w+|replied|answered)(?:$|[:,])`)
)

// requestBehind is the end of a message that asks for a reminder behind what only tells something, in sentences before it or
// in the same one: "I'm off to bed. Remind me tomorrow at 9 to call Bob." What asks for an answer before it is for somebody
// else to hear.
func requestBehind(text string) (request string, ok bool) {
	all := sentences(text)
	for i, s := range all {
		if at := insideOf(s); at > 0 && i <= mostBefore {
			return strings.Join(append([]string{s[at:]}, all[i+1:]...), " "), true
		}
		if i > mostBefore || asksLast(s) || ordersToo(s) && !setsOne.MatchString(s) || wantsThought(s) || asksForMemory(s) {
			return "", false
		}
		if at := setsOne.FindStringSubmatchIndex(s); at != nil {
			return strings.Join(append([]string{s[at[2]:]}, all[i+1:]...), " "), i > 0 || at[2] > 0
		}
	}
	return "", false
}

// insideOf is where in a sentence a request begins behind a clause that only tells something; 0 where there is none, where
// the clause belongs to the request, as its time does, and where the words are somebody else's.
func insideOf(s string) int {
	for _, at := range setsInside.FindAllStringSubmatchIndex(s, -1) {
		before, request := strings.TrimSpace(s[:at[0]]), s[at[2]:]
		if before == "" || preface(before) || waitsOn.MatchString(before) || quoted.MatchString(before) || strings.ContainsAny(before, "\"“«") || ordersToo(before) || wantsThought(before) || asksForMemory(before) || asksLast(before) {
			continue
		}
		if joint := strings.TrimSpace(s[at[0]:at[2]]); isOneOf(" and so but ", strings.ToLower(joint)) { // "those songs cheer me up and remind me of home"
			if _, timed := when.Find(request, reading0); !timed {
				continue
			}
		}
		return at[2]
	}
	return 0
}
