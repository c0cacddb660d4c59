package inspect

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// spend says what models have cost: today, this month and, by its end, at the pace so far;
// by role, job and kind of turn; the dearest answers; and the ceilings with what is left of
// them (TRUST, Spend).
func spend(ctx context.Context, l *look) (*turn.Reply, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	var b turn.Budget
	var days map[string]int64
	l.turn.Read(func(v memory.View) { b, days = l.turn.Budget(v), maps.Clone(v.Spending.Days) })
	if len(l.turn.Host.Models) == 0 && b.ThisMonth+b.AsideForMonth == 0 {
		return spendNothing(l, rests), nil
	}
	x, err := l.ledgerOf(ctx, b.Month)
	if err != nil {
		return nil, err
	}
	x.rests = append(x.rests, rests...)
	r, err := l.list(l.spentToday(b, x.rests), func(yield func(*phrase.Text, error) bool) {
		for _, line := range []*phrase.Text{l.spentThisMonth(b, days, x.rests), setAside(b, x.rests), x.answers(), x.jobs(), x.roles(), l.ceilings(b, rests)} {
			if line != nil && !yield(line, nil) {
				return
			}
		}
		x.dearest(ctx, l, yield)
	}, l.reservations(x, rests))
	if err != nil {
		return nil, err
	}
	if button, ok := b.Allow(); ok && b.Reached() == "day" && l.here() && len(l.turn.Host.Models) > 0 {
		r.Buttons = append(r.Buttons, button, event.Button{Label: "Stay without", Says: "stay without"})
	}
	return r, nil
}

// spendNothing is the answer where no model is set up and none has cost anything.
func spendNothing(l *look, rests []event.Seq) *turn.Reply {
	now, c := l.turn.Now, l.turn.Host.Ceilings
	t := new(phrase.Text).Claim(rests, "**US$0.00 spent on %s: no language model is set up.**", now.Format("Mon 2 Jan 2006"))
	t.Say(" Nothing I do costs anything.")
	t.Item().Claim(rests, "A turn: US$0.00 of %s", dollars(c.Turn))
	t.Item().Claim(rests, "A job: US$0.00 of %s", dollars(c.Job))
	t.Item().Claim(rests, "A day: US$0.00 of %s", dollars(c.Day))
	t.Break().Claim(rests, "%s so far: US$0.00 of %s.", now.Format("January"), dollars(c.Month))
	t.Say(" Once a model is set up, its calls are listed here by what they were for, with the dearest answers.")
	return l.says(t)
}

func dollars(x float64) string { return phrase.Dollars(turn.Millionths(x)) }

// here says whether only who has this computer can write where the turn takes place.
func (l *look) here() bool { return slices.Contains(l.turn.Host.Here, l.turn.Place.Platform) }

// spentToday is the first line.
func (l *look) spentToday(b turn.Budget, rests []event.Seq) *phrase.Text {
	t := new(phrase.Text)
	today, month := b.Left()
	t.Claim(rests, "**%s of %s spent on %s", phrase.Dollars(b.Today), phrase.Dollars(b.OfDay), l.turn.Now.Format("Mon 2 Jan 2006"))
	switch reached := b.Reached(); {
	case len(l.turn.Host.Models) == 0:
		return t.Say(".** No language model is set up now.")
	case reached == "day":
		return t.Say(": the ceiling.** Until ").Claim(rests, "00:00").Say(" I work without a model.")
	case reached == "month":
		return t.Say(".** The ceiling of the month is reached: until ").Claim(rests, "%s", nextMonth(l.turn.Now)).Say(" I work without a model.")
	}
	return t.Say(".** ").Claim(rests, "%s", phrase.Dollars(min(today, month))).Say(" is left until ").Claim(rests, "00:00").Say(".")
}

// nextMonth is the first of the next month: "1 Dec 2026".
func nextMonth(now time.Time) string {
	return time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, now.Location()).Format("2 Jan 2006")
}

// spentThisMonth is the month so far, with the forecast for its end.
func (l *look) spentThisMonth(b turn.Budget, days map[string]int64, rests []event.Seq) *phrase.Text {
	t := new(phrase.Text).Claim(rests, "%s so far: %s of %s", l.turn.Now.Format("January"), phrase.Dollars(b.ThisMonth), phrase.Dollars(b.OfMonth))
	if by, full, ok := forecast(days, l.turn.Now); ok {
		t.Claim(rests, "; about %s by its end, at the pace of %s", phrase.Dollars(by), phrase.Count(full, "day"))
		if by > b.OfMonth {
			t.Say(", but the ceiling ends it before")
		}
	}
	return t
}

