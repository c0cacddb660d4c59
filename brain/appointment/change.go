package appointment

import (
	"regexp"
	"strings"
	"time"

	"citadel/brain/when"
	"citadel/memory/event"
)

// Change is what the principal said later of something that he had told of a day: that it was moved, or is off.
type Change struct {
	Seq   event.Seq // what says so
	Off   bool
	Back  bool      // it is said to be on, after all
	Day   time.Time // to which it was moved; zero where that names none
	Comes bool      // it tells of Day that it is to be then

	said   time.Time
	matter map[string]bool
	own    when.Span // the day that it names beside Day: of which it speaks, or on which it came about
	named  bool      // own is known
	at     hours     // when that is on its day
	unsure bool      // it names a day that cannot be told, or may not be so
	loose  bool      // it may be said of somebody or something that an appointment is with
}

var (
	moving  = regexp.MustCompile(`(?i)\b(?:moved|moves|postponed|rescheduled|shifted|delayed|put off|put back|pushed back|pushed|brought forward|changed)\b`)
	ending  = regexp.MustCompile(`(?i)\b(?:cancelled|canceled|called off|fell through|not happening|won't happen|will not happen|(?:doesn't|does not) take place|(?:don't|do not) (?:have|need) to (?:go|come|be|attend)(?: to| at)?)\b`)
	isOff   = regexp.MustCompile(`(?i)\b(?:is|are) off\b`)
	mends   = regexp.MustCompile(`(?i)^(?:no|nope|sorry|actually|correction|oops|wait)\b`)
	instead = regexp.MustCompile(`(?i)\b(?:instead|(?:is|are) now)\b|\bnow[.!]?$`)
	later   = regexp.MustCompile(`(?i)\b(?:is|are|starts?|begins?|comes?|will be) (?:` + lengths + `|much|a (?:bit|little)|slightly) ?(?:later|earlier)\b`)
	back    = regexp.MustCompile(`(?i)\b(?:back on|on again)(?:$|[.,!;]| again| after all| for | as )|\b(?:after all|(?:is|are) still on|(?:is|are) going ahead)(?:$|[.,!;]| on | at | as )`)
	// doubts are words by which what is said may not be so, or is only wished.
	doubts = regexp.MustCompile(`(?i)\b(?:might|may (?:be|have|not|well|get|still|yet)|could|can be|should|would|must|ought|wants?|wish(?:es)?|likes? to|needs?|ha(?:s|ve) to be|maybe|perhaps|possibly|probably|likely|unless|if|whether|almost|nearly|i (?:think|guess|suppose|believe|hope|heard)|hopefully|unsure|not (?:sure|certain)|apparently|seems?|sounds like|says|said|asked|plans? to|going to (?:try|ask))\b`)
	// denied are they where they are not said to be.
	denied = regexp.MustCompile(`(?i)(?:\bnot|n't|\bnever) (?:been |being |be |yet )*(?:cancelled|canceled|called off|off|moved|postponed|rescheduled|shifted|delayed|changed)\b`)
	// active says that somebody moved something, which may be no appointment.
	active = regexp.MustCompile(`(?i)^(?:i|we|he|she|they|\pL+)(?:'ve| have|'s| has)? (?:just |already )?(?:moved|moves|shifted|pushed|changed)\b`)
	// towards stands before what something is moved to.
	towards = regexp.MustCompile(`(?i)\b(?:to|until|till|for|onto)\b`)
	// length is by how much.
	length = regexp.MustCompile(`(?i)(?:\b(?:up|by|back|forward) )?\b` + lengths + `\b(?: (?:later|earlier))?`)
	// other stands before a day on which something is not: "on Wednesday, not on Tuesday".
	other = regexp.MustCompile(`(?i)\b(?:instead of|rather than|not|and not)\b`)
)

const lengths = `(?:an?|half an|one|two|three|four|five|six|some|a few|[0-9]+) (?:minute|min|hour|day|week|month)s?`

// ReadChange reads what a sentence that was said at a moment changes of what was said before it; ok is false where it
// changes nothing. What it only may change is read as a change that takes nothing.
func ReadChange(text string, said time.Time) (c Change, ok bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "’", "'")
	moves := moving.FindStringIndex(text)
	shifts := later.FindStringIndex(text)
	anew := mends.MatchString(text) || instead.MatchString(text)
	off := isOff.MatchString(text)
	c.Off = off || ending.MatchString(text)
	c.Back = denied.MatchString(text) || back.MatchString(text)
	if c.Back {
		c.Off, moves, shifts, anew = false, nil, nil, false
	}
	if !c.Off && !c.Back && moves == nil && shifts == nil && !anew {
		return c, false
	}
	c.said, c.loose = said, !c.Back && (off || active.MatchString(text))
	c.unsure = doubts.MatchString(ending.ReplaceAllString(text, " "))
	about := untimed(length.ReplaceAllString(text, " "), said)
	for _, how := range []*regexp.Regexp{denied, back, later, moving, ending, isOff, mends, instead, doubts} {
		about = how.ReplaceAllString(about, " ")
	}
	c.matter = Matter(about)
	speaks, hour := text, false
	switch {
	case c.Off || c.Back:
	case moves != nil:
		speaks = c.moved(text, moves[1])
	case anew && !past(text):
		speaks = c.anew(text)
		hour = hoursOf(text).known()
	}
	c.own, c.named = when.Ahead(strings.ReplaceAll(speaks, " from ", " on "), said)
	c.named = c.named && !c.own.From.IsZero() && !c.own.To.IsZero()
	c.at = hoursOf(speaks)
	_, was := when.Period(speaks, said)
	c.unsure = c.unsure || c.own.Ambiguous || was && !c.named
	tells := c.Off || c.Back || moves != nil || shifts != nil || hour || !c.Day.IsZero()
	return c, len(c.matter) > 0 && tells
}

