package trade

import (
	"regexp"
	"slices"
	"strings"

	"citadel/memory/event"
)

const (
	theirs  = `([Tt]heir|[Ii]ts|[Hh]is|[Hh]er|` + name + `['’]s?)`
	biggest = `(?:single )?(?:by far the )?(?:biggest|main|largest|heaviest|top|number one|second[- ](?:biggest|largest)|most important|key|major)(?: single)?`
	outlay  = `(?:inputs?|costs?|expenses?|ingredients?|raw materials?|bills?|outlays?|spend|exposures?|cost items?|line items?|cost drivers?|worry|worries|headaches?|purchases?|materials?)`
	weighs  = `(?:(?:really|also|always) )?(?:matters?(?: a lot| very much| most| greatly)?|(?:is|are)(?: really| very| absolutely| pretty)? (?:a big deal|a big thing|a big cost|a major cost|a big worry|critical|crucial|key|essential|vital|important|everything|make or break))`
	them    = `(them|it|` + name + `)`
)

// weights are the ways to say of a thing how much it matters to a client. A loose one says that it matters, and not
// that it costs.
var weights = []struct {
	pattern             *regexp.Regexp
	thing, whose, share int // groups; zero for none
	loose               bool
}{
	{regexp.MustCompile(`^(.{2,40}?) (?:is|are) ` + theirs + ` ` + biggest + ` ` + outlay + `$`), 1, 2, 0, false},
	{regexp.MustCompile(`^` + theirs + ` ` + biggest + ` ` + outlay + ` (?:is|are)(?: by far| still| of course)? (.{2,60})$`), 3, 1, 0, false},
	{regexp.MustCompile(`^(.{2,40}?) (?:is|are|makes? up|accounts? for|comes? to)(?: about| around| roughly| some| nearly| almost| over)? (` + share + `) of (?:all (?:of )?)?` + theirs + ` (?:costs?|spend|spending|expenses?|budget|outlays?|cost base|input costs?)$`), 1, 3, 2, false},
	{regexp.MustCompile(`^(.{2,40}?) ` + weighs + ` (?:to|for) ` + them + `(?: a lot| very much)?$`), 1, 2, 0, true},
	{regexp.MustCompile(`^` + theirs + ` (?:margins?|costs?|profits?|earnings|bottom line|prices?|business|fortunes?) (?:depends?|hangs?|hinges?|rides?|stands? or falls?|rises? and falls?|moves?|swings?|follows?|tracks?|goes? up and down)(?: heavily| mostly| a lot| largely)?(?: on| upon| with)? (.{2,60})$`), 3, 1, 0, false},
}

// weighed reads "diesel is their biggest cost" and "Henderson's margins depend on diesel". whose is who "they" are,
// if anybody.
func weighed(s, whose string) (all []Affair, loose, ok bool) {
	for _, w := range weights {
		m := w.pattern.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		a := Affair{Client: whose, Relation: event.ExposedTo, Quote: s}
		switch strings.ToLower(m[w.whose]) {
		case "their", "its", "his", "her", "them", "it":
		default:
			if !aName(m[w.whose]) {
				continue
			}
			a.Client = plainName(strings.TrimSuffix(strings.TrimSuffix(m[w.whose], "'"), "’"))
		}
		of := things(m[w.thing])
		if a.Client == "" || len(of) == 0 || len(of) > 1 && w.share > 0 || slices.ContainsFunc(of, func(t string) bool { return strings.EqualFold(t, a.Client) }) {
			continue // of two together nobody said which is how much
		}
		if w.share > 0 {
			if x := fraction(m[w.share]); x > 0 && x <= 1 {
				a.Share = &event.Bounds{From: x, To: x}
			}
		}
		for _, thing := range of {
			a.Thing = thing
			all = append(all, a)
		}
		return all, w.loose, true
	}
	return nil, false, false
}
