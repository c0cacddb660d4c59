package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// weekday reads a day as RFC 5545 writes it.
func weekday(code string) (time.Weekday, bool) {
	i := strings.Index("SUMOTUWETHFRSA", code)
	return time.Weekday(i / 2), len(code) == 2 && i >= 0 && i%2 == 0
}

// repeats words a recurrence rule: "every Monday", "every 2 weeks on Monday and Thursday",
// "on the last Friday of every month". What it has no words for is given as written.
func repeats(rule string) string {
	part := map[string]string{}
	for field := range strings.SplitSeq(strings.TrimPrefix(strings.ToUpper(rule), "RRULE:"), ";") {
		name, value, _ := strings.Cut(field, "=")
		part[name] = value
	}
	every, ok := cadence(part)
	if !ok {
		return "repeating by the rule `" + strings.ReplaceAll(rule, "`", "") + "`"
	}
	if until, err := time.Parse("20060102", firstOf(part["UNTIL"], 8)); err == nil {
		every += " until " + until.Format("2 Jan 2006")
	}
	return every
}

func firstOf(s string, n int) string { return s[:min(n, len(s))] }

func cadence(part map[string]string) (string, bool) {
	n := 1
	if s := part["INTERVAL"]; s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil || n < 1 {
			return "", false
		}
	}
	days, set, ok := daysOf(part)
	if !ok {
		return "", false
	}
	switch part["FREQ"] {
	case "MINUTELY":
		return times(n, "minute"), len(part) <= 2
	case "HOURLY":
		return times(n, "hour"), len(part) <= 2
	case "DAILY":
		return times(n, "day") + only(days), true
	case "WEEKLY":
		if days != "" && n == 1 {
			return "every " + days, true
		}
		return times(n, "week") + only(days), true
	case "MONTHLY", "YEARLY":
		return ofMonths(part, n, days, set)
	}
	return "", false
}

func only(days string) string {
	if days == "" {
		return ""
	}
	return " on " + days
}

// times words an interval: "every day", "every 2 days".
func times(n int, unit string) string {
	if n == 1 {
		return "every " + unit
	}
	return fmt.Sprintf("every %d %ss", n, unit)
}

// ofMonths words what repeats by the month or the year.
func ofMonths(part map[string]string, n int, days string, set bool) (string, bool) {
	unit := "month"
	if part["FREQ"] == "YEARLY" {
		unit = "year"
	}
	which, ok := "", true
	switch {
	case part["BYMONTHDAY"] != "":
		which, ok = ordinals(part["BYMONTHDAY"], "day")
	case days != "" && set:
		which = days
	case days != "":
		return "", false
	}
	if months := part["BYMONTH"]; months != "" {
		var names []string
		for m := range strings.SplitSeq(months, ",") {
			i, err := strconv.Atoi(m)
			if err != nil || i < 1 || i > 12 {
				return "", false
			}
			names = append(names, time.Month(i).String())
		}
		if which == "" {
			return times(n, unit) + " in " + and(names), ok
		}
		return times(n, unit) + " on the " + which + " of " + and(names), ok
	}
	if which == "" {
		return times(n, unit), ok
	}
	if unit == "year" {
		return "", false
	}
	return "on the " + which + " of " + times(n, unit), ok
}

// daysOf words BYDAY. Set says that the days are chosen within a month: "last Friday".
func daysOf(part map[string]string) (words string, set, ok bool) {
	by := part["BYDAY"]
	if by == "" {
		return "", false, true
	}
	names := strings.Split(by, ",")
	position := part["BYSETPOS"]
	var days []string
	for _, name := range names {
		if len(name) < 2 {
			return "", false, false
		}
		day, known := weekday(name[len(name)-2:])
		if !known {
			return "", false, false
		}
		word := day.String()
		if at := name[:len(name)-2]; at != "" {
			which, ok := ordinals(at, "")
			if !ok {
				return "", false, false
			}
			word, set = which+" "+word, true
		}
		days = append(days, word)
	}
	words = and(days)
	slices.Sort(names)
	switch strings.Join(names, ",") {
	case "FR,MO,TH,TU,WE":
		words = "weekday"
		if part["FREQ"] == "WEEKLY" && part["INTERVAL"] > "1" {
			words = "weekdays"
		}
	case "FR,MO,SA,SU,TH,TU,WE":
		words = "day"
	}
	if position != "" {
		which, ok := ordinals(position, "")
		return which + " " + words, true, ok
	}
	return words, set, true
}

// ordinals words positions: "1st", "15th and 30th", "last day", "2nd to last".
func ordinals(list, unit string) (string, bool) {
	var out []string
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(s)
		switch {
		case err != nil || n == 0 || n > 366 || n < -366:
			return "", false
		case n == -1 && unit != "":
			out = append(out, "last "+unit)
		case n == -1:
			out = append(out, "last")
		case n < 0 && unit != "":
			out = append(out, ordinal(-n)+" to last "+unit)
		case n < 0:
			out = append(out, ordinal(-n)+" to last")
		default:
			out = append(out, ordinal(n))
		}
	}
	return and(out), true
}

func ordinal(n int) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
		return fmt.Sprintf("%dth", n)
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// and joins words: "a, b and c".
func and(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
