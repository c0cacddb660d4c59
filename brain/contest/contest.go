// Package contest words the question which of two statements holds (MESSAGES 16). It is asked
// in two ways, with "review" and unasked, and reads the same in both.
package contest

import (
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Side is one of two memories that cannot both hold.
type Side struct {
	Memory  event.Seq
	Source  event.Seq // the message it was made of, or the memory itself
	Learned event.Learned
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
// older side comes first. It picks none: until it is answered both are given (SPEC §13.5).
func Ask(older, newer Side, now time.Time) (*phrase.Text, []event.Button) {
	text := new(phrase.Text)
	a, b := older.Learned, newer.Learned
	if a.Subject != "" && a.Attribute != "" && a.Attribute == b.Attribute {
		both := append(older.Rests(), newer.Rests()...)
		text.Say("You gave me two %s", Several(a.Attribute))
		if a.Subject != extract.Me {
			text.Say(" for ").Claim(both, "%s", a.Subject)
		}
		text.Say(": ")
	} else {
		text.Say("Two things you told me cannot both hold: ")
	}
	text.Claim(older.Rests(), "%s", older.Told(now)).Say(" and ").Claim(newer.Rests(), "%s", newer.Told(now))
	text.Say(". Until you say, I give both. Which holds?")
	labels := [2]string{"The first", "The second"}
	if a.Value != b.Value && fitsButton(a.Value) && fitsButton(b.Value) {
		labels = [2]string{a.Value, b.Value}
	}
	return text, []event.Button{
		{Label: labels[0], Says: "confirm " + older.handle()}, {Label: labels[1], Says: "confirm " + newer.handle()},
		{Label: "Both wrong", Says: "wrong " + older.handle() + " " + newer.handle()},
	}
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
	return attribute + "s"
}

// plural words the attributes whose plural is no noun with an s.
var plural = map[string]string{
	"date": "dates", "end": "end dates", "start": "start dates", "due": "due dates", "residence": "homes", "location": "places",
	"name": "names", "allergic to": "allergies", "birthday": "birthdays", "employer": "employers", "spouse": "spouses",
	"day rate": "day rates", "price": "prices", "birthplace": "birthplaces", "origin": "places of origin", "role": "jobs",
}
