package change

import (
	"context"
	"errors"
	"slices"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// setDreams is which pictures of nights the principal wants (TRUST, Defaults). What he has of them stays.
func setDreams(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var minor, rests bool
	t.Read(func(v memory.View) {
		minor, rests = v.Principal.Settings[event.SettingMinor] != "", v.Dreams.Rests != 0
	})
	wants, says1 := "", "A picture of every night, without a sound."
	switch {
	case t.Command.Name == "no dreams" || t.Command.Has("off"):
		wants, says1 = event.DreamsOff, "No more dreams. `dreams on` brings them back."
	case minor:
		return says(t, "No: you told me that you are not an adult, and then I make no dreams.")
	case t.Command.Has("fewer"):
		wants, says1 = event.DreamsFewer, "Two dreams a week, of Wednesdays and Saturdays. `dreams on` brings every night back."
	case t.Command.Has("notify"):
		wants, says1 = event.DreamsNotify, "A picture of every night, and your telephone may ring for it. `dreams on` makes it silent again."
	}
	if wants == setting(t, event.SettingDreams) && !rests {
		return says(t, "It is so already. %s", says1)
	}
	r := set(t, event.SettingDreams, wants)
	r.Text.Say("%s", says1)
	undoable(t, &r.Text)
	return r, nil
}

// keepDream has a night found again: the one that is named, the one that is replied to, or the last.
func keepDream(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	var seq event.Seq
	var kept []event.Seq
	t.Read(func(v memory.View) { seq, kept = v.Dreams.Last.Seq, v.Dreams.Kept })
	if len(t.Command.Handles) > 0 {
		seq = event.Seq(t.Command.Handles[0].N)
	}
	var d event.Dreamt
	if seq != 0 {
		_, p, err := t.Event(ctx, seq)
		if err != nil && !errors.Is(err, ledger.ErrNoEvent) {
			return nil, err
		}
		if q, ok := p.(event.PostQueued); ok && q.Subject == event.SubjectDream {
			seq = q.About
			if _, p, err = t.Event(ctx, seq); err != nil {
				return nil, err
			}
		}
		d, _ = p.(event.Dreamt)
	}
	if d.Night == "" {
		return says(t, "There is no such dream. `dream` shows the last one.")
	}
	of, err := time.ParseInLocation(time.DateOnly, d.Night, t.Now.Location())
	if err != nil {
		return nil, err
	}
	r := begin(t)
	if slices.Contains(kept, seq) {
		r.Text.Say("Kept already: the dream of ").Claim([]event.Seq{seq}, "%s", phrase.Day(of, t.Now)).Say(". `dreams` lists them.")
		return r, nil
	}
	r.Writes = append(r.Writes, turn.Write{Payload: event.DreamKept{Dream: seq}, From: append(t.Heard(), seq)})
	r.Text.Say("Kept: the dream of ").Claim([]event.Seq{seq}, "%s", phrase.Day(of, t.Now)).Say(". `dreams` lists what you kept.")
	return r, nil
}
