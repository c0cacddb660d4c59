package console

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// draft is a message being typed. Its text is valid UTF-8, and the cursor is a
// byte offset into it. Keys move and delete whole grapheme clusters: what a
// person sees as one character.
type draft struct {
	text   []byte
	cursor int
}

func (d *draft) set(text string) { d.text, d.cursor = []byte(text), len(text) }

// insert puts text in at the cursor. A draft that is already too long to be a
// message takes nothing more.
func (d *draft) insert(text []byte) {
	if len(d.text) > maxLine {
		return
	}
	if !utf8.Valid(text) {
		text = []byte(string(bytes.Runes(text))) // one U+FFFD for each bad byte
	}
	tail := d.text[d.cursor:]
	if len(tail) == 0 {
		d.text = append(d.text, text...)
	} else {
		d.text = bytes.Join([][]byte{d.text[:d.cursor], text, tail}, nil)
	}
	d.cursor += len(text)
}

// paste is insert with the line breaks of a terminal's paste, which are
// carriage returns.
func (d *draft) paste(text []byte) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	d.insert(bytes.ReplaceAll(text, []byte("\r"), []byte("\n")))
}

// cut takes out what lies between the cursor and to, on either side.
func (d *draft) cut(to int) {
	from, to := min(d.cursor, to), max(d.cursor, to)
	d.text = append(d.text[:from], d.text[to:]...)
	d.cursor = from
}

func (d *draft) lineStart() int { return bytes.LastIndexByte(d.text[:d.cursor], '\n') + 1 }

func (d *draft) lineEnd() int {
	if i := bytes.IndexByte(d.text[d.cursor:], '\n'); i >= 0 {
		return d.cursor + i
	}
	return len(d.text)
}

// before is the start of the cluster before the cursor.
func (d *draft) before() int {
	at := d.lineStart()
	if at == d.cursor {
		return max(0, at-1)
	}
	for {
		cluster, _, _, _ := uniseg.FirstGraphemeCluster(d.text[at:], -1)
		if at+len(cluster) >= d.cursor {
			return at
		}
		at += len(cluster)
	}
}

// after is the end of the cluster after the cursor.
func (d *draft) after() int {
	cluster, _, _, _ := uniseg.FirstGraphemeCluster(d.text[d.cursor:], -1)
	return d.cursor + len(cluster)
}

func (d *draft) wordBefore() int {
	word := bytes.TrimRightFunc(d.text[:d.cursor], unicode.IsSpace)
	i := bytes.LastIndexFunc(word, unicode.IsSpace)
	if i < 0 {
		return 0
	}
	_, size := utf8.DecodeRune(word[i:])
	return i + size
}

func (d *draft) wordAfter() int {
	rest := bytes.TrimLeftFunc(d.text[d.cursor:], unicode.IsSpace)
	if i := bytes.IndexFunc(rest, unicode.IsSpace); i >= 0 {
		rest = rest[i:]
		return len(d.text) - len(rest)
	}
	return len(d.text)
}

// do carries out the keys that only touch the draft.
func (d *draft) do(k key) {
	switch k {
	case keyRubOut:
		d.cut(d.before())
	case keyDelete, keyEnd:
		d.cut(d.after())
	case keyCutBefore:
		d.cut(d.lineStart())
	case keyCutAfter:
		d.cut(d.lineEnd())
	case keyCutWord:
		d.cut(d.wordBefore())
	case keyLeft:
		d.cursor = d.before()
	case keyRight:
		d.cursor = d.after()
	case keyWordLeft:
		d.cursor = d.wordBefore()
	case keyWordRight:
		d.cursor = d.wordAfter()
	case keyLineStart:
		d.cursor = d.lineStart()
	case keyLineEnd:
		d.cursor = d.lineEnd()
	}
}

const (
	prompt    = "> "
	continued = "  "
)

// rows lays the draft out on a terminal of that many columns. No row reaches the
// last column, so no terminal breaks one by itself. The cursor stands behind
// head in its row.
func (d *draft) rows(width int) (rows []string, row int, head string) {
	var b strings.Builder
	b.WriteString(prompt)
	column, found := len(prompt), false
	wrap := func() {
		rows = append(rows, b.String())
		b.Reset()
		b.WriteString(continued)
		column = len(continued)
	}
	rest, state, at := d.text, -1, 0
	for len(rest) > 0 {
		var cluster []byte
		cluster, rest, _, state = uniseg.FirstGraphemeCluster(rest, state)
		drawn := visible(string(cluster))
		w := uniseg.StringWidth(drawn)
		if drawn != "\n" && column+w >= width {
			wrap()
		}
		if !found && at >= d.cursor {
			found, row, head = true, len(rows), b.String()
		}
		at += len(cluster)
		if drawn == "\n" {
			wrap()
			continue
		}
		b.WriteString(drawn)
		column += w
	}
	if !found {
		row, head = len(rows), b.String()
	}
	return append(rows, b.String()), row, head
}

// visible is how a cluster is drawn: nothing that was pasted may steer the
// terminal.
func visible(cluster string) string {
	r, _ := utf8.DecodeRuneInString(cluster)
	switch {
	case cluster == "\n" || !unicode.IsControl(r):
		return cluster
	case r == '\t':
		return "    "
	case r < 0x80:
		return "^" + string(r^0x40)
	}
	return "\uFFFD"
}
