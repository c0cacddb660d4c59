package procedure

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/when"
)

// A request may speak of more time than one moment: of the day of a meeting, of until when it is to be said, of a second
// thing at another hour. What names a thing by its time is told from the time of the reminder by the words beside it, and
// so is what stands behind a time that was said where it belongs. Where anything else is left, it is asked about.

// timely is a request as it is read for its time: what names a thing by its own is covered where the time of the reminder
// stands behind it, as in "the Friday meeting on Thursday at 10". Every byte keeps its place.
func timely(text string) string {
	for {
		m, ok := when.Find(text, reading0)
		if !ok || !attribute(text, m.Start, m.End) && !ofADay(text, m) {
			return text
		}
		if later, ok := when.Find(text[m.End:], reading0); !ok || !later.HasDay && (m.HasDay || !later.HasTime) {
			return text
		}
		text = covered(text, m.Start, m.End)
	}
}

// ofADay says whether a day tells what something is about: "ask Tom about Friday".
func ofADay(text string, m when.Match) bool {
	return m.HasDay && !m.HasTime && (ofIt.MatchString(text[:m.Start]) || strings.HasPrefix(lowered(text[m.Start:m.End]), "about "))
}

// covered is a text with a piece of it made unreadable, of the same length.
func covered(text string, from, to int) string {
	return text[:from] + strings.Repeat("x", to-from) + text[to:]
}

var (
	// owner ends with what a thing's name begins with.
	owner = regexp.MustCompile(`(?i)(?:\b(?:the|my|our|his|her|their|your|an?)|'s)\s+$`)
	// article is a phrase of time that holds what a thing's name begins with: "for the Friday".
	article = regexp.MustCompile(`(?i)^(?:for |about )?the .+$`)
	// belongs begins with what a time before it may belong to.
	belongs = regexp.MustCompile(`^(?:'s\b|[ -]\p{L}+)`)
	// unnamed begins with a word that belongs to no time before it.
	unnamed = regexp.MustCompile(`(?i)^ (?:to|at|in|on|by|for|from|until|till|before|after|around|about|of|that|and|or|but|with|when|if|please|thanks|every|each|then|so|i|we|you|he|she|it|they|is|` +
		`are|was|were|will|would|can|today|tomorrow|tonight)\b`)
)

// attribute says whether a piece of a text names a thing by its time: the 5pm train, tomorrow's lunch.
func attribute(text string, from, to int) bool {
	behind := text[to:]
	if strings.HasPrefix(behind, "'s") {
		return true
	}
	return (article.MatchString(text[from:to]) || owner.MatchString(text[:from])) && belongs.MatchString(behind) && !unnamed.MatchString(behind)
}

var (
	// bound begins with a word that goes on with a time: "at 10 after the meeting".
	bound = regexp.MustCompile(`(?i)^[ ,]+(?:after|before|until|till|except|during|between|following|on|when|once|while|as soon as|unless)\b`)
	// opening is such a word at the beginning: "on pay day at 9".
	opening = regexp.MustCompile(`(?i)^ *(?:after|before|until|till|during|between|following|when|once|while|as soon as)\b`)
	opensOn = regexp.MustCompile(`(?i)^ *on\b`)
	// task begins with what is to be done.
	task = regexp.MustCompile(`(?i)(?:^|[ ,])(?:to|about|that|of|:) `)
	// ofIt ends with a word by which a day tells what something is about, and not when it is to be done.
	ofIt = regexp.MustCompile(`(?i)\b(?:about|of|from|since|like) (?:the )?$`)
	// alsoAt ends with what goes on with another time: "and at", "and to buy milk at".
	alsoAt = regexp.MustCompile(`(?i)\band\b[^.!?]*$`)
	// dotted begins with figures that may be a time or a date.
	dotted = regexp.MustCompile(`^\s*\d{1,2}\.\d{1,2}\b`)
	// andFigure begins with what may be a second hour: "at 9 and 21".
	andFigure = regexp.MustCompile(`^ (?:and|or) \d{1,2}\b`)
	// saysThat begins what is told, and not to be done: an hour in it is its own.
	saysThat = regexp.MustCompile(`^ ?that `)
	// goesOn ends with how long something goes on.
	goesOn = regexp.MustCompile(`(?i) for (?:\d+|an?|one|two|three|four|five|six|ten|the next \w+) (?:days?|weeks?|fortnights?|months?|years?)[ .!]*$`)
)

