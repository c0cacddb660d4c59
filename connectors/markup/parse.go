package markup

import (
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gm "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Links gives the address of the message or memory behind a handle ("m412"),
// and false where the platform has none.
type Links func(handle string) (url string, ok bool)

// shape says what a block is.
type shape uint8

const (
	paragraph shape = iota // spans
	codeBlock              // code, info
	rule                   // nothing
	quote                  // children
	list                   // children, all of them items
	item                   // children
)

// block is one node of the tree that a dialect renders.
type block struct {
	shape    shape
	spans    []span
	code     string // without the final line break
	info     string // the word after the opening fence
	ordered  bool   // list
	start    int    // list: number of the first item
	tight    bool   // list: no blank lines between items
	children []block
}

// style is how a span is set off; a span may have several.
type style uint8

const (
	bold style = 1 << iota
	italic
	code
	handle  // a code span that is a handle
	literal // markers of the dialect itself: never escaped
)

// span is a run of words of one style. A "\n" in it is a line break.
type span struct {
	text  string
	style style
}

// Deeper nesting and longer pieces than a person writes are shown as they
// stand: goldmark recurses into the former and is slow on some of the latter.
const (
	maxNesting = 32
	maxParsed  = 32 << 10
)

// parse reads clean text. The dialect is needed for the markers of links.
func parse(text string, d *Dialect, links Links) []block {
	if text == "" {
		return nil
	}
	if nesting(text) > maxNesting {
		return []block{{spans: []span{{text: text}}}}
	}
	r := reader{source: []byte(text), dialect: d, links: links}
	return r.blocks(grammar().Parse(gm.NewReader(r.source)))
}

// grammar is CommonMark without HTML and without link reference definitions. A
// parser keeps nothing of what it parsed and may be used concurrently.
var grammar = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(blockParsers()...),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
		),
	)
})

func blockParsers() []util.PrioritizedValue {
	return []util.PrioritizedValue{
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	}
}

// nesting is an upper bound of how deep the blocks of text nest: the container
// markers that begin a line, and its indentation in steps of four columns.
func nesting(text string) int {
	deepest := 0
	for line := range strings.Lines(text) {
		deepest = max(deepest, lineNesting(line))
	}
	return deepest
}

func lineNesting(line string) int {
	markers, columns := 0, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			columns++
		case c == '\t':
			columns += 4
		case c == '>':
			markers++
		case strings.IndexByte("-+*.)", c) >= 0 && i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t'):
			markers++
		case c >= '0' && c <= '9':
		default:
			return markers + columns/4
		}
	}
	return markers + columns/4
}

// reader walks goldmark's tree.
type reader struct {
	source  []byte
	dialect *Dialect
	links   Links
}

func (r *reader) blocks(parent ast.Node) []block {
	var out []block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			out = append(out, block{spans: r.inline(n, bold)})
		case *ast.FencedCodeBlock:
			b := r.code(n.Lines())
			if n.Info != nil {
				b.info = string(n.Language(r.source))
			}
			out = append(out, b)
		case *ast.CodeBlock:
			out = append(out, r.code(n.Lines()))
		case *ast.ThematicBreak:
			out = append(out, block{shape: rule})
		case *ast.Blockquote:
			out = append(out, block{shape: quote, children: r.blocks(n)})
		case *ast.List:
			out = append(out, block{
				shape: list, ordered: n.IsOrdered(), start: n.Start, tight: n.IsTight, children: r.blocks(n),
			})
		case *ast.ListItem:
			out = append(out, block{shape: item, children: r.blocks(n)})
		default: // paragraphs and the text of tight items
			out = append(out, block{spans: r.inline(n, 0)})
		}
	}
	return out
}

func (r *reader) code(lines *gm.Segments) block {
	return block{shape: codeBlock, code: strings.TrimSuffix(string(lines.Value(r.source)), "\n")}
}

