package respond

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/providers"
)

// health compares how the models of a role did with what the principal was told of them,
// and words the difference: a model that stopped answering is told of once, and once when it
// is back (MESSAGES 11). The answer is that of whoever did answer; zero if nobody did.
func health(t *turn.Turn, role model.Role, answer model.Answer, passed []model.Passed) *turn.Reply {
	var told map[string]providers.Degraded
	t.Read(func(v memory.View) { told = maps.Clone(v.Providers.Degraded) })
	note := &turn.Reply{}
	for _, p := range worst(passed) {
		if providers.Told(told, p.Provider.Name, p.Model, p.Reason.String()) || p.Provider.Name == answer.Provider.Name && p.Model == answer.Card.Name {
			continue
		}
		note.Text.Break().Claim(t.Heard(), "**%s (since %s).**", Ailment(p), phrase.Moment(t.Now, t.Now))
		if answer.Card.Name != "" {
			note.Text.Say(" %s answered instead. Nothing is lost.", answer.Card.Name)
		} else {
			note.Text.Say(" Your message is kept.")
		}
		note.Text.Say(" I try %s again with your next questions and say once when it is back. `status` has the details.", p.Model)
		note.Change(event.ProviderDegraded{
			Role: string(role), Provider: p.Provider.Name, Model: p.Model, Reason: p.Reason.String(), Fallback: answer.Card.Name,
		})
		break // one role has one state; who comes after the first is its substitute
	}
	for _, of := range slices.Sorted(maps.Keys(told)) {
		d := told[of]
		if d.Provider != answer.Provider.Name || d.Model != answer.Card.Name {
			continue
		}
		note.Text.Break().Claim(t.Heard(), "**Back to normal at %s (%s).**", t.Now.Format("15:04"), phrase.Lasted(t.Now.Sub(d.Since)))
		note.Text.Say(" %s answers again. `redo` under an answer of that time asks it again.", d.Model)
		note.Change(event.ProviderRestored{Role: of, Model: d.Model, Since: d.Since})
	}
	if note.Text.Empty() {
		return nil
	}
	return note
}

// worst keeps of each provider the first that went wrong, and leaves out what is no fault
// of it: that it was not named, or would not answer this.
func worst(passed []model.Passed) []model.Passed {
	var kept []model.Passed
	seen := map[string]bool{}
	for _, p := range passed {
		switch p.Reason {
		case model.Refused, model.TooLong, model.Malformed, model.Invalid, model.Unnamed:
			continue
		}
		if !seen[p.Provider.Name] {
			seen[p.Provider.Name] = true
			kept = append(kept, p)
		}
	}
	return kept
}

// Ailment says what is wrong with a provider, as the beginning of a sentence that ends
// with a time.
func Ailment(p model.Passed) string {
	who := cmp.Or(p.Provider.Title, p.Provider.Name)
	switch p.Reason {
	case model.Unreachable:
		return who + " can't be reached"
	case model.Timeout:
		return who + " does not answer in time"
	case model.Overloaded:
		return who + " is overloaded or out of order"
	case model.RateLimited:
		return who + " limits how often I may ask"
	case model.Unauthorised:
		return who + " refuses the key; `citadel doctor` checks it"
	case model.NoCredit:
		return who + " says the account has no credit left"
	case model.NoModel:
		return fmt.Sprintf("%s has no model `%s` (`model` lists the others)", who, p.Model)
	case model.Cut, model.Broken:
		return who + " breaks off its answers"
	}
	return who + " does not answer properly"
}

