package change

import (
	"context"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// reminderBefore gives a reminder as it was before an event. Its Seq is zero if it was
// forgotten. One that was said and does not repeat has the time at which it was said.
func reminderBefore(ctx context.Context, t *turn.Turn, seq, before event.Seq) (loops.Reminder, error) {
	_, p, err := t.Event(ctx, seq)
	set, ok := p.(event.ReminderSet)
	if err != nil || !ok {
		return loops.Reminder{}, err
	}
	m := loops.Reminder{Seq: seq, Next: set.At, ReminderSet: set}
	recs, err := all(ctx, t, ledger.Query{After: seq, Before: before, Kinds: []event.Kind{
		event.ReminderMoved{}.Kind(), event.ReminderFired{}.Kind(), event.ReminderRestored{}.Kind(),
	}})
	if err != nil {
		return m, err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return m, err
		}
		switch p := p.(type) {
		case event.ReminderMoved:
			if p.Reminder != seq {
				continue
			}
			m.Next = p.To
			if !p.Once {
				m.At = p.To
			}
		case event.ReminderFired:
			if p.Reminder == seq && !p.Next.IsZero() {
				m.Next = p.Next
			} else if p.Reminder == seq {
				m.Next = p.Slot
			}
		case event.ReminderRestored:
			if p.Reminder == seq {
				m.Next, m.ReminderSet = p.Next, p.ReminderSet
			}
		}
	}
	return m, nil
}

// cameBefore says whether a reminder had come, and nothing was done with it since, before an event.
func cameBefore(ctx context.Context, t *turn.Turn, seq, before event.Seq) (said bool, err error) {
	recs, err := all(ctx, t, ledger.Query{After: seq, Before: before, Kinds: []event.Kind{
		event.ReminderFired{}.Kind(), event.ReminderCancelled{}.Kind(), event.ReminderRestored{}.Kind(),
	}})
	if err != nil {
		return false, err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return false, err
		}
		switch p := p.(type) {
		case event.ReminderFired:
			said = p.Reminder == seq && p.Next.IsZero() || p.Reminder != seq && said
		case event.ReminderCancelled:
			said = said && (p.Reminder != seq || p.Outcome == event.ReminderSaid)
		case event.ReminderRestored:
			said = said && p.Reminder != seq
		}
	}
	return said, nil
}
