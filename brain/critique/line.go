package critique

import (
	"regexp"
	"strings"

	"citadel/brain/redact"
)

// class is what kind of line a line is. It decides what is left alone in it.
type class uint8

const (
	prose   class = iota
	quote         // a block quote: somebody's words, or a draft
	fenced        // the beginning of a code block
	order         // a control line
	mutters       // "Thought: ..."
	nothing       // blank
)

// opening is what may stand before the words of a line: marks of quotes, lists and headings.
var opening = regexp.MustCompile(`^(?:[ \t]*(?:>|[-*+](?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]|$)|#{1,6}(?:[ \t]|$)))*[ \t]*`)

// split parts a line into what opens it and its words.
func split(line string) (prefix, body string) {
	n := len(opening.FindString(line))
	return line[:n], line[n:]
}

func (m *machine) classOf(line string) class {
	prefix, body := split(line)
	switch {
	case strings.TrimSpace(line) == "":
		return nothing
	case m.opens(line) != nil:
		return fenced
	case strings.Contains(prefix, ">"):
		return quote
	case verbOf(body) != "":
		return order
	case m.out.Len() == 0 && mutterLabel(body):
		return mutters
	}
	return prose
}

// read takes a whole line.
func (m *machine) read(line string) {
	if m.data != nil {
		m.moreData(line)
		return
	}
	if m.depth == 0 && m.fence != nil {
		if m.inFence(line) {
			return
		}
		m.fence = nil // its list item or quote is over, and it with it
	}
	if m.depth == 0 && m.opens(line) != nil {
		m.settleMuse(line)
		m.openFence(line)
		return
	}
	was := line
	line = m.thoughts(line)
	if line != was && strings.TrimSpace(line) == "" {
		return // the line was a thought
	}
	m.words(line)
}

// words takes a line that is not code and holds no thought.
func (m *machine) words(line string) {
	c := m.classOf(line)
	if c == nothing {
		m.blank()
		return
	}
	m.settleMuse(line)
	if m.mutter {
		rest, answers := answerLabel(line)
		if !answers {
			m.take(Thought, line)
			return
		}
		m.mutter = false
		m.words(rest)
		return
	}
	switch {
	case c == mutters:
		m.mutter = true
		m.take(Thought, line)
	case m.echo(line):
		m.take(Echo, line)
	case c == order:
		m.order(line)
	case m.keyLine(line):
	case c == fenced:
		// Only a thought before it can have hidden it so far.
		m.openFence(line)
	default:
		m.emit(m.settle(line, c))
	}
}

func (m *machine) blank() {
	m.mutter = false
	m.key.blank()
	if m.sep != "" {
		m.sep = "\n\n"
	}
	m.wasBlank = true
}

// emit lets a line through, or nothing where it is empty.
func (m *machine) emit(line string) {
	if line == "" {
		return
	}
	m.out.WriteString(m.sep)
	m.cite(line, m.out.Len())
	m.out.WriteString(line)
	m.sep = "\n"
	m.items.line(line, m.wasBlank)
	m.wasBlank = false
}

// maxPasses is how often a line is cleaned until it stays as it is. One pass is enough for
// all that models write; a line that needs more was made to need it, and goes.
const maxPasses = 8

// settle cleans a line until cleaning leaves it as it is. It gives "" where nothing is left
// of it, or where it became another kind of line: what looks like code, a quote or an order
// only after something was taken out was not written as one.
func (m *machine) settle(line string, c class) string {
	line = strings.TrimRight(line, " \t")
	prefix, body := split(line)
	head, k := m.head(prefix, body)
	if head != "" {
		rest := strings.TrimLeft(body[k:], " \t")
		head += body[k : len(body)-len(rest)]
		for pass := 0; pass < maxPasses && !holdsThought(rest); pass++ {
			next := m.pass(prefix+head, rest, c)
			if next == rest {
				return strings.TrimRight(prefix+head+rest, " \t")
			}
			rest = next
		}
		m.take(Tangle, rest)
		return strings.TrimRight(prefix+head, " \t")
	}
	if k > 0 {
		line = prefix + strings.TrimLeft(body[k:], " \t")
	}
	for pass := range maxPasses {
		switch now := m.classOf(line); {
		case now == nothing:
			return ""
		case now != c || m.echo(line) || holdsThought(line):
			m.take(Tangle, line)
			return ""
		}
		prefix, body = split(line)
		if body == "" {
			if pass == 0 && k == 0 {
				return line // it was empty as it came: the mark of a list or quote
			}
			return ""
		}
		next := m.pass(prefix, unfence(body), c)
		if next == body {
			return line
		}
		if next == "" {
			return ""
		}
		line = prefix + next
	}
	m.take(Tangle, line)
	return ""
}

// head gives what is kept of the plain sentences at the beginning of a line, and how many
// bytes of its words they are.
func (m *machine) head(prefix, body string) (kept string, n int) {
	var b strings.Builder
	for _, s := range m.plain(prefix, body) {
		switch {
		case s.kind != "":
			m.take(s.kind, body[s.start:s.end])
		case b.Len() == 0:
			b.WriteString(body[s.start:s.end])
		default:
			b.WriteString(body[n:s.end])
		}
		n = s.end
	}
	return b.String(), n
}

// pass cleans the words of a line once. Before is what stands before them on the line, and
// stays.
func (m *machine) pass(before, body string, c class) string {
	next := m.inline(body, c)
	if c != quote {
		next = m.voice(next)
	}
	if whole, found := redact.Secrets(before + next); found != nil {
		m.secrets(before+next, found)
		if rest, ok := strings.CutPrefix(whole, before); ok {
			next = rest
		} else {
			next, _ = redact.Secrets(next)
		}
	}
	return strings.TrimRight(next, " \t")
}
