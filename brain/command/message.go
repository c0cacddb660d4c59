package command

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWords bounds what is cut into words. Only a free text at the end of a
// command may be longer.
const maxWords = 48

// message is a text cut into words.
type message struct {
	text  string // without outer space and slash, and without a closing . ! ?
	whole string // the same with its closing punctuation, for free texts
	words []word
	rows  []Row // that it may be one of
	fit   []int // of them those that begin with its first word
	slash bool  // began with a slash
	asks  bool  // ended with a question mark
	cut   bool  // has more words than were read
	prose bool  // has several lines or trails off: only a free text may
}

// word is one word, bare of quotes and punctuation.
type word struct {
	text       string // lower case, straight apostrophes
	start, end int    // the bare word in message.text
	from       int    // where it begins with its opening quote
	stop       byte   // the last punctuation mark behind it, or 0
}

func (w word) is(s string) bool { return w.text == s }

const (
	openers = "\"'`(“‘«"
	closers = "\"'`)”’»"
)

// read cuts a message into words. It reports false, early, when no form begins
// with the message's first word.
func read(text string, in grammar) (message, bool) {
	m := message{whole: strings.TrimSpace(text), rows: in.rows}
	if rest, ok := strings.CutPrefix(m.whole, "/"); ok {
		m.whole, m.slash = rest, true
	}
	m.text = strings.TrimRight(m.whole, ".!?")
	end := m.whole[len(m.text):]
	m.asks = strings.Contains(end, "?")
	m.prose = strings.Contains(end, "..") || strings.HasSuffix(m.text, "…") || strings.Contains(m.text, "\n")

	at := 0
	first, next := nextWord(m.text, at)
	if first.is("please") && !m.slash {
		at = next
		first, next = nextWord(m.text, at)
	}
	if m.slash {
		first.text, _, _ = strings.Cut(first.text, "@") // /help@citadel_bot
	}
	if m.fit = in.opens[first.text]; first.text == "" || len(m.fit) == 0 {
		return m, false
	}
	m.words = append(make([]word, 0, 8), first)
	for {
		w, end := nextWord(m.text, next)
		if w.from == w.end && end == len(m.text) {
			return m, true
		}
		if len(m.words) == maxWords {
			m.cut = true
			return m, true
		}
		m.words = append(m.words, w)
		next = end
	}
}

// nextWord is the word at or after the offset, and the offset behind it. At the
// end of the text it is empty.
func nextWord(text string, at int) (word, int) {
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			break
		}
		at += n
	}
	end := strings.IndexFunc(text[at:], unicode.IsSpace)
	if end < 0 {
		end = len(text)
	} else {
		end += at
	}
	w := word{from: at, start: at, end: end}
	w.start += len(text[at:end]) - len(strings.TrimLeft(text[at:end], openers))
	for w.start < w.end {
		r, n := utf8.DecodeLastRuneInString(text[w.start:w.end])
		if strings.ContainsRune(",;:.!?", r) {
			w.stop = byte(r)
		} else if !strings.ContainsRune(closers, r) {
			break
		}
		w.end -= n
	}
	w.text = strings.ToLower(text[w.start:w.end])
	if strings.Contains(w.text, "’") {
		w.text = strings.ReplaceAll(w.text, "’", "'")
	}
	return w, end
}

// raw is the text of the words from i up to and including j, as typed.
func (m *message) raw(i, j int) string {
	return m.text[m.words[i].start:m.words[j].end]
}

// rest is the text from word i to the end, as typed, or "" behind the last.
func (m *message) rest(i int) string {
	if i >= len(m.words) {
		return ""
	}
	return strings.TrimSpace(m.whole[m.words[i].from:])
}
