// Package contest words the question which of two statements holds (MESSAGES 16). It is asked
// in two ways, with "review" and unasked, and reads the same in both.
package contest

import (
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/when"
	"citadel/memory/event"
)

// Side is one of two memories that cannot both hold.
type Side struct {
	Memory  event.Seq
	Source  event.Seq // the message it was made of, or the memory itself
	Learned event.Learned
}

// SideOf is a memory with what it rests on, oldest first, as a side.
func SideOf(memory event.Seq, from []event.Seq, l event.Learned) Side {
	return Side{Memory: memory, Source: SourceOf(memory, from), Learned: l}
}

// SourceOf is the message that a memory was made of, of all that it rests on, oldest first: the
// newest, since what stands before it only says of whom it speaks. It is the memory itself where it
// rests on nothing.
func SourceOf(memory event.Seq, from []event.Seq) event.Seq {
	if len(from) == 0 {
		return memory
	}
	return from[len(from)-1]
}

// Rests are the events behind what is told of it.
func (s Side) Rests() []event.Seq { return []event.Seq{s.Memory, s.Source} }

// Said are the principal's words, or what was kept of them.
func (s Side) Said() string {
	if s.Learned.Quote != "" {
		return s.Learned.Quote
	}
	return s.Learned.Text
}

// Told is the side in his words, with the day as a link to them.
func (s Side) Told(now time.Time) string {
	return phrase.Quote(phrase.Bare(s.Said()), phrase.MaxQuote) + " (" + phrase.Source(phrase.FullDay(s.Learned.On, now), 'm', s.Source) + ")"
}

func (s Side) handle() string { return phrase.Handle('m', s.Memory) }

// Ask is the question, and what can be pressed under it: one side, the other, or neither. The
// older side comes first. Until it is answered both are given (SPEC §13.5), but of two days the
// earlier one is planned for.
func Ask(older, newer Side, now time.Time) (*phrase.Text, []event.Button) {
	a, b := older.Learned, newer.Learned
	labels := [2]string{"The first", "The second"}
	if a.Value != b.Value && fitsButton(a.Value) && fitsButton(b.Value) {
		labels = [2]string{a.Value, b.Value}
	}
	return Question(older, newer, "I give both", now), []event.Button{
		{Label: labels[0], Says: "confirm " + older.handle()}, {Label: labels[1], Says: "confirm " + newer.handle()},
		{Label: BothWrong, Says: "wrong " + older.handle() + " " + newer.handle()},
	}
}

// GoBy words that the newer of two statements is gone by, where it names another value than the older one.
func GoBy(older, newer string) string {
	if newer == "" || strings.EqualFold(older, newer) {
		return "I go by the newer one"
	}
	return "I go by " + newer + ", the newer one,"
}

// Question is the question alone. meanwhile is what is done until it is answered, where it is not
// between two days: "I give both".
func Question(older, newer Side, meanwhile string, now time.Time) *phrase.Text {
	text := new(phrase.Text)
	a, b := older.Learned, newer.Learned
	both := append(older.Rests(), newer.Rests()...)
	if a.Subject != "" && a.Attribute != "" && a.Attribute == b.Attribute && a.Value != b.Value {
		text.Claim(both, "You gave me two %s", Several(a.Attribute))
		if a.Subject != extract.Me {
			text.Say(" for ").Claim(both, "%s", yours(a.Subject))
		}
		text.Say(": ").Claim(older.Rests(), "%s", older.valued(now)).Say(" and ").Claim(newer.Rests(), "%s", newer.valued(now))
	} else {
		text.Say("Two things you told me cannot both hold: ")
		text.Claim(older.Rests(), "%s", older.Told(now)).Say(" and ").Claim(newer.Rests(), "%s", newer.Told(now))
	}
	if day := earlier(a, b, now); day != "" {
		text.Say(". ").Claim(both, "I plan for %s, the earlier one, until you say.", day)
	} else {
		text.Say(". ").Claim(both, "%s until you say.", meanwhile)
	}
	return text.Say(" Which holds?")
}

// yours is a subject as it is said to him who calls it "my passport".
func yours(subject string) string {
	for _, own := range [...]string{"my ", "our ", "My ", "Our "} {
		if rest, ok := strings.CutPrefix(subject, own); ok {
			return "your " + rest
		}
	}
	return subject
}

// valued is what a side says of the attribute in question, with what makes it unsure: "31 March",
// "June, I think".
func (s Side) valued(now time.Time) string {
	l := s.Learned
	said := l.Value
	if doubt := doubtBehind(s.Said(), l.Value); doubt != "" {
		said += doubt
	} else if l.Hedged {
		said = s.Said()
	}
	return phrase.Quote(phrase.Bare(said), phrase.MaxQuote) + " (" + phrase.Source(phrase.FullDay(l.On, now), 'm', s.Source) + ")"
}

// doubtBehind gives the words that say how sure somebody is right behind what he said: ", I think".
func doubtBehind(said, value string) string {
	at := strings.LastIndex(said, value)
	if at < 0 || value == "" {
		return ""
	}
	rest := said[at+len(value):]
	for _, doubt := range [...]string{", I think", ", I guess", ", I believe", ", maybe", ", perhaps", ", probably", ", possibly"} {
		if strings.HasPrefix(rest, doubt) {
			return doubt
		}
	}
	return ""
}

// earlier is the value that names the earlier day, if both name one and not the same.
func earlier(a, b event.Learned, now time.Time) string {
	x, ok := day(a, now)
	y, also := day(b, now)
	switch {
	case !ok || !also || x.Equal(y):
		return ""
	case x.Before(y):
		return a.Value
	}
	return b.Value
}

// day is the day that a value names, from the day on which it was said.
func day(l event.Learned, now time.Time) (time.Time, bool) {
	for _, lead := range [...]string{"on ", "in "} {
		if m, ok := when.Find(lead+l.Value, l.On.In(now.Location())); ok && m.HasDay && m.Recur == nil && !m.Ambiguous() {
			return m.At, true
		}
	}
	return time.Time{}, false
}

// fitsButton says whether a value is short enough to stand on a button (MESSAGES, rule 3).
func fitsButton(v string) bool {
	return v != "" && utf8.RuneCountInString(v) <= 20 && len(strings.Fields(v)) <= 3
}

// Several words what there are two of: "end dates", "employers".
func Several(attribute string) string {
	switch many := plural[attribute]; {
	case many != "":
		return many
	case strings.HasSuffix(attribute, "s"):
		return "answers"
	}
	_, many, _ := strings.Cut(phrase.Count(2, attribute), " ")
	return many
}

// plural words the attributes whose plural is no noun with an s.
var plural = map[string]string{
	"date": "dates", "end": "end dates", "start": "start dates", "due": "due dates", "residence": "homes", "location": "places",
	"name": "names", "allergic to": "allergies", "birthday": "birthdays", "employer": "employers", "spouse": "spouses",
	"day rate": "day rates", "price": "prices", "pays": "amounts", "birthplace": "birthplaces", "origin": "places of origin", "role": "jobs",
}
