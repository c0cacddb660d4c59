package procedure

import (
	"context"
	"maps"
	"slices"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// unmoved is when a reminder comes that was set by an earlier wording of an edited request, whose words for the time are
// the same: "in 3 days" was said then, and a slip that is mended later moves nothing. came is when it came, where it has.
// Both are zero where there is none.
func (v *visit) unmoved(ctx context.Context, q request) (next, came time.Time, err error) {
	last := v.Last()
	m, found := q.moment(v.Now)
	said := q.phrase(m)
	if !last.Mended() || !found || said == "" || m.Recur != nil {
		return next, came, nil
	}
	became, err := v.Mind.Wordings(ctx, last.Seq)
	if err != nil {
		return next, came, err
	}
	from := slices.AppendSeq([]event.Seq{last.Seq}, maps.Keys(became))
	for r, err := range ledger.Each[event.ReminderSet](ctx, v.Mind, ledger.Query{From: from}) {
		if err != nil {
			return next, came, err
		}
		v.Read(func(view memory.View) {
			for _, f := range view.Loops.Fired {
				if f.Reminder == r.Seq && r.Said.Phrase == said {
					came = f.At.In(v.Now.Location())
				}
			}
			if set, stands := view.Loops.Reminder(r.Seq); stands && r.Said.Phrase == said && set.Next.After(v.Now) {
				next = set.Next.In(v.Now.Location())
			}
		})
	}
	return next, came, nil
}
