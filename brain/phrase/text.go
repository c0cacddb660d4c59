package phrase

import (
	"fmt"
	"slices"
	"strings"

	"citadel/memory/event"
)

// Text is a message under construction: CommonMark, and beside it which stretch rests on
// which events. The zero value is empty and ready.
type Text struct {
	b     []byte
	cites []event.Cite
}

// Say adds words of the agent's own: nothing in them is a claim about the world.
func (t *Text) Say(format string, args ...any) *Text {
	t.b = fmt.Appendf(t.b, format, args...)
	return t
}

// Claim adds a stretch that rests on events. Without events it is the same as Say, and a
// golden test will find it if it holds a number, a date or a quote.
func (t *Text) Claim(seqs []event.Seq, format string, args ...any) *Text {
	start := len(t.b)
	t.b = fmt.Appendf(t.b, format, args...)
	if len(seqs) > 0 && len(t.b) > start {
		t.cites = append(t.cites, event.Cite{Start: start, End: len(t.b), Seqs: slices.Clone(seqs)})
	}
	return t
}

// Add appends another text with its claims.
func (t *Text) Add(o *Text) *Text {
	shift := len(t.b)
	t.b = append(t.b, o.b...)
	for _, c := range o.cites {
		t.cites = append(t.cites, event.Cite{Start: c.Start + shift, End: c.End + shift, Seqs: c.Seqs})
	}
	return t
}

// Break begins a new paragraph, unless nothing was said yet or one has just begun.
func (t *Text) Break() *Text {
	s := string(t.b)
	switch {
	case s == "" || strings.HasSuffix(s, "\n\n"):
	case strings.HasSuffix(s, "\n"):
		t.b = append(t.b, "\n"...)
	default:
		t.b = append(t.b, "\n\n"...)
	}
	return t
}

// Item begins an item of a list: after a blank line if the list begins here.
func (t *Text) Item() *Text {
	s := string(t.b)
	last := s[strings.LastIndexByte(strings.TrimSuffix(s, "\n"), '\n')+1:]
	switch {
	case s == "" || strings.HasSuffix(s, "\n\n"):
	case strings.HasPrefix(last, "- ") && !strings.HasSuffix(s, "\n"):
		t.b = append(t.b, "\n"...)
	default:
		t.Break()
	}
	t.b = append(t.b, "- "...)
	return t
}

// Renumber gives the text with other handles for what has no number yet. See
// event.Renumber.
func (t *Text) Renumber(to func(letter string, i int) string) Text {
	out := Text{cites: slices.Clone(t.cites)}
	out.b = []byte(event.Renumber(string(t.b), to, func(at, by int) {
		for i := range out.cites {
			if out.cites[i].Start > at {
				out.cites[i].Start += by
			}
			if out.cites[i].End > at {
				out.cites[i].End += by
			}
		}
	}))
	return out
}

// Empty says whether nothing was said.
func (t *Text) Empty() bool { return len(t.b) == 0 }

// String is the text so far.
func (t *Text) String() string { return string(t.b) }

// Cites are the claims so far, in the order of the text.
func (t *Text) Cites() []event.Cite { return t.cites }

// Rests lists every event the text rests on, ascending, each once.
func (t *Text) Rests() []event.Seq {
	var all []event.Seq
	for _, c := range t.cites {
		all = append(all, c.Seqs...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
