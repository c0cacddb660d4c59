package turn

import (
	"fmt"
	"math"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
)

// MostAllowed is the highest ceiling that the principal can give a day in conversation, in
// US dollars.
const MostAllowed = 100

// Budget is how far the ceilings of a day and of its month are used up, in millionths of a
// US dollar. What is set aside for calls under way counts as spent until they end.
type Budget struct {
	Day   string // "2026-11-20", where the principal is
	Month string // "2026-11"

	OfDay, OfMonth       int64 // the ceilings
	Today, ThisMonth     int64 // spent
	Aside, AsideForMonth int64 // set aside
	Own                  bool  // the principal set the ceiling of this day himself
	Free                 bool  // who answers runs on this computer, and costs nothing
	DayHeld, MonthHeld   bool  // under this ceiling a call was not made: what is left is too little
}

// Budget reads it from the folds, for the moment of the turn.
func (t *Turn) Budget(v memory.View) Budget {
	b := Budget{
		Day: t.Now.Format("2006-01-02"), Month: t.Now.Format("2006-01"),
		OfDay: Millionths(t.Host.Ceilings.Day), OfMonth: Millionths(t.Host.Ceilings.Month),
	}
	if own, ok := v.Principal.Ceiling(b.Day); ok {
		b.OfDay, b.Own = Millionths(own), true
	}
	b.Today, b.Aside = v.Spending.Day(b.Day)
	b.ThisMonth, b.AsideForMonth = v.Spending.Month(b.Month)
	now, _ := t.Host.Answers(v.Principal.Model())
	b.Free = now.Loopback
	b.DayHeld = v.Spending.Reached(b.Day, b.OfDay)
	b.MonthHeld = v.Spending.Reached(b.Month, b.OfMonth)
	return b
}

// Millionths gives an amount of US dollars in millionths.
func Millionths(dollars float64) int64 { return int64(math.Round(dollars * 1e6)) }

// Left is what may still be spent today and this month, each under its own ceiling alone:
// never less than nothing.
func (b Budget) Left() (today, month int64) {
	return max(0, b.OfDay-b.Today-b.Aside), max(0, b.OfMonth-b.ThisMonth-b.AsideForMonth)
}

// nothing is what is too little for any call: a cent.
const nothing = 10_000

// Reached names the ceiling that keeps the model from being asked: "day", "month" or "". A
// model that costs nothing is kept from it only by a ceiling of nothing.
func (b Budget) Reached() string {
	today, month := b.Left()
	switch {
	case b.Free && b.OfDay > 0 && b.OfMonth > 0:
		return ""
	case month < nothing || b.MonthHeld:
		return "month"
	case today < nothing || b.DayHeld:
		return "day"
	}
	return ""
}

// Allow is the button to be offered where the ceiling of the day is reached: it doubles it
// as far as the month bears. It reports false where there is nothing to offer.
func (b Budget) Allow() (event.Button, bool) {
	_, month := b.Left()
	more := min(2*b.OfDay, MostAllowed*1_000_000, b.Today+b.Aside+month)
	more -= more % 10_000 // whole cents
	if more <= b.Today+b.Aside || more <= b.OfDay {
		return event.Button{}, false
	}
	return event.Button{Label: "Allow " + phrase.Dollars(more), Says: fmt.Sprintf("allow %d.%02d", more/1_000_000, more/10_000%100)}, true
}