// anew takes the day on which something is instead, and gives what the rest of the text speaks of: "Tuesday's meeting is
// now on Wednesday", "it is on Wednesday instead of Tuesday".
func (c *Change) anew(text string) (rest string) {
	to := text
	if at := instead.FindStringIndex(text); at != nil && strings.TrimSpace(text[at[1]:]) != "" && !strings.EqualFold(text[at[0]:at[1]], "instead") {
		rest, to = text[:at[0]], text[at[1]:]
	} else if day, named := when.Ahead(text, c.said); named && strings.HasPrefix(text[day.End:], "'s ") {
		rest, to = text[:day.End], text[day.End+len("'s"):]
	} else if at := other.FindAllStringIndex(text, -1); at != nil {
		last := at[len(at)-1]
		if _, named := when.Ahead(text[last[1]:], c.said); named {
			rest, to = text[last[1]:], text[:last[0]]
		}
	}
	if day, named := when.Ahead(to, c.said); named {
		c.unsure = c.unsure || day.Ambiguous
		c.to(day, ToCome(text))
	}
	return rest
}

// moved takes the day to which something is moved, which stands behind the verb that ends at a byte, and gives the rest of
// the text: "moved from Tuesday to Wednesday".
func (c *Change) moved(text string, verb int) (rest string) {
	for _, at := range towards.FindAllStringIndex(text[verb:], -1) {
		behind := strings.TrimSpace(text[verb+at[1]:])
		for _, begin := range []string{"", "on "} {
			if to, named := when.Ahead(begin+behind, c.said); named && to.Start <= len(begin) {
				c.unsure = c.unsure || to.Ambiguous
				c.to(to, true)
				return text[:verb+at[0]]
			}
		}
	}
	return text
}

func (c *Change) to(day when.Span, comes bool) {
	if !day.Ambiguous && !day.From.IsZero() {
		c.Day, c.Comes = day.From, comes
	}
}

// Either says whether a change may be meant for one appointment as well as for another: it speaks of both, and they are not
// one, by what they are about or by when they are.
func (c Change) Either(one, other string) bool {
	a, b := c.told(one), c.told(other)
	if !c.of(a.about()) || !c.of(b.about()) || !c.speaksOf(&a) || !c.speaksOf(&b) {
		return false
	}
	alike := within(a.about(), b.about()) || within(b.about(), a.about())
	apart := !a.From.IsZero() && !b.From.IsZero() && (!a.From.Equal(b.From) || !a.at().fits(*b.at()))
	return !alike || apart
}

// Elsewhere says whether a change names another day or hour than an appointment has that it may else be meant for.
func (c Change) Elsewhere(told string) bool {
	s := c.told(told)
	return !s.From.IsZero() && !c.speaksOf(&s)
}

// told is what a sentence that was said before a change tells of a day; of none where it names none.
func (c Change) told(text string) Saying {
	s := Saying{Text: text}
	if day, named := when.Ahead(text, c.said); named {
		s.From, s.To = day.From, day.To
	}
	return s
}

// within says whether all of some words are among others.
func within(some, all map[string]bool) bool {
	for w := range some {
		if !all[w] {
			return false
		}
	}
	return true
}

// of says whether it speaks of a matter: it names nothing that is not in it.
func (c Change) of(matter map[string]bool) bool {
	return within(c.matter, matter)
}

// Shifts says whether a sentence tells only by how much something is at another time: "the meeting is an hour later".
func Shifts(text string) bool { return later.MatchString(text) }

// About says whether a text is about all of a matter.
func About(text string, matter map[string]bool) bool { return within(matter, Matter(text)) }

// Another says whether the newer of two sentences tells of another appointment than the older one: each names a day to come,
// they are not of one moment, and the newer one does not say that anything is changed.
func Another(older string, olderOn time.Time, newer string, newerOn time.Time) bool {
	if _, changes := ReadChange(newer, newerOn); changes || !ToCome(older) || !ToCome(newer) {
		return false
	}
	a, first := when.Ahead(older, olderOn)
	b, second := when.Ahead(newer, newerOn)
	if !first || !second || a.From.IsZero() || b.From.IsZero() {
		return false
	}
	return !a.From.Equal(b.From) || !hoursOf(older).fits(hoursOf(newer))
}

// Means says whether words name something that was told, and nothing else: "the one with Tom", "Tuesday's".
func Means(words, told string, on time.Time) bool {
	words = strings.ReplaceAll(strings.ReplaceAll(words, "’", "'"), "'s", "")
	c := Change{said: on, matter: Matter(words), at: hoursOf(words)}
	for term := range Matter("I mean, meant, the one, please") {
		delete(c.matter, term)
	}
	c.own, c.named = when.Ahead(words, on)
	s := c.told(told)
	return (len(c.matter) > 0 || c.named || c.at.known()) && c.Concerns(&s) && c.speaksOf(&s)
}