func (r *reader) inline(parent ast.Node, s style) []span {
	var out []span
	r.appendInline(&out, parent, s)
	return out
}

func (r *reader) appendInline(out *[]span, parent ast.Node, s style) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			text := r.text(n.Segment.Value(r.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				text += "\n"
			}
			*out = append(*out, span{text, s})
		case *ast.CodeSpan:
			*out = append(*out, r.codeSpan(n, s))
		case *ast.Emphasis:
			mark := italic
			if n.Level >= 2 {
				mark = bold
			}
			r.appendInline(out, n, s|mark)
		case *ast.Link:
			r.appendLink(out, n, s, string(n.Destination))
		case *ast.Image:
			r.appendLink(out, n, s, string(n.Destination))
		case *ast.AutoLink:
			from := len(*out)
			*out = append(*out, span{Clean(string(n.Label(r.source))), s})
			r.address(out, from, string(n.URL(r.source)))
		default:
			r.appendInline(out, n, s)
		}
	}
}

func (r *reader) appendLink(out *[]span, n ast.Node, s style, to string) {
	from := len(*out)
	r.appendInline(out, n, s)
	r.address(out, from, to)
}

// address sets the dialect's markers around the label that began at from, or
// none where the destination leads nowhere on this platform.
func (r *reader) address(out *[]span, from int, to string) {
	to = oneWord(to)
	if h, ok := strings.CutPrefix(to, "src:"); ok {
		if to = ""; r.links != nil {
			if url, ok := r.links(h); ok {
				to = oneWord(url)
			}
		}
	}
	if to == "" || r.dialect.Link == nil {
		return
	}
	var label strings.Builder
	for _, s := range (*out)[from:] {
		label.WriteString(s.text)
	}
	before, after := r.dialect.Link(label.String(), to)
	if before != "" {
		*out = slices.Insert(*out, from, span{before, literal})
	}
	if after != "" {
		*out = append(*out, span{after, literal})
	}
}

// oneWord is an address without anything that could end it or hide in it.
func oneWord(url string) string {
	return strings.Join(strings.Fields(Clean(url)), "%20")
}

// text resolves backslashes and character references. A reference may stand for
// a control character, so the result is cleaned again, and it is never a break.
func (r *reader) text(raw []byte) string {
	if !strings.ContainsAny(string(raw), "\\&\t") {
		return string(raw)
	}
	var b strings.Builder
	for len(raw) > 0 {
		switch {
		case raw[0] == '\\' && len(raw) > 1 && util.IsPunct(raw[1]):
			b.WriteByte(raw[1])
			raw = raw[2:]
		case raw[0] == '&':
			n := reference(raw)
			b.Write(util.ResolveEntityNames(util.ResolveNumericReferences(raw[:n])))
			raw = raw[n:]
		default:
			b.WriteByte(raw[0])
			raw = raw[1:]
		}
	}
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' {
			return ' '
		}
		return c
	}, Clean(b.String()))
}

// reference is the length of the character reference at the start of raw, or 1.
// The longest name in HTML has 31 letters.
func reference(raw []byte) int {
	for i := 1; i < len(raw) && i < 34; i++ {
		switch c := raw[i]; {
		case c == ';':
			return i + 1
		case c == '#' && i == 1, c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		default:
			return 1
		}
	}
	return 1
}

func (r *reader) codeSpan(n ast.Node, s style) span {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.WriteString(strings.ReplaceAll(string(t.Segment.Value(r.source)), "\n", " "))
		}
	}
	text := b.String()
	if IsHandle(text) {
		return span{text, s | code | handle}
	}
	return span{text, s | code}
}

// IsHandle reports whether s is one of the mind's short names (MESSAGES 23):
// one of the letters m d l r c e a w K and a number.
func IsHandle(s string) bool {
	if len(s) < 2 || len(s) > 20 || !strings.ContainsRune("mdlrceawK", rune(s[0])) {
		return false
	}
	return strings.Trim(s[1:], "0123456789") == ""
}
