package procedure

import (
	"regexp"
	"strings"
	"time"

	"citadel/brain/when"
)

// relativeDay words the day or days that a text names relative to the moment it was said:
// "7 May 2023" for "yesterday", "1 to 7 May 2023" for "last week", "2022" for "last year";
// "" where it names none, or none beyond doubt.
func relativeDay(text string, said time.Time) string {
	span, ok := when.Period(text, said)
	if ahead, found := when.Ahead(text, said); found && oneOf(text[ahead.Start:ahead.End], " tomorrow next ") {
		span, ok = ahead, true
	}
	if !ok || span.Ambiguous || span.From.IsZero() || span.To.IsZero() {
		return ""
	}
	if !oneOf(text[span.Start:span.End], " yesterday today tonight tomorrow last next this ago ") || strings.Contains(plainWords(text[span.Start:span.End]), "since") {
		return ""
	}
	from, to := span.From, span.To.Add(-time.Second)
	switch days := span.To.Sub(span.From).Hours() / 24; {
	case days <= 1.1:
		return from.Format("2 Jan 2006")
	case from.Day() == 1 && from.Month() == time.January && to.Month() == time.December && to.Year() == from.Year():
		return from.Format("2006")
	case from.Day() == 1 && span.To.Day() == 1 && from.Month() == to.Month():
		return from.Format("Jan 2006")
	case from.Year() != to.Year():
		return from.Format("2 Jan 2006") + " to " + to.Format("2 Jan 2006")
	case from.Month() != to.Month():
		return from.Format("2 Jan") + " to " + to.Format("2 Jan 2006")
	}
	return from.Format("2") + " to " + to.Format("2 Jan 2006")
}

var displaced = regexp.MustCompile(`(?i)\b((?:re)?scheduled|moved|moves|move|postponed|postpone|shifted|pushed(?: back)?|put off|brought forward|changed)( .{0,60}?)?\bfrom .{2,30}? to `)

// whereTo leaves out from when something was moved: "the call moved from Tuesday to Thursday" is on Thursday.
func whereTo(text string) string { return displaced.ReplaceAllString(text, "$1$2 to ") }

// weekdayAhead words the day, with its hour, that a text of what is to come names by a weekday: "Tue 24 Nov 2026,
// 15:00" for "I'm meeting Brandt on Tuesday at 3pm"; "" for what was, and where it names none beyond doubt.
func weekdayAhead(text string, said time.Time) string {
	m, ok := when.Find(text, said)
	if !ok || lasts.MatchString(text) || !m.HasDay || m.Ambiguous() || m.Recur != nil || !oneOf(text[m.Start:m.End], daysOfWeek) || !oneOf(text, toCome) || oneOf(text, " was were had did met went came ") {
		return ""
	}
	if m.HasTime {
		return m.At.Format("Mon 2 Jan 2006, 15:04")
	}
	return m.At.Format("Mon 2 Jan 2006")
}

// lasts is a stretch of days, of which the first is no more asked for than the last.
var lasts = regexp.MustCompile(`(?i)\bfrom (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur?|sun)(?:day)?\b.{0,20}? (?:to|until|till|through) (?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur?|sun)(?:day)?\b`)

const (
	daysOfWeek = " monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun "
	toCome     = " is are am i'm we're he's she's they're it's will arrives arrive comes come starts start begins ends leaves opens closes meets meet due "
)
