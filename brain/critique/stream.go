package critique

import (
	"strings"
	"unicode/utf8"

	"citadel/memory/event"
	"citadel/memory/words"
)

// machine goes over an answer once, line by line. Whatever it carries from one line to the
// next is either a function of what it has let through, or a state in which it lets nothing
// through. That is why cleaning a clean text changes nothing: each line meets the same state
// again, and each line was let through only when cleaning it again left it as it was.
type machine struct {
	lore

	raw  string // the end of what was written: half a character, or a "\r" that waits for "\n"
	line []byte // the current line, without its end

	out     strings.Builder // what was let through, without the current line
	sep     string          // what comes before the next line, if there is one
	cites   []event.Cite
	control []Control
	removed []Removed
	deeds   bool

	// Functions of out.
	fence    *fence // the code block that is open
	items    items  // the list items that are open
	wasBlank bool   // a blank line, or nothing, stands before

	// States in which nothing is let through.
	depth  int      // thoughts within thoughts
	mutter bool     // the paragraph of a "Thought:"
	data   *pending // a control line whose JSON goes on
	key    keyState // the body of a private key

	muse muse // does the answer begin like a thought

	streams bool            // somebody looks while it comes
	shown   strings.Builder // out as far as it was synced, and what was shown of the current line
	synced  int             // bytes of out that are in shown
	early   early           // what of the current line was shown before it ended
	frozen  bool            // nothing more is shown until the end
}

func newMachine(known Known) *machine { return &machine{lore: newLore(known), wasBlank: true} }

// write takes a piece: it makes it clean UTF-8, cuts it into lines and goes over those.
func (m *machine) write(piece string) {
	s := piece
	if m.raw != "" {
		s = m.raw + piece
		m.raw = ""
	}
	from := 0 // s[from:i] is text that stays as it is
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < 0x7F || c == '\t' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '\r' && i+1 == len(s), r == utf8.RuneError && n == 1 && !utf8.FullRuneInString(s[i:]):
			m.line = append(m.line, s[from:i]...)
			m.raw = s[i:]
			return
		case c == '\n', c == '\r', r == 0x2028, r == 0x2029:
			m.line = append(m.line, s[from:i]...)
			if c != '\r' || s[i+1] != '\n' {
				m.endLine()
			}
			from = i + n
		case r == utf8.RuneError && n == 1:
			m.line = append(m.line, s[from:i]...)
			m.line = append(m.line, "\uFFFD"...)
			from = i + n
		case words.Hidden(r):
			m.line = append(m.line, s[from:i]...)
			from = i + n
		}
		i += n
	}
	m.line = append(m.line, s[from:]...)
}

func (m *machine) endLine() {
	line := string(m.line)
	m.line = m.line[:0]
	m.read(line)
	if m.streams && m.muse != musing && !m.frozen {
		fresh := m.out.String()[m.synced:]
		if rest, ok := strings.CutPrefix(fresh, m.early.shown); ok {
			m.shown.WriteString(rest)
			m.synced = m.out.Len()
		} else {
			m.frozen = true // not reached as far as anybody knows; what was shown stays as it is
		}
	}
	m.early = early{}
}

// show gives what may be shown by now.
func (m *machine) show() string {
	if !m.frozen {
		more := m.advance()
		m.early.shown += more
		m.shown.WriteString(more)
	}
	return m.shown.String()
}

// again forgets everything that was let through. Nothing of it was shown.
func (m *machine) again() {
	m.out.Reset()
	m.sep, m.cites, m.control = "", nil, nil
	m.fence, m.items, m.wasBlank = nil, items{}, true
	m.mutter, m.data, m.key = false, nil, noKey
	m.synced = 0
}

// nothingSaid are the characters that say nothing by themselves.
const nothingSaid = " \t\n\u00a0-*+>#_`~.,:;|[]()"

// close ends the answer.
func (m *machine) close() Out {
	if m.raw == "\r" {
		m.endLine()
	} else if m.raw != "" {
		m.line = append(m.line, "\uFFFD"...)
	}
	m.raw = ""
	if len(m.line) > 0 {
		m.endLine()
	}
	if m.data != nil {
		m.endData()
	}
	text := m.out.String()
	return Out{
		Text: text, Empty: strings.Trim(text, nothingSaid) == "", Cites: m.cites, Controls: m.control, Removed: m.removed, Deeds: m.deeds,
	}
}
