// Package briefing is what a morning's message says (SPEC §16; MESSAGES 1): the appointments of the day,
// what is due, what was found in the night, the mail that waits, and what waits for the principal's
// word. A model may write its first line anew, from the same facts; every word of it can be traced.
//
// A section without content is left out, and a morning on which nothing is new has no message. What only
// waits, as it did the day before, is said beside news and is none itself: nobody is told the same thing
// every morning.
package briefing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// Job is the name of the background job that says it every morning.
const Job = "briefing"

// Source is what a briefing is made of. Its functions may block.
type Source struct {
	Now    time.Time // in the zone where the principal is
	Since  time.Time // when he was told last; what is newer is news
	Reader memory.Sight

	Read  func(fn func(v memory.View))
	Shown func(ctx context.Context, seqs ...event.Seq) (bool, error) // whether Reader may see what stands behind all of them

	Memories Memories // what he told of a day is looked up in them; may be nil. See Reads

	// Line writes the first line anew, of the message and what that rests on; "" where it does not. What it says is
	// checked against the message. Nil where nobody writes it.
	Line func(ctx context.Context, message string, rests []event.Seq) string

	// Presses says which of some mails press, by their places, the most pressing first. Nil where nobody says.
	Presses func(ctx context.Context, mails []string, rests []event.Seq) []int

	Absence   *Absence // that ended since; nil where there was none
	Outside   Outside
	Overnight func(ctx context.Context) (Section, error) // what was found in the night; may be nil

	line string // that a model wrote, and that holds
}

// Section is a part of it.
type Section struct {
	Name  string // a word, by which it is shortened
	Head  string // what the first line says of it: "two meetings"; "" where that says nothing of it
	Title string // above its lines, or before its one line where it has only that
	Lines []*phrase.Text
	Notes []*phrase.Text // what is to be said of them, such as that a calendar could not be read
	Left  int            // how many lines more there would be
	More  string         // the command that shows them
	News  bool           // it is reason enough for a message
	Rests []event.Seq

	others []event.Seq // what strangers wrote of it
}

// Message is what there is to say.
type Message struct {
	Text   phrase.Text
	Others []event.Seq // that hold words of strangers, in it

	Booked []event.Span // the appointments of the day, by the clock
	Rests  []event.Seq  // the look at the calendars that told them
}

// What a message has at most, so that it can be read on a telephone (MESSAGES, Rules), and a section of it.
const (
	mostLines      = 12
	mostCharacters = 900
	mostOfSection  = 5
)

// cut keeps the first lines of a section.
func (s Section) cut(most int) Section {
	if over := len(s.Lines) - most; over > 0 {
		s.Lines, s.Left = s.Lines[:most:most], over
	}
	return s
}

// The lines that are left of a section that is short.
const shortLines = 2

// length is how much the principal wants of a section.
func (s Source) length(section string) (l principal.Length) {
	s.Read(func(v memory.View) { l = min(v.Principal.Length(section), principal.Least(section)) })
	return l
}

// shortened is what is left of a section at a length. What is dropped is no news either.
func (s Section) shortened(l principal.Length) Section {
	n := len(s.Lines)
	switch {
	case l == principal.Dropped:
		return Section{}
	case l == principal.Counted && n > 0:
		s.Lines = []*phrase.Text{new(phrase.Text).Claim(s.Rests, "%d", n)}
		if s.More != "" {
			s.Lines[0].Say(", `%s`", s.More)
		}
	case l == principal.Short:
		s = s.cut(shortLines)
	}
	return s
}

