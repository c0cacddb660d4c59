package change

import (
	"context"
	"slices"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/watch"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/watches"
)

// watchNamed gives the watch of a handle.
func watchNamed(t *turn.Turn, h command.Handle) (w watches.Watch, ok bool) {
	t.Read(func(v memory.View) { w, ok = v.Watches.Find(event.Seq(h.N)) })
	return w, ok
}

// unwatch ends watches.
func unwatch(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t)
	var ended []command.Handle
	for _, h := range t.Command.Handles {
		w, ok := watchNamed(t, h)
		if !ok || slices.Contains(ended, h) {
			continue
		}
		write(r, event.WatchEnded{Watch: w.Seq}, w.Seq)
		if len(ended) == 0 {
			r.Text.Say("Not watched any more: ")
		} else {
			r.Text.Say("; ")
		}
		r.Text.Claim([]event.Seq{w.Seq}, "%s", watch.Named(w.WatchSet))
		ended = append(ended, h)
	}
	if len(ended) == 0 {
		return says(t, "I watch nothing under that. `watches` lists what I watch.")
	}
	r.Text.Say(".")
	undoable(t, &r.Text)
	return r, nil
}

// keepWatching goes on with watches, each as if it were set now.
func keepWatching(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	r := begin(t)
	var room int
	t.Read(func(v memory.View) { room = watches.Most - len(v.Watches.Standing(t.Now)) })
	var gone []command.Handle
	for _, h := range t.Command.Handles {
		w, ok := watchNamed(t, h)
		if !ok || slices.Contains(gone, h) {
			continue
		}
		if gone = append(gone, h); w.Stands(t.Now) {
			room++
		}
		if room--; room < 0 {
			return says(t, "I watch as much as I can keep in view. `watches` lists it, `unwatch` with its handle ends one.")
		}
		on := w.WatchSet
		on.On, on.Until, on.Due, on.Seen = t.Now, t.Now.Add(watches.Lasts), false, w.Shows
		write(r, event.WatchResumed{Watch: w.Seq, WatchSet: on}, append([]event.Seq{w.Seq}, t.Heard()...)...)
		if len(gone) > 1 {
			r.Text.Break()
		}
		r.Text.Say("`%s` goes on. ", h).Add(watch.Terms(on, append([]event.Seq{w.Seq}, t.Heard()...), t.Now)).Say(".")
	}
	if len(gone) == 0 {
		return says(t, "I watch nothing under that. `watches` lists what I watch.")
	}
	undoable(t, &r.Text)
	return r, nil
}

// unwatched takes back what was done to a watch.
func unwatched(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	seq := rec.Seq
	switch p := p.(type) {
	case event.WatchEnded:
		seq = p.Watch
	case event.WatchResumed:
		seq = p.Watch
	}
	now, there := watches.Watch{}, false
	t.Read(func(m memory.View) { now, there = m.Watches.Find(seq) })
	own := []event.Seq{seq}
	if _, ended := p.(event.WatchEnded); !ended {
		if there {
			v.write(event.WatchEnded{Watch: seq}, seq)
			v.text.Say("watching ").Claim(own, "%s", watch.Named(now.WatchSet))
		}
		return v, nil
	}
	was, err := watchBefore(ctx, t, seq, rec.Seq)
	if err != nil || there || was.What == "" {
		return v, err
	}
	v.write(event.WatchResumed{Watch: seq, WatchSet: was}, seq)
	v.text.Say("`%s` is watched again, ", phrase.Handle('w', seq)).Claim(own, "%s", watch.Named(was))
	return v, nil
}

// watchBefore gives a watch as it was before an event, with what it showed; nothing if it was forgotten.
func watchBefore(ctx context.Context, t *turn.Turn, seq, before event.Seq) (w event.WatchSet, err error) {
	_, p, err := t.Event(ctx, seq)
	set, ok := p.(event.WatchSet)
	if err != nil || !ok {
		return w, err
	}
	w = set
	recs, err := all(ctx, t, ledger.Query{After: seq, Before: before, Kinds: []event.Kind{event.WatchSeen{}.Kind(), event.WatchResumed{}.Kind()}})
	if err != nil {
		return w, err
	}
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return w, err
		}
		switch p := p.(type) {
		case event.WatchSeen:
			if p.Watch == seq {
				w.Seen = p.Seen
			}
		case event.WatchResumed:
			if p.Watch == seq {
				w = p.WatchSet
			}
		}
	}
	return w, nil
}
