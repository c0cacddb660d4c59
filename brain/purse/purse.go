// Package purse is where the money for language models lies, and the record of every call:
// a sum is set aside before a call is made (Reserve) and settled after it (Settle), so that
// spending never passes a ceiling, whatever crashes and however many ask at once.
//
// What a call needed is in two events: model.asked before it, model.called after it. A
// process that dies in between leaves the first alone. Its money counts as spent, and the
// next process says so (Recover).
package purse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"citadel/brain/model"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/spending"
)

// Ceilings are the hard limits of spending. A ceiling of 0 forbids every call it applies
// to, also one that costs nothing.
type Ceilings struct {
	Turn, Job, Day, Month model.USD
	Pulses                model.USD // a day, of model.Pulses
}

// Purse keeps the money of one mind. There is one purse a mind, or two would each spend
// what is left. Its fields are set before it is used; its methods may be called by any
// goroutine.
type Purse struct {
	Mind     *memory.Mind
	Pens     ledger.Case // of event.Models
	Now      func() time.Time
	Zone     func() *time.Location // where the principal is now; never nil
	Ceilings Ceilings

	mu   sync.Mutex // held from looking what is left until that much less is
	open map[model.Ticket]reservation
}

var (
	_ model.Purse   = (*Purse)(nil)
	_ model.Records = (*Purse)(nil)
)

// reservation is money that this process has set aside.
type reservation struct {
	attempt model.Attempt
	day     string
	from    []event.Seq // whose words the request carries
}

// ErrSettled: the ticket was settled before, or is of no reservation of this process.
var ErrSettled = errors.New("nothing is set aside under this ticket")

// Reserve implements model.Purse. The day that the call counts against is the date where
// the principal is now. A turn is known by the first message it answers, so that its tries
// share one ceiling, and a run of a job by its slot. The ceiling of a day is the one that
// the principal set for it, if he did.
//
// It blocks for one durable commit, and for those of others who reserve. The error is a
// *model.CeilingError, ctx's, or that of the ledger; then nothing is set aside. Where
// spending alone leaves no room for even a.Least, that is recorded: the ceiling is reached.
func (p *Purse) Reserve(ctx context.Context, a model.Attempt) (model.Ticket, error) {
	t, err := p.reserve(ctx, a)
	if err != nil {
		return 0, fmt.Errorf("purse: reserve: %w", err)
	}
	return t, nil
}

func (p *Purse) reserve(ctx context.Context, a model.Attempt) (model.Ticket, error) {
	if a.Most < 0 || a.Least < 0 {
		return 0, fmt.Errorf("a call cannot cost %d", min(a.Most, a.Least))
	}
	cause, err := p.cause(ctx, a.Purpose)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := reservation{attempt: a, day: p.Now().In(p.Zone()).Format(time.DateOnly)}
	var limits []limit
	var head event.Seq
	p.Mind.Read(func(v memory.View) {
		head = v.Head
		limits = p.limits(v, a.Purpose, r.day)
		r.from = roots(v, a.Purpose)
	})
	if n := len(r.from); n > 0 && r.from[n-1] > head {
		return 0, fmt.Errorf("the request carries words of event %d: %w", r.from[n-1], ledger.ErrNoEvent)
	}
	tight, fits := tightest(limits, a.Most)
	if told, held := p.held(limits); held && a.Most > 0 {
		tight, fits = told, false
	}
	if !fits {
		if err := p.reached(ctx, limits, a, cause); err != nil {
			return 0, err
		}
		return 0, &model.CeilingError{Ceiling: tight.ceiling, Limit: tight.most, Spent: tight.spent, Wanted: a.Most}
	}
	rs, err := p.Mind.Record(ctx, p.Pens.Write(event.ModelAsked{
		Role: string(a.Role), Provider: a.Provider, Model: a.Model, Day: r.day,
		Message: event.Seq(a.Purpose.Message), Job: a.Purpose.Job, Slot: a.Purpose.Slot, For: a.Purpose.Kind, Line: a.Purpose.Line,
		Most: int64(a.Most), Bound: a.Bound, Unpriced: a.Unpriced, Try: a.Try,
		MaxTokens: a.MaxTokens, Creativity: a.Creativity.String(), Effort: a.Effort.String(), Tools: a.Tools,
	}).Because(cause...))
	if err != nil {
		return 0, err
	}
	t := model.Ticket(rs[0].Seq)
	if p.open == nil {
		p.open = map[model.Ticket]reservation{}
	}
	p.open[t] = r
	return t, nil
}

