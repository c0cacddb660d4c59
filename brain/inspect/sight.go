package inspect

import (
	"context"

	"citadel/memory/event"
)

// sight is who will read a reply, and so what may stand in it (TRUST, Private into public).
type sight struct {
	place    event.Place
	audience event.Audience
}

// width orders audiences from the widest to the strictest. What names none is private.
func width(a event.Audience) int {
	switch a {
	case event.Shared:
		return 0
	case event.Work:
		return 1
	}
	return 2
}

// all says that nothing needs to be held back.
func (s sight) all() bool { return width(s.audience) == width(event.Private) }

// covers says whether what was said in a place to an audience may be repeated here: never
// where more people read, and in a channel only what was said in that channel.
func (s sight) covers(a event.Audience, p event.Place) bool {
	if s.audience == event.Shared {
		return a == event.Shared && s.place.SharesRoom(p)
	}
	return width(a) <= width(s.audience)
}

// audiences lists those whose items a search may hold.
func (s sight) audiences() []string {
	all := []event.Audience{event.Shared, event.Work, event.Private}
	names := make([]string, 0, len(all))
	for _, a := range all[:width(s.audience)+1] {
		names = append(names, string(a))
	}
	return names
}

// maxDepth bounds the walk from a derived event to what it rests on.
const maxDepth = 6

// sees says whether an event may be shown. What was said carries its audience; what was
// derived is as strict as the strictest of its roots, and without any root it is private.
// A forgotten event is never shown.
func (l *look) sees(ctx context.Context, e seen) (bool, error) { return l.seesTo(ctx, e, maxDepth) }

func (l *look) seesTo(ctx context.Context, e seen, depth int) (bool, error) {
	switch p := e.payload.(type) {
	case nil:
		return false, nil
	case event.Heard:
		return l.sight.covers(p.Audience, p.Place), nil
	case event.PostQueued:
		return l.sight.covers(p.Audience, p.Place), nil
	}
	if l.sight.all() {
		return true, nil
	}
	if a, ok := audienceOf(e.payload); ok {
		if width(a) > width(l.sight.audience) {
			return false, nil
		}
		if l.sight.audience != event.Shared {
			return true, nil
		}
	}
	if len(e.From) == 0 || depth == 0 {
		return false, nil
	}
	roots, err := l.named(ctx, e.From)
	if err != nil {
		return false, err
	}
	for _, root := range roots {
		if ok, err := l.seesTo(ctx, root, depth-1); !ok || err != nil {
			return false, err
		}
	}
	return len(roots) > 0, nil
}

// audienceOf reads the audience that a derived event carries.
func audienceOf(p event.Payload) (event.Audience, bool) {
	switch p := p.(type) {
	case event.Learned:
		return p.Audience, true
	case event.LoopOpened:
		return p.Audience, true
	case event.LoopReopened:
		return p.Audience, true
	case event.ReminderSet:
		return p.Audience, true
	case event.ReminderRestored:
		return p.Audience, true
	case event.DecisionProposed:
		return p.Audience, true
	case event.DecisionRecorded:
		return p.Audience, true
	}
	return "", false
}

// visible drops what may not be shown, by number: an item of a fold is judged by the event
// that made it. Where everything may be shown it asks nothing.
func visible[T any](ctx context.Context, l *look, items []T, number func(T) event.Seq) ([]T, error) {
	if l.sight.all() {
		return items, nil
	}
	var kept []T
	for _, item := range items {
		e, ok, err := l.event(ctx, number(item))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if may, err := l.sees(ctx, e); err != nil {
			return nil, err
		} else if may {
			kept = append(kept, item)
		}
	}
	return kept, nil
}
