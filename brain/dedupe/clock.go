package dedupe

import (
	"strconv"
	"strings"
)

// clockish are the words after which a bare number is an hour.
var clockish = set("at until till by before after from to between past")

// clockAt reads a time of day. One without am or pm is of either half of the day: 7:30.
func clockAt(in []token, i int, before []token) (string, int) {
	w := at(in, i)
	switch {
	case w == "noon" || w == "midday":
		return "12:00", 1
	case w == "midnight":
		return "0:00", 1
	case (w == "half" || w == "quarter" || w == "a" && at(in, i+1) == "quarter") && !timeWord(in, i):
		return "", 0
	case w == "half" || w == "quarter" || w == "a" && at(in, i+1) == "quarter":
		n := 0
		if w == "a" {
			n++
		}
		minute := 30
		if at(in, i+n) == "quarter" {
			minute = 15
		}
		h, _ := hourOf(at(in, i+n+2))
		if at(in, i+n+1) == "to" {
			h, minute = h-1, 60-minute
		}
		return halved(in, i+n+3, n+3, h, minute)
	}
	h, m, half, ok := clock(w)
	if !ok {
		last := ""
		if len(before) > 0 {
			last = before[len(before)-1].low
		}
		hour, isHour := hourOf(w)
		next := at(in, i+1)
		switch {
		case (next == "pm" || next == "am") && dotted(w):
			h, m, half, _ = clock(w + next)
			return clockText(h, m, half), 2
		case isHour && (next == "pm" || next == "am"):
			return halved(in, i+1, 1, hour, 0)
		case isHour && clockish[last] && unmeasured(in, i+1) && !namedBefore(before):
			return halved(in, i+1, 1, hour, 0)
		}
		return "", 0
	}
	if half == "" {
		return halved(in, i+1, 1, h, m)
	}
	return clockText(h, m, half), 1
}

// dotted says that a figure is a time written with a full stop: 8.15.
func dotted(w string) bool {
	_, _, _, ok := clock(w + "am")
	return ok && strings.Contains(w, ".")
}

// namedBefore says that the word before the preposition makes it no time: 30 to 40, page 5 to 7.
func namedBefore(before []token) bool {
	n := len(before)
	return n >= 2 && before[n-1].low == "to" && before[n-2].value && !strings.Contains(before[n-2].low, ":")
}

// unmeasured says that nothing at i makes the number before it a quantity.
func unmeasured(in []token, i int) bool {
	if i >= len(in) || in[i].comma {
		return true
	}
	switch in[i].low {
	case "on", "and", "or", "to", "until", "till", "in", "every", "for", "with", "at", "instead", "now", "tomorrow", "today", "each", "sharp":
		return true
	}
	_, day := weekday(in[i].low)
	return day
}

func timeWord(in []token, i int) bool {
	if at(in, i) == "a" {
		i++
	}
	_, ok := hourOf(at(in, i+2))
	return ok && (at(in, i+1) == "past" || at(in, i+1) == "to")
}

func halved(in []token, i, n, h, m int) (string, int) {
	half := at(in, i)
	if h >= 1 && h <= 12 {
		switch part := at(in, i+2); {
		case half == "in" && at(in, i+1) == "the" && part == "morning":
			return clockText(h, m, "am"), n + 3
		case half == "in" && at(in, i+1) == "the" && (part == "evening" || part == "afternoon"):
			return clockText(h, m, "pm"), n + 3
		}
	}
	if half != "am" && half != "pm" || h > 12 {
		return clockText(h, m, ""), n
	}
	return clockText(h, m, half), n + 1
}

func clockText(h, m int, half string) string {
	switch {
	case half == "pm" && h < 12:
		h += 12
	case half == "am" && h == 12:
		h = 0
	case half == "am":
		return strconv.Itoa(h) + ":" + two(m) + " am"
	}
	return strconv.Itoa(h) + ":" + two(m)
}

func two(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }

func hourOf(w string) (int, bool) {
	if v, ok := small[w]; ok && v <= 12 && w != "dozen" {
		return int(v), true
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 0 && n <= 24 && len(w) <= 2
}

// clock reads 14:00, 2pm, 8.15pm and, with the half after it, 8.15.
func clock(w string) (h, m int, half string, ok bool) {
	if len(w) > 2 && (strings.HasSuffix(w, "am") || strings.HasSuffix(w, "pm")) {
		half, w = w[len(w)-2:], w[:len(w)-2]
	}
	hour, minute, parted := strings.Cut(w, ":")
	if !parted && half != "" {
		hour, minute, parted = strings.Cut(w, ".")
	}
	h, ok = hourOf(hour)
	if !ok || !isDigit(hour[0]) || !parted && half == "" {
		return 0, 0, "", false
	}
	if parted {
		v, err := strconv.Atoi(minute)
		if err != nil || len(minute) != 2 || v > 59 {
			return 0, 0, "", false
		}
		m = v
	}
	return h, m, half, true
}
