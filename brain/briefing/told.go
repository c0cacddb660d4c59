package briefing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

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
	over, err := endedBy(ctx, s)
	if err != nil {
		return section, err
	}
	from, to := today(s.Now)
	said, birthdays := map[string]bool{}, 0
	var later []appointment.Change // newest first, as all are
	var sayings []appointment.Saying
	lines := map[event.Seq]*phrase.Text{} // what may be told
	heard := map[event.Seq][]event.Seq{}  // the messages of the changes
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
		saying, tells := sayingOf(l, from)
		if !tells && changes && changed.Comes {
			saying, tells = sayingOn(l, changed.Day), true
		}
		saying.Seq, saying.Since = r.Seq, len(later)
		today := tells && l.On.Before(from) && !saying.From.Before(from) && !saying.To.After(to) &&
			!slices.ContainsFunc(calendar, func(line *phrase.Text) bool { return alike(line.String(), l.Quote) })
		meant := tells && slices.ContainsFunc(later, func(c appointment.Change) bool { return c.Concerns(&saying) }) // one of those that a change may be of
		if !changes && !today && !meant {
			continue
		}
		read := slices.ContainsFunc(later, func(c appointment.Change) bool {
			return (c.Seq == over[r.Seq] || slices.Contains(heard[c.Seq], over[r.Seq])) && c.Concerns(&saying)
		})
		holds := false
		s.Read(func(v memory.View) {
			h, known := v.Beliefs.Of(r.Seq)
			holds = known && (!h.Over || meant && read) && !v.Origins.Other(r.Seq)
		})
		may, err := s.Shown(ctx, r.Seq)
		if err != nil {
			return section, err
		}
		if !holds || !may && !meant {
			continue
		}
		line := new(phrase.Text).Claim([]event.Seq{r.Seq}, "%s", phrase.Quote(phrase.Bare(l.Quote), phrase.MaxQuote))
		line.Say(", you on ").Claim([]event.Seq{r.Seq}, "%s", phrase.Source(phrase.Day(l.On.In(s.Now.Location()), s.Now), 'm', r.From[0]))
		if same := strings.ToLower(phrase.Bare(l.Quote)) + saying.From.Format(time.DateOnly); tells && !said[same] {
			said[same] = true
			sayings = append(sayings, saying)
		}
		if changes && may {
			changed.Seq, heard[r.Seq] = r.Seq, r.From
			later = append(later, changed)
		}
		if may && (today || changes) {
			lines[r.Seq] = line
		}
	}
	for _, seq := range appointment.AsTheyStand(sayings, later, from, to) {
		if lines[seq] == nil {
			continue
		}
		if slices.ContainsFunc(sayings, func(s appointment.Saying) bool { return s.Seq == seq && s.Fixed }) {
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

// endedBy gives by which newer statement the newest memories are over, where nobody said that they were wrong. That "the
// meeting is cancelled" is kept as the end of every meeting: of which it may be is seen here.
func endedBy(ctx context.Context, s Source) (map[event.Seq]event.Seq, error) {
	by := map[event.Seq]event.Seq{}
	for r, err := range s.Memories(ctx, ledger.Query{Kinds: []event.Kind{event.Superseded{}.Kind()}, Newest: true, Limit: mostRead}) {
		if err != nil {
			return nil, fmt.Errorf("what is over: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return nil, fmt.Errorf("what is over: %w", err)
		}
		if o, ok := p.(event.Superseded); ok && by[o.Memory] == 0 && o.Reason != event.Wrong && o.Reason != event.Corrected && o.Reason != event.Undone {
			by[o.Memory] = o.By
		}
	}
	return by, nil
}

// sayingOf is what a memory tells of a day to come: the principal said it in his own words and without doubt. from is the
// morning for which it is read.
func sayingOf(l event.Learned, from time.Time) (appointment.Saying, bool) {
	if l.Provenance != event.Stated || l.Hedged || l.Quote == "" || l.Sort == "promise" || l.Sort == "decision" || grave.Heavy(l.Quote) {
		return appointment.Saying{}, false
	}
	said := l.On.In(from.Location())
	if birthday(l) { // of every year
		said = from.Add(-time.Minute)
	} else if !appointment.ToCome(l.Quote) {
		return appointment.Saying{}, false
	}
	day, ok := when.Ahead(l.Quote, said)
	if !ok || day.Ambiguous || day.From.IsZero() || day.To.IsZero() {
		return appointment.Saying{}, false
	}
	return appointment.Saying{Text: l.Quote, From: day.From, To: day.To, Fixed: birthday(l)}, true
}

// sayingOn is what a memory tells of a day.
func sayingOn(l event.Learned, day time.Time) appointment.Saying {
	y, m, d := day.Date()
	from := time.Date(y, m, d, 0, 0, 0, 0, day.Location())
	return appointment.Saying{Text: l.Quote, From: from, To: from.AddDate(0, 0, 1)}
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
