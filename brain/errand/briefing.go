package errand

import (
	"context"

	"citadel/brain/briefing"
	"citadel/memory/event"
)

// briefing gives the morning's message now, with all that waits, whether it is news or not.
func (e *errand) briefing(ctx context.Context) error {
	began, err := e.t.Begin(ctx)
	if err != nil {
		return err
	}
	m, err := briefing.Write(ctx, briefing.Source{
		Now: e.t.Now, Reader: e.reader(), Read: e.t.Read, Memories: e.t.Mind.Events,
		Shown: func(ctx context.Context, seqs ...event.Seq) (bool, error) {
			for _, seq := range seqs {
				if may, err := e.mayKnow(ctx, seq); err != nil || !may {
					return false, err
				}
			}
			return true, nil
		},
		Outside: briefing.Outside{Tools: e.Tools, Hands: e.Hands, Because: append([]event.Seq{began}, e.t.Heard()...), From: e.t.Heard()},
	})
	if err != nil {
		return err
	}
	if m == nil {
		e.r.Text.Say("**Nothing is due today, and nothing waits for you.** The briefing of a morning on which that is so is left out.")
		return nil
	}
	e.r.Text.Add(&m.Text)
	e.r.Others = append(e.r.Others, m.Others...)
	return nil
}
