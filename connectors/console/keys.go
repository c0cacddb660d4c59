package console

import (
	"bytes"
	"unicode/utf8"
)

// key is what one key press, or one run of letters, asks for.
type key int

const (
	keyNothing key = iota // has no meaning here
	keyText               // the bytes themselves are to be inserted
	keyEnter
	keyInterrupt // Ctrl-C
	keyEnd       // Ctrl-D: end of input, or delete forward
	keyRubOut    // backspace
	keyDelete
	keyLeft
	keyRight
	keyWordLeft
	keyWordRight
	keyLineStart
	keyLineEnd
	keyOlder
	keyNewer
	keyCutBefore
	keyCutAfter
	keyCutWord
	keyClear
	keyPaste // the bytes of a paste follow
)

var controls = [...]key{
	0x01: keyLineStart, 0x02: keyLeft, 0x03: keyInterrupt, 0x04: keyEnd, 0x05: keyLineEnd,
	0x06: keyRight, 0x08: keyRubOut, '\n': keyEnter, 0x0b: keyCutAfter, 0x0c: keyClear,
	'\r': keyEnter, 0x0e: keyNewer, 0x10: keyOlder, 0x15: keyCutBefore, 0x17: keyCutWord,
	0x1f: keyNothing,
}

const (
	escape   = 0x1b
	rubOut   = 0x7f
	pasteEnd = "\x1b[201~"
	// maxSequence is longer than any control sequence a keyboard sends; what goes
	// on for longer is no key.
	maxSequence = 32
)

// nextKey decodes the key at the start of b and says how many bytes it has.
// None means that the key is not complete yet. It never takes a byte of text for
// part of a key, but for what follows an escape byte.
func nextKey(b []byte) (key, int) {
	switch {
	case len(b) == 0:
		return keyNothing, 0
	case b[0] == escape:
		return sequence(b)
	case b[0] == rubOut:
		return keyRubOut, 1
	case isControl(b[0]):
		return controls[b[0]], 1
	}
	n := 0
	for n < len(b) && !isControl(b[n]) && b[n] != rubOut && utf8.FullRune(b[n:]) {
		_, size := utf8.DecodeRune(b[n:])
		n += size
	}
	return keyText, n
}

// isControl leaves out the tab, which is text.
func isControl(c byte) bool { return c < 0x20 && c != '\t' }

// sequence decodes what begins with an escape byte. The byte alone means
// nothing, so a person who pressed Escape loses no letter to it.
func sequence(b []byte) (key, int) {
	if len(b) == 1 {
		return keyNothing, 0
	}
	switch b[1] {
	case '[':
		for n := 2; n < len(b); n++ {
			switch {
			case b[n] >= 0x40 && b[n] <= 0x7e:
				return named(string(b[2 : n+1])), n + 1
			case b[n] < 0x20 || b[n] > 0x7e || n >= maxSequence:
				return keyNothing, n
			}
		}
		return keyNothing, 0
	case 'O': // arrows of a terminal in application mode
		if len(b) == 2 {
			return keyNothing, 0
		}
		if k := named(string(b[2])); k != keyNothing {
			return k, 3
		}
	}
	return keyNothing, 1
}

// named is the key of a control sequence, given behind its introducer.
func named(s string) key {
	switch s {
	case "A":
		return keyOlder
	case "B":
		return keyNewer
	case "C":
		return keyRight
	case "D":
		return keyLeft
	case "1;3C", "1;5C":
		return keyWordRight
	case "1;3D", "1;5D":
		return keyWordLeft
	case "H", "1~", "7~":
		return keyLineStart
	case "F", "4~", "8~":
		return keyLineEnd
	case "3~":
		return keyDelete
	case "200~":
		return keyPaste
	}
	return keyNothing
}

// cutPaste splits b behind a paste's beginning: text belongs to it, n bytes are
// used up, and over says that it ends there. Ctrl-C ends a paste too, unused:
// terminals take it out of what is pasted, and so one whose end was lost does
// not lock the keyboard.
func cutPaste(b []byte) (text []byte, n int, over bool) {
	end := bytes.Index(b, []byte(pasteEnd))
	stop := bytes.IndexByte(b, 0x03)
	switch {
	case stop >= 0 && (end < 0 || stop < end):
		return b[:stop], stop, true
	case end >= 0:
		return b[:end], end + len(pasteEnd), true
	}
	keep := min(len(b), len(pasteEnd)-1) // perhaps the beginning of the end
	for !bytes.HasPrefix([]byte(pasteEnd), b[len(b)-keep:]) {
		keep--
	}
	return b[:len(b)-keep], len(b) - keep, false
}
