package prompt

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"citadel/memory/event"
	"citadel/memory/words"
)

// Limits of a text in a prompt, in bytes.
const (
	MaxText   = 16 << 10 // of a message: beyond it head and tail are shown (SPEC §3)
	MaxMemory = 4 << 10  // of a memory
	maxAbout  = 600      // of what a message answers
	maxName   = 80       // of a person or a file
	maxSignal = 1 << 10  // of one line of what was noticed
)

// Tags are the names of the tags that set other words apart from the principal's. An
// answer has no use for them.
var Tags = []string{"memories", "memory", "quoted", "program", "file", "learned", "former", "noticed", "signal", "earlier"}

// posed are names that nobody's words may take on: a text that says "<system>" would have itself
// obeyed.
var posed = []string{"system", "assistant", "developer", "instruction"}

// escape makes a text harmless between our tags: it can neither close the one it stands in
// nor open another, because each "<" that would begin one becomes "&lt;". Everything else
// stays, so that code and prices below a limit read as they were written. What cannot be
// seen goes: broken bytes, control characters and the invisible letters in which
// instructions are hidden.
func escape(text string) string {
	text = visible(text)
	at := strings.IndexByte(text, '<')
	if at < 0 {
		return text
	}
	var out strings.Builder
	from := 0
	for ; at < len(text); at++ {
		if text[at] == '<' && opensTag(text[at+1:]) {
			out.WriteString(text[from:at])
			out.WriteString("&lt;")
			from = at + 1
		}
	}
	out.WriteString(text[from:])
	return out.String()
}

// opensTag says whether one of our tags, one that poses as an instruction, or the end of either
// follows a "<".
func opensTag(s string) bool {
	s = strings.TrimLeft(s[:min(len(s), 24)], " \t\n/\\")
	begins := func(t string) bool { return len(s) >= len(t) && strings.EqualFold(s[:len(t)], t) } // also "memoryX": nobody needs it
	return slices.ContainsFunc(Tags, begins) || slices.ContainsFunc(posed, begins)
}

// visible drops what cannot be seen.
func visible(text string) string {
	hidden := func(r rune) bool {
		return words.Hidden(r) || r == utf8.RuneError || r == 0x2028 || r == 0x2029 // broken bytes, ends of lines that are none
	}
	if strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, text)
}

// attribute makes a name fit between the quotation marks of a tag.
func attribute(s string) string {
	s = strings.Join(strings.Fields(visible(s)), " ")
	if len(s) > maxName {
		s = border(s, maxName)
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '"':
			return '\''
		case '<', '>':
			return -1
		}
		return r
	}, s)
}

// name is a name for the instructions, or what stands in its place where there is none.
func name(s, otherwise string) string {
	if s = attribute(s); s == "" {
		return otherwise
	}
	return s
}

// shorten gives a text of at most limit bytes: where it is longer, three quarters of that
// from its head and the rest from its tail, and says so at its end. The receipt notes it.
func (b *builder) shorten(text string, limit int, seq event.Seq) string {
	short, shown := headAndTail(text, limit)
	if shown < len(text) {
		b.receipt.Cut = append(b.receipt.Cut, Cut{Seq: seq, Shown: shown, Of: len(text)})
	}
	return short
}

func headAndTail(text string, limit int) (short string, shown int) {
	if len(text) <= limit {
		return text, len(text)
	}
	head := border(text, limit*3/4)
	at := len(text) - limit/4
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	tail := text[at:]
	shown = len(head) + len(tail)
	return fmt.Sprintf("%s\n[...]\n%s\ncut: %d of %d bytes", head, tail, shown, len(text)), shown
}

// border is the beginning of a text that has at most n bytes and ends between two
// characters.
func border(text string, n int) string {
	for k := n; k > n-utf8.UTFMax && k > 0; k-- {
		if utf8.RuneStart(text[k]) {
			return text[:k]
		}
	}
	return text[:n]
}

// quoted sets somebody else's words apart.
func quoted(from, text string) string {
	return `<quoted from="` + attribute(from) + `">` + "\n" + text + "\n</quoted>"
}
