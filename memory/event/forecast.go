package event

import "time"

// ForecastOpened says what an alert foretells, so that it can be held against what comes (SPEC §15): that a figure
// moves far enough, one way, by a date. It names nobody.
type ForecastOpened struct {
	Move  Seq       `json:"move"`            // what it was told of
	Thing string    `json:"thing,omitempty"` // the indicator that is to follow; empty where none is read: then only the move's end decides
	Up    bool      `json:"up,omitempty"`
	P     float64   `json:"p"`               // how sure the ways to it are, 0 to 1: what it is scored by
	Since time.Time `json:"since"`           // the date of the move
	By    time.Time `json:"by"`              // the last date on which it may come true
	Timed bool      `json:"timed,omitempty"` // By is told by the delays of the links, and is not a mere term
	Links []Seq     `json:"links,omitempty"`
	On    time.Time `json:"on"`
}

// ForecastResolved says what became of one, once.
type ForecastResolved struct {
	Forecast Seq       `json:"forecast"`
	Outcome  string    `json:"outcome"` // see the constants
	Why      string    `json:"why"`     // likewise
	On       time.Time `json:"on"`
}

// What becomes of a forecast.
const (
	CameTrue  = "true"
	CameWrong = "wrong"
	Undecided = "undecided" // it counts for nothing
)

// Why.
const (
	FollowedWhy = "followed" // the figure moved as foretold
	OppositeWhy = "opposite" // it moved the other way
	StillWhy    = "still"    // it did not move far enough by then
	UndoneWhy   = "undone"   // the move that it was told of was none
	UnreadWhy   = "unread"   // no figure of those dates came
)

func (ForecastOpened) Kind() Kind   { return "forecast.opened" }
func (ForecastResolved) Kind() Kind { return "forecast.resolved" }

func (p ForecastOpened) When() time.Time   { return p.On }
func (p ForecastResolved) When() time.Time { return p.On }
