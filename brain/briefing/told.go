package briefing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"citadel/brain/appointment"
	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Memories are what was said and learned; see ledger.Query.
type Memories func(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error]

// Reads are the kinds of event that Memories is asked for.
func Reads() []event.Kind { return appointment.Reads() }

// told is what the principal said of this day before it began: appointments that stand in no calendar, and birthdays.
// What is a promise stands among what is due. Nothing grave is brought up, nothing that he doubts, and nothing that a line
// of the calendar tells.
func told(ctx context.Context, s Source, calendar []*phrase.Text) (Section, error) {
	section := Section{Name: Told, Title: "You told me of today", More: "what's on today"}
	if s.Memories == nil {
		return section, nil
	}
	book, err := appointment.Open(ctx, appointment.Source{Now: s.Now, Events: s.Memories, Read: s.Read, Shown: s.Shown})
	if err != nil {
		return section, fmt.Errorf("what was told: %w", err)
	}
	from, to := today(s.Now)
	birthdays := 0
	for _, t := range slices.Backward(book.On(from, to).Told) {
		booked := slices.ContainsFunc(calendar, func(line *phrase.Text) bool { return alike(line.String(), t.Text) })
		if grave.Heavy(t.Text) || !t.Changes && (t.Unsure || booked || !t.On.Before(from)) {
			continue
		}
		if t.Fixed {
			birthdays++
		}
		line := new(phrase.Text).Claim([]event.Seq{t.Seq}, "%s", phrase.Quote(phrase.Bare(t.Text), phrase.MaxQuote))
		line.Say(", you on ").Claim([]event.Seq{t.Seq}, "%s", phrase.Source(phrase.Day(t.On.In(s.Now.Location()), s.Now), 'm', t.Message))
		section.Lines, section.Rests = append(section.Lines, line), append(section.Rests, t.Seq)
	}
	var heads []string
	if birthdays > 0 {
		heads = append(heads, phrase.Few(birthdays, "birthday"))
	}
	if n := len(section.Lines) - birthdays; n > 0 {
		heads = append(heads, phrase.Few(n, "thing")+" you told me of")
	}
	section.Head, section.News = strings.Join(heads, ", "), len(heads) > 0
	return section, nil
}

// alike says whether two lines have a word in common that says something and is no word of time.
func alike(a, b string) bool {
	has := appointment.Matter(a)
	for term := range appointment.Matter(b) {
		if has[term] {
			return true
		}
	}
	return false
}
