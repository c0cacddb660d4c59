package dedupe

import (
	"strconv"
	"strings"
	"unicode"
)

// values writes numbers, amounts, times and dates in the tokens one way, each as one token:
//
//	two, 2 → 2 · 250k → 250000 · €1,200, 1200 euros → 1200 eur · 19%, 19 percent → 19 percent
//	2 pm, 14:00 → 14:00 · half past seven → 7:30 · 5 May, May 5th, 2026-05-05 → 05-05 (2026)
func values(in []token) []token {
	var out []token
	for i := 0; i < len(in); {
		if at(in, i) == "no" && at(in, i+1) == "one" {
			out = append(out, token{low: "nobody"})
			i += 2
			continue
		}
		if got, n := dateAt(in, i); n > 0 {
			out = append(out, got...)
			i += n
			continue
		}
		if got, n := clockAt(in, i, out); n > 0 {
			out = append(out, token{low: got, value: true})
			i += n
			continue
		}
		if got, n := amountAt(in, i); n > 0 {
			out = append(out, token{low: got, value: true})
			i += n
			continue
		}
		out = append(out, in[i])
		i++
	}
	return out
}

func at(in []token, i int) string {
	if i < 0 || i >= len(in) {
		return ""
	}
	return in[i].low
}

var small = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"dozen": 12,
}

var scales = map[string]int64{"hundred": 100, "thousand": 1000, "million": 1e6, "millions": 1e6, "billion": 1e9, "k": 1000, "m": 1e6, "mn": 1e6, "bn": 1e9}

// numberAt reads a number in words or figures; n is how many tokens it takes.
func numberAt(in []token, i int) (num string, n int) {
	if at(in, i) == "a" && (at(in, i+1) == "dozen" || at(in, i+1) == "hundred" || at(in, i+1) == "thousand" || at(in, i+1) == "million") {
		if v, ok := small[at(in, i+1)]; ok {
			return strconv.FormatInt(v, 10), 2
		}
		return strconv.FormatInt(scales[at(in, i+1)], 10), 2
	}
	w := at(in, i)
	if v, ok := small[w]; ok {
		return spelledNumber(in, i, v)
	}
	if tens, ones, ok := strings.Cut(w, "-"); ok {
		a, isTens := small[tens]
		b, isOnes := small[ones]
		if isTens && isOnes && a >= 20 && b < 10 {
			return spelledNumber(in, i, a+b)
		}
	}
	num, rest := figure(w)
	if num == "" {
		return "", 0
	}
	n = 1
	scale := int64(1)
	if s, ok := scales[rest]; ok {
		scale = s
	} else if rest != "" {
		return "", 0
	}
	if s, ok := scales[at(in, i+1)]; ok && rest == "" && at(in, i+1) != "m" && at(in, i+1) != "k" {
		scale, n = s, 2
	}
	return scaled(num, scale), n
}

// spelledNumber goes on with a number in words: twenty five, two hundred and ten thousand.
func spelledNumber(in []token, i int, v int64) (string, int) {
	n, total := 1, int64(0)
	for {
		w := at(in, i+n)
		next, isSmall := small[w]
		scale, isScale := scales[w]
		switch {
		case isSmall && v%100 >= 20 && v%10 == 0 && next < 10 && next > 0, isSmall && v >= 100 && v%100 == 0 && next < 100 && next > 0:
			v += next
			n++
		case w == "and" && v >= 100 && v%100 == 0 && small[at(in, i+n+1)] > 0:
			v += small[at(in, i+n+1)]
			n += 2
		case isScale && len(w) > 2 && v > 0 && v < 1e6 && scale <= 1e9:
			v *= scale
			if scale >= 1000 {
				total, v = total+v, 0
			}
			n++
		default:
			return strconv.FormatInt(total+v, 10), n
		}
	}
}

// trimmed takes away what does not change an amount: €2.50 is €2.5. A bare number keeps it:
// version 3.10 is not 3.1. So does what may be thousands: €2.500.
func trimmed(num string) string {
	if strings.Contains(num, ".") && !grouped(num, ".") {
		num = strings.TrimSuffix(strings.TrimRight(num, "0"), ".")
	}
	return num
}

func scaled(num string, scale int64) string {
	if scale == 1 {
		return num
	}
	whole, part, _ := strings.Cut(num, ".")
	zeros := len(strconv.FormatInt(scale, 10)) - 1
	if len(part) > zeros || len(whole) > 12 {
		return num + "e" + strconv.Itoa(zeros)
	}
	return strings.TrimLeft(whole+part+strings.Repeat("0", zeros-len(part)), "0")
}

