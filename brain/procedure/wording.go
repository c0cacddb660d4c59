package procedure

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"citadel/brain/when"
)

// What the words of a statement tell of how it stands to others, where no rule reads a fact in it.

// unsettled says whether a text leaves open what it says, or says it of another time than now: a question,
// a wish, a guess, a plan, or how it used to be.
func unsettled(text string) bool {
	return strings.Contains(text, "?") || supposes(text) || bygone(text) ||
		oneOf(text, " maybe perhaps might may possibly probably will won't would could should ") || strings.Contains(plainWords(text), "'ll ") ||
		strings.Contains(plainWords(text), "going to ")
}

// supposes says whether a text only wishes or imagines what it says.
func supposes(text string) bool {
	_, yes := cutAny(plainWords(text)+" ", "i wish ", "if only ", "imagine ", "suppose ", "supposing ", "pretend ", "let's pretend ", "what if ")
	return yes
}

// bygone says whether a text tells how something used to be.
func bygone(text string) bool {
	low := " " + plainWords(text) + " "
	for _, sign := range [...]string{" used to ", " formerly ", " previously ", " back then ", " in those days ", " in the old days ", " at the time ", " years ago "} {
		if strings.Contains(low, sign) {
			return true
		}
	}
	return wasBefore.MatchString(text) || wasOld.MatchString(text)
}

// wasOld is what something was of which there is another since: "my old number was 111".
var wasOld = regexp.MustCompile(`(?i)\b(?:my|our|his|her|their|'s) (?:old|previous|former) (?:\pL+ ){1,3}(?:was|were)\b`)

// wasBefore is how something was until something else: "the rent was 2,900 before", "Stora was our mill until May".
var wasBefore = regexp.MustCompile(`(?i)\b(?:was|were|had|cost|paid|got|earned|charged|lived|worked)\b[^.!?]*\b(?:before(?: (?:that|then))?|until [^.!?,]{1,30})[.!]*\s*$`)

// changes says whether a statement tells by its words that something is no longer as it
// was.
func changes(said string) bool {
	return turns(said) || oneOf(said, renewing)
}

// renewing are words that stand beside what holds now.
const renewing = " now new instead anymore longer actually again today currently back "

// turns says whether a statement tells by its verb that something changed.
func turns(said string) bool {
	if oneOf(said, changing) {
		return true
	}
	low := " " + plainWords(said) + " "
	for _, sign := range [...]string{" gave up ", " given up ", " broke up ", " split up ", " got rid of ", " down to ", " up to ", " turned into ", " gone up ", " gone down ", " went up ", " went down ", " went from ", " went to ", " went back ",
		" in place of ", " rather than "} {
		if strings.Contains(low, sign) {
			return true
		}
	}
	return false
}

// replaces says whether a statement tells that one thing took the place of another.
func replaces(said string) bool {
	return oneOf(said, " replaced swapped switched exchanged migrated traded ditched dropped changed ")
}

// changing are verbs of change.
const changing = " swapped moved moves moving changed changes left joined switched became promoted postpone postponing postponed rescheduled pushed shifted raised increased dropped cut " +
	"started quit renamed rose fell stopped upgraded downgraded migrated replaced lowered divorced separated cancelled canceled extended delayed " +
	"prolonged shortened doubled halved tripled reduced brought bumped updated converted exchanged transferred reassigned relocated demoted retired finished ended "

// own says whether a text begins with the one who says it: "I", "we", "my", "our", "Eva and I".
func own(text string) bool {
	words := strings.Fields(plainWords(text))
	if len(words) == 0 {
		return false
	}
	if len(words) > 2 && words[1] == "and" && words[2] == "i" {
		return true
	}
	first, _, _ := strings.Cut(words[0], "'")
	return first == "i" || first == "we" || first == "my" || first == "our"
}

// placed says whether a text says where: a preposition of place, and what follows is no time.
func placed(text string) bool {
	return oneOf(text, " in on at under behind near inside beside outside ")
}

// figures counts the numbers of a text that are no part of a time.
func figures(text string, on time.Time) int { return len(figuresOf(text, on)) }

// figuresOf are the numbers of a text that are no part of a time, each with the word behind and the word
// before it.
func figuresOf(text string, on time.Time) (all []figure) {
	if m, ok := when.Find(text, on); ok && m.End <= len(text) && m.Start < m.End {
		text = text[:m.Start] + " . " + text[m.End:]
	}
	return numbered(text)
}

// numbered are all numbers of a text, also those of a time.
func numbered(text string) (all []figure) {
	fields := strings.Fields(text)
	at := func(k int) string {
		if k < 0 || k >= len(fields) {
			return ""
		}
		return strings.TrimRight(plainWords(fields[k]), "s")
	}
	for k, w := range fields {
		if n, ok := number(w); ok {
			all = append(all, figure{n, at(k - 1), at(k + 1)})
		}
	}
	return all
}

// figure is a number with the words around it.
type figure struct {
	n             string
	before, after string
}

// number reads a word as a number: figures, a numeral, an ordinal.
func number(w string) (string, bool) {
	low := strings.Trim(strings.ToLower(w), ".,;:!?()\"$€£%~")
	if strings.ContainsAny(low, "0123456789") {
		return low, true
	}
	for n, names := range numbers {
		for _, name := range names {
			if low == name {
				return strconv.Itoa(n), true
			}
		}
	}
	return "", false
}

// numbers are the words for small numbers, by the number.
var numbers = [...][]string{
	1: {"one"}, 2: {"two", "second", "both"}, 3: {"three", "third"}, 4: {"four", "fourth"}, 5: {"five", "fifth"}, 6: {"six", "sixth"}, 7: {"seven", "seventh"},
	8: {"eight", "eighth"}, 9: {"nine", "ninth"}, 10: {"ten", "tenth"}, 11: {"eleven"}, 12: {"twelve", "dozen"},
}

// refigured says whether a newer text holds another number beside a word that the older one has a number
// beside: 10 mg for 20 mg, version 41 for version 39.
func refigured(old, now string) bool {
	beside := func(a, b figure) bool {
		return a.after != "" && len(a.after) > 1 && a.after == b.after || a.before != "" && len(a.before) > 2 && a.before == b.before
	}
	was, is := figuresOf(old, time.Time{}), figuresOf(now, time.Time{})
	for _, f := range is {
		for _, o := range was {
			if f.n == o.n && beside(f, o) {
				return false
			}
		}
	}
	for _, f := range is {
		for _, o := range was {
			if f.n != o.n && beside(f, o) {
				return true
			}
		}
	}
	return false
}