// enoughDays is how many whole days a forecast needs.
const enoughDays = 3

// forecast says what this month will have cost, in millionths of a US dollar, and from how
// many whole days. These are the days before today, from the first of the month on, or from
// the first day that cost anything if nothing was spent in the month before; a day that cost
// nothing counts. Their mean is taken for each day to come, and for today unless today has
// cost more already. It reports false with fewer than three of them.
func forecast(days map[string]int64, now time.Time) (cost int64, full int, ok bool) {
	const day = "2006-01-02"
	today, month := now.Format(day), now.Format("2006-01")
	from := ""
	for d := range days {
		if days[d] > 0 && (from == "" || d < from) {
			from = d
		}
	}
	if from == "" {
		return 0, 0, false
	}
	first := now.Day()
	var past int64
	for n := 1; n < now.Day(); n++ {
		d := fmt.Sprintf("%s-%02d", month, n)
		if d < from {
			continue
		}
		first = min(first, n)
		past += days[d]
	}
	full = now.Day() - first
	if full < enoughDays {
		return 0, 0, false
	}
	mean := past / int64(full)
	last := time.Date(now.Year(), now.Month()+1, 0, 0, 0, 0, 0, now.Location()).Day()
	return past + max(mean, days[today]) + mean*int64(last-now.Day()), full, true
}

func setAside(b turn.Budget, rests []event.Seq) *phrase.Text {
	if b.AsideForMonth == 0 {
		return nil
	}
	return new(phrase.Text).Claim(rests, "Set aside for calls under way: %s", phrase.Dollars(b.AsideForMonth))
}

// ceilings lists the hard limits.
func (l *look) ceilings(b turn.Budget, rests []event.Seq) *phrase.Text {
	c := l.turn.Host.Ceilings
	t := new(phrase.Text).Claim(rests, "Ceilings: %s a turn, %s a run of a job, %s a day, %s a month", dollars(c.Turn), dollars(c.Job), dollars(c.Day), phrase.Dollars(b.OfMonth))
	if b.Own {
		t.Claim(rests, "; %s for this day, set by you", phrase.Dollars(b.OfDay))
	}
	return t
}

// monthly is what the calls of a month came to.
type monthly struct {
	rests    []event.Seq // the newest call, which stands for all of them
	role     map[string]int64
	kind     map[string]int64 // of turn
	job      map[string]int64
	answered map[event.Seq]*answer // by the first message of the turn
	guessed  int64
	guesses  int
	unpriced []string // models
}

// answer is what one turn cost.
type answer struct {
	message event.Seq
	cost    int64
	guessed bool
	calls   []event.Seq
}

// ledgerOf reads the calls of a month, newest first until one of another month comes.
func (l *look) ledgerOf(ctx context.Context, month string) (*monthly, error) {
	x := &monthly{role: map[string]int64{}, kind: map[string]int64{}, job: map[string]int64{}, answered: map[event.Seq]*answer{}}
	for e, err := range l.calls(ctx) {
		if err != nil {
			return nil, err
		}
		p := e.payload.(event.ModelCalled)
		if p.Day < month {
			break
		}
		if !strings.HasPrefix(p.Day, month) {
			continue
		}
		if x.rests == nil {
			x.rests = []event.Seq{e.Seq}
		}
		x.add(e.Seq, p)
	}
	return x, nil
}

func (x *monthly) add(seq event.Seq, p event.ModelCalled) {
	x.role[p.Role] += p.Cost
	switch {
	case p.Message != 0 && p.Job == "":
		x.kind[cmp.Or(p.For, "other")] += p.Cost
	default:
		x.job[cmp.Or(p.Job, "other")] += p.Cost
	}
	if p.Message != 0 && p.Job == "" {
		a := x.answered[p.Message]
		if a == nil {
			a = &answer{message: p.Message}
			x.answered[p.Message] = a
		}
		a.cost += p.Cost
		a.guessed = a.guessed || p.Guessed && p.Cost > 0
		a.calls = append(a.calls, seq)
	}
	if p.Guessed && p.Cost > 0 {
		x.guessed += p.Cost
		x.guesses++
	}
	if p.Unpriced && !slices.Contains(x.unpriced, p.Model) {
		x.unpriced = append(x.unpriced, p.Model)
	}
}

