package crisis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// word is one word of a message: its number in the rules' vocabulary and what
// surrounds it.
type word struct {
	id     uint16
	quoted bool // between double quotes
	hushed bool // part of a harmless phrase
	hint   bool // a counted rule ends here
}

// Numbers that are not words of the vocabulary.
const (
	unknown uint16 = iota // a word no rule speaks of
	stop                  // the end of a sentence
	many                  // a number from 8 to 999, as in "40 tablets"
	firstWord
)

// message is a text cut into words, with what was noticed on the way.
type message struct {
	words []word
	laugh bool // "lol" or its like stands somewhere in it
}

// maxWord is the longest word looked up; longer ones are in no rule.
const maxWord = 24

// read cuts text into words: lower case, apostrophes and accents gone, short
// forms written out ("i'm" is "i am"), common misspellings of the words that
// matter most put right. Fenced code and web addresses are left out.
func (t *table) read(text string) message {
	r := reader{table: t, msg: message{words: make([]word, 0, min(len(text)/4+8, 1<<12))}}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '`' && strings.HasPrefix(text[i:], "```"):
			r.flush()
			if n := strings.Index(text[i+3:], "```"); n >= 0 {
				i += 3 + n + 3
				r.end()
				continue
			}
			// An unclosed fence hides nothing; step over the whole run.
			for i < len(text) && text[i] == '`' {
				i++
			}
			continue
		case c == ':' && strings.HasPrefix(text[i:], "://"):
			r.size, r.apostrophe, r.run, r.last = 0, -1, 0, 0
			for i < len(text) && text[i] > ' ' {
				i++
			}
			continue
		case (c == ':' || c == '.') && digit(text, i-1) && digit(text, i+1): // an hour or a figure, and no end of a sentence
			r.flush()
			i++
			continue
		case c < utf8.RuneSelf:
			r.ascii(c)
			i++
			continue
		}
		c0, n := utf8.DecodeRuneInString(text[i:])
		r.wide(c0, text[i:i+n])
		i += n
	}
	r.flush()
	return r.msg
}

// digit says whether a digit stands in a text at a place.
func digit(text string, at int) bool {
	return at >= 0 && at < len(text) && text[at] >= '0' && text[at] <= '9'
}

type reader struct {
	table      *table
	msg        message
	buf        [maxWord]byte
	size       int  // letters so far; past maxWord only counted
	apostrophe int  // where an apostrophe stood in buf, or -1
	pending    bool // an apostrophe was just seen
	run        int  // how often the last letter stood in a row
	last       byte
	quoted     bool
}

func (r *reader) ascii(c byte) {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '*' && r.size > 0:
		r.letter(c)
	case c >= 'A' && c <= 'Z':
		r.letter(c + 'a' - 'A')
	case c == '\'' || c == '`':
		r.pending = r.size > 0
	case c == '"':
		r.flush()
		r.quoted = !r.quoted
	case c == '.' || c == '!' || c == '?' || c == ';' || c == ':':
		r.flush()
		r.end()
	case c == '\n':
		r.flush()
		r.end()
		r.quoted = false
	default:
		r.flush()
	}
}

// wide takes one rune outside ASCII; s is its bytes.
func (r *reader) wide(c rune, s string) {
	switch c {
	case '’', '‘', 'ʼ', '´', '′', '＇':
		r.pending = r.size > 0
		return
	case '“', '”', '„', '«', '»':
		r.ascii('"')
		return
	case '…', '。':
		r.ascii('.')
		return
	case '😂', '🤣', '😆':
		r.msg.laugh = true
	}
	if unicode.In(c, unicode.Cf, unicode.Mn) {
		return // zero width: hides inside words, so it must not split them
	}
	d := norm.NFKD.PropertiesString(s).Decomposition()
	if d == nil {
		if plain, ok := lookalike(c); ok {
			r.letter(plain)
			return
		}
		if unicode.IsLetter(c) {
			r.letter('?') // no rule has it, and it keeps the word whole
			return
		}
		r.flush()
		return
	}
	for _, c := range string(d) {
		if c < utf8.RuneSelf {
			r.ascii(byte(c))
		}
	}
}

// lookalike maps the Cyrillic and dotless letters that pass for Latin ones.
func lookalike(c rune) (byte, bool) {
	const from, to = "аеорсухіѕıΑΕΟ", "aeopcyxisiaeo"
	n := 0
	for _, f := range from {
		if f == c {
			return to[n], true
		}
		n++
	}
	return 0, false
}

