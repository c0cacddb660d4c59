package event

import (
	"slices"
	"strconv"
	"strings"
)

// Numbering is a payload that names things made in its own batch, which have no number
// until the batch is written. The ledger calls Numbered once, with the number of the i-th
// entry of the batch, before it encodes the payload.
type Numbering interface {
	Payload
	Numbered(number func(i int) Seq) Payload
}

// Here names the i-th entry (from 0) of the batch that is being written, wherever the number of an
// event stands that the ledger fills in: in causes, in what an entry rests on, and in Superseded.Memory.
func Here(i int) Seq { return here | Seq(i) } //nolint:gosec // i is not negative

const here = 1 << 63

// Numbered fills in a memory that is learned in the same batch.
func (p Superseded) Numbered(number func(i int) Seq) Payload {
	if p.Memory&here != 0 {
		p.Memory = number(int(p.Memory &^ here)) //nolint:gosec // as Here made it
	}
	return p
}

// mark encloses a handle whose number is not known yet: mark, letter, entry, mark. It is a
// control character that no text of a post holds otherwise.
const mark = "\x1a"

// Unnumbered is the handle of the i-th entry of the batch that a post is written in: a
// letter, and a number that is filled in when it is known.
func Unnumbered(letter byte, i int) string {
	return mark + string(rune(letter)) + strconv.Itoa(i) + mark
}

// Renumber gives every unnumbered handle of a text the entry that to makes of its own, and
// calls moved with the place and the change in length of each.
func Renumber(text string, to func(letter string, i int) string, moved func(at, by int)) string {
	if !strings.Contains(text, mark) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, mark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		token, after, closed := strings.Cut(rest, mark)
		i, err := strconv.Atoi(strings.TrimLeft(token, "mdlrceawK"))
		if !closed || len(token) < 2 || err != nil {
			text = rest // a stray mark is dropped
			continue
		}
		handle := to(token[:1], i)
		at := b.Len()
		b.WriteString(handle)
		moved(at, len(handle)-len(token)-2*len(mark))
		text = after
	}
}

// Numbered fills in the handles of what was made with the post.
func (p PostQueued) Numbered(number func(i int) Seq) Payload {
	return p.renumbered(func(letter string, i int) string { return letter + strconv.FormatUint(uint64(number(i)), 10) })
}

// Shifted moves the unnumbered handles of a post behind so many entries that come to stand before its own batch.
func (p PostQueued) Shifted(by int) PostQueued {
	return p.renumbered(func(letter string, i int) string { return Unnumbered(letter[0], i+by) })
}

func (p PostQueued) renumbered(handle func(letter string, i int) string) PostQueued {
	p.Cites = slices.Clone(p.Cites)
	p.Text = Renumber(p.Text, handle, func(at, by int) {
		for i := range p.Cites {
			if p.Cites[i].Start > at {
				p.Cites[i].Start += by
			}
			if p.Cites[i].End > at {
				p.Cites[i].End += by
			}
		}
	})
	p.Buttons = slices.Clone(p.Buttons)
	for i := range p.Buttons {
		p.Buttons[i].Says = Renumber(p.Buttons[i].Says, handle, func(int, int) {})
	}
	return p
}
