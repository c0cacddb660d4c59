// Package significance says whether a new figure of the economy moved far enough to matter, and how much
// that stands out (SPEC §15).
//
// The unit of work is a new figure, not a day: without one nothing moves, whatever the calendar says,
// and several at once are one net move. Both ends of a move come from one answer of the publisher, so that
// a table that was rebased, or revised throughout, moves nothing; what is stored serves to find revisions.
// Slow drifts count as much as jumps: a figure is compared with the last one that was told of, so far as that is
// not too long ago.
//
// What matters and what is unusual are two questions. A threshold answers the first; the second is answered by the
// spread of the indicator's own changes over as many figures, by median and not by mean, so that one wild
// week does not make the next one look calm.
package significance

import (
	"math"
	"slices"

	"citadel/memory/economy"
	"citadel/memory/event"
)

// Rule says what counts as a move of an indicator.
type Rule struct {
	Every    string  // D, W, M or Q
	Mode     string  // pct, bp, yoy_bp, pts or pct7
	Size     float64 // in the unit of the mode: percent, hundredths of a percentage point, points
	Policy   bool    // it is set by a central bank: any change is a decision, and never a minor one
	Seasonal bool    // it is compared with the same period of the year before
	Mean     int     // means of so many figures are compared, where one by itself tells little
}

// policySize is from which on a rate moved that a central bank sets, in hundredths of a percentage point. The
// smallest decisions were of 15; the rate that is paid wavers by less than this around the one that was set,
// and a decision of 25 can show as 24 of it.
const policySize = 10

func (r Rule) size() float64 {
	if r.Policy {
		return min(r.Size, policySize)
	}
	return r.Size
}

// oldest is how many figures ago a reference may lie at most.
func (r Rule) oldest() int {
	switch r.Every {
	case "W":
		return 8
	case "M":
		return 3
	case "Q":
		return 1
	}
	return 20
}

// rest is for how many figures after a move only one of twice the size is told.
func (r Rule) rest() int {
	if r.Every == "D" {
		return 5
	}
	return 0
}

// sample is of how many changes the spread is told.
func (r Rule) sample() int {
	switch r.Every {
	case "W":
		return 104
	case "M", "Q":
		return 60
	}
	return 250
}

// Verdict is what an answer of a publisher holds that was not known.
type Verdict struct {
	First   bool           // nothing of the indicator was known: it is looked at in silence
	New     []event.Figure // later than all that was known
	Late    []event.Figure // between those that were known
	Revised []event.Figure // known dates, with other values
	Factor  float64        // by which all known figures are to be multiplied; zero where the unit is the same
	Figures []event.Figure // what is known now, at most economy.Window
	Whole   bool           // Figures are of another make than what was known: first, or of another unit or publisher
	Moves   []Move
	Undone  []Undone
}

// Silent says that the answer holds nothing that was not known.
func (v Verdict) Silent() bool {
	return len(v.New)+len(v.Late)+len(v.Revised) == 0 && v.Factor == 0
}

// Move is a figure that moved far enough.
type Move struct {
	From, To  float64 // what Measure.Against says they are
	Since, On event.Day
	event.Measure
}

// Undone is a move that is none.
type Undone struct {
	Move             event.Seq
	Why              string // see event.MoveUndone
	From, To, Change float64
}

// Judge compares an answer of a publisher with what is known. The figures are of one vintage, by date,
// each date once; the publisher's name tells corrections from the word of another. Judging an answer again, once what
// came of it is known, gives a silent verdict. Nothing that is given is changed.
func Judge(r Rule, known economy.Indicator, feed string, read []event.Figure) Verdict {
	v := compare(known, feed, read)
	v.Figures = newest(v.Figures, economy.Window(r.Every))
	if v.First || v.Silent() {
		return v
	}
	before := known
	if v.Factor != 0 {
		before.Figures = scaled(known.Figures, v.Factor)
	}
	now := measure(r, read)
	standing := known.Moves
	if len(v.Revised) > 0 {
		v.Undone = undone(r, now, standing)
		standing = without(standing, v.Undone)
	}
	if len(v.New) > 0 && (v.Factor == 0 || r.relative()) {
		last, _ := before.Last()
		v.judge(r, now, standing, last.On)
	}
	if len(v.Undone) == 0 && len(v.Revised) > 0 {
		v.corrected(r, measure(r, before.Figures), now)
	}
	return v
}

// relative says that a change is a share of the figure, which is the same in another unit.
func (r Rule) relative() bool { return r.Mode != "bp" && r.Mode != "pts" }

// judge looks at the newest figure. known is the last date that was known.
func (v *Verdict) judge(r Rule, s series, standing []economy.Standing, known event.Day) {
	n := len(s.points) - 1
	if n < 1 || s.points[n].On <= known {
		return
	}
	confirmed, waiting := part(standing)
	ref := s.reference(confirmed)
	m, ok := s.move(ref, n)
	if !ok {
		return
	}
	moved := s.counts(m, ref, n)
	if waiting != nil {
		if agrees := math.Abs(m.Change) >= r.size() && m.Change > 0 == waiting.Up; agrees {
			m.Confirms, moved = waiting.Seq, true
		} else {
			v.Undone = append(v.Undone, Undone{waiting.Seq, event.UndoneUnconfirmed, m.From, m.To, m.Change})
		}
	}
	if !moved {
		return
	}
	s.grade(&m, ref, n, s.index(known))
	v.Moves = append(v.Moves, m)
}

// counts says whether a move is far enough to be told.
func (s series) counts(m Move, ref reference, n int) bool {
	size := s.rule.size()
	if ref.moved >= 0 && n-ref.moved <= s.rule.rest() {
		size *= 2
	}
	if math.Abs(m.Change) < size {
		return false
	}
	// A year's change stays for a year: it counts anew once it moved by as much again.
	if m.Against == event.AgainstYear && ref.moved >= 0 && n-ref.moved < 12 {
		return math.Abs(s.points[n].Value-s.points[ref.moved].Value) >= size
	}
	return true
}

// part gives the moves that stand, and the one that waits for the next figure, nil if none does.
func part(standing []economy.Standing) (confirmed []economy.Standing, waiting *economy.Standing) {
	for _, m := range standing {
		if m.Unconfirmed {
			waiting = &m
		} else {
			confirmed = append(confirmed, m)
		}
	}
	return confirmed, waiting
}

func newest(all []event.Figure, n int) []event.Figure { return all[max(0, len(all)-n):] }

func without(standing []economy.Standing, gone []Undone) []economy.Standing {
	return slices.DeleteFunc(slices.Clone(standing), func(m economy.Standing) bool {
		return slices.ContainsFunc(gone, func(u Undone) bool { return u.Move == m.Seq })
	})
}