// doubtful says whether something is left in a request beside its time that may be of when it is to be said. asked is
// where the words end that ask for it.
func doubtful(text string, asked int, m when.Match) bool {
	behind := text[m.End:]
	complete := m.HasDay && m.HasTime
	if !complete || endsInDay(text[m.Start:m.End]) {
		if at := bound.FindStringIndex(behind); at != nil && (!m.HasDay || !strings.HasSuffix(strings.ToLower(behind[:at[1]]), " on")) {
			return true
		}
	}
	if dotted.MatchString(behind) || andFigure.MatchString(behind) || m.Recur != nil && goesOn.MatchString(text) {
		return true
	}
	leads := m.Start < asked // "tomorrow at 9 remind me to …"
	if !leads {
		before := text[asked:m.Start]
		leads = strings.TrimSpace(before) == ""
		if !complete && opening.MatchString(before) || !m.HasDay && opensOn.MatchString(before) {
			return true
		}
	}
	begins := len(text) // where it is told what is to be done, if the time stands before it
	if leads {
		begins = max(asked, m.End)
		if at := task.FindStringIndex(text[begins:]); at != nil {
			begins += at[0]
		}
	}
	rest := covered(text, m.Start, m.End)
	for _, x := range when.Traces(rest, reading0) {
		switch {
		case x.Start < asked && !leads, attribute(rest, x.Start, x.End):
		case x.Sort == when.OfBound:
			if m.Recur != nil {
				return true
			}
		case ofIt.MatchString(rest[:x.Start]):
		case x.Start >= begins && x.Sort != when.OfClock && m.HasDay:
		case x.Start >= begins && x.Sort == when.OfClock && (complete || leads && (m.HasTime && inFigures(rest[x.Start:x.End]) || m.HasDay && saysThat.MatchString(rest[begins:]))) && !alsoAt.MatchString(rest[begins:x.Start]):
		default:
			return true
		}
	}
	return false
}

// inFigures says whether an hour is told in figures: a second one of those is another's, where "in the evening" may be more of
// the first.
func inFigures(said string) bool { return strings.ContainsAny(said, "0123456789") }

// hourIn says whether a text names a time of day: that of the 5pm call.
func hourIn(text string) bool {
	return slices.ContainsFunc(when.Traces(text, reading0), func(x when.Trace) bool { return x.Sort == when.OfClock })
}

// endsInDay says whether a phrase of time ends with its day.
func endsInDay(said string) bool {
	last := said[strings.LastIndexByte(said, ' ')+1:]
	m, ok := when.Find("on "+last, reading0)
	return ok && m.HasDay && !m.HasTime
}

// unsettled takes the words of a doubtful request: what cannot be told of its time, where it stands before what is to be
// done, or else all of it.
func (q *request) unsettled(asked int, m when.Match) {
	q.doubtful = true
	said := q.text[asked:]
	if at := strings.Index(said, " to "); at >= 0 && m.Start >= asked && m.End <= asked+at && doubtful(q.text[:asked+at], asked, m) {
		q.occasion, q.what = strings.TrimSpace(said[:at]), tidy(said[at:])
		return
	}
	q.what = tidy(said)
}

// tail is what ends a request and bounds a repetition: "until Christmas".
var tail = regexp.MustCompile(`(?i),? (?:until|till|except|but not) [^,.!?]+?[ .!]*$`)

// boundToRule is a text with the bound of its repetition that stands at its end, "every Monday to call mum until
// Christmas", moved to it.
func boundToRule(text string) string {
	m, found := when.Find(text, reading0)
	at := tail.FindStringIndex(text)
	if !found || m.Recur == nil || at == nil || at[0] <= m.End {
		return text
	}
	joined := text[:m.End] + " " + strings.Trim(text[at[0]:], " ,.!")
	if whole, ok := when.Find(joined, reading0); !ok || whole.Start != m.Start || whole.End != len(joined) {
		return text
	}
	return joined + text[m.End:at[0]]
}
