// Package appointment reads what is said later of something that was told of a day: that it was moved, or is called off.
package appointment

import (
	"regexp"
	"strings"
	"time"

	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/words"
)

// Change is what the principal said later of something that he had told of a day: that it was moved, or is off.
type Change struct {
	Seq event.Seq // what says so
	Off bool
	Day time.Time // to which it was moved; zero where that names none

	matter map[string]bool
}

var (
	moving = regexp.MustCompile(`(?i)\b(?:moved|moves|postponed|rescheduled|shifted|delayed|put off|put back|pushed back|pushed|brought forward|changed)\b`)
	ending = regexp.MustCompile(`(?i)\b(?:cancelled|canceled|called off|is off|fell through|not happening|won't happen|will not happen|doesn't take place|does not take place)\b`)
	mends  = regexp.MustCompile(`(?i)^(?:no|nope|sorry|actually|correction)\b`)
)

// ReadChange reads what a sentence that was said at a moment changes of what was said before it; ok is false where it
// changes nothing.
func ReadChange(text string, said time.Time) (c Change, ok bool) {
	text = strings.ReplaceAll(text, "’", "'")
	moves := moving.FindStringIndex(text)
	if c.Off = ending.MatchString(text); !c.Off && moves == nil && !mends.MatchString(text) {
		return c, false
	}
	about := text
	for _, how := range []*regexp.Regexp{moving, ending, mends} {
		about = how.ReplaceAllString(about, " ")
	}
	c.matter = Matter(about)
	to := text
	if moves != nil { // "moved from Tuesday to Wednesday"
		if _, behind, found := strings.Cut(text[moves[1]:], " to "); found {
			to = "on " + behind
		}
	}
	if day, named := when.Ahead(to, said); named && !day.Ambiguous && !day.From.IsZero() {
		c.Day = day.From
	}
	return c, len(c.matter) > 0 && (c.Off || moves != nil || !c.Day.IsZero())
}

// of says whether it speaks of a matter: it names nothing that is not in it.
func (c Change) of(matter map[string]bool) bool {
	for term := range c.matter {
		if !matter[term] {
			return false
		}
	}
	return true
}

// elsewhere says whether what it speaks of is not on a day any more.
func (c Change) elsewhere(from, to time.Time) bool {
	return c.Off || !c.Day.IsZero() && (c.Day.Before(from) || !c.Day.Before(to))
}

// Matter are the words of a text that say what it is about, and none of time.
func Matter(text string) map[string]bool {
	has := map[string]bool{}
	for _, term := range new(words.Analyzer).AppendTerms(nil, text) {
		if words.Stop(term) || strings.ContainsAny(term, "0123456789") {
			continue
		}
		if _, timely := when.Ahead("on "+term, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); !timely {
			has[term] = true
		}
	}
	return has
}

// Saying is something that the principal told of a day.
type Saying struct {
	Seq    event.Seq
	Matter map[string]bool
	Since  int // how many of the changes were said after it
}

// AsTheyStand is what is to be told of a day: the sayings without what is not on it any more, and beside the rest what was
// changed of it: another hour, or something that may be meant for one or the other. All three lists have the newest first.
func AsTheyStand(said []Saying, changes []Change, from, to time.Time) []event.Seq {
	var out []event.Seq
	told := map[event.Seq]bool{}
	for _, l := range said {
		told[l.Seq] = true
	}
	for _, l := range said {
		stands := true
		for n, c := range changes[:l.Since] {
			if !c.of(l.Matter) {
				continue
			}
			others := 0
			for _, o := range said {
				if n < o.Since && c.of(o.Matter) {
					others++
				}
			}
			if c.elsewhere(from, to) && others == 1 {
				stands = false
				break
			}
			if !told[c.Seq] {
				told[c.Seq] = true
				out = append(out, c.Seq)
			}
		}
		if stands {
			out = append(out, l.Seq)
		}
	}
	return out
}
