package markup

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Kind says how a Range is set off.
type Kind string

// The kinds of Range.
const (
	Bold   Kind = "bold"
	Italic Kind = "italic"
	Code   Kind = "code"  // a code span
	Pre    Kind = "pre"   // a code block
	Link   Kind = "link"  // with an address
	Quote  Kind = "quote" // whole lines
)

// Range is a part of a plain text that is set off.
type Range struct {
	Kind       Kind
	Start, End int    // bytes of the plain text, Start < End, both between two characters
	URL        string // Link
	Language   string // Pre: the word after the opening fence; may be empty
}

// Styled renders text, which is CommonMark, for platforms that take plain words and a list
// of what is set off in them, instead of markers. Lists keep their bullets and numbers as
// words, headings are bold, links that lead nowhere and addresses that are their own label
// are words alone. Of quotes within quotes only the outermost is a Range.
//
// The ranges are ordered by where they start, longer ones first, and any two are either
// apart or one within the other. Nothing else lies within Code or Pre, and code within a
// link is that link. Blank text gives "". It never fails, like Render.
func Styled(text string, links Links) (string, []Range) {
	text = Clean(text)
	w := styler{}
	d := Dialect{Link: func(label, url string) (before, after string) {
		if url == label || url == "mailto:"+label {
			return "", ""
		}
		return url, endOfLink
	}}
	for _, piece := range Split(text, maxParsed, nil) {
		w.apart(2)
		w.blocks(parse(piece, &d, links), false)
	}
	slices.SortStableFunc(w.ranges, func(a, b Range) int {
		return cmp.Or(a.Start-b.Start, b.End-a.End, depth(a.Kind)-depth(b.Kind))
	})
	return w.out.String(), w.ranges
}

// depth orders ranges that cover the same words, from the outside in.
func depth(k Kind) int {
	return slices.Index([]Kind{Quote, Link, Bold, Italic, Code, Pre}, k)
}

// endOfLink stands behind a link's label; clean text and addresses cannot hold it.
const endOfLink = "\x00"

// styler writes words and remembers what is set off. Line breaks wait until a word follows
// them, so that none is at the end and no block that turned out empty leaves any.
type styler struct {
	out    strings.Builder
	ranges []Range
	breaks int    // to be written before the next word
	indent string // of lines within a list item
	quotes int    // how many are open
	quote  int    // where the outermost begins; -1 while it has no word
}

// apart asks for n line breaks before what comes next, unless there are more already.
func (w *styler) apart(n int) {
	if w.out.Len() > 0 {
		w.breaks = max(w.breaks, n)
	}
}

// begin writes what is due before a word, and returns where the word begins.
func (w *styler) begin(indent string) int {
	if w.out.Len() == 0 {
		w.breaks = 0
	}
	broke := w.breaks > 0
	for ; w.breaks > 0; w.breaks-- {
		w.out.WriteByte('\n')
	}
	if w.quotes > 0 && w.quote < 0 {
		w.quote = w.out.Len()
	}
	if broke {
		w.out.WriteString(indent)
	}
	return w.out.Len()
}

// words writes text, which may hold line breaks, and returns where its words begin and
// end; both are the same where it has none.
func (w *styler) words(text string) (start, end int) {
	start = -1
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			w.breaks++
		}
		if line == "" {
			continue
		}
		if at := w.begin(w.indent); start < 0 {
			start = at
		}
		w.out.WriteString(line)
	}
	end = w.out.Len()
	if start < 0 {
		start = end
	}
	return start, end
}

// mark sets a part off. It grows the last range of that kind where that ends here and
// join allows it.
func (w *styler) mark(r Range, join bool) {
	if r.Start >= r.End {
		return
	}
	if join {
		for i := len(w.ranges) - 1; i >= 0 && i >= len(w.ranges)-3; i-- {
			if last := &w.ranges[i]; last.Kind == r.Kind && last.End == r.Start {
				last.End = r.End
				return
			}
		}
	}
	w.ranges = append(w.ranges, r)
}

func (w *styler) blocks(bs []block, tight bool) {
	for i, b := range bs {
		switch {
		case i == 0:
		case tight:
			w.apart(1)
		default:
			w.apart(2)
		}
		w.block(b)
	}
}

func (w *styler) block(b block) {
	switch b.shape {
	case codeBlock:
		code := strings.Trim(b.code, "\n") // blank lines at its edges say nothing, and platforms cut them
		if code == "" {
			return
		}
		start := w.begin("")
		w.out.WriteString(code)
		w.mark(Range{Kind: Pre, Start: start, End: w.out.Len(), Language: b.info}, false)
	case rule:
		w.words("———")
	case quote:
		if w.quotes == 0 {
			w.quote = -1
		}
		w.quotes++
		w.blocks(b.children, false)
		if w.quotes--; w.quotes == 0 && w.quote >= 0 {
			w.mark(Range{Kind: Quote, Start: w.quote, End: w.out.Len()}, false)
		}
	case list:
		w.list(b)
	default:
		w.paragraph(b.spans)
	}
}

func (w *styler) list(b block) {
	outer := w.indent
	for i, it := range b.children {
		if i > 0 {
			w.apart(1)
			if !b.tight {
				w.apart(2)
			}
		}
		marker := "•"
		if b.ordered {
			marker = strconv.Itoa(b.start+i) + "."
		}
		w.words(marker)
		if len(it.children) == 0 {
			continue
		}
		if s := it.children[0].shape; s == codeBlock || s == quote {
			w.apart(1) // these are whole lines
		} else {
			w.out.WriteByte(' ')
		}
		w.indent = outer + strings.Repeat(" ", columns(marker)+1)
		w.blocks(it.children, b.tight)
		w.indent = outer
	}
}

func (w *styler) paragraph(spans []span) {
	inLink, edge := -1, true // the range of the open link; whether a link begins or ends here
	for _, s := range spans {
		switch {
		case s.style&literal != 0 && s.text == endOfLink:
			if l := &w.ranges[inLink]; l.Start == l.End {
				w.ranges = slices.Delete(w.ranges, inLink, inLink+1) // it had no word
			}
			inLink, edge = -1, true
			continue
		case s.style&literal != 0:
			inLink, edge = len(w.ranges), true
			w.ranges = append(w.ranges, Range{Kind: Link, Start: -1, End: -1, URL: s.text})
			continue
		}
		start, end := w.words(s.text)
		if start == end {
			continue
		}
		if inLink >= 0 {
			if l := &w.ranges[inLink]; l.Start < 0 {
				l.Start = start
			}
			w.ranges[inLink].End = end
		}
		if s.style&code != 0 && inLink < 0 {
			w.mark(Range{Kind: Code, Start: start, End: end}, false)
			edge = false
			continue
		}
		if s.style&bold != 0 {
			w.mark(Range{Kind: Bold, Start: start, End: end}, !edge)
		}
		if s.style&italic != 0 {
			w.mark(Range{Kind: Italic, Start: start, End: end}, !edge)
		}
		edge = false
	}
}
