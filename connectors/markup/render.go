package markup

import (
	"strconv"
	"strings"
)

// Marks stand before and after something.
type Marks struct{ Before, After string }

// Dialect is how one platform writes. The zero Dialect writes bare words.
type Dialect struct {
	// Escape makes words outside code safe for the platform, EscapeCode those
	// inside; nil leaves them as they are. Both must keep line breaks.
	Escape     func(string) string
	EscapeCode func(string) string

	Bold, Italic Marks
	Code         Marks // around a code span
	Handle       Marks // around a code span that is a handle
	Address      Marks // around what Link adds
	Block        Marks // around a whole code block, each on a line of its own if not empty
	BlockIndent  string
	Quote        Marks  // around a whole quote, likewise
	QuoteLine    string // before each line of a quote
	Bullet       string // before an item, with its space
	Rule         string

	// Link gives what stands before and after the label of a link, and is not
	// asked where there is no address; nil shows labels only.
	Link func(label, url string) (before, after string)

	// Nested says that the platform reads CommonMark: see the dialect of that name. Code is
	// then set between as many backticks as it takes.
	Nested bool

	// Width is where lines are broken, in columns of a terminal: at spaces, and
	// between wide characters where Unicode's line breaking allows it; 0 leaves
	// lines whole. Code blocks are never broken.
	Width int
}

// Render writes text, which is CommonMark, in the dialect. Lines end in \n, the
// last one in nothing; blank text gives "". It never fails: what is not
// CommonMark is words, and text of any length is taken (beyond 32 KiB in pieces
// that end between paragraphs).
func (d Dialect) Render(text string, links Links) string {
	text = Clean(text)
	var out []string
	for _, piece := range Split(text, maxParsed, nil) {
		lines := d.blocks(parse(piece, &d, links), false, d.Width)
		if len(out) > 0 && len(lines) > 0 {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return strings.Join(out, "\n")
}

// minWidth is what nesting leaves of a line at least.
const minWidth = 12

// blocks renders siblings to lines, with a blank line between two unless tight.
func (d *Dialect) blocks(bs []block, tight bool, width int) []string {
	var out []string
	for _, b := range bs {
		lines := d.block(b, width)
		if len(out) > 0 && !tight && len(lines) > 0 {
			out = append(out, "")
		}
		out = append(out, lines...)
	}
	return out
}

func (d *Dialect) block(b block, width int) []string {
	switch b.shape {
	case codeBlock:
		return d.codeBlock(b)
	case rule:
		return []string{d.Rule}
	case quote:
		lines := d.blocks(b.children, false, narrower(width, columns(d.QuoteLine)))
		for i, l := range lines {
			lines[i] = strings.TrimRight(d.QuoteLine+l, " ")
		}
		return enclose(d.Quote, lines)
	case list:
		return d.list(b, width)
	}
	return d.paragraph(b.spans, width)
}

func (d *Dialect) codeBlock(b block) []string {
	text := b.code
	if d.EscapeCode != nil {
		text = d.EscapeCode(text)
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = d.BlockIndent + l
		}
	}
	if d.Nested {
		return d.fenced(b, lines)
	}
	return enclose(d.Block, lines)
}

func (d *Dialect) list(b block, width int) []string {
	var out []string
	for i, it := range b.children {
		marker := d.Bullet
		if b.ordered {
			marker = strconv.Itoa(b.start+i) + ". "
		}
		indent := strings.Repeat(" ", columns(marker))
		lines := d.blocks(it.children, b.tight, narrower(width, len(indent)))
		if len(lines) == 0 {
			lines = []string{""}
		}
		if i > 0 && !b.tight {
			out = append(out, "")
		}
		for j, l := range lines {
			switch {
			case j == 0:
				l = strings.TrimRight(marker+l, " ")
			case l != "":
				l = indent + l
			}
			out = append(out, l)
		}
	}
	return out
}

// narrower is width less used columns; 0, which is no limit, stays 0.
func narrower(width, used int) int {
	if width == 0 {
		return 0
	}
	return max(width-used, minWidth)
}

func enclose(m Marks, lines []string) []string {
	if m.Before != "" {
		lines = append([]string{m.Before}, lines...)
	}
	if m.After != "" {
		lines = append(lines, m.After)
	}
	return lines
}

// paragraph renders spans to lines. Each line opens and closes its own marks, so
// that what stands before a line (a quote's bar) keeps its own look.
func (d *Dialect) paragraph(spans []span, width int) []string {
	var out []string
	for _, line := range breakLines(spans, width) {
		if d.Nested {
			out = append(out, d.nested(line))
			continue
		}
		var b strings.Builder
		for _, s := range line {
			d.write(&b, s)
		}
		out = append(out, b.String())
	}
	return out
}

func (d *Dialect) write(b *strings.Builder, s span) {
	text, marks := s.text, d.marks(s.style)
	switch {
	case s.style&literal != 0:
	case s.style&code != 0 && d.EscapeCode != nil:
		text = d.EscapeCode(text)
	case s.style&code == 0 && d.Escape != nil:
		text = d.Escape(text)
	}
	for _, m := range marks {
		b.WriteString(m.Before)
	}
	b.WriteString(text)
	for i := len(marks) - 1; i >= 0; i-- {
		b.WriteString(marks[i].After)
	}
}

// marks are those of a style, from the outside in.
func (d *Dialect) marks(s style) []Marks {
	var out []Marks
	if s&bold != 0 {
		out = append(out, d.Bold)
	}
	if s&italic != 0 {
		out = append(out, d.Italic)
	}
	switch {
	case s&handle != 0:
		out = append(out, d.Handle)
	case s&code != 0:
		out = append(out, d.Code)
	case s&literal != 0:
		out = append(out, d.Address)
	}
	return out
}