// spent says that a ceiling keeps the model from being asked: at length once for each
// ceiling of a period, and not again after that.
func spent(t *turn.Turn, c *model.CeilingError) *turn.Reply {
	note := &turn.Reply{}
	if c.Ceiling != "day" && c.Ceiling != "month" {
		if c.Spent > 0 {
			note.Text.Claim(t.Heard(), "This message has used %s of the %s that one answer may cost.", phrase.Dollars(int64(c.Spent)), phrase.Dollars(int64(c.Limit))).
				Say(" `redo` begins anew.")
			return note
		}
		note.Text.Claim(t.Heard(), "Answering this could cost more than %s, the ceiling for one answer.", phrase.Dollars(int64(c.Limit)))
		return note
	}
	day, month, b := periods(t)
	p, how := day, " `spend` lists what it went to."
	if c.Ceiling == "month" {
		p, how = month, " `ceilings.month` in the settings changes it."
	}
	if p.told >= 100 {
		return nil
	}
	note.Text.Claim(t.Heard(), "**%s**", gone(p.spent, p.of, p.named))
	note.Text.Claim(t.Heard(), " Until %s I work without a model; reminders and recall go on.", p.until).Say("%s", how)
	note.Change(event.SpendTold{Period: p.name, Share: 100, Ceiling: p.of})
	if allow, ok := b.Allow(); ok && c.Ceiling == "day" {
		note.Buttons = []event.Button{allow, {Label: "Stay without", Says: "stay without"}}
	}
	return note
}

// period is a day or month with its ceiling, in millionths of a US dollar.
type period struct {
	name, named string // "2026-11-20", "Fri 20 Nov 2026"
	until       string // when the next one begins
	spent, of   int64
	told        int // per cent
}

// periods are the day and the month of the turn.
func periods(t *turn.Turn) (day, month period, b turn.Budget) {
	y, m, _ := t.Now.Date()
	t.Read(func(v memory.View) {
		b = t.Budget(v)
		day = period{
			name: b.Day, named: t.Now.Format("Mon 2 Jan 2006"), until: "00:00",
			spent: b.Today, of: b.OfDay, told: v.Spending.Share(b.Day, b.OfDay),
		}
		month = period{
			name: b.Month, named: t.Now.Format("January 2006"), until: phrase.Day(time.Date(y, m+1, 1, 0, 0, 0, 0, t.Now.Location()), t.Now),
			spent: b.ThisMonth, of: b.OfMonth, told: v.Spending.Share(b.Month, b.OfMonth),
		}
	})
	return day, month, b
}

// gone words how much of a ceiling is spent, when no further call is made.
func gone(spent, of int64, named string) string {
	switch {
	case of == 0:
		return "Nothing may be spent on models: the ceiling is US$0.00."
	case spent >= of:
		return fmt.Sprintf("%s of the %s for %s are spent.", phrase.Dollars(spent), phrase.Dollars(of), named)
	}
	return fmt.Sprintf("%s of the %s for %s are spent: another answer could pass it.", phrase.Dollars(spent), phrase.Dollars(of), named)
}

// early is the share of a ceiling, in per cent, that is told of before it is reached.
const early = 80

// nearing says once for each ceiling that most of it is spent, beside the answer that made it
// so (TRUST, Spend). What background work spends is told of by a job.
func nearing(t *turn.Turn) *turn.Reply {
	note := &turn.Reply{}
	day, month, _ := periods(t)
	for _, p := range []period{day, month} {
		if p.of == 0 || p.told >= early || p.spent*100 < p.of*early {
			continue
		}
		note.Text.Break().Claim(t.Heard(), "**%s of the %s for %s are spent.**", phrase.Dollars(p.spent), phrase.Dollars(p.of), p.named).Say(" `spend` lists what it went to.")
		note.Change(event.SpendTold{Period: p.name, Share: early, Ceiling: p.of})
	}
	if note.Text.Empty() {
		return nil
	}
	return note
}

// both makes one note of two; either may be nil.
func both(a, b *turn.Reply) *turn.Reply {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	b.Shift(len(a.Writes))
	a.Text.Break().Add(&b.Text)
	a.Writes = append(a.Writes, b.Writes...)
	a.Buttons = append(a.Buttons, b.Buttons...)
	return a
}
