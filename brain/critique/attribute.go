package critique

import (
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// What a model gives as told by somebody is held against what it was shown: the day on which it is to have been told,
// and the names and figures in it. What is told in other words than it was is not an invention, so nothing else is.

// Unfounded says whether a sentence gives something as told by the reader, or to him, of which the names, the figures
// and the day of the telling stand in nothing that was shown to its author, and which no known source is cited for. What
// is in quotation marks is left to Misquoted. It is pure.
func Unfounded(sentence string, handles map[string]string, shown ...string) bool {
	for _, m := range ownLink.FindAllStringSubmatch(sentence, -1) {
		if _, known := handles[m[1]]; known {
			return false
		}
	}
	for _, name := range likeHandle.FindAllString(sentence, -1) {
		if _, known := handles[name]; known {
			return false
		}
	}
	dates := make([]string, 0, len(handles))
	for _, date := range handles {
		dates = append(dates, date)
	}
	before := lazily(func() bearings { return bearingsOf(append(dates, shown...)) })
	if m := cited.FindStringSubmatch(sentence); m != nil && !before().told(m[1]) {
		return true
	}
	plain := strings.TrimRight(unquoted(sentence), " ")
	at := attributing.FindStringSubmatchIndex(plain)
	if at == nil || strings.HasSuffix(plain, "?") || untelling.MatchString(plain[:at[0]]) || relayed.MatchString(plain[:at[0]]) || drafted.MatchString(plain[:at[0]]) || ofNothing.MatchString(plain[at[1]:]) {
		return false
	}
	if on := onDay.FindStringSubmatch(plain[at[1]:]); on != nil && !before().told(on[1]) {
		return true
	}
	return !before().hold(clauseAround(plain, at[0], at[1]))
}

var (
	// attributing gives something as told.
	attributing = regexp.MustCompile(`(?i)\byou(?:['’]ve| have| had| also| already| once| just)* (?:told me|said|wrote|mentioned|stated)\b|\b\pL+ (?:told|wrote to) you\b`)
	// untelling stand before it where nothing is given as told, and ofNothing behind it.
	untelling = regexp.MustCompile(`(?i)\b(?:if|unless|whether|until|nothing|had|when|what|whatever|suppose|did|once|in case)(?: of what)? $`)
	ofNothing = regexp.MustCompile(`(?i)^(?: me| to me)? (?:nothing|no|little|neither)\b`)
	// relayed stand before what somebody else tells: "the article says Mary told you to wait".
	relayed = regexp.MustCompile(`(?i)\b(?:says|writes|claims|reads|reports|argues) (?:that )?$`)
	// drafted begins a text that is for somebody else.
	drafted = regexp.MustCompile(`(?i)\bdraft\b[^.!?\n]{0,60}:|\b(?:reply|answer|message|(?:e-?)?mail|letter|note|text|wording|version)\b[^.!?\n]{0,60}:[\s>*_"“]*(?:hi|hello|dear|hey)\b`)
	// bracketed is a remark on what is told: "82 kg (181 pounds)".
	bracketed = regexp.MustCompile(`\([^()]*\)`)
	// cited is a source in the form of the house that is no link: "(you, 12 Nov 2026)".
	cited = regexp.MustCompile(`\(\pL[\pL .'’-]{0,40}, (?:on )?(` + dayWritten + `)\)`)
	// onDay is the day of the telling.
	onDay = regexp.MustCompile(`(?i)^(?: me| to me)?,? (?:on|in|back in|as early as) (?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(` + dayWritten + `|` + monthName + `(?: [0-9]{4})?)\b`)
	// drawn begins what is concluded from what was told.
	drawn = regexp.MustCompile(`(?i)[;—–]|, (?:so|which|leaving|but|that is|meaning|hence|thus|therefore)\b| - `)

	wholeDay  = regexp.MustCompile(`(?i)\b(?:` + dayWritten + `)\b`)
	month     = regexp.MustCompile(`(?i)\b` + monthName + `\b(?: ([0-9]{4})\b)?`)
	aFigure   = regexp.MustCompile(`[0-9]+(?:[.,:][0-9]+)*`)
	scaled    = regexp.MustCompile(`(?i)\b([0-9]+(?:[.,][0-9]+)*) ?(k|thousand|m|mn|million|bn|billion)\b`)
	isoDay    = regexp.MustCompile(`\b([0-9]{4})-([0-9]{2})-([0-9]{2})\b`)
	capital   = regexp.MustCompile(`\b\p{Lu}\p{Ll}[\pL]*`)
	nameOfDay = wordSet("monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun")
)

const (
	monthName  = `(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)`
	dayWritten = `[0-9]{1,2}(?:st|nd|rd|th)? (?:of )?` + monthName + `(?:,? [0-9]{4})?|` + monthName + ` [0-9]{1,2}(?:st|nd|rd|th)?(?:,? [0-9]{4})?|[0-9]{4}-[0-9]{2}-[0-9]{2}`
)

// lazily makes what f gives once, when it is first wanted.
func lazily[T any](f func() T) func() T {
	var made *T
	return func() T {
		if made == nil {
			v := f()
			made = &v
		}
		return *made
	}
}

// clauseAround is the part of a sentence that is given as told, where the words that give it as such stand from start
// to end: without what is concluded from it.
func clauseAround(s string, start, end int) string {
	from := 0
	for _, cut := range drawn.FindAllStringIndex(s, -1) {
		if cut[0] >= start {
			s = s[:cut[0]]
			break
		}
		from = cut[1]
	}
	for at := end; ; { // "since you told me of two children, I'd take the Volvo"
		n := strings.Index(s[at:], ", ")
		if n < 0 {
			return s[from:]
		}
		at += n
		if behind := start > 0 && strings.Contains(s[from:start], ","); behind || len(strings.Fields(s[end:at])) >= fewest {
			return s[from:at]
		}
		at += len(", ")
	}
}

// bearings are what texts have of days, figures, names and words.
type bearings struct {
	days     []writtenDay
	figures  map[string]bool
	words    string   // bareWords
	names    []string // what is written with a capital, in small letters
	initials []string // what is written in capitals
}

// writtenDay is a day, or a month where day is 0, in a year where one is given.
type writtenDay struct {
	day, year int
	month     string
}

func bearingsOf(texts []string) bearings {
	text := html.UnescapeString(strings.Join(texts, "\n"))
	b := bearings{days: daysIn(text), figures: map[string]bool{}, words: bareWords(text), initials: initialled.FindAllString(text, -1)}
	for _, name := range capital.FindAllString(text, -1) {
		b.names = append(b.names, strings.ToLower(name))
	}
	text = unscaled(text)
	for _, f := range aFigure.FindAllString(text, -1) {
		b.figures[figureKey(f)] = true
	}
	for word, digits := range counted {
		if strings.Contains(b.words, " "+word+" ") {
			b.figures[digits] = true
		}
	}
	return b
}

var counted = map[string]string{
	"a": "1", "one": "1", "once": "1", "two": "2", "both": "2", "twice": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "noon": "12", "midnight": "0", "half": "30", "quarter": "15",
}

// daysIn are the days, and months, that a text names.
func daysIn(text string) (all []writtenDay) {
	for _, m := range isoDay.FindAllStringSubmatch(text, -1) {
		year, _ := strconv.Atoi(m[1])
		of, _ := strconv.Atoi(m[2])
		day, _ := strconv.Atoi(m[3])
		if of >= 1 && of <= 12 {
			all = append(all, writtenDay{day, year, strings.ToLower(time.Month(of).String()[:3])})
		}
	}
	for _, s := range wholeDay.FindAllString(text, -1) {
		of := month.FindString(s)
		if of == "" {
			continue
		}
		d := writtenDay{month: strings.ToLower(of[:3])}
		for _, f := range aFigure.FindAllString(s, -1) {
			if n, _ := strconv.Atoi(f); len(f) == len("2006") {
				d.year = n
			} else {
				d.day = n
			}
		}
		all = append(all, d)
	}
	return all
}

// told says whether the day, or month, that a text begins with is one of them.
func (b bearings) told(text string) bool {
	want := daysIn(text)
	if len(want) == 0 {
		m := month.FindStringSubmatch(text)
		if m == nil {
			return true
		}
		year, _ := strconv.Atoi(m[1])
		want = []writtenDay{{0, year, strings.ToLower(m[0][:3])}}
	}
	w := want[0]
	return slices.ContainsFunc(b.days, func(d writtenDay) bool {
		return d.month == w.month && (w.day == 0 || d.day == w.day) && (w.year == 0 || d.year == 0 || d.year == w.year)
	})
}

// hold says whether they have the figures and the names of a clause, or what they may stand for. Its days are left alone:
// "tomorrow" becomes one.
func (b bearings) hold(clause string) bool {
	clause = bracketed.ReplaceAllString(month.ReplaceAllString(wholeDay.ReplaceAllString(clause, " "), " "), " ")
	clause = unscaled(clause)
	for _, f := range aFigure.FindAllString(clause, -1) {
		if !b.figure(f) && !summed.MatchString(clause) && !(rate.MatchString(clause) && b.reckoned(f)) {
			return false
		}
	}
	first := len(clause) - len(strings.TrimLeftFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) }))
	var run []string
	end := 0
	for _, at := range capital.FindAllStringIndex(clause, -1) {
		if at[0] == first {
			continue
		}
		if clause[end:at[0]] != " " && !b.named(run) {
			return false
		} else if clause[end:at[0]] != " " {
			run = nil
		}
		run, end = append(run, strings.ToLower(clause[at[0]:at[1]])), at[1]
	}
	return b.named(run)
}

