package change

import (
	"context"
	"fmt"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// allow sets the ceiling of today to another amount. It counts until midnight, never lies
// below what is spent, and one chat alone cannot set it (TRUST, Accounts).
func allow(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	if len(t.Host.Models) == 0 {
		return says(t, "No language model is set up, so nothing is spent and there is no ceiling to move.")
	}
	amount := fmt.Sprintf("%d.%02d", t.Command.Cents/100, t.Command.Cents%100)
	if !t.Sure() {
		return second(ctx, t, "Ceilings are not moved from here: whoever got hold of this chat could spend your money.", "At the host, `allow "+amount+"` does it.")
	}
	var b turn.Budget
	t.Read(func(v memory.View) { b = t.Budget(v) })
	wanted := int64(t.Command.Cents) * 10_000
	used := b.Today + b.Aside
	counted := append([]event.Seq{t.Mind.Head()}, t.Heard()...)
	r := begin(t)
	switch {
	case wanted > turn.MostAllowed*1_000_000:
		r.Text.Say("Not allowed: ").Claim(t.Heard(), "%s a day is the most that can be set here", phrase.Dollars(turn.MostAllowed*1_000_000))
		r.Text.Say(". `config.yaml` on the host takes more.")
		return r, nil
	case wanted == b.OfDay:
		r.Text.Say("That is today's ceiling already: ").Claim(counted, "%s, of which %s is spent", phrase.Dollars(b.OfDay), phrase.Dollars(used)).Say(".")
		return r, nil
	case wanted < used:
		r.Text.Say("Not set: ").Claim(counted, "%s is spent on %s already", phrase.Dollars(used), phrase.Day(t.Now, t.Now))
		r.Text.Say(", and a ceiling below that would be none.")
		return r, nil
	}
	r = set(t, event.SettingCeiling, b.Day+"/"+amount)
	r.Text.Say("Ceiling for ").Claim(counted, "%s: %s, %s of it spent", phrase.Day(t.Now, t.Now), phrase.Dollars(wanted), phrase.Dollars(used))
	r.Text.Say(". It counts until ").Claim(t.Heard(), "00:00")
	if _, month := b.Left(); wanted-used > month {
		r.Text.Say("; the month's ceiling leaves ").Claim(counted, "%s", phrase.Dollars(month))
	}
	r.Text.Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// stayWithout leaves the ceiling where it is.
func stayWithout(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if len(t.Host.Models) == 0 {
		return says(t, "No language model is set up.")
	}
	reached := ""
	t.Read(func(v memory.View) { reached = t.Budget(v).Reached() })
	switch reached {
	case "day":
		r := begin(t)
		r.Text.Say("Without a model until ").Claim(t.Heard(), "00:00").Say(".")
		return r, nil
	case "month":
		return says(t, "Without a model until the month ends.")
	}
	return says(t, "The ceiling is not reached, so the models go on answering. `spend` shows it.")
}
