package recall

import (
	"context"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/store"
)

// decide gives a decision the words it stands by now, under the number it is known by. It is false
// for one that was recorded by mistake, and for one that was amended or reversed where this turn may
// not show it: the words before would be told as what holds.
func (i *Item) decide(ctx context.Context, t *turn.Turn) (bool, error) {
	d, ok := decision(t, i.Memory)
	if !ok {
		return false, nil
	}
	for _, seq := range d.Rests()[1:] {
		if shown, err := t.Mind.Shown(ctx, t.Sight(), seq); err != nil || !shown {
			return false, err
		}
	}
	i.Seq, i.Text, i.Reversed = d.Number(), d.Said(), reversed(d)
	if d.Standing() != d.Text {
		i.Was, i.On = d.Text, amended(d)
	}
	return true, nil
}

// decision finds one by its own number or that of its proposal.
func decision(t *turn.Turn, seq event.Seq) (d decisions.Decision, ok bool) {
	t.Mind.Read(func(v memory.View) { d, ok = v.Decisions.Decision(seq) })
	return d, ok
}

// reversed is when a decision was; zero while it stands.
func reversed(d decisions.Decision) time.Time {
	if !d.Reversed() {
		return time.Time{}
	}
	return d.Revisions[len(d.Revisions)-1].On
}

// amended is when a decision got the words it has.
func amended(d decisions.Decision) (on time.Time) {
	for _, r := range d.Revisions {
		if r.How == event.Amend {
			on = r.On
		}
	}
	return on
}

// overtaken says whether a message tells little but a decision that was amended or reversed since.
func overtaken(t *turn.Turn, made event.Seq, i Item) bool {
	d, ok := decision(t, made)
	return ok && i.Kind == store.Said && (d.Reversed() || d.Standing() != d.Text) && len(i.Text) <= mostlyDecision*len(d.Text+d.Reason)
}

// mostlyDecision is up to how many times the length of a decision a message says little else.
const mostlyDecision = 2
