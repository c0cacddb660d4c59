package critique

import (
	"regexp"
	"strings"

	"citadel/brain/redact"
)

// fence is a code block between fences. What it holds is left alone but for secrets, so
// what counts as one here must be one for every reader of CommonMark, and must end where
// it ends there. A line that looks like a fence where that is in doubt loses its marks:
// see unfence.
type fence struct {
	mark   byte // '`' or '~'
	length int
	quotes int // block quotes around it
	column int // where the words of its list item begin; 0 outside of lists
}

// items are the list items that are open, from the outermost: the columns at which their
// words begin. Where lines leave open which items are, they are unsure until a line
// closes all of them.
type items struct {
	columns []int
	unsure  bool
	ordered bool // the last mark was a number
	mark    int  // the column of the last mark
}

var (
	quoteMark = regexp.MustCompile(`^ {0,3}> ?`)
	listMark  = regexp.MustCompile(`^(?:[-*+]|([0-9]{1,9})[.)])( {1,4})\S`)
	fenceMark = regexp.MustCompile("^(`{3,}|~{3,})(.*)$")
)

// opens says which code block a line opens, nil if none, or if that is in doubt.
func (m *machine) opens(line string) *fence {
	if !strings.Contains(line, "```") && !strings.Contains(line, "~~~") {
		return nil
	}
	quotes, rest := unquote(line, -1)
	column, indent := 0, indentation(rest)
	switch {
	case quotes > 0 && (line[0] != '>' || indent > 0), quotes == 0 && indent > 0 && m.items.unsure:
		return nil
	case quotes == 0:
		for _, c := range m.items.columns {
			if c <= indent {
				column = c
			}
		}
	}
	if indent-column > 3 {
		return nil
	}
	f := fenceMark.FindStringSubmatch(strings.TrimLeft(rest, " \t"))
	if f == nil || f[1][0] == '`' && strings.Contains(f[2], "`") {
		return nil
	}
	return &fence{mark: f[1][0], length: len(f[1]), quotes: quotes, column: column}
}

// unfence takes the marks of a code block from the words of a line that would open one for
// some reader and does not for us.
func unfence(body string) string {
	f := fenceMark.FindStringSubmatch(body)
	if f == nil || f[1][0] == '`' && strings.Contains(f[2], "`") {
		return body
	}
	return strings.TrimLeft(f[2], " \t")
}

// unquote strips the marks of block quotes, at most so many, or all where most is negative.
func unquote(line string, most int) (quotes int, rest string) {
	for quotes != most {
		n := len(quoteMark.FindString(line))
		if n == 0 {
			break
		}
		line = line[n:]
		quotes++
	}
	return quotes, line
}

// indentation is the width of the white space before the words of a line.
func indentation(line string) int {
	width := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return width
		}
	}
	return width
}

// line keeps account of the items after a line that is no code. afterBlank says that a
// blank line, or nothing, stands before it.
func (o *items) line(line string, afterBlank bool) {
	indent := indentation(line)
	words := strings.TrimLeft(line, " \t")
	mark := listMark.FindStringSubmatch(words)
	if mark == nil {
		switch {
		case strings.HasPrefix(words, ">"):
			o.unsure = o.unsure || len(o.columns) > 0
		case afterBlank && indent == 0:
			*o = items{}
		case afterBlank:
			o.columns = o.around(indent)
		case len(o.columns) > 0 && indent < o.columns[len(o.columns)-1]:
			o.unsure = true // it belongs to the paragraph of the item, or ends it
		}
		return
	}
	outer := 0
	around := o.around(indent)
	if len(around) > 0 {
		outer = around[len(around)-1]
	}
	opener, _ := split(words[len(mark[0])-1:])
	follows := o.ordered && o.mark == indent && len(o.columns) > 0
	switch {
	case strings.Contains(line, "\t"), indent-outer > 3, opener != "", strings.Trim(words, "-*_ ") == "",
		mark[1] != "" && mark[1] != "1" && !afterBlank && !follows: // in a paragraph only "1." begins a list
		o.unsure = true
		return
	}
	o.columns = append(around, indent+len(mark[0])-1)
	o.ordered, o.mark = mark[1] != "", indent
}

// around are the items that hold what stands at a column.
func (o *items) around(column int) []int {
	n := 0
	for n < len(o.columns) && o.columns[n] <= column {
		n++
	}
	return o.columns[:n:n]
}

func (m *machine) openFence(line string) {
	f := m.opens(line)
	m.out.WriteString(m.sep)
	m.out.WriteString(m.redacted(strings.TrimRight(line, " \t")))
	m.sep, m.fence = "\n", f
	m.wasBlank = false
	if f.column == 0 {
		m.items = items{}
	}
}

// inFence takes a line of the open code block. It gives false if the line is beyond it.
func (m *machine) inFence(line string) bool {
	f := m.fence
	quotes, rest := unquote(line, f.quotes)
	words := strings.Trim(rest, " \t")
	indent := indentation(rest)
	if quotes < f.quotes || words != "" && indent < f.column {
		return false
	}
	if words == "" && f.quotes == 0 {
		m.key.blank()
		m.sep += line + "\n" // it stands only if something follows
		return true
	}
	if m.keyLine(rest) {
		return true
	}
	m.out.WriteString(m.sep)
	m.out.WriteString(m.redacted(line))
	m.sep = "\n"
	if len(words) >= f.length && strings.Trim(words, string(f.mark)) == "" && indent-f.column <= 3 {
		m.fence, m.wasBlank = nil, true
	}
	return true
}

// redacted is a line of code without its secrets.
func (m *machine) redacted(line string) string {
	clean, found := redact.Secrets(line)
	m.secrets(line, found)
	return clean
}

// secrets notes what was found in a text, and whether a private key goes on in the next
// line.
func (m *machine) secrets(text string, found []redact.Found) {
	for _, f := range found {
		m.take(Secret, "")
		if f.Kind == redact.PrivateKey && f.End == len(text) && !strings.Contains(text[f.Start:], "-----END") {
			m.key = inKey
		}
	}
}

// keyState says whether the lines of a private key pass by.
type keyState uint8

const (
	noKey        keyState = iota
	inKey                 // its beginning was seen, not its end
	afterHeaders          // in the lines before its body, which end with a blank one
)

func (k *keyState) blank() {
	if *k == afterHeaders {
		*k = inKey
		return
	}
	*k = noKey
}

var (
	keyBody   = regexp.MustCompile(`^[A-Za-z0-9+/=\\]+$`)
	keyHeader = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,40}: ?[A-Za-z0-9,-]+$`)
)

// keyLine says whether a line belongs to a private key that began in a line before it.
func (m *machine) keyLine(line string) bool {
	if m.key == noKey {
		return false
	}
	_, body := split(strings.TrimRight(line, " \t"))
	switch {
	case strings.HasPrefix(body, "-----END"):
		m.key = noKey
	case keyBody.MatchString(body):
		m.key = inKey
	case keyHeader.MatchString(body):
		m.key = afterHeaders
	default:
		m.key = noKey
		return false
	}
	return true
}
