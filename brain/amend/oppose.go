package amend

import (
	"regexp"
	"strings"
)

// forms are the ways to set what is right against what was wrong: the words that stand for the one and
// for the other. "it was moved to Thursday" names only what is right. The first that fits counts.
var forms = func() (all []form) {
	const it, wasnt = `(?:it|that|this|he|she|they)`, `(?:it's not|it isn't|it is not|that's not|it wasn't|it was not|not)`
	for _, f := range []struct {
		pattern  string
		replaces bool
	}{
		{wasnt + ` (?P<wrong>.+)(?:,? but|, it's|, it is|, it was|;|,) (?P<right>.+)`, true},
		{wasnt + ` .*`, false},
		{`i (?:said|wrote|typed) (?P<wrong>.+?),? (?:but|and|when) (?:i )?(?:meant|mean)(?: to (?:say|write))? (?P<right>.+)`, true},
		{`(?P<wrong>.+?)(?: is| was|'s|)(?: wrong| not right| incorrect| not correct| mistaken|n't right|n't correct)(?:,|;| and) (?P<right>.+)`, true},
		{`(?P<right>.+?) (?:instead of|rather than) (?P<wrong>.+)`, true},
		{`(?:make|call) (?:that|it) (?P<right>.+)`, true},
		{it + `(?:'s| is| was| has been|'s been| got| were| have been)? ?(?:just |now |since )?(?:moved|changed|pushed|postponed|shifted|rescheduled|raised|lowered|cut|increased|extended|reduced|renamed|put off|brought forward)(?: back| forward)? (?:to|until|till) (?P<right>.+)`, true},
		{it + `(?: should be| should have been| should read| must be|'s spelled|'s spelt| is spelled| is spelt| is written|'s written|'s actually| is actually|'s really| is really) (?P<right>.+)`, true},
		{`(?:spelled|spelt|written) (?P<right>.+)`, true},
		{`.+ (?:isn't|is not|not|doesn't \w+|does not \w+) (?P<wrong>.+?),? but (?P<right>.+)`, true},
		{`(?P<right>.+?)(?:, not| and not| not) (?P<wrong>.+)`, false},
	} {
		all = append(all, form{regexp.MustCompile(`(?i)^` + f.pattern + `$`), f.replaces})
	}
	return all
}()

// form is one way to set them against each other; it replaces without an announcement, or only behind
// one.
type form struct {
	is       *regexp.Regexp
	replaces bool
}

// opposed tells what is right from what was wrong; wrong is empty where nothing is opposed, and both are
// where it is only said what something is not. replaces says that these words can be meant for
// nothing but what was said before.
func opposed(said string) (right, wrong string, replaces bool) {
	for _, f := range forms {
		at := f.is.FindStringSubmatch(said)
		if at == nil {
			continue
		}
		for i, name := range f.is.SubexpNames() {
			switch name {
			case "right":
				right = strings.TrimSpace(at[i])
			case "wrong":
				wrong = strings.TrimSpace(at[i])
			}
		}
		return right, wrong, f.replaces
	}
	return said, "", false
}

// resembles says whether words can be like others in all but one: they are several, few, and hold a figure
// or a name.
func resembles(words string) bool {
	fields := strings.Fields(words)
	if len(fields) < 2 || !nominal(words) {
		return false
	}
	return strings.ContainsAny(words, "0123456789") && article(strings.ToLower(fields[0])) == "" && !strings.EqualFold(fields[0], "the")
}

// likes finds what has the same words as what is right, but for one: Rua Nova 12 for Rua Nova 14.
func (c Correction) likes(statement string) (at []stretch) {
	right := strings.Fields(strings.ToLower(c.Right))
	words := fields(statement)
	for i := 0; i+len(right) <= len(words); i++ {
		s, ok := together(statement, words[i:i+len(right)])
		if !ok {
			continue
		}
		other := 0
		for k, w := range strings.Fields(strings.ToLower(s.words)) {
			if k >= len(right) || w != right[k] {
				other++
			}
		}
		if other <= 1 {
			at = append(at, s)
		}
	}
	return at
}
