package telegram

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/connectors/markup"

	"github.com/go-telegram/bot/models"
)

// styled is a text with what is set off in it, in UTF-16 units, as Telegram has it. Nothing
// about the entities of a message is taken for granted.
type styled struct {
	text     string
	entities []models.MessageEntity
}

// maxEntities is how many of a message are looked at; Telegram allows a hundred.
const maxEntities = 500

// units gives the byte at which each UTF-16 unit of a text begins, and at the end its
// length. Both units of a character begin with it.
func units(text string) []int {
	at := make([]int, 0, len(text)+1)
	for i, r := range text {
		at = append(at, i)
		if r >= 0x10000 {
			at = append(at, i)
		}
	}
	return append(at, len(text))
}

// length is that of a text in UTF-16 units.
func length(text string) int {
	n := 0
	for _, r := range text {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// bytes are the borders of an entity in the text, which lie within it.
func borders(at []int, e models.MessageEntity) (from, to int) {
	last := len(at) - 1
	a := min(max(e.Offset, 0), last)
	b := min(max(e.Offset+max(e.Length, 0), a), last)
	return at[a], at[b]
}

// first is the entity of that kind with which the text begins, and its bytes.
func (s *styled) first(kind models.MessageEntityType) (word string, e *models.MessageEntity) {
	for i := range s.entities {
		if e := &s.entities[i]; e.Type == kind && e.Offset == 0 {
			_, to := borders(units(s.text), *e)
			return s.text[:to], e
		}
	}
	return "", nil
}

// cut removes so many bytes of the text from a byte on.
func (s *styled) cut(from, n int) {
	a, gone := length(s.text[:from]), length(s.text[from:from+n])
	s.text = s.text[:from] + s.text[from+n:]
	kept := make([]models.MessageEntity, 0, len(s.entities))
	for _, e := range s.entities {
		end := e.Offset + e.Length
		if e.Offset > a {
			e.Offset = max(e.Offset-gone, a)
		}
		if end > a {
			end = max(end-gone, a)
		}
		if e.Length = end - e.Offset; e.Length > 0 {
			kept = append(kept, e)
		}
	}
	s.entities = kept
}

// set is a part of a text that is set off, in bytes.
type set struct {
	kind     models.MessageEntityType
	from, to int
	url      string
	language string
}

// commonMark writes what is set off in CommonMark's marks. Plain words stay as they were
// typed, nothing is escaped and no character lost; a text without entities is itself.
func (s *styled) commonMark() string {
	if len(s.entities) == 0 {
		return s.text
	}
	at := units(s.text)
	var quotes, blocks, spans []set
	for _, e := range s.entities[:min(len(s.entities), maxEntities)] {
		from, to := borders(at, e)
		if from >= to {
			continue
		}
		p := set{e.Type, from, to, e.URL, e.Language}
		switch e.Type {
		case models.MessageEntityTypeBlockquote, models.MessageEntityTypeExpandableBlockquote:
			quotes = append(quotes, p)
		case models.MessageEntityTypePre:
			blocks = append(blocks, p)
		case models.MessageEntityTypeBold, models.MessageEntityTypeItalic, models.MessageEntityTypeCode:
			spans = append(spans, p)
		case models.MessageEntityTypeTextLink:
			if p.url = plainURL(p.url); p.url != "" && p.url != s.text[from:to] {
				spans = append(spans, p)
			}
		}
	}
	if len(quotes)+len(blocks)+len(spans) == 0 {
		return s.text
	}
	w := writer{text: s.text, spans: spans, blocks: apart(blocks)}
	w.quotes(apart(quotes))
	return w.out.String()
}

// apart are sets in order, without those that begin within another.
func apart(sets []set) []set {
	slices.SortStableFunc(sets, func(a, b set) int { return a.from - b.from })
	end := 0
	return slices.DeleteFunc(sets, func(s set) bool {
		if s.from < end {
			return true
		}
		end = s.to
		return false
	})
}

// plainURL is an address that can stand in a link's parentheses.
func plainURL(url string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C").Replace(
		strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, strings.TrimSpace(url)))
}

// writer writes one text with its marks.
type writer struct {
	text   string
	spans  []set
	blocks []set
	out    strings.Builder
	due    int    // line breaks that have to stand before what comes next
	prefix string // of every line, in a quote
}

// put writes words. Line breaks that are due come first, unless the words bring them.
func (w *writer) put(words string) {
	if w.out.Len() > 0 {
		own := len(words) - len(strings.TrimLeft(words, "\n"))
		words = strings.Repeat("\n", max(w.due-own, 0)) + words
	}
	w.due = 0
	if w.prefix != "" {
		if w.out.Len() == 0 || strings.HasSuffix(w.out.String(), "\n") {
			words = w.prefix + words
		}
		words = strings.ReplaceAll(words, "\n", "\n"+w.prefix)
	}
	w.out.WriteString(words)
}

// fresh has what comes next begin a line.
func (w *writer) fresh() {
	if w.out.Len() > 0 && !strings.HasSuffix(strings.TrimSuffix(w.out.String(), w.prefix), "\n") {
		w.due = max(w.due, 1)
	}
}

