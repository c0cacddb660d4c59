package dedupe

import (
	"strconv"
	"strings"
)

var (
	months = numbered("january february march april may june july august september october november december", "sept:9")
	days   = numbered("monday tuesday wednesday thursday friday saturday sunday", "tues:2 thur:4 thurs:4 weds:3")
)

// numbered counts names from 1, each known by its first three letters too.
func numbered(names, others string) map[string]int {
	m := map[string]int{}
	for i, name := range strings.Fields(names) {
		m[name], m[name[:3]] = i+1, i+1
	}
	for _, o := range strings.Fields(others) {
		name, n, _ := strings.Cut(o, ":")
		m[name], _ = strconv.Atoi(n)
	}
	return m
}

// weekday reads a day's name: "monday" is a day, "mondays" every one of them.
func weekday(w string) (string, bool) {
	if d, ok := days[w]; ok {
		return "day" + strconv.Itoa(d), true
	}
	if d, ok := days[strings.TrimSuffix(w, "s")]; ok && len(w) > 5 {
		return "days" + strconv.Itoa(d), true
	}
	return "", false
}

// dateAt reads a date: a day of a month and, apart, its year; a month; a weekday.
func dateAt(in []token, i int) ([]token, int) {
	w := at(in, i)
	if y, m, d, ok := numeric(w); ok {
		return dated(m, d, y), 1
	}
	if (w == "every" || w == "each") && i+1 < len(in) {
		if d, ok := days[at(in, i+1)]; ok {
			return []token{{low: "days" + strconv.Itoa(d), value: true}}, 2
		}
	}
	if d, ok := weekday(w); ok && (w != "sun" && w != "sat" && w != "wed" || in[i].name) {
		return []token{{low: d, value: true}}, 1
	}
	if d, ok := dayOfMonth(w); ok { // 5 May, 5th of May
		j := i + 1
		if at(in, j) == "of" {
			j++
		}
		if m, ok := month(in, j); ok {
			y, n := year(in, j+1)
			return dated(m, d, y), j + 1 + n - i
		}
	}
	m, ok := month(in, i)
	if !ok {
		return nil, 0
	}
	j := i + 1
	if at(in, j) == "the" {
		j++
	}
	if d, ok := dayOfMonth(at(in, j)); ok {
		y, n := year(in, j+1)
		return dated(m, d, y), j + 1 + n - i
	}
	y, n := year(in, i+1)
	out := []token{{low: "month" + strconv.Itoa(m), value: true}}
	if y != "" {
		out = append(out, token{low: "year" + y, value: true})
	}
	return out, 1 + n
}

func dated(m, d int, y string) []token {
	out := []token{{low: two(m) + "-" + two(d), value: true}}
	if y != "" {
		out = append(out, token{low: "year" + y, value: true})
	}
	return out
}

// month tells May from may by its capital and, at the head of a sentence, by what follows.
func month(in []token, i int) (int, bool) {
	w := at(in, i)
	m, ok := months[w]
	if !ok {
		return 0, false
	}
	if (w == "may" || w == "march" || w == "mar") && !in[i].name {
		_, after := dayOfMonth(at(in, i+1))
		_, before := dayOfMonth(at(in, i-1))
		return m, after || before || at(in, i-1) == "of" || at(in, i-1) == "in"
	}
	return m, true
}

func dayOfMonth(w string) (int, bool) {
	for _, end := range [...]string{"st", "nd", "rd", "th"} {
		if head, ok := strings.CutSuffix(w, end); ok {
			w = head
			break
		}
	}
	if len(w) == 0 || len(w) > 2 {
		return 0, false
	}
	d, err := strconv.Atoi(w)
	return d, err == nil && d >= 1 && d <= 31
}

func year(in []token, i int) (string, int) {
	n := 0
	if i < len(in) && in[i].comma {
		n, i = 1, i+1
	}
	if w := at(in, i); isYear(w) {
		return w, n + 1
	}
	return "", 0
}

func isYear(w string) bool {
	y, err := strconv.Atoi(w)
	return err == nil && len(w) == 4 && y >= 1900 && y < 2200
}

// numeric reads 2026-05-05, and 25/12/2026 where the order of day and month is certain.
func numeric(w string) (y string, m, d int, ok bool) {
	parts := strings.FieldsFunc(w, func(r rune) bool { return r == '-' || r == '/' })
	if len(parts) != 3 {
		return "", 0, 0, false
	}
	n := [3]int{}
	for k, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil {
			return "", 0, 0, false
		}
		n[k] = v
	}
	switch {
	case isYear(parts[0]) && n[1] >= 1 && n[1] <= 12 && n[2] >= 1 && n[2] <= 31:
		return parts[0], n[1], n[2], true
	case isYear(parts[2]) && n[0] > 12 && n[0] <= 31 && n[1] >= 1 && n[1] <= 12:
		return parts[2], n[1], n[0], true
	case isYear(parts[2]) && n[1] > 12 && n[1] <= 31 && n[0] >= 1 && n[0] <= 12:
		return parts[2], n[0], n[1], true
	case isYear(parts[2]) && n[0] == n[1] && n[0] >= 1 && n[0] <= 12:
		return parts[2], n[0], n[1], true
	}
	return "", 0, 0, false
}
