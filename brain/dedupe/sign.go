package dedupe

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sign can be the whole difference between two statements: 3% and -3%, A+ and A-, ≤ 5 and
// ≥ 5. So every sign counts, and only those listed as silent do not.

// silent are the signs that say nothing by themselves: punctuation, quotation, emphasis.
const silent = ".!?…\"'“”„«»‹›‘‚`*_[]{}•·¡¿\u200b\u200c\u200d\ufe0e\ufe0f\ufeff"

// parting are the signs that part two phrases.
const parting = ",;:()–—"

// onePerMeaning writes the marks that look alike one way.
var onePerMeaning = strings.NewReplacer("−", "-", "‐", "-", "‑", "-", "﹣", "-", "－", "-", "＋", "+", "’", "'", "ʼ", "'", "′", "'", "″", `"`,
	"％", "%", "‘", "'", "≦", "≤", "≧", "≥", "≃", "≈", "≅", "≈", "º", "°", "μ", "µ")

// comparing are the signs that are said as words, the longer ones first.
var comparing = []struct {
	sign string
	said []token
}{
	{"!==", []token{{low: "not"}, {low: "=", value: true}}},
	{"!=", []token{{low: "not"}, {low: "=", value: true}}},
	{"≠", []token{{low: "not"}, {low: "=", value: true}}},
	{"===", []token{{low: "=", value: true}}},
	{"==", []token{{low: "=", value: true}}},
	{"<=", []token{{low: "at most", value: true}}},
	{"=<", []token{{low: "at most", value: true}}},
	{"≤", []token{{low: "at most", value: true}}},
	{">=", []token{{low: "at least", value: true}}},
	{"≥", []token{{low: "at least", value: true}}},
	{"~~", []token{{low: "~~", value: true}}},
	{"~", []token{{low: "approximately", value: true}}},
	{"≈", []token{{low: "approximately", value: true}}},
	{"<", []token{{low: "less than", value: true}}},
	{">", []token{{low: "more than", value: true}}},
	{"&", []token{{low: "and"}}},
}

// signAt reads the sign at i, which is no part of a word, and gives what it says and how many
// bytes it takes.
func signAt(text string, i int) ([]token, int) {
	rest := text[i:]
	for _, c := range comparing {
		if strings.HasPrefix(rest, c.sign) {
			return c.said, len(c.sign)
		}
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case (r == '-' || r == '+' || r == '–') && counts(text[i+n:]) && !wordBefore(text, i):
		if r == '–' {
			r = '-'
		}
		return []token{{low: string(r), value: true}}, n
	case r == '*' || r == '_':
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(rest[n:])
		if wordy(before) && wordy(after) || r == '*' && factor(text[:i], rest[n:]) { // 2*3, one_name; else emphasis
			return []token{{low: string(r), value: true}}, n
		}
		return nil, n
	case strings.ContainsRune(parting, r), r == '-': // a dash
		return []token{{comma: true}}, n
	case unicode.IsSpace(r), unicode.IsControl(r), strings.ContainsRune(silent, r), face(r):
		return nil, n
	}
	return []token{{low: string(r), value: true}}, n
}

// face says whether a rune is a face, which colours a statement and changes nothing in it.
func face(r rune) bool { return 0x1f600 <= r && r <= 0x1f64f || 0x1f970 <= r && r <= 0x1f97a }

// counts says whether a number begins here, perhaps with its currency.
func counts(text string) bool {
	for _, r := range text {
		switch {
		case unicode.IsNumber(r):
			return true
		case !unicode.Is(unicode.Sc, r):
			return r == '.' && len(text) > 1 && isDigit(text[1])
		}
	}
	return false
}

// factor says whether a star with space on both sides stands between two numbers.
func factor(before, after string) bool {
	b, a := strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	return len(b) < len(before) && len(a) < len(after) && b != "" && a != "" && isDigit(b[len(b)-1]) && isDigit(a[0])
}

// pointed says whether a number begins at i with its decimal point: .5
func pointed(text string, i int) bool {
	if text[i] != '.' || i+1 >= len(text) || !isDigit(text[i+1]) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	return i == 0 || unicode.IsSpace(before) || strings.ContainsRune("+-<>≤≥~≈±=(", before)
}

// enclosed is the length of a number that stands in brackets by itself: a loss in a balance, a
// number in a list. Without the brackets it is another value.
func enclosed(text string) int {
	if text[0] != '(' {
		return 0
	}
	end := strings.IndexByte(text, ')')
	if end < 2 || strings.Trim(text[1:end], "0123456789.,") != "" || isYear(text[1:end]) || !strings.ContainsAny(text[1:end], "0123456789") {
		return 0
	}
	return end + 1
}

func wordBefore(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return i > 0 && wordy(r) && !unicode.Is(unicode.Sc, r)
}

// ending is how many bytes of signs behind a word belong to it: A+, C++, F#, 50+, and the
// minus of A-, which behind a longer word is a dash. It gives the unit of 5' and 5" too, unless
// the mark closes a quotation.
func ending(text string, from, to int, quoted bool) (n int, unit string) {
	rest := text[to:]
	for n < len(rest) && (rest[n] == '+' || rest[n] == '#') {
		n++
	}
	if n == 0 && strings.HasPrefix(rest, "-") && to-from <= len("AB") {
		n = 1
	}
	if after, _ := utf8.DecodeRuneInString(rest[n:]); n > 0 && wordy(after) {
		n = 0 // a+b
	}
	if n == 0 && strings.HasPrefix(rest, `"`) && !quoted && isDigit(text[to-1]) {
		return 1, "inch"
	}
	return n, ""
}
