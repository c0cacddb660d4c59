package inspect

import (
	"iter"
	"strings"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// Size of a message (MESSAGES, rule 2).
const (
	maxLines = 12
	maxRunes = 900
)

// onwards ends a list that goes on.
const onwards = "`more` shows the next ones."

// list makes the reply of a list: its head, as many items as fit, its foot, and the word
// that shows the rest. On a later page the items of the earlier ones are left out and the
// head is repeated. Items are taken one by one, none after the page is full; where the whole is
// wanted, at most maxAbout.
func (l *look) list(head *phrase.Text, items iter.Seq2[*phrase.Text, error], foot *phrase.Text) (*turn.Reply, error) {
	page, room := 1, newRoom(head, foot)
	var shown, held []*phrase.Text // a label is held back until there is something under it
	goesOn := false
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		if isLabel(item) {
			held = []*phrase.Text{item}
			continue
		}
		if held = append(held, item); !room.takes(held...) && !l.uncut {
			if page == l.page {
				goesOn = true
				break
			}
			page, room, shown = page+1, newRoom(head, foot), nil
			room.takes(held...) // one at least, whatever its size
		}
		shown, held = append(shown, held...), nil
		if l.uncut && len(shown) >= maxAbout {
			break
		}
	}
	if page < l.page {
		return l.says(new(phrase.Text).Say("That was all of it.")), nil
	}
	text := new(phrase.Text).Add(head)
	for _, item := range shown {
		if isLabel(item) {
			text.Break().Add(item).Break()
			continue
		}
		text.Item().Add(item)
	}
	if foot != nil && !foot.Empty() {
		text.Break().Add(foot)
	}
	if goesOn {
		text.Break().Say(onwards)
	}
	return l.says(text), nil
}

// label is an entry of a list that names those after it.
func label(words string) *phrase.Text { return new(phrase.Text).Say("**%s**", words) }

func isLabel(t *phrase.Text) bool {
	s := t.String()
	return strings.HasPrefix(s, "**") && strings.HasSuffix(s, "**")
}

// room is what is left of a message.
type room struct{ lines, runes int }

func newRoom(fixed ...*phrase.Text) *room {
	r := &room{maxLines - 1, maxRunes - utf8.RuneCountInString(onwards) - 2}
	for _, t := range fixed {
		if t != nil {
			r.takes(t)
			r.runes -= 4
		}
	}
	return r
}

// takes makes room for texts, and says whether there was enough for all of them.
func (r *room) takes(texts ...*phrase.Text) bool {
	lines, runes := 0, 0
	for _, t := range texts {
		s := t.String()
		for line := range strings.SplitSeq(s, "\n") {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		runes += utf8.RuneCountInString(s) + len("\n- ")
	}
	if lines > r.lines || runes > r.runes {
		return false
	}
	r.lines -= lines
	r.runes -= runes
	return true
}

// each makes items of a slice.
func each[T any](all []T, word func(T) (*phrase.Text, error)) iter.Seq2[*phrase.Text, error] {
	return func(yield func(*phrase.Text, error) bool) {
		for _, one := range all {
			if !yield(word(one)) {
				return
			}
		}
	}
}

// numbers lists the events behind items.
func numbers[T any](all []T, number func(T) event.Seq) []event.Seq {
	seqs := make([]event.Seq, len(all))
	for i, one := range all {
		seqs[i] = number(one)
	}
	return seqs
}
