package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a message.
type word struct {
	id   uint16 // its number in the cues' vocabulary, 0 if no cue has it
	name bool   // written with a capital and unknown to the cues: likely a name
	head bool   // written with one capital, at its beginning
	open bool   // ends in a vowel
	stop bool   // a sentence ends after it
	rest bool   // a comma follows it
	hash uint32 // of its letters; 0 where it is too long to be a word
	stem uint32 // of its letters without the ending
}

// digits is the hash of every number written in figures.
var digits = hash([]byte("0"))

// shapeOf is a word with "0" for every run of figures.
func shapeOf(w []byte) []byte {
	if w[0] < '0' || w[0] > '9' {
		return w
	}
	out := make([]byte, 0, 8)
	for i, c := range w {
		switch {
		case c < '0' || c > '9':
			out = append(out, c)
		case i == 0 || w[i-1] < '0' || w[i-1] > '9':
			out = append(out, '0')
		}
	}
	return out
}

// maxWord is the longest word looked up, in bytes.
const maxWord = 32

// read cuts text into words, lower case, without apostrophes; short forms are
// written out ("what's" is "what is").
func (t *cues) read(text string) []word {
	out := make([]word, 0, min(len(text)/5+4, 1<<12))
	var buf [maxWord]byte
	size, capital, lower := 0, false, false
	var last rune
	flush := func() {
		if size == 0 {
			return
		}
		w := buf[:min(size, maxWord)]
		ids := t.short[string(w)]
		switch id := t.vocabulary[string(w)]; {
		case size > maxWord:
			out = append(out, word{})
		case ids != nil:
			for _, id := range ids {
				out = append(out, word{id: id, hash: t.hashes[id], stem: t.stems[id]})
			}
		default:
			w = shapeOf(w)
			out = append(out, word{id: id, name: id == 0 && capital && size > 1, head: capital && lower, open: strings.ContainsRune(vowels, last),
				hash: hash(w), stem: hash(stem(w))})
		}
		size, lower = 0, false
	}
	for i, c := range text {
		switch {
		case c == '\'' || c == '’' || c == '‘' || c == 'ʼ':
			// "Acme's" is Acme: what follows the apostrophe is not the name.
			if size > 0 && capital && t.vocabulary[string(buf[:min(size, maxWord)])] == 0 &&
				strings.HasPrefix(text[i+utf8.RuneLen(c):], "s") && t.short[string(buf[:min(size, maxWord)])+"s"] == nil {
				flush()
			}
		case unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c):
			if size == 0 {
				capital = unicode.IsUpper(c)
			}
			lower = lower || unicode.IsLower(c)
			last = c
			size += put(buf[:], size, unicode.ToLower(c))
		case c == '\u200b' || c == '\u200d' || c == '\ufeff' || c == '\u00ad':
		default:
			flush()
			if len(out) > 0 && strings.ContainsRune(".!?;:\n,", c) {
				out[len(out)-1].stop = out[len(out)-1].stop || c != ','
				out[len(out)-1].rest = out[len(out)-1].rest || c == ','
			}
			if c >= 0x1F300 && c <= 0x1FAFF {
				out = append(out, word{id: t.vocabulary[string(c)], hash: hash([]byte(string(c))), stem: hash([]byte(string(c)))})
			}
		}
	}
	flush()
	return out
}

// put writes c at buf[at:] as far as there is room and returns its length.
func put(buf []byte, at int, c rune) int {
	if at < len(buf) {
		var b [utf8.UTFMax]byte
		n := utf8.EncodeRune(b[:], c)
		copy(buf[at:], b[:n])
		return n
	}
	return utf8.RuneLen(c)
}

// English reports whether text can be taken for English. Too little to tell (a
// name, a number, code) counts as English.
func English(text string) bool { return table.english(text, table.read(text)) }

func (t *cues) english(text string, words []word) bool {
	latin, other := 0, 0
	for _, c := range text {
		if unicode.Is(unicode.Latin, c) {
			latin++
		} else if unicode.IsLetter(c) {
			other++
		}
	}
	if other > latin {
		return false
	}
	own, foreign := 0, 0
	for i, w := range words {
		switch {
		case t.foreign.has(w.id) && t.function.has(w.id):
			// "to" is English and Polish: it says nothing.
		case t.foreign.has(w.id) && t.named(words, i):
		case t.foreign.has(w.id):
			foreign++
		case t.function.has(w.id):
			own++
		}
	}
	// Other scripts say more in a letter; a quoted word of one is no matter.
	if 3*other > latin && own < 2 {
		return false
	}
	return foreign == 0 || own > foreign
}

const vowels = "aeiouyàèéêëìíòóùúâôûäöüãõ"

// named reports whether a little word of another language is the name of somebody here: "my daughter
// Mia". At the head of a sentence any word has a capital; there only a given name is one, before a word
// that no noun of that language looks like: "Mia loves horses", and not "Mia madre".
func (t *cues) named(words []word, i int) bool {
	if !words[i].head {
		return false
	}
	if i > 0 && !words[i-1].stop {
		return true
	}
	return t.given.has(words[i].id) && i+1 < len(words) && (t.function.has(words[i+1].id) || !words[i+1].open)
}