func (w *writer) quotes(quotes []set) {
	at := 0
	for _, q := range quotes {
		w.code(at, q.from)
		w.fresh()
		inner := writer{text: w.text, spans: w.spans, blocks: w.blocks}
		inner.code(q.from, q.to)
		w.prefix = "> "
		w.put(inner.out.String())
		w.prefix = ""
		w.due = 2 // a line right below would belong to the quote
		at = q.to
	}
	w.code(at, len(w.text))
}

// code writes a part of the text that is in no quote, or within one.
func (w *writer) code(from, to int) {
	at := from
	for _, b := range w.blocks {
		if b.from < at || b.to > to {
			continue
		}
		w.inline(at, b.from)
		w.fresh()
		body := w.text[b.from:b.to]
		fence := strings.Repeat("`", max(3, longestRun(body)+1))
		w.put(fence + language(b.language) + "\n" + body + "\n" + fence)
		w.due = 1
		at = b.to
	}
	w.inline(at, to)
}

// language is the word after a fence.
func language(s string) string {
	if f := strings.Fields(s); len(f) > 0 && !strings.ContainsAny(f[0], "`~") && utf8.ValidString(f[0]) {
		return f[0]
	}
	return ""
}

// longestRun is that of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// inline writes words, line by line: no mark reaches over the end of one.
func (w *writer) inline(from, to int) {
	for from < to {
		end := to
		if i := strings.IndexByte(w.text[from:to], '\n'); i >= 0 {
			end = from + i + 1
		}
		w.line(from, end)
		from = end
	}
}

// order is that of marks that begin together, from the outside in.
var order = []models.MessageEntityType{
	models.MessageEntityTypeTextLink, models.MessageEntityTypeBold, models.MessageEntityTypeItalic, models.MessageEntityTypeCode,
}

func (w *writer) line(from, to int) {
	var here []set
	edges := []int{from, to}
	for _, s := range w.spans {
		s.from, s.to = max(s.from, from), min(s.to, to)
		if s.from >= s.to {
			continue
		}
		body := w.text[s.from:s.to]
		s.from += len(body) - len(strings.TrimLeftFunc(body, unicode.IsSpace))
		s.to -= len(body) - len(strings.TrimRightFunc(body, unicode.IsSpace))
		if s.from < s.to && w.holds(s, from, to) {
			here = append(here, s)
			edges = append(edges, s.from, s.to)
		}
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var open []set
	for i := 0; i+1 < len(edges); i++ {
		a, b := edges[i], edges[i+1]
		wanted := at(here, a)
		keep := 0
		for keep < len(open) && slices.Contains(wanted, open[keep]) {
			keep++
		}
		for len(open) > keep {
			w.put(w.closing(open[len(open)-1]))
			open = open[:len(open)-1]
		}
		if len(wanted) > len(open) { // no mark opens before a space
			words := strings.TrimLeftFunc(w.text[a:b], unicode.IsSpace)
			w.put(w.text[a : b-len(words)])
			a = b - len(words)
		}
		for _, s := range wanted {
			if !slices.Contains(open, s) {
				w.put(w.opening(s))
				open = append(open, s)
			}
		}
		words := w.text[a:b]
		if slices.ContainsFunc(open, func(s set) bool { return s.kind == models.MessageEntityTypeTextLink }) {
			words = strings.NewReplacer("[", `\[`, "]", `\]`).Replace(words)
		}
		w.put(words)
	}
	for i := len(open) - 1; i >= 0; i-- {
		w.put(w.closing(open[i]))
	}
}

// at are the sets that cover a byte, one of each kind, from the outside in.
func at(sets []set, i int) []set {
	var out []set
	for _, kind := range order {
		for _, s := range sets {
			if s.kind == kind && s.from <= i && i < s.to {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// holds says whether CommonMark would take the marks around a set for marks: stars between
// a letter and a bracket are stars.
func (w *writer) holds(s set, from, to int) bool {
	if s.kind == models.MessageEntityTypeCode || s.kind == models.MessageEntityTypeTextLink {
		return true
	}
	inner, _ := utf8.DecodeRuneInString(w.text[s.from:])
	outer, n := utf8.DecodeLastRuneInString(w.text[from:s.from])
	if n > 0 && punct(inner) && !punct(outer) && !unicode.IsSpace(outer) {
		return false
	}
	inner, _ = utf8.DecodeLastRuneInString(w.text[:s.to])
	outer, n = utf8.DecodeRuneInString(w.text[s.to:to])
	return n == 0 || !punct(inner) || punct(outer) || unicode.IsSpace(outer)
}

func punct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func (w *writer) opening(s set) string { return w.marks(s).Before }

func (w *writer) closing(s set) string { return w.marks(s).After }

func (w *writer) marks(s set) markup.Marks {
	switch s.kind {
	case models.MessageEntityTypeBold:
		return markup.Marks{Before: "**", After: "**"}
	case models.MessageEntityTypeItalic:
		return markup.Marks{Before: "*", After: "*"}
	case models.MessageEntityTypeTextLink:
		return markup.Marks{Before: "[", After: "](" + s.url + ")"}
	}
	body := w.text[s.from:s.to]
	ticks := strings.Repeat("`", 1+longestRun(body))
	if len(ticks) > 1 {
		return markup.Marks{Before: ticks + " ", After: " " + ticks}
	}
	return markup.Marks{Before: "`", After: "`"}
}
