package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"citadel/connectors"
)

// remark is one line to somebody who is not the principal. It is no post: nothing of it is
// kept, so it is tried once, and whether it arrived is of no consequence.
type remark struct {
	to   connectors.Connector
	post connectors.Post
}

// mostRemarks is how many wait to be said. What does not fit is not said.
const mostRemarks = 32

// remarkFor is how long a platform may take for one.
const remarkFor = 10 * time.Second

// aside says a line where an event happened. It does not wait for the platform.
func (b *Bot) aside(c connectors.Connector, e connectors.Event, line string) {
	sum := sha256.Sum256([]byte(e.Key))
	post := connectors.Post{Key: "aside/" + hex.EncodeToString(sum[:16]), Place: e.Place, Text: line}
	if !e.Direct {
		post.ReplyTo = e.Message
	}
	select {
	case b.remarks <- remark{c, post}:
	default:
	}
}

// murmur says what is to be said aside.
func (b *Bot) murmur(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-b.remarks:
			b.remark(ctx, r)
		}
	}
}

func (b *Bot) remark(ctx context.Context, r remark) {
	ctx, cancel := context.WithTimeout(ctx, remarkFor)
	defer cancel()
	if _, err := r.to.Send(ctx, r.post); err != nil && ctx.Err() == nil {
		b.Log.Debug("a line to somebody else was not delivered", "connector", r.to.Name())
	}
}
