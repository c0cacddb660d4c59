package briefing

import (
	"regexp"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/memory/event"
	"citadel/memory/words"
)

// change is what the principal said later of something that he had told of a day: that it was moved, or is off.
type change struct {
	matter map[string]bool
	off    bool
	day    time.Time // to which it was moved; zero where that names none
	seq    event.Seq
	line   *phrase.Text
}

var (
	moving = regexp.MustCompile(`(?i)\b(?:moved|moves|postponed|rescheduled|shifted|delayed|put off|put back|pushed back|pushed|brought forward|changed)\b`)
	ending = regexp.MustCompile(`(?i)\b(?:cancelled|canceled|called off|is off|fell through|not happening|won't happen|will not happen|doesn't take place|does not take place)\b`)
	mends  = regexp.MustCompile(`(?i)^(?:no|nope|sorry|actually|correction)\b`)
)

// changeIn reads what a sentence changes of what was said before it; ok is false where it changes nothing.
func changeIn(text string, said time.Time) (c change, ok bool) {
	text = strings.ReplaceAll(text, "’", "'")
	moves := moving.FindStringIndex(text)
	if c.off = ending.MatchString(text); !c.off && moves == nil && !mends.MatchString(text) {
		return c, false
	}
	about := text
	for _, how := range []*regexp.Regexp{moving, ending, mends} {
		about = how.ReplaceAllString(about, " ")
	}
	c.matter = matterOf(about)
	to := text
	if moves != nil { // "moved from Tuesday to Wednesday"
		if _, behind, found := strings.Cut(text[moves[1]:], " to "); found {
			to = "on " + behind
		}
	}
	if day, named := when.Ahead(to, said); named && !day.Ambiguous && !day.From.IsZero() {
		c.day = day.From
	}
	return c, len(c.matter) > 0 && (c.off || moves != nil || !c.day.IsZero())
}

// of says whether it speaks of a matter: it names nothing that is not in it.
func (c change) of(matter map[string]bool) bool {
	for term := range c.matter {
		if !matter[term] {
			return false
		}
	}
	return true
}

// elsewhere says whether what it speaks of is not on a day any more.
func (c change) elsewhere(from, to time.Time) bool {
	return c.off || !c.day.IsZero() && (c.day.Before(from) || !c.day.Before(to))
}

// matterOf are the words of a text that say what it is about, and none of time.
func matterOf(text string) map[string]bool {
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

// saying is something that the principal told of a day.
type saying struct {
	seq      event.Seq
	line     *phrase.Text
	matter   map[string]bool
	birthday bool
	since    int // how many of the changes were said after it
}

// asTheyStand leaves out what is not on the day any more, and puts beside the rest what was changed of it: another hour, or
// something that may be meant for one or the other. Both lists have the newest first.
func asTheyStand(lines []saying, changes []change, from, to time.Time) []saying {
	var out []saying
	told := map[event.Seq]bool{}
	for _, l := range lines {
		told[l.seq] = true
	}
	for _, l := range lines {
		stands := true
		for n, c := range changes[:l.since] {
			if !c.of(l.matter) {
				continue
			}
			others := 0
			for _, o := range lines {
				if n < o.since && c.of(o.matter) {
					others++
				}
			}
			if c.elsewhere(from, to) && others == 1 {
				stands = false
				break
			}
			if !told[c.seq] {
				told[c.seq] = true
				out = append(out, saying{seq: c.seq, line: c.line})
			}
		}
		if stands {
			out = append(out, l)
		}
	}
	return out
}
