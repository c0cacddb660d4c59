package prompt

import (
	"fmt"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/signal"
	"citadel/memory/event"
)

// noticed words the signals of the turn, in the order of their places: P18 what is being thought
// about, P20 what grows and what is not known, P22 what is intended, P30 to P80 the rest.
func (b *builder) noticed() (text string, seqs []event.Seq) {
	signals := slices.Clone(b.in.Signals)
	slices.SortStableFunc(signals, func(x, y signal.Signal) int { return x.At - y.At })
	var s strings.Builder
	for _, x := range signals {
		for _, l := range x.Lines {
			fmt.Fprintf(&s, "<signal kind=\"%s\"", attribute(x.Kind))
			if l.Seq != 0 {
				handle, date := phrase.Handle(l.Letter, l.Seq), phrase.FullDay(l.On, b.in.Now)
				b.handles[handle] = date
				fmt.Fprintf(&s, " link=\"%s\"", phrase.Source(date, l.Letter, l.Seq))
			}
			if l.Note != "" {
				fmt.Fprintf(&s, " note=\"%s\"", attribute(l.Note))
			}
			fmt.Fprintf(&s, ">%s</signal>\n", escape(b.shorten(l.Text, maxSignal, l.Seq)))
		}
		seqs = append(seqs, x.Seqs...)
		seqs = append(seqs, x.Cites()...)
	}
	if s.Len() == 0 {
		return "", nil
	}
	return "<noticed>\n" + strings.TrimSpace(noticedText) + "\n" + s.String() + "</noticed>", seqs
}