var (
	// rate are words by which a figure may be one that was told, for another stretch of time; summed, by which it may be
	// made of several.
	rate   = regexp.MustCompile(`(?i)\b(?:(?:a|an|per|each|every) (?:year|quarter|month|week|day|hour)|annual(?:ly)?|yearly|monthly|weekly|daily)\b`)
	summed = regexp.MustCompile(`(?i)\b(?:in total|in all|altogether|together|combined|adds? up)\b`)
	// stretches are how many of one stretch of time are in another: months, weeks and days of a year, days of a week.
	stretches = []int{4, 5, 7, 12, 52, 365}
)

// reckoned says whether a figure is one of theirs for another stretch of time: 16,800 a year is 1,400 a month.
func (b bearings) reckoned(f string) bool {
	n, err := strconv.Atoi(figureKey(f))
	return err == nil && slices.ContainsFunc(stretches, func(times int) bool {
		return b.figures[strconv.Itoa(n*times)] || n%times == 0 && b.figures[strconv.Itoa(n/times)]
	})
}

// unscaled is a text in which 41k is 41000.
func unscaled(text string) string {
	return scaled.ReplaceAllStringFunc(text, func(s string) string {
		m := scaled.FindStringSubmatch(s)
		n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err != nil {
			return s
		}
		times := map[byte]float64{'k': 1e3, 't': 1e3, 'm': 1e6, 'b': 1e9}[strings.ToLower(m[2])[0]]
		return strconv.FormatFloat(math.Round(n*times), 'f', 0, 64)
	})
}

