package economy

import (
	"slices"
	"time"

	"citadel/memory/event"
)

// Forecast is one that is open.
type Forecast struct {
	Seq event.Seq `json:"seq"`
	event.ForecastOpened

	Undone bool `json:"undone,omitempty"` // its move was none
}

// Record is how forecasts came out.
type Record struct {
	True    int       `json:"true"`
	Wrong   int       `json:"wrong"`
	Squares float64   `json:"squares"` // of what was thought less what came: Brier's score is their mean
	Seq     event.Seq `json:"seq"`     // what resolved the last of them
}

// All is how many were decided.
func (r Record) All() int { return r.True + r.Wrong }

// Brier is the mean of the squares by which the forecasts missed: 0 is perfect, and 0.25 what somebody gets who always
// says "half". It is 0 where nothing was decided. (Brier, Monthly Weather Review 78, 1950.)
func (r Record) Brier() float64 {
	if r.All() == 0 {
		return 0
	}
	return r.Squares / float64(r.All())
}

// Enough is from how many decided forecasts on what is thought of a new one is told by them, and may be said as a share
// of a hundred (TRUST, False precision).
const Enough = 20

// Calibrated is what is thought of a new forecast that its links make so sure: that itself while too few are decided,
// and then how many of all came true, by the rule of succession.
func (r Record) Calibrated(sure float64) float64 {
	if r.All() < Enough {
		return sure
	}
	return float64(r.True+1) / float64(r.All()+2)
}

// Foretold says whether a move has an open forecast of a figure.
func (f *Fold) Foretold(move event.Seq, thing string) bool {
	return slices.ContainsFunc(f.Forecasts, func(o Forecast) bool { return o.Move == move && o.Thing == thing })
}

// Term is until when a figure that follows a date may do so, where no link says after how long: within as many
// figures as a move is compared over (economics.md §5.2), and for what comes once a month a month more, for it is
// of the month before.
func Term(every string, from time.Time) time.Time {
	switch every {
	case "W":
		return from.AddDate(0, 0, 8*7)
	case "M":
		return from.AddDate(0, 4, 0)
	case "Q":
		return from.AddDate(0, 6, 0)
	}
	return from.AddDate(0, 0, 28)
}

func (f *Fold) resolved(seq event.Seq, p event.ForecastResolved) {
	i := slices.IndexFunc(f.Forecasts, func(o Forecast) bool { return o.Seq == p.Forecast })
	if i < 0 {
		return
	}
	one := f.Forecasts[i]
	f.Forecasts = slices.Delete(f.Forecasts, i, i+1)
	miss := one.P
	switch p.Outcome {
	case event.CameTrue:
		miss = 1 - one.P
		f.Record.True++
	case event.CameWrong:
		f.Record.Wrong++
	default:
		return
	}
	f.Record.Squares += float64(miss * miss)
	f.Record.Seq = seq
}
