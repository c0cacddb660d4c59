package markup

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gm "github.com/yuin/goldmark/text"
)

// fence is a block of code between fences, where it stands in its text. A block that is cut goes on in the next piece
// with a fence of its own.
type fence struct {
	at, code, closing, end int // where begin: its line, the code, the line that closes it; where that ends, or the code

	prefix string // what stands before the mark: spaces, quote marks, the bullet of its item
	quote  string // the marks of the quotes that it is in
	indent int    // columns from there to the mark
	mark   string // "```" or longer, or of ~
	info   string
}

// layout is the grammar without what stands within lines.
var layout = sync.OnceValue(func() parser.Parser { return parser.NewParser(parser.WithBlockParsers(blockParsers()...)) })

// fences are the fenced blocks of code of a text, in order. Lines that nest deeper than is parsed are words.
func fences(text string) []fence {
	if !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		return nil
	}
	source := []byte(shallow(text))
	var out []fence
	quotes := 0
	// The walker has no error of its own.
	_ = ast.Walk(layout().Parse(gm.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Blockquote:
			if quotes--; entering {
				quotes += 2
			}
		case *ast.FencedCodeBlock:
			if entering {
				if f, ok := fenceOf(text, n, quotes); ok {
					out = append(out, f)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	for i := range out {
		f := &out[i]
		another := i+1 < len(out) && out[i+1].at == f.closing // its end was that of what it was in
		if next, _, _ := strings.Cut(text[min(f.closing, len(text)):], "\n"); !another && f.closes(next) {
			f.end = f.closing + len(next)
		}
	}
	return out
}

// closes says whether line, the next after the code, is the one that closes the block.
func (f fence) closes(line string) bool {
	body := strings.TrimLeft(line, " \t>")
	before := line[:len(line)-len(body)]
	body = strings.TrimRight(body, " \t\r")
	return len(body) >= len(f.mark) && strings.Trim(body, f.mark[:1]) == "" && strings.Count(before, ">") == strings.Count(f.quote, ">")
}

// shallow is a text of the same length in which nothing nests deeper than is parsed.
func shallow(text string) string {
	if nesting(text) <= maxNesting {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if lineNesting(line) > maxNesting {
			words := strings.TrimSuffix(line, "\n")
			line = strings.Repeat("x", len(words)) + line[len(words):]
		}
		b.WriteString(line)
	}
	return b.String()
}

// fenceOf is where a block of code stands, but for the line that closes it.
func fenceOf(text string, n *ast.FencedCodeBlock, quotes int) (f fence, ok bool) {
	pos := n.Pos()
	if pos < 0 || pos >= len(text) {
		return f, false
	}
	line, _, _ := strings.Cut(text[pos:], "\n")
	body := strings.TrimLeft(line, " \t")
	pos += len(line) - len(body)
	info := strings.TrimLeft(body, "`")
	if info == body {
		info = strings.TrimLeft(body, "~")
	}
	if f.mark = body[:len(body)-len(info)]; len(f.mark) < 3 {
		return f, false
	}
	f.info = strings.TrimSpace(info)
	f.at = strings.LastIndexByte(text[:pos], '\n') + 1
	f.prefix, f.quote = text[f.at:pos], strings.Repeat("> ", quotes)
	within := f.prefix
	if i := strings.LastIndexByte(within, '>'); i >= 0 {
		within = strings.TrimPrefix(within[i+1:], " ")
	}
	f.indent = width(within)
	f.code = pos + len(body) + 1
	f.end = f.code - 1
	if lines := n.Lines(); lines.Len() > 0 {
		start := min(lines.At(lines.Len()-1).Start, len(text))
		last, _, _ := strings.Cut(text[start:], "\n")
		f.end = max(f.end, start+len(last))
	}
	f.closing = f.end + 1
	return f, true
}

// width is the columns of blanks and marks.
func width(s string) (n int) {
	for _, c := range s {
		if n++; c == '\t' {
			n += 3
		}
	}
	return n
}

// opening is the line that opens the block as it stands where a piece begins with it: what is indented far would be
// code by itself there, were it not in an item.
func (f fence) opening() string {
	rest := strings.TrimLeft(f.prefix, " \t")
	if lead := width(f.prefix[:len(f.prefix)-len(rest)]); lead >= 4 {
		return items(lead) + rest + f.mark + f.info
	}
	return f.prefix + f.mark + f.info
}

// again is a line that opens the rest of the block.
func (f fence) again() string {
	if f.indent < 4 {
		return f.quote + strings.Repeat(" ", f.indent) + f.mark + f.info
	}
	return f.quote + items(f.indent) + f.mark + f.info
}

// items are the bullets of items within items, as many as take columns.
func items(columns int) string {
	outer := max(columns-4, 0) / 2
	return strings.Repeat("- ", outer) + "-" + strings.Repeat(" ", columns-2*outer-1)
}

// close is the line that closes what opening or again opened.
func (f fence) close(opening string) string {
	prefix := strings.TrimSuffix(opening, f.mark+f.info)
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, prefix) + f.mark
}

// continued is the rest of a line of code that was cut, as far to the right as the others.
func (f fence) continued(rest string) string { return f.quote + strings.Repeat(" ", f.indent) + rest }
