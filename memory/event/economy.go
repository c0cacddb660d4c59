package event

import (
	"errors"
	"fmt"
	"iter"
	"time"
)

// Day is a date: days since 1 January 1970. It is written as "2026-11-20".
type Day int

const dayLength = 24 * time.Hour

// DayOf is the date of a moment in UTC, which is how figures of the economy are dated.
func DayOf(t time.Time) Day {
	t = t.UTC().Truncate(dayLength)
	return Day(t.Unix() / int64(dayLength/time.Second))
}

// Time is midnight in UTC of the day.
func (d Day) Time() time.Time { return time.Unix(0, 0).UTC().AddDate(0, 0, int(d)) }

// MarshalText writes a date of the years 0 to 9999; others are an error.
func (d Day) MarshalText() ([]byte, error) {
	if t := d.Time(); t.Year() >= 0 && t.Year() <= 9999 {
		return []byte(t.Format(time.DateOnly)), nil
	}
	return nil, fmt.Errorf("day %d lies in no year that is written", int(d))
}

// UnmarshalText reads a date.
func (d *Day) UnmarshalText(b []byte) error {
	t, err := time.Parse(time.DateOnly, string(b))
	if err != nil {
		return errors.New("it is no date")
	}
	*d = DayOf(t)
	return nil
}

// Figure is one value of an indicator.
type Figure struct {
	On    Day     `json:"on"`
	Value float64 `json:"value"`
}

// Figures are values by date, each date once, written in a tenth of the room that a list of
// Figure takes. The zero value holds none.
type Figures struct {
	First  Day       `json:"first"`
	Gaps   []int     `json:"gaps,omitempty"` // days from each to the next
	Values []float64 `json:"values,omitempty"`
}

// FiguresOf packs figures, which stand by date, each date once.
func FiguresOf(all []Figure) (f Figures) {
	for i, x := range all {
		if i == 0 {
			f.First = x.On
		} else {
			f.Gaps = append(f.Gaps, int(x.On-all[i-1].On))
		}
		f.Values = append(f.Values, x.Value)
	}
	return f
}

// Each gives the figures by date. A list that was cut short ends where it was.
func (f Figures) Each() iter.Seq[Figure] {
	return func(yield func(Figure) bool) {
		on := f.First
		for i, v := range f.Values {
			if i > 0 {
				if i > len(f.Gaps) || f.Gaps[i-1] <= 0 {
					return
				}
				on += Day(f.Gaps[i-1])
			}
			if !yield(Figure{on, v}) {
				return
			}
		}
	}
}

// FiguresRead says what a publisher told of one indicator at one time that was not known yet (SPEC §15).
// All of it is of one vintage.
type FiguresRead struct {
	Indicator string    `json:"indicator"`
	Feed      string    `json:"feed"` // who published it
	Unit      string    `json:"unit"`
	Every     string    `json:"every"` // D, W, M or Q
	Due       int       `json:"due"`   // days after its newest date at which the next is overdue
	On        time.Time `json:"on"`    // when it was read
	Figures   Figures   `json:"figures,omitzero"`
	Revised   Figures   `json:"revised,omitzero"` // dates that were known, with other values

	// Whole: Figures are all that the rules need, and take the place of what was known: at the first
	// sight of it, when its unit changed, and once a year, so that older ones can be forgotten.
	Whole  bool    `json:"whole,omitempty"`
	Factor float64 `json:"factor,omitempty"` // with Whole: by how much its unit changed
}

// FeedsPulled says how a round of questions to the publishers went that found something, or went otherwise than the
// one before.
type FeedsPulled struct {
	On     time.Time    `json:"on"`
	Asked  int          `json:"asked"` // indicators
	Read   int          `json:"read"`  // of which there was an answer, also that nothing is new
	Failed []FailedFeed `json:"failed,omitempty"`
}

// FailedFeed is an indicator that could not be read.
type FailedFeed struct {
	Indicator string `json:"indicator"`
	Feed      string `json:"feed"`
	Why       string `json:"why"` // a sentence
}

// Degraded says that too few could be read to say that nothing moved.
func (p FeedsPulled) Degraded() bool { return p.Read*5 < p.Asked*4 }

// How much a move stands out from what is usual of the indicator.
const (
	LowMove    = "low"
	MediumMove = "medium"
	HighMove   = "high"
)

// What a figure was compared with.
const (
	AgainstLevel = "level" // at Since
	AgainstMonth = "month" // the mean of the 28 days up to Since, and To is one of seven
	AgainstYear  = "year"  // the same period of the year before
)

// Measure is how a move was judged.
type Measure struct {
	Mode        string  `json:"mode"` // pct, bp, yoy_bp, pts or pct7
	Size        float64 `json:"size"` // from which on a move matters, in its mode's unit
	Change      float64 `json:"change"`
	Against     string  `json:"against"`          // see the constants
	Sigmas      float64 `json:"sigmas,omitempty"` // the change in robust standard deviations; zero where none can be told
	Severity    string  `json:"severity"`         // see the constants
	Revised     bool    `json:"revised,omitempty"`
	Unconfirmed bool    `json:"unconfirmed,omitempty"` // so far out that the next figure has to agree first
	Confirms    Seq     `json:"confirms,omitempty"`    // the unconfirmed move that this one bears out
}

// MoveUndone takes back a move: it was revised away, or the next figure did not bear it out. It comes
// at most once for each.
type MoveUndone struct {
	Move      Seq       `json:"move"`
	Indicator string    `json:"indicator"`
	Why       string    `json:"why"`    // see the constants
	From      float64   `json:"from"`   // what they are now
	To        float64   `json:"to"`     //
	Change    float64   `json:"change"` // in the unit of the move's mode
	Feed      string    `json:"feed"`
	On        time.Time `json:"on"` // when that was read
}

// Alerted says that the principal was told what a move does to a client (SPEC §15): once for each client
// and move, whatever else becomes known of them. It names nobody: the client is whose links they are. The
// first cause is the post that told it.
type Alerted struct {
	Move      Seq       `json:"move"`
	Links     []Seq     `json:"links"`          // the client's own links that were reached
	Direction string    `json:"direction"`      // of the thing at the first of them: "up", "down", "mixed" or "risk"
	Asks      bool      `json:"asks,omitempty"` // when it reaches him and how much of it, which is asked once
	On        time.Time `json:"on"`
}

// Why a move is taken back.
const (
	UndoneRevised     = "revised"
	UndoneUnconfirmed = "unconfirmed"
)

func (FiguresRead) Kind() Kind { return "figures.read" }
func (FeedsPulled) Kind() Kind { return "feeds.pulled" }
func (Alerted) Kind() Kind     { return "alerted" }
func (MoveUndone) Kind() Kind  { return "indicator.undone" }

func (p FiguresRead) When() time.Time { return p.On }
func (p FeedsPulled) When() time.Time { return p.On }
func (p Alerted) When() time.Time     { return p.On }
func (p MoveUndone) When() time.Time  { return p.On }
