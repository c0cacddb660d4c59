package significance

import (
	"math"
	"slices"

	"citadel/memory/economy"
	"citadel/memory/event"
)

// series is what is compared of an indicator: its figures, or what they make.
type series struct {
	rule   Rule
	points []event.Figure // the figures; their change on the year; or means of seven
	month  []float64      // of means of seven: the mean of the 28 figures before, no number where there are fewer
	years  []year         // of changes on the year: what they are made of
	scale  float64        // the usual size of a figure
}

type year struct{ before, now float64 }

const (
	week     = 7
	month    = 28
	wide     = 60           // figures that tell the usual size
	atOnceIn = week + month // figures in which a move is compared with itself, not with the month before
)

// measure makes of figures what is compared.
func measure(r Rule, figures []event.Figure) series {
	s := series{rule: r, points: figures}
	switch {
	case r.Seasonal || r.Mode == "yoy_bp":
		s.yearly(figures)
	case r.Mode == "pct7":
		s.weekly(figures)
	case r.Mean > 1:
		s.trailing(figures, r.Mean)
	}
	if levels := newest(figures, wide); len(levels) > 0 {
		sizes := make([]float64, len(levels))
		for i, x := range levels {
			sizes[i] = math.Abs(x.Value)
		}
		s.scale = median(sizes)
	}
	return s
}

// yearly makes changes on the same date of the year before, in percent. Where there is none, or it is no value to
// divide by, there is no change.
func (s *series) yearly(figures []event.Figure) {
	s.points = nil
	for _, x := range figures {
		at, known := find(figures, event.DayOf(x.On.Time().AddDate(-1, 0, 0)))
		if !known || figures[at].Value <= 0 {
			continue
		}
		before := figures[at].Value
		s.points = append(s.points, event.Figure{On: x.On, Value: (x.Value/before - 1) * 100})
		s.years = append(s.years, year{before, x.Value})
	}
}

// weekly makes means of seven.
func (s *series) weekly(figures []event.Figure) {
	s.points = nil
	for i := week - 1; i < len(figures); i++ {
		before := math.NaN()
		if from := i - week - month + 1; from >= 0 {
			before = mean(figures[from : from+month])
		}
		s.points = append(s.points, event.Figure{On: figures[i].On, Value: mean(figures[i-week+1 : i+1])})
		s.month = append(s.month, before)
	}
}

// trailing makes means of so many.
func (s *series) trailing(figures []event.Figure, of int) {
	s.points = nil
	for i := of - 1; i < len(figures); i++ {
		s.points = append(s.points, event.Figure{On: figures[i].On, Value: mean(figures[i-of+1 : i+1])})
	}
}

func mean(figures []event.Figure) float64 {
	sum := 0.0
	for _, x := range figures {
		sum += x.Value
	}
	return sum / float64(len(figures))
}

func find(figures []event.Figure, on event.Day) (int, bool) {
	return slices.BinarySearchFunc(figures, on, func(x event.Figure, on event.Day) int { return int(x.On) - int(on) })
}

// index is where the last point up to a day stands; negative where all are later.
func (s series) index(on event.Day) int {
	i, exact := find(s.points, on)
	if exact {
		return i
	}
	return i - 1
}

// reference is what the newest point is compared with.
type reference struct {
	against string
	at      int // the point; for a month or a year, that from which the spread is counted
	moved   int // the point of the last move, negative where none stands
}

// reference chooses it: the point of the last move, or one not too long ago.
func (s series) reference(standing []economy.Standing) reference {
	n := len(s.points) - 1
	ref := reference{against: event.AgainstLevel, moved: -1}
	if len(standing) > 0 {
		ref.moved = s.index(standing[len(standing)-1].On)
	}
	ref.at = max(0, ref.moved, n-s.rule.oldest())
	switch {
	case s.rule.Seasonal:
		ref.against = event.AgainstYear
	case s.rule.Mode == "pct7" && (ref.moved < 0 || n-ref.moved > atOnceIn):
		ref.against = event.AgainstMonth
	case s.rule.Mode == "pct7":
		ref.at = ref.moved
	}
	return ref
}

// move is how far a point lies from a reference; ok is whether that can be told.
func (s series) move(ref reference, n int) (m Move, ok bool) {
	if ref.against == event.AgainstLevel && ref.at >= n {
		return m, false
	}
	m.On, m.Mode, m.Size, m.Against = s.points[n].On, s.rule.Mode, s.rule.size(), ref.against
	m.Since, m.From, m.To = s.points[ref.at].On, s.points[ref.at].Value, s.points[n].Value
	switch ref.against {
	case event.AgainstMonth:
		m.From = s.month[n]
		if n < week {
			return m, false
		}
		m.Since = s.points[n-week].On
	case event.AgainstYear:
		m.From, m.To = s.years[n].before, s.years[n].now
		m.Since = event.DayOf(m.On.Time().AddDate(-1, 0, 0))
	}
	m.Change = s.change(ref.against, ref.at, n)
	return m, !math.IsNaN(m.Change) && !math.IsInf(m.Change, 0)
}

// change is that between two points, or of the second on the month or the year before it.
func (s series) change(against string, from, to int) float64 {
	switch against {
	case event.AgainstMonth:
		return Change(s.rule.Mode, s.month[to], s.points[to].Value, s.scale)
	case event.AgainstYear:
		return math.Round(s.points[to].Value*1e9) / 1e9
	}
	return Change(s.rule.Mode, s.points[from].Value, s.points[to].Value, s.scale)
}

// spread is that of the changes over as many points as lie between two, up to what was known: zero where
// they never change, negative where it cannot be told.
func (s series) spread(against string, from, to, known int) float64 {
	h := to - from
	if against != event.AgainstLevel {
		h = 0
	}
	changes := make([]float64, 0, s.rule.sample())
	for t := min(known, len(s.points)-1); t-h >= 0 && len(changes) < s.rule.sample(); t-- {
		if c := s.change(against, t-h, t); !math.IsNaN(c) {
			changes = append(changes, c)
		}
	}
	return spread(changes)
}