// held finds a day or month for which it was said that no more calls are made: that holds,
// also for a call that would still fit.
func (p *Purse) held(limits []limit) (l limit, held bool) {
	p.Mind.Read(func(v memory.View) {
		for _, x := range limits {
			if x.period != "" && v.Spending.Reached(x.period, int64(x.most)) {
				l, held = x, true
				return
			}
		}
	})
	return l, held
}

// limit is a ceiling that applies to a call, and how far it is used up.
type limit struct {
	ceiling     string
	period      string // of a day or month
	most, spent model.USD
	settled     model.USD // of spent: what is not only set aside
}

// limits lists the ceilings that apply, the widest first.
func (p *Purse) limits(v memory.View, u model.Purpose, day string) []limit {
	of := func(ceiling, period string, most model.USD, spent, aside int64) limit {
		return limit{ceiling: ceiling, period: period, most: most, spent: model.USD(spent + aside), settled: model.USD(spent)}
	}
	today := p.Ceilings.Day
	if own, ok := v.Principal.Ceiling(day); ok {
		today = model.USD(math.Round(own * 1e6))
	}
	month := day[:len("2006-01")]
	spent, aside := v.Spending.Month(month)
	all := []limit{of("month", month, p.Ceilings.Month, spent, aside)}
	spent, aside = v.Spending.Day(day)
	all = append(all, of("day", day, today, spent, aside))
	if u.Line == model.Pulses {
		spent, aside = v.Spending.Line(day, u.Line)
		all = append(all, of("pulses", "", p.Ceilings.Pulses, spent, aside))
	}
	if u.Job != "" {
		all = append(all, of("job", "", p.Ceilings.Job, v.Spending.Spent(spending.Run(u.Job, u.Slot)), 0))
	}
	if u.Message != 0 {
		all = append(all, of("turn", "", p.Ceilings.Turn, v.Spending.Message(event.Seq(u.Message)), 0))
	}
	return all
}

// tightest gives, of the ceilings that so much would pass, the one that leaves the least
// room: what fits under it fits under all. Of several it is the widest, which lasts longest.
func tightest(limits []limit, most model.USD) (tight limit, fits bool) {
	fits = true
	for _, l := range limits {
		if l.most > 0 && (most == 0 || most <= l.most-l.spent) {
			continue
		}
		if fits || l.most-l.spent < tight.most-tight.spent {
			tight, fits = l, false
		}
	}
	return tight, fits
}

// reached records the ceilings of day and month under which nothing fits any more. What is
// only set aside may come back, and does not count.
func (p *Purse) reached(ctx context.Context, limits []limit, a model.Attempt, cause []event.Seq) error {
	for _, l := range limits {
		if l.period == "" || l.most <= 0 || max(a.Least, 1) <= l.most-l.settled {
			continue
		}
		known := false
		p.Mind.Read(func(v memory.View) { known = v.Spending.Reached(l.period, int64(l.most)) })
		if known {
			continue
		}
		e := p.Pens.Write(event.SpendReached{Period: l.period, Ceiling: int64(l.most), Spent: int64(l.settled), Wanted: int64(a.Most)}).Because(cause...)
		e.Key = fmt.Sprintf("spend.reached/%s/%d", l.period, l.most)
		if _, err := p.Mind.Record(ctx, e); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
			return err
		}
	}
	return nil
}

// looked is how many of the newest runs are searched for the one that a call is made in.
const looked = 32

// cause finds what a call is made for: the turn, or the attempt at a slot of a job.
func (p *Purse) cause(ctx context.Context, u model.Purpose) ([]event.Seq, error) {
	if u.Turn != 0 {
		return []event.Seq{event.Seq(u.Turn)}, nil
	}
	if u.Job == "" {
		return nil, nil
	}
	for r, err := range ledger.Each[event.JobBegan](ctx, p.Mind, ledger.Query{Newest: true, Limit: looked}) {
		if err != nil {
			return nil, err
		}
		if b := r.Said; b.Job == u.Job && b.Slot == u.Slot {
			return []event.Seq{r.Seq}, nil
		}
	}
	return nil, nil
}

// roots lists whose words a request carries: the messages of the turn, those that joined
// it included, and what else the purpose names. They ascend.
func roots(v memory.View, u model.Purpose) []event.Seq {
	var from []event.Seq
	for _, s := range u.From {
		from = append(from, event.Seq(s))
	}
	if u.Message != 0 {
		from = append(from, event.Seq(u.Message))
	}
	if t := v.Thread.Open; t != nil && u.Turn != 0 && t.ID == event.Seq(u.Turn) {
		from = append(from, t.Messages...)
	}
	slices.Sort(from)
	return slices.Compact(from)
}
