package briefing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/appointment"
	"citadel/brain/grave"
	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Memories are what was learned, the newest first; see ledger.Query. The query says of which kind and how many.
type Memories func(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Record, error]

// mostRead is how many of the newest memories are looked through for the day.
const mostRead = 5000

// told is what the principal said of this day before it began: appointments that stand in no calendar, and birthdays.
// What is a promise stands among what is due. Nothing grave is brought up, and nothing that a line of the calendar tells.
func told(ctx context.Context, s Source, calendar []*phrase.Text) (Section, error) {
	section := Section{Name: Told, Title: "You told me of today", More: "what's on today"}
	if s.Memories == nil {
		return section, nil
	}
	from, to := today(s.Now)
	said, birthdays := map[string]bool{}, 0
	var later []appointment.Change // newest first, as all are
	var sayings []appointment.Saying
	lines, ofBirth := map[event.Seq]*phrase.Text{}, map[event.Seq]bool{}
	for r, err := range s.Memories(ctx, ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind()}, Newest: true, Limit: mostRead}) {
		if err != nil {
			return section, fmt.Errorf("what was told: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return section, fmt.Errorf("what was told: %w", err)
		}
		l, ok := p.(event.Learned)
		if !ok || len(r.From) == 0 {
			continue
		}
		changed, changes := changeOf(l, from)
		comes := changes && !changed.Off && !changed.Day.Before(from) && changed.Day.Before(to) && l.On.Before(from)
		today := (comes || of(l, from, to)) && !slices.ContainsFunc(calendar, func(line *phrase.Text) bool { return alike(line.String(), l.Quote) })
		if !changes && !today {
			continue
		}
		holds := false
		s.Read(func(v memory.View) {
			h, known := v.Beliefs.Of(r.Seq)
			holds = known && !h.Over && !v.Origins.Other(r.Seq)
		})
		may, err := s.Shown(ctx, r.Seq)
		if err != nil {
			return section, err
		}
		if !holds || !may {
			continue
		}
		line := new(phrase.Text).Claim([]event.Seq{r.Seq}, "%s", phrase.Quote(phrase.Bare(l.Quote), phrase.MaxQuote))
		line.Say(", you on ").Claim([]event.Seq{r.Seq}, "%s", phrase.Source(phrase.Day(l.On.In(s.Now.Location()), s.Now), 'm', r.From[0]))
		if same := strings.ToLower(phrase.Bare(l.Quote)); today && !said[same] {
			said[same] = true
			sayings = append(sayings, appointment.Saying{Seq: r.Seq, Matter: appointment.Matter(l.Quote), Since: len(later)})
			ofBirth[r.Seq] = birthday(l)
		}
		if changes {
			changed.Seq = r.Seq
			later = append(later, changed)
		}
		lines[r.Seq] = line
	}
	for _, seq := range appointment.AsTheyStand(sayings, later, from, to) {
		if ofBirth[seq] {
			birthdays++
		}
		section.Lines, section.Rests = append(section.Lines, lines[seq]), append(section.Rests, seq)
	}
	var heads []string
	if birthdays > 0 {
		heads = append(heads, phrase.Few(birthdays, "birthday"))
	}
	if n := len(section.Lines) - birthdays; n > 0 {
		heads = append(heads, phrase.Few(n, "thing")+" you told me of")
	}
	slices.Reverse(section.Lines)
	section.Head, section.News = strings.Join(heads, ", "), len(heads) > 0
	return section, nil
}

// of says whether a memory is of a day: the principal said before it, in his own words and without doubt, what is to be
// on it.
func of(l event.Learned, from, to time.Time) bool {
	if l.Provenance != event.Stated || l.Hedged || l.Quote == "" || l.Sort == "promise" || l.Sort == "decision" || !l.On.Before(from) || grave.Heavy(l.Quote) {
		return false
	}
	said := l.On.In(from.Location())
	if birthday(l) { // of every year
		said = from.Add(-time.Minute)
	} else if !ahead(l.Quote) {
		return false
	}
	day, ok := when.Ahead(l.Quote, said)
	return ok && !day.Ambiguous && !day.From.Before(from) && day.From.Before(to) && !day.To.IsZero() && !day.To.After(to)
}

// changeOf is what a memory of his own words changes of what he said before.
func changeOf(l event.Learned, from time.Time) (appointment.Change, bool) {
	if l.Provenance != event.Stated || l.Hedged || l.Quote == "" || grave.Heavy(l.Quote) {
		return appointment.Change{}, false
	}
	return appointment.ReadChange(l.Quote, l.On.In(from.Location()))
}

func birthday(l event.Learned) bool {
	return l.Attribute == "birthday" || strings.Contains(strings.ToLower(l.Quote), "birthday is ")
}

// ahead says whether a sentence speaks of what is or will be. What speaks of what was may name a day as well, which is
// over then.
func ahead(text string) bool {
	low := " " + strings.Join(strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' }), " ") + " "
	if slices.ContainsFunc([]string{" was ", " were ", " had ", " did ", " went ", " from "}, func(w string) bool { return strings.Contains(low, w) }) {
		return false
	}
	return slices.ContainsFunc([]string{
		" is ", " are ", " am ", " will ", " have ", " has ", "'s ", "'ll ", "'m ", "'re ", " going to ", " arrives ", " arrive ", " comes ", " come ", " leaves ", " leave ", " lands ",
		" flies ", " fly ", " visits ", " visit ", " starts ", " start ", " begins ", " begin ", " ends ", " end ", " meet ", " meets ", " opens ", " closes ", " moves ", " returns ",
	}, func(w string) bool { return strings.Contains(low, w) })
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
