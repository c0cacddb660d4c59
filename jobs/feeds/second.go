package feeds

import (
	"context"
	"math"

	"citadel/brain/significance"
	"citadel/memory/event"
	feed "citadel/tools/economy"
)

// borneOut asks the other sources of an indicator about a move that is so far out that it may be a slip of whoever
// typed it: the first that has a figure of its date and of the one that it is measured against decides. Where it moved
// there too, the move is as good as one that the next day bore out (economics.md §5.12); where it did not, or nobody can
// say, the next figure has to. Nobody is asked where nothing is in doubt.
func (l *look) borneOut(ctx context.Context, i feed.Indicator, v *significance.Verdict) {
	for n := range v.Moves {
		m := &v.Moves[n]
		if !m.Unconfirmed || m.Against != event.AgainstLevel {
			continue
		}
		for _, other := range l.feeds.Indicators {
			if other.Name != i.Name || other.Publisher == i.Publisher {
				continue
			}
			if agrees, told := l.agrees(ctx, other, *m); told {
				m.Unconfirmed = !agrees
				break
			}
		}
	}
}

// agrees says whether a source tells of a move as well; told is whether it has both figures.
func (l *look) agrees(ctx context.Context, other feed.Indicator, m significance.Move) (agrees, told bool) {
	got := l.feeds.Pull(ctx, []feed.Wanted{{Indicator: other, Since: m.Since.Time().AddDate(0, 0, -7), Anew: true}}, nil)
	if len(got) != 1 || got[0].Err != nil {
		return false, false
	}
	from, to := math.NaN(), math.NaN()
	for _, x := range got[0].Figures {
		switch on := event.DayOf(x.On); {
		case on <= m.Since:
			from = x.Value
		case on == m.On:
			to = x.Value
		}
	}
	if math.IsNaN(from) || math.IsNaN(to) {
		return false, false
	}
	change := significance.Change(m.Mode, from, to, math.Abs(from))
	return math.Abs(change) >= m.Size && change > 0 == (m.Change > 0), true
}
