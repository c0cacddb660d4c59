package dedupe

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// limit is how much of a statement is read, in bytes. What is longer is a document, and two of
// those are the same only if they are letter for letter.
const limit = 2 << 10

// token is one word, written one way.
type token struct {
	low   string // lower case, one spelling; of a value its canonical form
	name  bool   // written with a capital that does not come from its place
	value bool   // a number, an amount, a time or a date
	caps  bool   // written in capitals alone: TED
	said  string // as written
	comma bool   // a comma, or what else parts two phrases
	owner bool   // Acme's
}

// scan cuts text into words. A full stop inside a number or an abbreviation does not end it.
func scan(text string) []token {
	if len(text) > limit {
		text = text[:limit]
	}
	text = onePerMeaning.Replace(text)
	var out []token
	first, quoted, starred := true, false, false
	for i := 0; i < len(text); {
		r, _ := utf8.DecodeRuneInString(text[i:])
		if n := enclosed(text[i:]); n > 0 {
			out = append(out, token{low: text[i : i+n], value: true, said: text[i : i+n]})
			first, i = false, i+n
			continue
		}
		if !wordy(r) && !pointed(text, i) {
			said, n := signAt(text, i)
			out = append(out, said...)
			first = first || r == '.' || r == '!' || r == '?'
			quoted = quoted != (r == '"')
			starred = starred != (r == '*' && !strings.HasPrefix(text[i+n:], "*"))
			i += n
			continue
		}
		j := i
		if r == '.' {
			j++
		}
		for j < len(text) {
			r, n := utf8.DecodeRuneInString(text[j:])
			if !wordy(r) && !joins(text, j) {
				break
			}
			j += n
		}
		n, unit := ending(text, i, j, quoted)
		if n == 0 && !starred {
			n = len(text[j:]) - len(strings.TrimLeft(text[j:], "*")) // A*, and what has a footnote
		}
		word := text[i:j]
		if r == '.' {
			word = "0" + word
		}
		if unit == "" {
			word += text[j : j+n]
		}
		out = append(out, written(word, unit, unicode.IsUpper(r) && !first)...)
		first = false
		i = j + n
	}
	return out
}

// written is a word as tokens; unit is the one of a mark behind it.
func written(word, unit string, capital bool) []token {
	low := strings.ToLower(word)
	if feet, ok := strings.CutSuffix(low, "'"); ok && numeral(feet) {
		low = feet + "ft"
	}
	if capital && word == "A" {
		return []token{{low: word, name: true, said: word}} // a blood group, a vitamin, a grade: no article
	}
	out := contracted(low+unit, capital)
	for i := range out {
		out[i].said = word
		out[i].caps = len(low) > 1 && word == strings.ToUpper(word) && word != low
	}
	return out
}

func numeral(w string) bool {
	num, rest := figure(w)
	return num != "" && rest == ""
}

// number says that a word is nothing but digits.
func number(w string) bool {
	for i := range len(w) {
		if !isDigit(w[i]) {
			return false
		}
	}
	return w != ""
}

func wordy(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) && r != '\ufe0f' && r != '\ufe0e' || unicode.IsNumber(r) || r == '%' || r == '‰' || unicode.Is(unicode.Sc, r) || r == '\''
}

// joins says whether the sign at i stands inside a word: 1,450 · 3.5 · 14:00 · 2026-05-05 ·
// p.m · sister-in-law · and/or.
func joins(text string, i int) bool {
	if i == 0 || i+1 >= len(text) {
		return false
	}
	before, after := text[i-1], text[i+1]
	switch text[i] {
	case ',', ':':
		return isDigit(before) && isDigit(after)
	case '.':
		return isDigit(before) && isDigit(after) || isLetter(before) && isLetter(after)
	case '-', '/':
		return (isDigit(before) || isLetter(before)) && (isDigit(after) || isLetter(after))
	}
	return false
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// contracted writes a word out: "don't" is two words, and so is "we've".
func contracted(w string, capital bool) []token {
	w = strings.Trim(w, "'")
	if w == "" {
		return nil
	}
	switch w {
	case "cannot", "can't", "cant":
		return plain("can", "not")
	case "won't", "wont":
		return plain("will", "not")
	case "shan't":
		return plain("will", "not")
	case "ain't":
		return plain("is", "not")
	case "let's", "o'clock":
		return nil
	case "dont", "doesnt", "didnt", "isnt", "wasnt", "hasnt", "havent", "arent", "werent":
		return plain(strings.TrimSuffix(w, "nt"), "not")
	case "p.m":
		return plain("pm")
	case "a.m":
		return plain("am")
	}
	if head, ok := strings.CutSuffix(w, "n't"); ok {
		return plain(head, "not")
	}
	if head, tail, ok := strings.Cut(w, "'"); ok {
		switch tail {
		case "m", "re":
			return plain(head, "is")
		case "ve":
			return plain(head, "have")
		case "ll":
			return plain(head, "will")
		case "d":
			return plain(head, "would")
		case "s":
			switch head {
			case "it", "he", "she", "that", "there", "what", "who", "here":
				return plain(head, "is")
			}
			return []token{{low: spelled(head), name: capital, owner: true}}
		case "":
			return []token{{low: spelled(head), name: capital, owner: true}}
		}
	}
	return []token{{low: spelled(w), name: capital}}
}

func plain(words ...string) []token {
	out := make([]token, len(words))
	for i, w := range words {
		out[i] = token{low: w}
	}
	return out
}

// spelled brings spellings and words that mean one thing together. The list is short on
// purpose: a pair belongs here only if it means the same in every sentence of ordinary life.
func spelled(w string) string {
	if s, ok := oneWord[w]; ok {
		return s
	}
	return w
}

var oneWord = group(`
	color colour|favorite favourite|neighbor neighbour|center centre|gray grey|check cheque|theater theatre|tire tyre|tires tyres|
	program programme|license licence|organization organisation|organize organise|organized organised|apologize apologise|
	realize realise|kilometer kilometre|kilometers kilometres|liter litre|liters litres|canceled cancelled|traveled travelled|
	jewelry jewellery|aluminum aluminium|mother mum mom mummy mommy|father dad daddy|grandmother grandma granny|grandfather grandpa|
	child kid|children kids|apartment flat|everyone everybody|anyone anybody|someone somebody|nobody no-one|
	phone telephone|mobile cellphone|photo photograph|photos photographs|car automobile|doctor dr physician|holiday vacation|
	movie film|movies films|bicycle bike|bicycles bikes|television tv|refrigerator fridge|advert advertisement|
	email e-mail|emails e-mails|begin start|begins starts|began started|begun started|
	buy purchase|buys purchases|bought purchased|maybe perhaps|almost nearly|approximately roughly circa|
	mister mr|okay ok|forbidden prohibited banned`)

// group reads a list of words that are one; the first of each stands for all.
func group(list string) map[string]string {
	m := map[string]string{}
	for _, g := range strings.Split(list, "|") {
		all := strings.Fields(g)
		for _, w := range all {
			m[w] = all[0]
		}
	}
	return m
}