// calls walks the ends of all calls before the message that asks, newest first.
func (l *look) calls(ctx context.Context) func(func(seen, error) bool) {
	return func(yield func(seen, error) bool) {
		for r, err := range l.turn.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{"model.called"}, Before: l.asked, Newest: true}) {
			if err != nil {
				yield(seen{}, err)
				return
			}
			p, err := r.Payload()
			if err == nil && p == nil {
				continue
			}
			if !yield(seen{r, p}, err) || err != nil {
				return
			}
		}
	}
}

// answers says what the principal's messages cost, by kind of turn.
func (x *monthly) answers() *phrase.Text {
	var all int64
	for _, cost := range x.kind {
		all += cost
	}
	if len(x.kind) == 0 {
		return nil
	}
	t := new(phrase.Text).Claim(x.rests, "Your messages, %s: %s", phrase.Count(len(x.answered), "turn"), phrase.Dollars(all))
	return x.shares(t.Say(" ("), x.kind).Say(")")
}

func (x *monthly) jobs() *phrase.Text {
	if len(x.job) == 0 {
		return nil
	}
	return x.shares(new(phrase.Text).Say("Jobs: "), x.job)
}

func (x *monthly) roles() *phrase.Text {
	if len(x.role) == 0 {
		return nil
	}
	return x.shares(new(phrase.Text).Say("By role: "), x.role)
}

// shares lists amounts by name, the largest first.
func (x *monthly) shares(t *phrase.Text, of map[string]int64) *phrase.Text {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) })
	for i, name := range names {
		if i > 0 {
			t.Say(", ")
		}
		t.Say("%s ", name).Claim(x.rests, "%s", phrase.Dollars(of[name]))
	}
	return t
}

// mostDear is how many of the dearest answers are listed (TRUST, Spend).
const mostDear = 5

// dearest lists the dearest answers with what was asked.
func (x *monthly) dearest(ctx context.Context, l *look, yield func(*phrase.Text, error) bool) {
	all := slices.SortedFunc(maps.Values(x.answered), func(a, b *answer) int { return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(a.message, b.message)) })
	all = slices.DeleteFunc(all, func(a *answer) bool { return a.cost == 0 })
	all = all[:min(mostDear, len(all))]
	for i, a := range all {
		price := phrase.Cost(a.cost)
		if a.guessed {
			price = "at most " + price
		}
		t := new(phrase.Text).Say("Dearest ").Claim(a.calls, "%d of %d: %s", i+1, len(all), price).Say(", for ")
		asked, err := l.question(ctx, a.message)
		if err == nil {
			t.Add(asked)
		}
		if !yield(t, err) || err != nil {
			return
		}
	}
}

// question words what was asked, with its date.
func (l *look) question(ctx context.Context, message event.Seq) (*phrase.Text, error) {
	e, ok, err := l.event(ctx, message)
	if err != nil {
		return nil, err
	}
	h, heard := e.payload.(event.Heard)
	if may, err := l.sees(ctx, e); err != nil || !ok || !heard || !may {
		return new(phrase.Text).Say("a message that I can't show"), err
	}
	text, states, err := l.told(ctx, e)
	if err != nil {
		return nil, err
	}
	const words, runes = 8, 50 // five of them are to fit
	return new(phrase.Text).Claim(states, "%s (%s)", phrase.Quote(clip(text, words, runes)), phrase.Source(phrase.FullDay(h.On, l.turn.Now), 'm', message)), nil
}

// reservations says what of this is not exact.
func (l *look) reservations(x *monthly, rests []event.Seq) *phrase.Text {
	t := new(phrase.Text)
	if x.guesses > 0 {
		t.Claim(x.rests, "%s of it is the most that %s can have cost", phrase.Dollars(x.guessed), phrase.Count(x.guesses, "call")).Say(": the provider did not say.")
	}
	names := slices.Clone(x.unpriced)
	for _, m := range l.turn.Host.Models {
		if m.Unpriced && !m.Loopback && !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	if len(names) > 0 {
		if !t.Empty() {
			t.Say(" ")
		}
		t.Add(l.turn.Host.Unpriced(names, rests))
	}
	return t
}
