package watch

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"citadel/memory/event"
)

// Change is what of two looks differs. Its texts are words of others.
type Change struct {
	Turned []Pair   // lines of a page that say something else now
	New    []string // lines that were not there; of mail and news the entries, as the tool lists them
	Gone   []string // lines of a page that are not there any more
}

// Pair is a line of a page, before and now.
type Pair struct{ Before, Now string }

// None says that nothing differs that counts.
func (c Change) None() bool { return len(c.Turned)+len(c.New)+len(c.Gone) == 0 }

// Between compares what two looks at a watch brought. Of mail and news only what came is a change: what is no longer
// listed only made room. Of a page it is what its lines say, whatever their order, without what is different at
// each look: the clock, "3 minutes ago", and where links lead.
func Between(w event.WatchSet, before, now string) (c Change) {
	if w.What != event.WatchPage {
		had := entries(before)
		for _, e := range entries(now) {
			if !slices.ContainsFunc(had, func(h string) bool { return name(h) == name(e) }) {
				c.New = append(c.New, e)
			}
		}
		return c
	}
	gone, came := Lines(before, w.Words), Lines(now, w.Words)
	gone, came = without(gone, came), without(came, gone)
	for _, line := range came {
		if i := like(line, gone); i >= 0 {
			c.Turned = append(c.Turned, Pair{gone[i], line})
			gone = slices.Delete(slices.Clone(gone), i, i+1)
			continue
		}
		c.New = append(c.New, line)
	}
	c.Gone = gone
	return c
}

var (
	target  = regexp.MustCompile(`\]\([^)]*\)`)
	picture = regexp.MustCompile(`!\[[^\]]*\]`)
	ago     = regexp.MustCompile(`(?i)\b(?:\d+|an?|one|a few)\s+(?:second|sec|minute|min|hour|hr|day)s?\s+ago\b|\bjust now\b`)
	ticking = regexp.MustCompile(`\b\d{1,2}:\d{2}:\d{2}\b`)
	money   = regexp.MustCompile(`(?i)(?:[$€£¥₹]|\b(?:usd|eur|aud|gbp|chf|jpy|cad|nzd|sek|nok|dkk|pln|inr)\b)\s*\d|\d\s*(?:[$€£¥₹]|\b(?:usd|eur|aud|gbp|chf|jpy|cad|nzd|sek|nok|dkk|pln|inr)\b)`)
)

// mostLines bounds what is compared of a page.
const mostLines = 2000

// Lines are those of a page that count: all, those with an amount of money, or those that hold some words.
func Lines(page, words string) (all []string) {
	wanted := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for line := range strings.Lines(page) {
		line = target.ReplaceAllString(picture.ReplaceAllString(line, ""), "]")
		line = ticking.ReplaceAllString(ago.ReplaceAllString(line, "…"), "…")
		line = strings.TrimSpace(strings.Trim(strings.Join(strings.Fields(strings.NewReplacer("[", "", "]", "", "**", "", "|", " ").Replace(line)), " "), "#>*- "))
		if !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) || len(all) == mostLines {
			continue
		}
		if words == event.WatchPrices {
			if !money.MatchString(line) {
				continue
			}
		} else if low := strings.ToLower(line); slices.ContainsFunc(wanted, func(w string) bool { return !strings.Contains(low, w) }) {
			continue
		}
		all = append(all, line)
	}
	return all
}

// without are the lines that others do not have, as often as they do not.
func without(lines, others []string) (left []string) {
	had := map[string]int{}
	for _, o := range others {
		had[o]++
	}
	for _, l := range lines {
		if had[l]--; had[l] < 0 {
			left = append(left, l)
		}
	}
	return left
}

// like finds the line that says the same of something else: one that shares half of its words, figures aside.
func like(line string, others []string) int {
	best, at := 0.5, -1
	own := plainWords(line)
	for i, o := range others {
		theirs := plainWords(o)
		shared := 0
		for _, w := range own {
			if slices.Contains(theirs, w) {
				shared++
			}
		}
		most := max(len(own), len(theirs))
		if most == 0 && len(others) == 1 { // figures alone
			return i
		}
		if most > 0 && float64(shared)/float64(most) >= best {
			best, at = float64(shared)/float64(most)+1e-9, i
		}
	}
	return at
}

func plainWords(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) })
}

// entries are those of a list that a tool brought: each begins with a dash, and what is indented belongs to it.
func entries(text string) (all []string) {
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "- "):
			all = append(all, line)
		case strings.HasPrefix(line, "  ") && len(all) > 0:
			all[len(all)-1] += line
		}
	}
	return all
}

var (
	id   = regexp.MustCompile("· id `([^`]+)`")
	link = regexp.MustCompile(`(?m)^  (https?://\S+)$`)
)

// name is by what an entry is known again: the name that its system gave it, where it leads, or what it says.
func name(entry string) string {
	for _, of := range []*regexp.Regexp{id, link} {
		if m := of.FindStringSubmatch(entry); m != nil {
			return m[1]
		}
	}
	first, _, _ := strings.Cut(entry, "\n")
	return first
}
