package telegram

import (
	"context"
	"fmt"
	"time"

	"citadel/connectors"
)

// suspect notes that nothing was heard for longer than Telegram keeps things. Where this
// Run knows that it could not hear, it says so at once; where it only knows that nothing
// came, the next update's id tells whether something is missing.
func (h *hearing) suspect(ctx context.Context, now time.Time, nothing bool) error {
	proven := h.proven
	since := h.last.at
	if proven.After(since) {
		since = proven
	}
	h.proven = now
	if h.last == (mark{}) || now.Sub(since) <= keptFor {
		return nil
	}
	h.doubt = since
	if nothing && !proven.IsZero() {
		return h.tell(ctx, now)
	}
	return nil
}

// tell hands on the Gap.
func (h *hearing) tell(ctx context.Context, now time.Time) error {
	since := h.doubt
	h.doubt = time.Time{}
	return h.give(ctx, connectors.Event{
		Key:  fmt.Sprintf("%s/gap/%d/%d", h.t.account(), h.last.id, since.Unix()),
		Kind: connectors.Gap, Place: connectors.Place{Platform: name, Account: h.t.account()},
		Since: since, At: now.Add(-keptFor), Cursor: h.last.cursor(),
	})
}
