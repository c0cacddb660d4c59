package spending

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// telling is a notice with all that its text needs.
type telling struct {
	notice
	now      time.Time
	place    event.Place
	audience event.Audience
	own      bool // the principal set the ceiling of this day himself
	first    event.Seq
	more     int64 // what can be allowed for the day; 0: nothing more
	inMonth  int64 // spent in the month of a day
	ofMonth  int64 // and its ceiling

	rests    []event.Seq // the newest events that the whole rests on
	since    time.Time   // the ceiling was reached; zero if that was not recorded
	items    []item      // the dearest first
	dearest  string      // the dearest day
	dearDay  int64       // and what it cost
	guessed  int64       // the most that calls can have cost of which nobody said
	guesses  []event.Seq
	unpriced []string // models
}

// item is what was spent on one thing.
type item struct {
	label   string
	cost    int64
	answers map[event.Seq]bool // messages
	rests   []event.Seq
}

// mostAllowed is the highest ceiling that the principal can give a day in conversation.
const mostAllowed = 100_000_000

// telling looks up what the folds know.
func (o Terms) telling(v memory.View, n notice, now time.Time) telling {
	t := telling{notice: n, now: now, first: v.Spending.Marks[n.period].First, ofMonth: o.Month}
	t.place, t.audience = v.Home().Place, v.Home().Audience
	_, t.own = v.Principal.Ceiling(n.period)
	if len(n.period) == len(month) {
		return t
	}
	inMonth, asideInMonth := v.Spending.Month(n.period[:len(month)])
	_, aside := v.Spending.Day(n.period)
	t.inMonth = inMonth
	// Twice as much, as far as the month bears it, in whole cents.
	more := min(2*n.ceiling, mostAllowed, n.spent+aside+max(0, o.Month-inMonth-asideInMonth))
	if more -= more % cent; n.share == reached && !n.over && more > n.ceiling {
		t.more = more
	}
	return t
}

// newest bounds how many events a claim names. A sum names the newest of what it adds up.
const newest = 20

func keepNewest(seqs []event.Seq, s event.Seq) []event.Seq {
	seqs = append(seqs, s)
	return seqs[max(0, len(seqs)-newest):]
}

// add adds up the calls of the period: they come after the first event about it.
func (t *telling) add(ctx context.Context, in jobs.In) error {
	items, days := map[string]*item{}, map[string]int64{}
	kinds := []event.Kind{event.ModelCalled{}.Kind(), event.SpendReached{}.Kind()}
	for r, err := range ledger.Each[event.Payload](ctx, in, ledger.Query{After: max(t.first, 1) - 1, Kinds: kinds}) {
		if err != nil {
			return err
		}
		switch p := r.Said.(type) {
		case event.SpendReached:
			if p.Period == t.period {
				t.rests, t.since = keepNewest(t.rests, r.Seq), r.At
			}
		case event.ModelCalled:
			if !strings.HasPrefix(p.Day, t.period) || p.Cost == 0 {
				continue
			}
			t.rests = keepNewest(t.rests, r.Seq)
			days[p.Day] += p.Cost
			label := labelOf(p)
			if items[label] == nil {
				items[label] = &item{label: label, answers: map[event.Seq]bool{}}
			}
			items[label].add(r.Seq, p)
			t.doubt(r.Seq, p)
		}
	}
	for _, i := range items {
		t.items = append(t.items, *i)
	}
	slices.SortFunc(t.items, func(a, b item) int { return cmp.Or(cmp.Compare(b.cost, a.cost), strings.Compare(a.label, b.label)) })
	for _, d := range slices.Sorted(maps.Keys(days)) {
		if days[d] > t.dearDay {
			t.dearest, t.dearDay = d, days[d]
		}
	}
	return nil
}

// doubt notes what of a cost is not exact.
func (t *telling) doubt(seq event.Seq, p event.ModelCalled) {
	if p.Guessed {
		t.guessed += p.Cost
		t.guesses = append(t.guesses, seq)
	}
	if p.Unpriced && !slices.Contains(t.unpriced, p.Model) {
		t.unpriced = append(t.unpriced, p.Model)
	}
}

func (i *item) add(seq event.Seq, p event.ModelCalled) {
	i.cost += p.Cost
	i.rests = keepNewest(i.rests, seq)
	if p.Message != 0 {
		i.answers[p.Message] = true
	}
}

// Labels of what is no job's.
const (
	questions = "Your questions"
	unnamed   = "Everything else"
)

// labelOf says what a call was for. Kinds of turn are not told apart: their names stay
// inside (MESSAGES 10).
func labelOf(p event.ModelCalled) string {
	switch {
	case p.Job != "":
		first, n := utf8.DecodeRuneInString(p.Job)
		return string(unicode.ToUpper(first)) + p.Job[n:]
	case p.Message != 0:
		return questions
	}
	return unnamed
}

// top gives the dearest items, what is left over as one of them.
func (t *telling) top(most int) []item {
	var top []item
	rest := item{label: unnamed}
	for _, i := range t.items {
		if i.label != unnamed && len(top) < most-1 {
			top = append(top, i)
			continue
		}
		rest.cost += i.cost
		for _, s := range i.rests {
			rest.rests = keepNewest(rest.rests, s)
		}
	}
	if rest.cost > 0 {
		top = append(top, rest)
	}
	return top
}