func (r *reader) letter(c byte) {
	if r.pending {
		r.pending = false
		if r.size <= maxWord {
			r.apostrophe = r.size
		}
	}
	// No word has a letter three times in a row: "dieeee" is "die".
	if c == r.last && c >= 'a' && r.size > 0 {
		r.run++
		if r.run > 2 {
			if r.run == 3 {
				r.size--
			}
			return
		}
	} else {
		r.last, r.run = c, 1
	}
	if r.size < maxWord {
		r.buf[r.size] = c
	}
	r.size++
}

// end marks the end of a sentence; several in a row are one.
func (r *reader) end() {
	if n := len(r.msg.words); n > 0 && r.msg.words[n-1].id != stop {
		r.msg.words = append(r.msg.words, word{id: stop})
	}
}

func (r *reader) add(id uint16) {
	r.msg.words = append(r.msg.words, word{id: id, quoted: r.quoted})
	if r.table.laughs.has(id) {
		r.msg.laugh = true
	}
}

// flush ends the word being read.
func (r *reader) flush() {
	size, cut := r.size, r.apostrophe
	r.size, r.apostrophe, r.pending, r.run, r.last = 0, -1, false, 0, 0
	if size == 0 {
		return
	}
	if size > maxWord {
		r.add(unknown)
		return
	}
	w := r.buf[:size]
	if ids, ok := r.table.short[string(w)]; ok {
		for _, id := range ids {
			r.add(id)
		}
		return
	}
	// What stands after an apostrophe, in a word that is not in the list of
	// short forms: "dad's", "who'll", "od'd".
	if cut > 0 && cut < size {
		switch string(w[cut:]) {
		case "s":
			r.add(r.table.id(w[:cut]))
			r.add(r.table.is)
			return
		case "ll":
			r.add(r.table.id(w[:cut]))
			r.add(r.table.will)
			return
		case "d":
			r.add(r.table.id(w[:cut]))
			r.add(r.table.would)
			return
		}
	}
	r.add(r.table.id(w))
}

// id finds a word's number, looking past digits that stand for letters, and
// past one slip in the words listed as worth it. It may change w.
func (t *table) id(w []byte) uint16 {
	if id, ok := t.vocabulary[string(w)]; ok {
		return id
	}
	if isMany(w) {
		return many
	}
	if len(w) >= 4 && string(w[:4]) == "haha" {
		return t.vocabulary["haha"]
	}
	letters, digits := false, false
	for _, c := range w {
		digits = digits || c >= '0' && c <= '9'
		letters = letters || c >= 'a' && c <= 'z'
	}
	if letters && digits {
		for i, c := range w {
			if n := strings.IndexByte("013457", c); n >= 0 {
				w[i] = "oieast"[n]
			}
		}
		if id, ok := t.vocabulary[string(w)]; ok {
			return id
		}
	}
	if len(w) < 4 || w[0] < 'a' || w[0] > 'z' {
		return unknown
	}
	for _, c := range t.typo[w[0]-'a'] {
		if oneSlip(w, c.word) {
			return c.id
		}
	}
	return unknown
}

// isMany reports whether w is a number from 8 to 999.
func isMany(w []byte) bool {
	if len(w) > 3 {
		return false
	}
	n := 0
	for _, c := range w {
		if c < '0' || c > '9' {
			return false
		}
		n = n*10 + int(c-'0')
	}
	return n >= 8
}

// oneSlip reports whether got is want with one letter wrong, missing, doubled
// or swapped with its neighbour. A star in got stands for any letter. Words
// under five letters allow stars only: there one slip makes another word.
func oneSlip(got []byte, want string) bool {
	d := len(got) - len(want)
	if d < -1 || d > 1 {
		return false
	}
	stars := 0
	i := 0
	for i < len(got) && i < len(want) && (got[i] == want[i] || got[i] == '*') {
		if got[i] == '*' {
			stars++
		}
		i++
	}
	if d == 0 && i == len(got) {
		return stars > 0
	}
	if len(want) < 6 {
		return false
	}
	same := func(a []byte, b string) bool { return string(a) == b }
	switch {
	case d == 0 && same(got[i+1:], want[i+1:]):
		return true
	case d == 0 && i+1 < len(got) && got[i] == want[i+1] && got[i+1] == want[i]:
		return same(got[i+2:], want[i+2:])
	case d == 1:
		return same(got[i+1:], want[i:])
	case d == -1:
		return same(got[i:], want[i+1:])
	}
	return false
}
