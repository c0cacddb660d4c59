package economy

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
)

// Indicator is what is known of one figure of the economy.
type Indicator struct {
	Name      string
	Feed      string // who was read last
	Unit      string
	Every     string         // D, W, M or Q
	Due       int            // days after the newest date at which the next is overdue
	Figures   []event.Figure // by date, at most Window of them
	Read      time.Time      // when something new of it was read last
	Whole     time.Time      // when all of it was read
	Revisions int            // dates that were corrected since then
	Moves     []Standing     // oldest first, at most mostStanding
}

// Standing is a move that was not taken back. Its figures are looked up where they are needed, by
// their dates.
type Standing struct {
	Seq         event.Seq `json:"seq"`
	Since       event.Day `json:"since"`
	On          event.Day `json:"on"`
	Against     string    `json:"against"` // see event.Measure
	Up          bool      `json:"up"`
	Unconfirmed bool      `json:"unconfirmed,omitempty"`
}

// mostStanding is how many moves of an indicator can still be revised away: publishers correct the last
// four months of monthly figures (economics.md §5.8).
const mostStanding = 6

// Window is how many figures are kept of an indicator: what the spread of its moves is told by
// (economics.md §5.5: 250 days, 104 weeks, 60 months), what each of them is compared with, and some
// to spare.
func Window(every string) int {
	switch every {
	case "W":
		return 140
	case "M":
		return 90
	case "Q":
		return 72
	}
	return 320
}

// Last is the newest figure; ok is whether there is one.
func (i Indicator) Last() (last event.Figure, ok bool) {
	if len(i.Figures) == 0 {
		return last, false
	}
	return i.Figures[len(i.Figures)-1], true
}

// State says whether figures still come.
type State uint8

// The states.
const (
	Fresh State = iota
	Stale       // the next one is overdue
	Dead        // by as long again: nothing will come any more
)

// State says whether figures of the indicator still come, at a time. What was never read is Fresh.
func (i Indicator) State(now time.Time) State {
	last, ok := i.Last()
	age := int(event.DayOf(now) - last.On)
	switch {
	case !ok || i.Due <= 0 || age <= i.Due:
		return Fresh
	case age <= 2*i.Due:
		return Stale
	}
	return Dead
}

func (i *Indicator) read(p event.FiguresRead) {
	i.Feed, i.Unit, i.Every, i.Due, i.Read = p.Feed, p.Unit, p.Every, p.Due, p.On
	figures := slices.Collect(p.Figures.Each())
	if p.Whole {
		i.Figures, i.Whole, i.Revisions = nil, p.On, 0
	}
	revised := slices.Collect(p.Revised.Each())
	i.Revisions += len(revised)
	i.Figures = Merge(i.Figures, append(figures, revised...))
	if over := len(i.Figures) - Window(i.Every); over > 0 {
		i.Figures = slices.Clone(i.Figures[over:])
	}
}

// Merge gives known figures with others laid over them, by date. Neither list is changed.
func Merge(known, over []event.Figure) []event.Figure {
	all := slices.Concat(known, over)
	slices.SortStableFunc(all, func(a, b event.Figure) int { return int(a.On) - int(b.On) })
	out := all[:0]
	for _, x := range all {
		if n := len(out); n > 0 && out[n-1].On == x.On {
			out[n-1] = x
		} else {
			out = append(out, x)
		}
	}
	return out
}

func (i *Indicator) moved(seq event.Seq, p event.IndicatorMoved) {
	if p.Measure.Confirms != 0 {
		i.undone(p.Measure.Confirms)
	}
	i.Moves = append(i.Moves, Standing{
		Seq: seq, Since: event.DayOf(p.Since), On: event.DayOf(p.On), Against: p.Measure.Against,
		Up: p.Measure.Change > 0, Unconfirmed: p.Measure.Unconfirmed,
	})
	if over := len(i.Moves) - mostStanding; over > 0 {
		i.Moves = slices.Clone(i.Moves[over:])
	}
}

func (i *Indicator) undone(move event.Seq) {
	i.Moves = slices.DeleteFunc(slices.Clone(i.Moves), func(s Standing) bool { return s.Seq == move })
}

// saved is how an indicator stands in a checkpoint.
type saved struct {
	Name      string        `json:"name"`
	Feed      string        `json:"feed"`
	Unit      string        `json:"unit"`
	Every     string        `json:"every"`
	Due       int           `json:"due"`
	Figures   event.Figures `json:"figures,omitzero"`
	Read      time.Time     `json:"read"`
	Whole     time.Time     `json:"whole"`
	Revisions int           `json:"revisions,omitempty"`
	Moves     []Standing    `json:"moves,omitempty"`
}

// MarshalJSON packs the figures.
func (i Indicator) MarshalJSON() ([]byte, error) {
	return json.Marshal(saved{i.Name, i.Feed, i.Unit, i.Every, i.Due, event.FiguresOf(i.Figures), i.Read, i.Whole, i.Revisions, i.Moves})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (i *Indicator) UnmarshalJSON(b []byte) error {
	var s saved
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	*i = Indicator{s.Name, s.Feed, s.Unit, s.Every, s.Due, slices.Collect(s.Figures.Each()), s.Read, s.Whole, s.Revisions, s.Moves}
	return nil
}
