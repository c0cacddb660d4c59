package inspect

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/providers"
)

// model lists which model does what, who steps in for it, and which can be chosen. With a
// name behind it the command changes something, and is not answered here.
func model(ctx context.Context, l *look) (*turn.Reply, error) {
	if l.cmd.Words != "" {
		return nil, nil
	}
	h := l.turn.Host
	if len(h.Models) == 0 {
		return l.says(new(phrase.Text).Say("No language model is set up, so there is none to choose. %s", turn.SetUp)), nil
	}
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	var chosen string
	l.turn.Read(func(v memory.View) { chosen = v.Principal.Model() })
	head := new(phrase.Text)
	switch now, ok := h.Answers(chosen); {
	case !ok:
		head.Say("**No model is set up to answer you.** Those below do other work.")
	case now.Name == chosen:
		head.Say("**").Claim(rests, "%s from %s answers you.", now.Name, now.At()).Say("** You chose it; `model usual` takes that back.")
	default:
		head.Say("**").Claim(rests, "%s from %s answers you.", now.Name, now.At()).Say("**")
		if chosen != "" {
			head.Say(" You chose ").Claim(rests, "%s", chosen).Say(", which is not set up any more.")
		}
	}
	var roles []string
	for _, m := range h.Models {
		if m.Role != "" && !slices.Contains(roles, m.Role) {
			roles = append(roles, m.Role)
		}
	}
	foot := new(phrase.Text)
	if all := h.Choosable(); len(all) > 1 {
		names := make([]string, len(all))
		for i, m := range all {
			names[i] = "`" + m.Name + "`"
		}
		foot.Say("Can be chosen, from the next turn on, with `model NAME`: %s.", strings.Join(names, ", "))
	}
	return l.list(head, each(roles, func(role string) (*phrase.Text, error) {
		var names []string
		for _, m := range h.In(role) {
			names = append(names, m.Name+" ("+m.At()+")")
		}
		return new(phrase.Text).Say("%s: ", role).Claim(rests, "%s", strings.Join(names, ", then ")), nil
	}), foot)
}

// modelStatus words which models answer, and what keeps them from it.
func (l *look) modelStatus(t *phrase.Text, rests []event.Seq) {
	h := l.turn.Host
	if len(h.Models) == 0 {
		t.Item().Say("Model: none. I remember, recall, remind and keep decisions; I can't reason")
		return
	}
	var chosen string
	var now turn.Model
	var answers, may bool
	var budget turn.Budget
	var ill []providers.Degraded
	l.turn.Read(func(v memory.View) {
		chosen, budget = v.Principal.Model(), l.turn.Budget(v)
		now, answers = h.Answers(chosen)
		may = now.Loopback || v.Providers.May(now.Provider, now.Host)
		for _, d := range v.Providers.Degraded {
			ill = append(ill, d)
		}
	})
	counted := []event.Seq{l.turn.Mind.Head()}
	switch {
	case !answers:
		t.Item().Say("Model: none that answers")
	default:
		t.Item().Say("Model: ").Claim(rests, "%s from %s", now.Name, now.At())
		if now.Name == chosen {
			t.Say(", chosen by you")
		}
		if !may {
			t.Say("; it gets nothing before I have named it to you")
		}
	}
	if small := h.In("background"); len(small) > 0 && small[0].Name != now.Name {
		t.Say("; for small tasks ").Claim(rests, "%s", small[0].Name)
	}
	place := func(d providers.Degraded) int {
		return slices.IndexFunc(h.Models, func(m turn.Model) bool { return m.Role == d.Role })
	}
	slices.SortFunc(ill, func(a, b providers.Degraded) int { return cmp.Or(place(a)-place(b), strings.Compare(a.Role, b.Role)) })
	for _, d := range ill {
		t.Item().Claim(counted, "Degraded since %s: %s", phrase.Moment(d.Since, l.turn.Now), d.Model).Say(" does not answer (%s)", d.Reason)
		if d.Fallback != "" {
			t.Say("; ").Claim(counted, "%s", d.Fallback).Say(" answers instead")
		} else {
			t.Say("; no other model answers")
		}
	}
	switch budget.Reached() {
	case "day":
		t.Item().Say("At the ceiling of the day: no model until ").Claim(counted, "00:00")
		if button, ok := budget.Allow(); ok && l.here() {
			t.Say("; `%s` raises it", button.Says)
		}
	case "month":
		t.Item().Say("At the ceiling of the month: no model until ").Claim(counted, "%s", nextMonth(l.turn.Now))
	}
}
