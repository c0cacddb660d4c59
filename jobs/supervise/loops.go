package supervise

import (
	"context"
	"slices"
	"time"

	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/loops"
)

// closing is a loop that was closed, not counting those that this job closed.
type closing struct {
	at event.Seq
	event.LoopOpened
	event.LoopClosed
}

// twins finds the open loops whose twin was closed after they were opened.
func twins(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
	var open []loops.Loop
	in.Read(func(v memory.View) { open = slices.Clone(v.Loops.Loops) })
	if len(open) == 0 {
		return nil, nil
	}
	done, opened, err := closed(ctx, in)
	if err != nil {
		return nil, err
	}
	var writes []jobs.Write
	for _, l := range open {
		i := slices.IndexFunc(done, func(c closing) bool { return c.at > opened[l.Seq] && c.twin(l.LoopOpened) })
		if i >= 0 {
			writes = append(writes, jobs.Write{
				Payload: event.LoopClosed{Loop: l.Seq, Outcome: done[i].Outcome}, Because: []event.Seq{done[i].at},
			})
		}
	}
	return writes, nil
}

// twin says whether an open loop asks for what was closed: the same, and not on another day.
func (c closing) twin(l event.LoopOpened) bool {
	if !l.Due.IsZero() && !l.Due.Truncate(24*time.Hour).Equal(c.Due.Truncate(24*time.Hour)) {
		return false
	}
	return same(extract.Item{Quote: c.LoopOpened.Text}, extract.Item{Quote: l.Text})
}

// closed gives the loops that are closed, the newest first, and when each loop was last
// opened. What this job closed has a closing as its cause, and decides nothing further.
func closed(ctx context.Context, in jobs.In) (done []closing, opened map[event.Seq]event.Seq, err error) {
	texts, closings := map[event.Seq]event.LoopOpened{}, map[event.Seq]bool{}
	opened = map[event.Seq]event.Seq{}
	err = each(ctx, in, func(r ledger.Record, p event.Payload) {
		switch p := p.(type) {
		case event.LoopOpened:
			texts[r.Seq], opened[r.Seq] = p, r.Seq
		case event.LoopReopened:
			texts[p.Loop], opened[p.Loop] = p.LoopOpened, r.Seq
			done = slices.DeleteFunc(done, func(c closing) bool { return c.Loop == p.Loop })
		case event.LoopClosed:
			closings[r.Seq] = true
			if text, ok := texts[p.Loop]; ok && !closings[r.Cause()] {
				done = append(done, closing{r.Seq, text, p})
			}
		}
	}, event.LoopOpened{}.Kind(), event.LoopReopened{}.Kind(), event.LoopClosed{}.Kind())
	slices.Reverse(done)
	return done, opened, err
}
