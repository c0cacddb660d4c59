package enclosure

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode gives the characters of a text: UTF-8, UTF-16 that says so by its first character,
// or, where the platform calls it a text, the letters of western Europe of one byte each. It
// is no text if it holds what no text holds.
func decode(content []byte, told string) (string, bool) {
	switch {
	case len(content) >= 2 && len(content)%2 == 0 && content[0] == 0xFF && content[1] == 0xFE:
		return wide(content[2:], binary.LittleEndian)
	case len(content) >= 2 && len(content)%2 == 0 && content[0] == 0xFE && content[1] == 0xFF:
		return wide(content[2:], binary.BigEndian)
	}
	text := strings.TrimPrefix(string(content), "\ufeff")
	switch {
	case !readable(text):
		return "", false
	case utf8.ValidString(text):
		return lines(text), true
	case strings.HasPrefix(told, "text/") && told != "text/html":
		return lines(western(text)), true
	}
	return "", false
}

// readable says whether a text holds no control characters but those that lay it out. Bytes
// from 0x80 on are none.
func readable(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c >= ' ' && c != 0x7F, c == '\t', c == '\n', c == '\r', c == '\f', c == 0x1B: // also what colours a log
		default:
			return false
		}
	}
	return true
}

func wide(content []byte, order binary.ByteOrder) (string, bool) {
	units := make([]uint16, len(content)/2)
	for i := range units {
		units[i] = order.Uint16(content[2*i:])
	}
	text := string(utf16.Decode(units))
	if !readable(text) || strings.ContainsRune(text, utf8.RuneError) {
		return "", false
	}
	return lines(text), true
}

// cp1252 is what Windows has where Latin 1 has control characters.
var cp1252 = [...]rune{
	'€', utf8.RuneError, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', utf8.RuneError, 'Ž', utf8.RuneError,
	utf8.RuneError, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', utf8.RuneError, 'ž', 'Ÿ',
}

func western(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for i := range len(text) {
		switch c := text[i]; {
		case c < 0x80:
			b.WriteByte(c)
		case c < 0xA0:
			b.WriteRune(cp1252[c-0x80])
		default:
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

// lines ends every line in the same way.
func lines(text string) string {
	if !strings.ContainsRune(text, '\r') {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// Head is the beginning of a text, of at most so many bytes, that ends between two
// characters.
func Head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most = max(most, 0); most > 0 && !utf8.RuneStart(text[most]); {
		most--
	}
	return text[:most]
}

// Part is what is shown of a text.
type Part struct {
	Head, Tail  string // Tail is empty where all is shown
	First, Last int    // characters of them
	Of          int    // characters of all of it
}

// Whole says whether nothing is left out.
func (p Part) Whole() bool { return p.First+p.Last == p.Of }

// Cut gives the beginning and the end of a text, of at most so many characters together:
// three quarters of them from the beginning. A text that is short enough is whole.
func Cut(text string, most int) Part {
	most = max(most, 4)
	of := utf8.RuneCountInString(text)
	if of <= most {
		return Part{Head: text, First: of, Of: of}
	}
	p := Part{First: most - most/4, Last: most / 4, Of: of}
	at := 0
	for range p.First {
		_, n := utf8.DecodeRuneInString(text[at:])
		at += n
	}
	end := len(text)
	for range p.Last {
		_, n := utf8.DecodeLastRuneInString(text[:end])
		end -= n
	}
	p.Head, p.Tail = text[:at], text[end:]
	return p
}
