package change

import (
	"context"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// queue answers what follows the word in a turn of its own: unlike other talk it does not join
// the one under way. As a command it waited for its turn already.
func queue(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Words == "" {
		return says(t, "What shall I take up next? `queue`, then the question or the task.")
	}
	return instead(t), nil
}

// background has what follows the word answered beside the conversation. What needs no model
// takes no time, and is answered at once.
func background(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	if t.Command.Words == "" {
		return says(t, "What shall I work on meanwhile? `background`, then the question or the task.")
	}
	if _, is := command.Parse(t.Command.Words); is || len(t.Host.Models) == 0 {
		return instead(t), nil
	}
	r, err := says(t, "I'm on it. The answer comes as a reply to your message, and we can go on meanwhile. `stop`, while nothing else is running, ends it.")
	if err != nil {
		return nil, err
	}
	return r.Change(event.Deferred{Message: t.Last().Seq}), nil
}

// instead has the words of a command answered as if they were the message.
func instead(t *turn.Turn) *turn.Reply {
	r := begin(t)
	r.Redo = &turn.Redo{Message: t.Last().Seq, Text: t.Command.Words}
	return r
}
