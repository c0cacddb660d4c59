package inspect

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

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
		for r, err := range ledger.Each[event.ModelCalled](ctx, l.turn.Mind, ledger.Query{Before: l.asked, Newest: true}) {
			if !yield(seen{r.Record, r.Said}, err) {
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
	all := slices.SortedFunc(maps.Values(x.answered), func(a, b *answer) int {
		return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(a.message, b.message))
	})
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
	date := phrase.Source(l.turn.FullDay(h.On), 'm', message)
	return new(phrase.Text).Claim(states, "%s (%s)", phrase.Quote(clip(text, words, runes)), date), nil
}
