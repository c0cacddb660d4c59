package procedure

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// every words a recurrence rule (RFC 5545, as package when writes it): "Every second
// Monday". A rule it has no words for is "", and the phrase as said must do.
func every(rule string) string {
	part := map[string]string{}
	for p := range strings.SplitSeq(rule, ";") {
		name, value, _ := strings.Cut(p, "=")
		part[name] = value
	}
	n := 1
	if part["INTERVAL"] != "" {
		n, _ = strconv.Atoi(part["INTERVAL"])
	}
	days := weekdays(part["BYDAY"])
	words := ""
	switch part["FREQ"] {
	case "MINUTELY":
		words = unit(n, "minute")
	case "HOURLY":
		words = unit(n, "hour")
	case "DAILY":
		words = unit(n, "day")
	case "WEEKLY":
		switch {
		case days == "":
			words = unit(n, "week")
		case n == 1:
			words = "Every " + days
		case n == 2:
			words = "Every second " + days
		default:
			words = fmt.Sprintf("Every %d weeks on %s", n, days)
		}
	case "MONTHLY":
		if days := part["BYMONTHDAY"]; strings.Contains(days, ",") && part["BYSETPOS"] == "-1" {
			// The last of 28 to 31 that a month has; see package when.
			words = monthly(days[strings.LastIndexByte(days, ',')+1:], "", n)
			if words != "" {
				words += ", or the last day of a shorter month"
			}
			break
		} else if strings.Contains(days, ",") && part["BYSETPOS"] == "" && n == 1 {
			words = "On days " + listed(strings.Split(days, ",")) + " of every month"
			break
		}
		words = monthly(part["BYMONTHDAY"], part["BYDAY"]+part["BYSETPOS"], n)
	case "YEARLY":
		m, err1 := strconv.Atoi(part["BYMONTH"])
		d, err2 := strconv.Atoi(part["BYMONTHDAY"])
		if err1 != nil || err2 != nil || m < 1 || m > 12 || n != 1 {
			return ""
		}
		words = fmt.Sprintf("Every year on %d %s", d, time.Month(m))
	}
	if hours := strings.Split(part["BYHOUR"], ","); len(hours) > 1 && words != "" {
		var times []string
		for _, h := range hours {
			hour, err1 := strconv.Atoi(h)
			minute, err2 := strconv.Atoi(part["BYMINUTE"])
			if err1 != nil || err2 != nil {
				return ""
			}
			times = append(times, fmt.Sprintf("%02d:%02d", hour, minute))
		}
		words += " at " + listed(times)
	}
	if until := part["UNTIL"]; until != "" && words != "" {
		at, err := time.Parse("20060102T150405Z", until)
		if err != nil {
			return ""
		}
		words += " until " + at.Format("2 Jan 2006")
	}
	return words
}

func unit(n int, name string) string {
	switch n {
	case 1:
		return "Every " + name
	case 2:
		return "Every second " + name
	}
	return fmt.Sprintf("Every %d %ss", n, name)
}

func monthly(day, weekday string, n int) string {
	months := "every month"
	if n == 2 {
		months = "every second month"
	} else if n > 2 {
		months = fmt.Sprintf("every %d months", n)
	}
	switch d, err := strconv.Atoi(day); {
	case day == "-1":
		return "On the last day of " + months
	case err == nil && d > 0:
		return fmt.Sprintf("On day %d of %s", d, months)
	}
	sign := strings.TrimLeft(weekday, "+")
	for _, o := range [...]struct{ nth, words string }{{"1", "first"}, {"2", "second"}, {"3", "third"}, {"4", "fourth"}, {"5", "fifth"}, {"-1", "last"}} {
		if name := weekdayNames[strings.TrimPrefix(sign, o.nth)]; name != "" && strings.HasPrefix(sign, o.nth) {
			return "On the " + o.words + " " + name + " of " + months
		}
	}
	return ""
}

var weekdayNames = map[string]string{
	"MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday", "SU": "Sunday",
}

// weekdays words a list of weekdays: "Monday and Thursday"; "" if it is anything else.
func weekdays(list string) string {
	switch list {
	case "":
		return ""
	case "MO,TU,WE,TH,FR":
		return "weekday"
	}
	var names []string
	for d := range strings.SplitSeq(list, ",") {
		name := weekdayNames[d]
		if name == "" {
			return ""
		}
		names = append(names, name)
	}
	return listed(names)
}

// listed joins words as "a, b and c".
func listed(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
