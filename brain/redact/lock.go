package redact

import (
	"regexp"
	"strings"
)

// This file finds what opens a door, a safe or a lock and silences an alarm:
// "the alarm code is 4711", "the safe opens with 12-34-56", "2580 opens the
// gate". A number is one only beside what it opens: a postal code, an error
// code or the number of a gate is none.

// Parts of the expressions below. A lock is what has a code of its own; a
// place has one too, but "house code" says nothing of a door.
const (
	aLock   = `(?:alarm|door|gate|garage|safe|vault|strongbox|padlock|lock|locker|lockbox|keybox|keypad|entrance|lift|elevator|shed|barn|cellar|intercom)`
	aPlace  = `(?:house|flat|apartment|office|building|hotel|gym|phone|tablet|laptop|suitcase|car|bike)`
	whose   = `(?:(?:the|my|our|his|her|their|your|a|[\pL]+['’]s) )?(?:[\pL'’-]+ ){0,2}?`
	aCode   = `([*#]?[a-z]{0,2}(?:\d{3,10}|\d{1,4}(?:[- ]\d{1,4}){1,4})[a-z]?[#*]?)`
	opening = `(?:opens?|opened|unlocks?|unlocked|disarms?|disarmed|deactivates?|deactivated|(?:turn|turns|turned|switch|switches|switched) off)`
	typing  = `(?:enter|type|dial|press|use|punch in|key in|tap in)`
)

var (
	codeOfLock  = regexp.MustCompile(`(?i)^(?:` + aLock + `|access|entry|unlock)(?:['’]s)? ?(?:entry |access |key ?)?(?:codes?|combination|combo)\b`)
	codeForLock = regexp.MustCompile(`(?i)^(?:codes?|combination|combo) (?:for|to|of|on|at) ` + whose + `(?:` + aLock + `|` + aPlace + `)\b`)
	combination = regexp.MustCompile(`(?i)^(?:combination|combo)\b`)

	lockOpens   = regexp.MustCompile(`(?i)^(?:` + aLock + `|` + aPlace + `) (?:(?:is|was) )?(?:now )?` + opening + ` (?:with|via|using|by (?:dialling|dialing|typing|entering))(?: the)?(?: code| number| combination)? ` + aCode)
	lockIs      = regexp.MustCompile(`(?i)^(?:(?:padlock|lock) is|(?:keypad|padlock|lock|lockbox|keybox|intercom) (?:takes|wants|accepts)(?: the code)?) ` + aCode)
	typedAt     = regexp.MustCompile(`(?i)^` + typing + ` ` + aCode + ` (?:at|on|for|into|to ` + opening + `) ` + whose + aLock + `\b`)
	openTyping  = regexp.MustCompile(`(?i)^` + opening + ` ` + whose + aLock + `,? (?:you |just |please )?(?:` + typing + `|with) ` + aCode)
	opensBehind = regexp.MustCompile(`(?i)(?:^|[\s(])` + aCode + ` ` + opening + ` ` + whose + `$`)

	isLock    = regexp.MustCompile(`(?i)^` + aLock + `\b`)
	wholeCode = regexp.MustCompile(`(?i)^` + aCode + `$`)
	startCode = regexp.MustCompile(`(?i)^` + aCode)
	isDate    = regexp.MustCompile(`^(?:19|20)\d\d(?:-\d\d-\d\d)?$`)
)

// lockWords are the words that such a telling begins with. Elsewhere no expression is tried: that would cost more than
// all else that is looked for.
var lockWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("alarm door gate garage safe vault strongbox padlock lock locker lockbox keybox keypad entrance lift elevator shed barn cellar intercom " +
		"house flat apartment office building hotel gym phone tablet laptop suitcase car bike access entry unlock code codes combination combo " +
		"enter type dial press use punch key tap open opens disarm turn switch deactivate alarmcode doorcode gatecode") {
		set[w] = true
	}
	return set
}()

