package host

import (
	"context"
	"errors"
	"sync"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/store"
)

// reach is what the principal was told of the server that has the memories: once that it
// failed, and once that it is back (MESSAGES 11). A start knows nothing of what the one before
// told.
type reach struct {
	mu    sync.Mutex
	since time.Time // when that it failed was told; zero if it was not
	by    event.Seq // the message beside whose answer it was told
}

// reachable says beside an answer what changed since the last one.
func (c *Citadel) reachable(ctx context.Context, t *turn.Turn) *turn.Reply {
	trouble := c.Follower.Trouble()
	c.reach.mu.Lock()
	defer c.reach.mu.Unlock()
	first, told := t.Messages[0].Seq, !c.reach.since.IsZero()
	note := &turn.Reply{}
	switch {
	case trouble != nil && (!told || c.reach.by == first):
		c.reach.since, c.reach.by = t.Now, first
		note.Text.Claim(t.Heard(), "**I search less well since %s.**", t.Now.Format("15:04"))
		if _, err := c.Vectors.Len(ctx); errors.Is(err, store.ErrUnavailable) {
			note.Text.Say(" The memory store does not answer: I read the newest messages instead and may miss what is older.")
		} else {
			note.Text.Say(" The memory store takes nothing new now: I read the newest messages beside it.")
		}
		note.Text.Say(" Nothing is lost. I try it again by myself and say once when it is over. Details: `status`.")
	case trouble == nil && told:
		note.Text.Claim(t.Heard(), "**Back to normal at %s (%s).**", t.Now.Format("15:04"), phrase.Lasted(t.Now.Sub(c.reach.since))).
			Say(" The memory store has all that came meanwhile.")
		c.reach.since = time.Time{}
	default:
		return nil
	}
	return note
}
