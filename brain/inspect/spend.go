package inspect

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
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
		for _, line := range []*phrase.Text{
			l.spentThisMonth(b, days, x.rests), setAside(b, x.rests), x.answers(), x.jobs(), x.roles(), l.ceilings(b, rests),
		} {
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
func (l *look) here() bool { return l.turn.AtHost() }

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
	t := new(phrase.Text).Claim(rests, "Ceilings: %s a turn, %s a run of a job, %s a day, %s a month", dollars(c.Turn), dollars(c.Job), dollars(c.Day), dollars(c.Month))
	if b.Own {
		t.Claim(rests, "; %s for this day, set by you", phrase.Dollars(b.OfDay))
	}
	return t
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