// Write gives the message; nil where there is nothing to say. The errors are those of the ledger, and ctx's.
func Write(ctx context.Context, s Source) (*Message, error) {
	var all []Section
	var booked []event.Span
	var looked []event.Seq
	var calendar []*phrase.Text
	said := func(ctx context.Context, s Source) (Section, error) { return told(ctx, s, calendar) }
	for _, gather := range []func(context.Context, Source) (Section, error){appointments, due, said, overnight, headlines, corrections, mail, drafts, approvals, undecided, feeds} {
		section, err := gather(ctx, s)
		if err != nil {
			return nil, fmt.Errorf("briefing: %w", err)
		}
		if section.Name == Calendar {
			booked, looked, calendar = spans(section.Lines, s.Now), section.Rests, section.Lines
		}
		if section = section.shortened(s.length(section.Name)); len(section.Lines)+len(section.Notes) > 0 {
			all = append(all, section)
		}
	}
	if !news(all) && s.Absence == nil {
		return nil, nil
	}
	m := &Message{Text: *fitted(s, all), Booked: booked, Rests: looked}
	if s.Line != nil && s.Absence == nil && len(all) > 1 {
		whole := m.Text.String()
		if line := plain(s.Line(ctx, whole, m.Text.Rests())); holds(line, whole) {
			s.line = line
			m.Text = *fitted(s, all)
		}
	}
	for _, section := range all {
		m.Others = append(m.Others, section.others...)
	}
	return m, nil
}

func news(all []Section) bool {
	for _, section := range all {
		if section.News {
			return true
		}
	}
	return false
}

// fitted is the message with as much of each section as there is room for.
func fitted(s Source, all []Section) (t *phrase.Text) {
	lines, characters, most := mostLines, mostCharacters, mostOfSection
	switch s.length(principal.Whole) {
	case principal.Full:
	case principal.Short:
		lines, characters, most = 8, 600, 3
	default:
		lines, characters, most = 5, 400, 1
	}
	for ; most > 0; most-- {
		short := make([]Section, 0, len(all))
		for _, section := range all {
			short = append(short, section.cut(most))
		}
		t = word(s, short)
		n := 0
		for line := range strings.Lines(t.String()) {
			if strings.TrimSpace(line) != "" {
				n++
			}
		}
		if n <= lines && utf8.RuneCountInString(t.String()) <= characters {
			break
		}
	}
	return t
}

// word is the message.
func word(s Source, all []Section) *phrase.Text {
	t, thin := new(phrase.Text), false
	if s.Absence != nil {
		s.Absence.returned(t, all)
		defer s.Absence.closing(t, s.Now)
	} else {
		thin = head(t, s, all)
	}
	for _, section := range all {
		lines := slices.Concat(section.Lines, section.Notes)
		if thin && len(all) == 1 && len(lines) == 1 {
			return t.Say(" %s: ", section.Title).Add(lines[0])
		}
		t.Break()
		t.Break()
		if len(lines) == 1 && section.Left == 0 {
			t.Say("**%s:** ", section.Title).Add(lines[0])
			continue
		}
		t.Say("**%s**", section.Title).Break()
		for _, line := range lines {
			t.Item().Add(line)
		}
		if section.Left > 0 {
			t.Item().Claim(section.Rests, "%d more", section.Left)
			if section.More != "" {
				t.Say(", `%s`", section.More)
			}
		}
	}
	return t
}

// head is the first line, which is all that a telephone shows: "Fri 20 Nov: two meetings, one thing due."
// thin says that the day holds nothing, and only what waits is told.
func head(t *phrase.Text, s Source, all []Section) (thin bool) {
	var parts []string
	var rests []event.Seq
	due, booked := false, false // what he told of the day is as good as an appointment
	for _, section := range all {
		due, booked = due || section.Name == Due, booked || section.Name == Calendar || section.Name == Told
		rests = append(rests, section.Rests...)
		if section.Head != "" {
			parts = append(parts, section.Head)
		}
	}
	if !due && !booked {
		nothing := "nothing due"
		if s.Outside.has(agenda) {
			nothing += ", no appointments"
		}
		parts = append([]string{nothing}, parts...)
	}
	line := strings.Join(parts, ", ")
	if s.line != "" {
		line = s.line
	}
	t.Claim(rests, "**%s: %s.**", phrase.Day(s.Now, s.Now), line)
	return !due && !booked
}
