package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// showHere answers the last question of a work place once more, from the private conversation:
// that its words come here is the principal's own decision, each time (TRUST, Private into
// public). A place that strangers read never gets them.
func showHere(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	switch t.Audience {
	case event.Shared:
		return says(t, "Others read along here. Ask me in our direct messages.")
	case event.Work:
	default:
		return says(t, "Nothing is held back here: this is our private conversation.")
	}
	direct := t.Direct()
	i := slices.IndexFunc(direct, memory.Sight.Private)
	if i < 0 {
		return says(t, "There is no private conversation that I could bring anything from.")
	}
	redo, refusal, err := questionBefore(ctx, t, lists)
	if err != nil || refusal != nil {
		return refusal, err
	}
	r := begin(t)
	redo.Reader = direct[i]
	r.Redo = &redo
	return r, nil
}

// lists says whether what was said is a list that may have left out what is in the private conversation.
func lists(by string) bool {
	kind, name, _ := strings.Cut(by, ":")
	return kind == "command" && command.Lists(name) || kind == "procedure" && (name == "ahead" || command.Lists(name))
}