// lock looks for what opens something, beginning with the word at s.at.
func (s *scanner) lock() {
	rest := s.text[s.at:min(len(s.text), s.at+maxName+maxGap)]
	if !lockWords[firstWord(rest)] || digits(rest) < 3 && digits(s.before(maxName+maxGap)) < 3 {
		return
	}
	switch {
	case codeOfLock.MatchString(rest):
		s.value(entryWord, s.at+len(codeOfLock.FindString(rest)), codeOfLock.FindString(rest))
		return
	case codeForLock.MatchString(rest) && s.unqualified():
		s.value(entryWord, s.at+len(codeForLock.FindString(rest)), codeForLock.FindString(rest))
		return
	case combination.MatchString(rest) && s.unqualified():
		s.value(combinationWord, s.at+len(combination.FindString(rest)), combination.FindString(rest))
		return
	}
	for _, told := range [...]*regexp.Regexp{lockOpens, lockIs, typedAt, openTyping} {
		m := told.FindStringSubmatchIndex(rest)
		if m == nil || !endsThought(rest[m[1]:]) {
			continue
		}
		if v := rest[m[2]:m[3]]; entryCode(v) {
			s.expect(Found{EntryCode, s.at + m[2], s.at + m[3]})
			return
		}
	}
	if !isLock.MatchString(rest) || !endsThought(rest[len(isLock.FindString(rest)):]) {
		return
	}
	before := s.before(maxGap + maxName)
	m := opensBehind.FindStringSubmatchIndex(before)
	if m == nil {
		return
	}
	if start := s.at - len(before) + m[2]; start >= s.kept && entryCode(before[m[2]:m[3]]) {
		s.earlier(Found{EntryCode, start, s.at - len(before) + m[3]})
	}
}

// entry notes the code at byte i, behind a name of one that ends at byte at.
func (s *scanner) entry(f family, sep separator, at, i int) {
	rest := s.text[i:min(len(s.text), i+maxGap)]
	v := startCode.FindString(rest)
	if !entryCode(v) || counts(rest[len(v):]) {
		return
	}
	if isDate.MatchString(v) && strings.HasSuffix(strings.TrimRight(s.text[at:i], " "), "from") {
		return // "the door code from 2019"
	}
	if f == combinationWord && (sep == nothing || sep == to || digits(v) < 4) {
		return
	}
	s.expect(Found{EntryCode, i, i + len(v)})
	s.renewed(i+len(v), sep == denied, func(v string, _ int, _ bool) bool { return wholeCode.MatchString(v) && entryCode(v) }, EntryCode)
}

// unqualified says whether the word at s.at begins what it names, with no other noun before it that says of which
// sort it is: "the code for the door", not "the area code for the house".
func (s *scanner) unqualified() bool {
	before := strings.TrimRight(s.before(maxName), " ")
	if before == "" || strings.IndexByte("\n.,;:!?(", before[len(before)-1]) >= 0 {
		return true
	}
	switch strings.ToLower(before[strings.LastIndexAny(before, " \n\t")+1:]) {
	case "a", "and", "secret", "current", "same", "right", "four-digit", "six-digit", "is":
		return true
	}
	return s.owned(s.at)
}

// entryCode says whether v is long enough for a code that opens something, and no date.
func entryCode(v string) bool {
	return digits(v) >= 3 && (len(v) < len("2006-01-02") || !isDate.MatchString(v))
}

func digits(v string) (n int) {
	for i := range len(v) {
		if digit(v[i]) {
			n++
		}
	}
	return n
}

// counts says whether what follows a number is what it counts: "4711 lines", "6 digits".
func counts(after string) bool {
	if after != "" && (wordByte(after[0]) || after[0] == '%') {
		return true // it goes on: "2580am"
	}
	word := firstWord(after)
	switch word {
	case "works", "opens", "is", "was", "as", "always", "this", "has", "does", "unlocks", "disarms":
		return false
	case "kg", "m", "cm", "mm", "km", "euro", "percent", "or":
		return true
	}
	return strings.HasSuffix(word, "s")
}

// endsThought says whether nothing follows that a number or a lock could belong to: the end of a clause, or a word
// that begins the next part of the sentence.
func endsThought(after string) bool {
	if endsClause(after) || strings.HasPrefix(after, "?") {
		return true
	}
	switch firstWord(after) {
	case "for", "from", "to", "at", "on", "in", "now", "since", "until", "then", "when", "if", "not", "again", "or", "please", "this", "as":
		return after[0] == ' '
	}
	return false
}

// firstWord is the word that a text begins with behind a space, in lower case; none where a sign stands there.
func firstWord(text string) string {
	text = strings.TrimPrefix(text, " ")
	n := 0
	for n < len(text) && n < maxName && letter(text[n]) {
		n++
	}
	return strings.ToLower(text[:n])
}
