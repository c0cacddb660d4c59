package spending

import (
	"fmt"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Lines of the list in a notice, and in a statement, which has ten lines in all (TRUST, Spend).
const (
	linesOfNotice    = 6
	linesOfStatement = 6
)

// word words the post (MESSAGES, Spend ceiling).
func (t *telling) word() *phrase.Text {
	text := new(phrase.Text)
	switch {
	case t.share == 0:
		t.state(text)
		return text
	case t.over:
		t.wasReached(text)
	case t.share == reached:
		t.isReached(text)
	default:
		text.Claim(t.rests, "**%s of %s spent %s.**", phrase.Dollars(t.spent), phrase.Dollars(t.ceiling), t.when())
		text.Say(" At the ceiling I go on without a model until ").Claim(t.rests, "%s", t.until()).Say(".")
	}
	t.list(text, linesOfNotice)
	switch {
	case len(t.period) > len(month):
		text.Break().Claim(t.rests, "%s so far: %s of %s.", t.day().Format("January"), phrase.Dollars(t.inMonth), phrase.Dollars(t.ofMonth))
	case t.share == reached:
		text.Break().Say("The ceiling of a month is `ceilings.month` in the settings on the host.")
	}
	return text
}

func (t *telling) isReached(text *phrase.Text) {
	whose := "the ceiling of a day"
	switch {
	case len(t.period) == len(month):
		whose = "the ceiling of a month"
	case t.own:
		whose = "the ceiling you set"
	}
	if phrase.Dollars(t.spent) == phrase.Dollars(t.ceiling) {
		text.Claim(t.rests, "**%s spent %s, %s.**", phrase.Dollars(t.spent), t.when(), whose)
	} else {
		text.Claim(t.rests, "**%s of %s spent %s:", phrase.Dollars(t.spent), phrase.Dollars(t.ceiling), t.when()).Say(" the next call would pass %s.**", whose)
	}
	text.Say(" Until ").Claim(t.rests, "%s", t.until()).Say(" I work without a model; reminders and recall go on.")
}

func (t *telling) wasReached(text *phrase.Text) {
	text.Claim(t.rests, "**%s of %s was spent %s: the ceiling was reached.**", phrase.Dollars(t.spent), phrase.Dollars(t.ceiling), t.when())
	text.Say(" From ").Claim(t.rests, "%s to 00:00", t.since.In(t.now.Location()).Format("15:04")).Say(" I worked without a model.")
}

// state is the statement of a month: an estimate, and it says so.
func (t *telling) state(text *phrase.Text) {
	about := "about "
	if t.spent < cent/2 {
		about = "" // "under US$0.01" is vague enough
	}
	text.Claim(t.rests, "**%s: %s%s for language models.**", t.day().Format("January 2006"), about, phrase.Dollars(t.spent))
	text.Say(" An estimate, from the tokens and the prices I know; what you owe stands in the providers' bills.")
	t.list(text, linesOfStatement)
	day, err := time.ParseInLocation(time.DateOnly, t.dearest, t.now.Location())
	if err == nil && t.dearDay < t.spent {
		text.Break().Say("The dearest day was ").Claim(t.rests, "%s: %s", phrase.Day(day, t.now), phrase.Dollars(t.dearDay)).Say(".")
	}
	if t.guessed > 0 {
		calls := phrase.Count(len(t.guesses), "call")
		text.Break().Claim(t.guesses[max(0, len(t.guesses)-newest):], "%s of it is the most that %s can have cost", phrase.Dollars(t.guessed), calls)
		text.Say(": the provider did not say.")
	}
	if len(t.unpriced) > 0 {
		text.Break().Say("No price is known for ").Claim(t.rests, "%s", enumerate(t.unpriced)).Say(": counted as the dearest I know.")
	}
}

// list lists what the money was spent on.
func (t *telling) list(text *phrase.Text, most int) {
	for _, i := range t.top(most) {
		text.Item().Claim(i.rests, "%s: %s", i.label, phrase.Dollars(i.cost))
		if i.label == questions {
			text.Say(" (").Claim(i.rests, "%s", phrase.Count(len(i.answers), "answer")).Say(")")
		}
	}
}

// day is the first moment of the period, where the principal is.
func (t *telling) day() time.Time {
	layout := time.DateOnly[:len(t.period)]
	at, err := time.ParseInLocation(layout, t.period, t.now.Location())
	if err != nil {
		return t.now // a period that is told of is one of now's
	}
	return at
}

// when words the period: "on Fri 20 Nov", "in November 2026".
func (t *telling) when() string {
	if len(t.period) == len(month) {
		return "in " + t.day().Format("January 2006")
	}
	return "on " + phrase.Day(t.day(), t.now)
}

// until words when the period ends.
func (t *telling) until() string {
	if len(t.period) == len(month) {
		first := t.day()
		return phrase.Day(time.Date(first.Year(), first.Month()+1, 1, 0, 0, 0, 0, first.Location()), t.now) + ", 00:00"
	}
	return "00:00"
}

// buttons are what can be pressed where more can be allowed.
func (t *telling) buttons() []event.Button {
	if t.more == 0 {
		return nil
	}
	return []event.Button{
		{Label: "Allow " + phrase.Dollars(t.more), Says: fmt.Sprintf("allow %d.%02d", t.more/1_000_000, t.more/cent%100)},
		{Label: "Stay without", Says: "stay without"},
	}
}

// enumerate lists names: "a", "a and b", "a, b and 3 others".
func enumerate(names []string) string {
	switch n := len(names); {
	case n <= 2:
		return strings.Join(names, " and ")
	default:
		return fmt.Sprintf("%s, %s and %s", names[0], names[1], phrase.Count(n-2, "other"))
	}
}
