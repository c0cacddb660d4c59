package extract

import "strings"

// window is a half-open range of tokens.
type window struct{ from, to int }

func (w window) empty() bool { return w.to <= w.from }

var (
	timePrepositions = words("by on at in before after until till since from during around every starting")
	relativeDays     = words("today tomorrow yesterday tonight eod eow now")
	deictic          = words("this next last coming past every")
)

// findWhen finds the first time phrase of the tokens, preposition included:
// "by Friday", "on Tue 1 Dec 2026 at 3pm", "two weeks ago". It reads words
// only; what date they mean is for somebody who knows the calendar and the zone.
func findWhen(toks []token) window {
	for i := range toks {
		if w := whenAt(toks, i); !w.empty() {
			return w
		}
	}
	return window{}
}

// whenAt reads the time phrase that begins at i, extended as far as it goes.
func whenAt(toks []token, i int) window {
	start, prep := i, ""
	if timePrepositions[toks[i].low] && i+1 < len(toks) {
		prep = toks[i].low
		i++
	}
	end := timeCore(toks, i, prep)
	if end == i {
		return window{}
	}
	for end < len(toks) {
		next := end
		p := ""
		if toks[next].kind == comma && toks[next].low == "," {
			next++
		}
		if next < len(toks) && (toks[next].low == "at" || toks[next].low == "on" || toks[next].low == "in" || toks[next].low == "of") {
			p = toks[next].low
			next++
		}
		if next >= len(toks) {
			break
		}
		after := timeCore(toks, next, p)
		if after == next {
			break
		}
		end = after
	}
	return window{start, end}
}

// timeCore reads one time expression without its preposition and returns where
// it ends, or i if there is none.
func timeCore(toks []token, i int, prep string) int {
	at := func(k int) string {
		if k < len(toks) {
			return toks[k].low
		}
		return ""
	}
	w := at(i)
	switch {
	case w == "":
		return i
	case relativeDays[w] && w != "now":
		if dayParts[at(i+1)] {
			return i + 2
		}
		return i + 1
	case (w == "day" || w == "the") && (at(i+1) == "day" || w == "day") && (strings.HasSuffix(joinLow(toks, i, 4), "tomorrow") || strings.HasSuffix(joinLow(toks, i, 4), "yesterday")):
		return min(i+4, len(toks))
	case deictic[w]:
		j := i + 1
		if numberWords[at(j)] || toks[min(j, len(toks)-1)].kind == number && j < len(toks) {
			j++
		}
		if timeUnit(at(j)) || isDay(toks, j) || isMonth(toks, j, true) || feasts[at(j)] {
			return j + 1
		}
		return i
	case w == "end" || w == "start" || w == "beginning" || w == "middle" || w == "the" || w == "mid" || w == "early" || w == "late":
		j := i
		if w == "the" {
			j++
		}
		if edge := at(j); edge == "end" || edge == "start" || edge == "beginning" || edge == "middle" {
			if at(j+1) != "of" {
				return i
			}
			j += 2
			if at(j) == "the" || at(j) == "this" || at(j) == "next" {
				j++
			}
			if timeUnit(at(j)) || isMonth(toks, j, true) || yearNumber(at(j)) {
				return j + 1
			}
			return i
		}
		if w != "the" {
			if isMonth(toks, i+1, true) || timeUnit(at(i+1)) || relativeDays[at(i+1)] {
				return i + 2
			}
			return i
		}
		if (prep != "" || at(j) == "weekend") && (dayParts[at(j)] || periods[at(j)] && prep != "from" || feasts[at(j)]) {
			return j + 1
		}
		if (prep == "on" || prep == "by" || prep == "until" || prep == "before" || prep == "after" || prep == "since") && ordinal(at(j)) || ordinal(at(j)) && (isMonth(toks, j+1, true) || at(j+1) == "of" && isMonth(toks, j+2, true)) {
			return dayOfMonth(toks, j)
		}
		return i
	case isDay(toks, i):
		return i + 1
	case isMonth(toks, i, prep != "" || i+1 < len(toks) && toks[i+1].kind == number):
		j := i + 1
		if j < len(toks) && (ordinal(at(j)) || smallNumber(at(j), 31)) {
			j++
		}
		if at(j) == "," && yearNumber(at(j+1)) {
			return j + 2
		}
		if yearNumber(at(j)) {
			j++
		}
		return j
	case isoDate(w):
		return i + 1
	case prep == "at" && i+1 < len(toks) && toks[i].kind == number && toks[i+1].capital && toks[i+1].kind == word && !isDay(toks, i+1) && !isMonth(toks, i+1, true):
		return i // at 12 Collins Street
	case clock(w) || w == "noon" || w == "midnight" || prep == "at" && smallNumber(w, 24) || smallNumber(w, 12) && (at(i+1) == "o'clock" || at(i+1) == "am" || at(i+1) == "pm" || at(i+1) == "a.m." || at(i+1) == "p.m." || at(i+1) == "a.m" || at(i+1) == "p.m"):
		switch at(i + 1) {
		case "o'clock", "am", "pm", "a.m", "p.m", "sharp":
			return i + 2
		}
		return i + 1
	case ordinal(w) || smallNumber(w, 31):
		if isMonth(toks, i+1, true) || at(i+1) == "of" && isMonth(toks, i+2, true) {
			return dayOfMonth(toks, i)
		}
		if ordinal(w) && (prep == "on" || prep == "by" || prep == "until" || prep == "before") {
			return i + 1
		}
		return elapsed(toks, i, prep)
	case yearNumber(w) && (prep == "in" || prep == "since" || prep == "by" || prep == "until" || prep == "before" || prep == "after" || prep == "of"):
		return i + 1
	case numberWords[w] || w == "a" || w == "an":
		return elapsed(toks, i, prep)
	case feasts[w], dayParts[w] && (prep == "at" || prep == "by" || prep == "before"):
		return i + 1
	case seasons[w]:
		j := i + 1
		if at(j) == "of" && yearNumber(at(j+1)) {
			j++
		}
		switch {
		case yearNumber(at(j)):
			return j + 1
		case inSeason[prep]:
			return i + 1
		}
	}
	return i
}