// prefix is how much of a name has to stand in a text: names are inflected, and differ at their ends from tongue to tongue.
func prefix(name string) (n int) {
	for range 4 {
		_, size := utf8.DecodeRuneInString(name[n:])
		n += size
	}
	return n
}

// figure says whether they have a figure in any of its forms: 10:00 is 10, and 22:00 may be 10 too.
func (b bearings) figure(f string) bool {
	key := figureKey(f)
	if b.figures[key] {
		return true
	}
	hour, minute, _ := strings.Cut(f, ":")
	h, err := strconv.Atoi(hour)
	if err != nil || h > 24 {
		return false
	}
	for _, other := range []int{h, h + 12, h - 12} {
		o := strconv.Itoa(other)
		if b.figures[figureKey(o+":"+minute)] || b.figures[o] && (minute == "" || minute == "00" || b.figures[minute]) {
			return true
		}
	}
	return false
}

// figureKey is a figure as it is compared: 1,400 and 1400.00 are 1400, and 10:00 is 10.
func figureKey(f string) string {
	for _, end := range []string{":00", ".00", ",00", ":"} {
		f = strings.TrimSuffix(f, end)
	}
	return strings.TrimLeft(strings.NewReplacer(",", "", ".", "", ":", "").Replace(f), "0")
}
