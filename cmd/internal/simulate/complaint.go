package simulate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/memory"
	"citadel/memory/event"
)

// complaint is what the person says against an answer, and which sort of error that counts as.
type complaint struct{ says, sort string }

// complaints are one of each sort that is said of an answer. He is right about none: that it counts is what is looked at.
var complaints = []complaint{
	{"That was far too long.", event.ErrTone},
	{"You made that up.", event.ErrInvented},
	{"I never said that.", event.ErrQuote},
	{"You sound too sure.", event.ErrOverstate},
	{"You got the wrong person.", event.ErrName},
}

// When complaints are made, by days, and about what.
const (
	firstComplaint, complaintEvery = 6, 23
	complainedOf                   = "Where does Bronwyn live?"
)

// complain has an answer complained of every few weeks, one sort more often than the others.
func (w *writer) complain() {
	for n, day := 0, firstComplaint; day < w.days; n, day = n+1, day+complaintEvery {
		on := w.talking(day)
		c := complaints[0]
		if n%2 == 1 {
			c = complaints[1+n/2%(len(complaints)-1)]
		}
		w.add(on, deed{text: complainedOf})
		w.add(on, deed{text: c.says, sort: c.sort})
	}
}

// blind holds what was complained of against what is watched for on the next day.
func blind(_ context.Context, w *world) (wrong []string, err error) {
	day := w.midnight(w.day).AddDate(0, 0, 1)
	w.c.Mind.Read(func(v memory.View) {
		var watched []string
		for _, b := range v.Self.BlindSpots(day) {
			watched = append(watched, b.Sort)
		}
		for _, sort := range w.tally.complained {
			if !slices.Contains(watched, sort) {
				wrong = append(wrong, fmt.Sprintf("%q was complained of, and is not watched for on %s", sort, day.Format(time.DateOnly)))
			}
		}
	})
	w.tally.complained = nil
	return wrong, nil
}