var (
	seasons  = words("spring summer autumn winter")
	inSeason = words("in before by until after since during to") // what makes "spring" a time of the year
)

// elapsed reads "two weeks ago", "in three days", "a couple of months ago".
func elapsed(toks []token, i int, prep string) int {
	j := i + 1
	for range 2 {
		if j < len(toks) && (toks[j].low == "couple" || toks[j].low == "of" || toks[j].low == "few") {
			j++
		}
	}
	if j >= len(toks) || !timeUnit(toks[j].low) && toks[j].low != "minutes" {
		return i
	}
	j++
	if j < len(toks) && (toks[j].low == "ago" || toks[j].low == "later" || toks[j].low == "earlier") {
		return j + 1
	}
	if prep == "in" {
		return j
	}
	return i
}

// dayOfMonth reads 1 December, 1st of May 2026.
func dayOfMonth(toks []token, i int) int {
	j := i + 1
	if j < len(toks) && toks[j].low == "of" {
		j++
	}
	if isMonth(toks, j, true) {
		j++
		if j < len(toks) && yearNumber(toks[j].low) {
			j++
		}
		return j
	}
	return i + 1
}

func timeUnit(w string) bool {
	return periods[w] || dayParts[w] || len(w) > 2 && w[len(w)-1] == 's' && periods[w[:len(w)-1]]
}

func isDay(toks []token, i int) bool {
	if i >= len(toks) || !days[toks[i].low] {
		return false
	}
	switch toks[i].low {
	case "sun", "sat", "mon", "wed", "fri", "thu", "tue":
		return toks[i].capital
	}
	return true
}

// monthly stand before a month, and before nobody whom one meets.
var monthly = words("in since until till by during around of early mid late last next this every")

// isMonth knows May from may and March from march: lower case counts only
// where a date is expected. Jan is a man but where a figure or a word of time
// stands beside him.
func isMonth(toks []token, i int, expected bool) bool {
	if i >= len(toks) || !months[toks[i].low] {
		return false
	}
	switch toks[i].low {
	case "jan":
		return dayOrYear(toks, i+1) || i > 0 && (toks[i-1].kind == number || ordinal(toks[i-1].low) || monthly[toks[i-1].low])
	case "may", "march", "mar", "dec":
		return toks[i].capital || expected && i > 0 && (toks[i-1].kind == number || timePrepositions[toks[i-1].low] || deictic[toks[i-1].low])
	}
	return true
}

// dayOrYear says whether the token at i is the day or the year of a month before it, and no count of what follows it:
// "Jan 20", not "I owe Jan 20 euros".
func dayOrYear(toks []token, i int) bool {
	if i >= len(toks) || !yearNumber(toks[i].low) && !ordinal(toks[i].low) && !smallNumber(toks[i].low, 31) {
		return false
	}
	return i+1 >= len(toks) || toks[i+1].kind != word || small[toks[i+1].low] || prepositions[toks[i+1].low] || formOf(toks[i+1].low) != noVerb
}

func smallNumber(w string, limit int) bool {
	n := 0
	if w == "" || len(w) > 2 {
		return false
	}
	for _, c := range []byte(w) {
		if !digit(c) {
			return false
		}
		n = n*10 + int(c-'0')
	}
	return n > 0 && n <= limit
}

func ordinal(w string) bool {
	n := len(w)
	if n < 3 || !digit(w[0]) {
		return false
	}
	switch w[n-2:] {
	case "st", "nd", "rd", "th":
		return smallNumber(w[:n-2], 31)
	}
	return false
}

func yearNumber(w string) bool {
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && digit(w[2]) && digit(w[3])
}

func isoDate(w string) bool {
	return len(w) == 10 && w[4] == '-' && w[7] == '-' && yearNumber(w[:4]) ||
		strings.Count(w, "/") == 2 && len(w) <= 10 && digit(w[0])
}

func clock(w string) bool {
	if n := len(w); n > 2 && digit(w[0]) && (w[n-2:] == "am" || w[n-2:] == "pm") {
		return digit(w[n-3])
	}
	return len(w) <= 5 && len(w) >= 4 && strings.IndexByte(w, ':') > 0 && digit(w[0]) && digit(w[len(w)-1])
}

// joinLow is up to n tokens from i on, joined by spaces.
func joinLow(toks []token, i, n int) string {
	var b strings.Builder
	for k := i; k < len(toks) && k < i+n; k++ {
		if k > i {
			b.WriteByte(' ')
		}
		b.WriteString(toks[k].low)
	}
	return b.String()
}
