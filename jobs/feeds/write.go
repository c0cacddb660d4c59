package feeds

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"citadel/brain/significance"
	"citadel/jobs"
	"citadel/memory/economy"
	"citadel/memory/event"
	"citadel/memory/ledger"
	feed "citadel/tools/economy"
)

// judged writes down what is new of an indicator.
func (l *look) judged(r feed.Reading, known economy.Indicator, v significance.Verdict) {
	i := r.Indicator
	if len(v.Figures) == 0 {
		return // it answered, and has no figures yet
	}
	if v.Silent() {
		l.renew(known)
		return
	}
	p := l.read(i)
	p.Revised = event.FiguresOf(v.Revised)
	p.Figures = event.FiguresOf(economy.Merge(v.New, v.Late))
	if old := l.terms.Now.Sub(known.Whole) > again; v.Whole || old {
		p.Whole, p.Factor, p.Figures, p.Revised = true, v.Factor, event.FiguresOf(v.Figures), event.Figures{}
	}
	l.writes = append(l.writes, jobs.Write{Payload: p})
	cause := []event.Seq{ledger.Here(len(l.writes) - 1)}
	l.report.Figures += len(v.New) + len(v.Late)
	l.report.Revised += len(v.Revised)
	if v.First {
		l.report.First++
	}
	for _, u := range v.Undone {
		x := event.MoveUndone{Move: u.Move, Indicator: i.Name, Why: u.Why, From: u.From, To: u.To, Change: u.Change, Feed: i.Publisher, On: l.report.On}
		l.report.Undone = append(l.report.Undone, x)
		l.writes = append(l.writes, jobs.Write{Payload: x, Because: append(slices.Clone(cause), u.Move), Key: "indicator.undone/" + strconv.FormatUint(uint64(u.Move), 10)})
	}
	for _, m := range v.Moves {
		x := event.IndicatorMoved{Indicator: i.Name, From: m.From, To: m.To, Unit: unit(i, m), Since: m.Since.Time(), On: m.On.Time(), Feed: i.Publisher, Published: r.Published, Read: l.report.On, Measure: &m.Measure}
		l.report.Moves = append(l.report.Moves, x)
		l.writes = append(l.writes, jobs.Write{Payload: x, Because: cause, Key: key(x)})
	}
}

// unit is that of the two values of a move.
func unit(i feed.Indicator, m significance.Move) string {
	if m.Mode == feed.YearlyPoint {
		return "percent on the year before"
	}
	if of := i.Mean(); of > 1 {
		return fmt.Sprintf("%s, mean of %d", i.Unit, of)
	}
	return i.Unit
}

// key makes a move unique: one of a thing to a date from another (economics.md §5.16). A date may be corrected
// more than once.
func key(m event.IndicatorMoved) string {
	if m.Measure.Revised {
		return fmt.Sprintf("indicator.revised/%s/%s/%v", m.Indicator, m.On.Format(time.DateOnly), m.To)
	}
	return fmt.Sprintf("indicator.moved/%s/%s/%s", m.Indicator, m.On.Format(time.DateOnly), m.Since.Format(time.DateOnly))
}

// renew writes an indicator down whole of which nothing is new, where that was last done long ago.
func (l *look) renew(known economy.Indicator) {
	if len(known.Figures) == 0 || l.terms.Now.Sub(known.Whole) <= again {
		return
	}
	l.writes = append(l.writes, jobs.Write{Payload: event.FiguresRead{
		Indicator: known.Name, Feed: known.Feed, Unit: known.Unit, Every: known.Every, Due: known.Due,
		On: l.report.On, Whole: true, Figures: event.FiguresOf(known.Figures),
	}})
}

func (l *look) read(i feed.Indicator) event.FiguresRead {
	return event.FiguresRead{Indicator: i.Name, Feed: i.Publisher, Unit: i.Unit, Every: string(i.Every), Due: i.Due(), On: l.report.On}
}

// older writes down figures from before all that were recorded, where they are wanted.
func (l *look) older(i feed.Indicator, v significance.Verdict, figures []event.Figure) {
	if l.terms.From.IsZero() || len(v.Figures) == 0 {
		return
	}
	first, recorded := l.terms.Earliest[i.Name]
	if !recorded {
		first = v.Figures[0].On
	}
	from := event.DayOf(l.terms.From)
	older := slices.DeleteFunc(slices.Clone(figures), func(x event.Figure) bool { return x.On < from || x.On >= first })
	if len(older) == 0 {
		return
	}
	p := l.read(i)
	p.Figures = event.FiguresOf(older)
	l.report.Older += len(older)
	l.writes = append(l.writes, jobs.Write{Payload: p})
}

// tell writes down how the round went, where it found something or went otherwise than the one before.
func (l *look) tell() {
	same := len(l.known.failing) == len(l.report.Failed)
	for _, x := range l.report.Failed {
		same = same && slices.ContainsFunc(l.known.failing, func(o economy.Failing) bool { return o.Indicator == x.Indicator && o.Feed == x.Feed })
	}
	if len(l.writes) == 0 && same && !l.report.Degraded() {
		return
	}
	l.writes = append(l.writes, jobs.Write{Payload: l.report.FeedsPulled})
}