var currencies = map[string]string{
	"€": "eur", "eur": "eur", "euro": "eur", "euros": "eur", "£": "gbp", "gbp": "gbp", "pound": "gbp", "pounds": "gbp", "quid": "gbp",
	"$": "usd", "dollar": "usd", "dollars": "usd", "bucks": "usd", "us$": "usd", "usd": "usd", "a$": "aud", "aud": "aud", "c$": "cad", "cad": "cad",
	"chf": "chf", "franc": "chf", "francs": "chf", "¥": "jpy", "yen": "jpy", "jpy": "jpy", "cent": "cent", "cents": "cent",
}

var units = group(`
	km kilometers kilometer kms|m metre metres meter meters|cm centimetre centimetres centimeter centimeters|mm millimetres millimeters|
	mile miles|foot feet ft|inch inches|kg kilo kilos kilogram kilograms|g gram grams gramme grammes|mg milligram milligrams|
	lb lbs|ton tons tonne tonnes|l liter liters|ml millilitre millilitres|
	second seconds sec secs|minute minutes min mins|hour hours hr hrs h|day days|week weeks wk wks|month months|year years yr yrs|
	percent % per-cent|gb gigabyte gigabytes|mb megabyte megabytes|tb terabyte terabytes|kw kilowatts kilowatt|kwh|degree degrees °|
	times|people persons`)

// unitOf gives the one name of a unit, or nothing.
func unitOf(w string) string { return units[w] }

// amountAt reads a number with the sign or unit that belongs to it.
func amountAt(in []token, i int) (string, int) {
	w := at(in, i)
	if sign := signOf(in, i); sign != "" {
		if v, n := amountAt(in, i+1); n > 0 && !strings.HasPrefix(v, "-") && !strings.HasPrefix(v, "+") {
			return sign + v, n + 1
		}
	}
	if c := currencies[w]; c != "" && strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Sc, r) }) {
		sign := signOf(in, i+1)
		if v, n := numberAt(in, i+1+len(sign)); n > 0 { // $ 500, $-500
			return sign + trimmed(v) + " " + c, 1 + len(sign) + n
		}
	}
	if f := fraction(w); f != "" {
		return f, 1
	}
	if unit := casedUnits[said(in, i+1)]; unit != "" {
		if v, n := numberAt(in, i); n == 1 {
			return trimmed(v) + " " + unit, 2
		}
	}
	if sign, num, ok := signed(w); ok {
		rest := append([]token{{low: num}}, in[i+1:]...)
		if v, n := numberAt(rest, 0); n > 0 {
			return trimmed(v) + " " + sign, n
		}
	}
	v, n := numberAt(in, i)
	if n == 0 {
		num, rest := figure(w)
		switch {
		case num == "":
			return "", 0
		case currencies[rest] != "":
			return trimmed(num) + " " + currencies[rest], 1
		case unitOf(rest) != "":
			return trimmed(num) + " " + unitOf(rest), 1
		case rest == "st" || rest == "nd" || rest == "rd" || rest == "th":
			return "#" + num, 1
		}
		return "", 0
	}
	next := at(in, i+n)
	switch {
	case currencies[next] != "":
		return trimmed(v) + " " + currencies[next], n + 1
	case next == "per" && at(in, i+n+1) == "cent":
		return trimmed(v) + " percent", n + 2
	case unitOf(next) != "":
		return trimmed(v) + " " + unitOf(next), n + 1
	}
	return v, n
}

// fractions are the signs for parts of one.
var fractions = map[string]string{"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
	"⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}

// fraction reads ½, 1/2 and 2½.
func fraction(w string) string {
	whole := strings.TrimRight(w, "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
	part := fractions[w[len(whole):]]
	switch over, under, ok := strings.Cut(w, "/"); {
	case ok && number(over) && number(under):
		return w
	case part == "" || whole != "" && !number(whole):
		return ""
	case whole != "":
		return whole + " " + part
	}
	return part
}

// casedUnits are the units that only their capitals tell from others.
var casedUnits = map[string]string{"Mb": "megabit", "Gb": "gigabit", "Tb": "terabit", "kb": "kilobit", "Kb": "kilobit", "MW": "megawatt", "mW": "milliwatt", "Mg": "megagram"}

func said(in []token, i int) string {
	if i < 0 || i >= len(in) {
		return ""
	}
	return in[i].said
}

// signOf gives the sign that stands at i and belongs to the number behind it: one byte, or
// nothing.
func signOf(in []token, i int) string {
	switch w := at(in, i); {
	case (w == "-" || w == "+") && in[i].value:
		return w
	case w == "minus" && !number(at(in, i-1)):
		return "-"
	case w == "plus" && !number(at(in, i-1)):
		return "+"
	}
	return ""
}

// signed splits €1200 and us$1,450.
func signed(w string) (currency, num string, ok bool) {
	for j := 0; j < len(w); j++ {
		if isDigit(w[j]) {
			c := currencies[w[:j]]
			return c, w[j:], c != ""
		}
	}
	return "", "", false
}
