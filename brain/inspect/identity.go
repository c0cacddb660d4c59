package inspect

import (
	"context"
	"slices"
	"time"

	"citadel/brain/identity"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	versions "citadel/memory/identity"
)

// identityNow shows how the agent works with the principal: the lines that hold, why they differ from the founding ones,
// what is proposed, and which versions there are.
func identityNow(ctx context.Context, l *look) (*turn.Reply, error) {
	var f versions.Fold
	l.turn.Read(func(v memory.View) { f = *v.Identity })
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	now, _ := f.Of(f.Now)
	if now.Seq != 0 {
		rests = []event.Seq{now.Seq}
	}
	head := new(phrase.Text).Claim(rests, "**How I work with you: %s.**", identity.Since(&f, f.Now, l.turn.Now))
	var items []*phrase.Text
	item := func() *phrase.Text {
		t := new(phrase.Text)
		items = append(items, t)
		return t
	}
	founding := identity.Founding()
	for _, line := range identity.Open(f.Lines()) {
		if slices.Contains(founding, line) {
			item().Say("%s", line)
			continue
		}
		t := item()
		t.Claim(rests, "%s", line)
		if c, seq, ok := changed(&f, line); ok {
			on, err := l.written(ctx, c)
			if err != nil {
				return nil, err
			}
			t.Claim([]event.Seq{seq}, " ")
			identity.Because(t, c, on, l.turn.Now)
		}
	}
	foot := new(phrase.Text).Claim(rests, "%s", phrase.Count(len(identity.Locked()), "locked line")).Say(" stand above these; no job can write them.")
	switch p := f.Pending; {
	case f.Frozen:
		foot.Say(" Frozen: `unfreeze identity` lets me propose changes again.")
	case p != nil && p.Told.IsZero():
		foot.Say(" ").Claim([]event.Seq{p.Seq}, "A change is drafted").Say(" and will be shown to you first.")
	case p != nil:
		foot.Say(" ").Claim([]event.Seq{p.Seq}, "Version %d", p.Version).Say(" is proposed: `take it` or `keep`.")
	case !l.turn.Host.Reasons():
		foot.Say(" Without a model nothing changes them.")
	case identity.Distance(founding, identity.Open(f.Lines())) > identity.MostDrift-identity.MostChanged/10:
		foot.Say(" They are as far from version 1 as they may be, so no change is proposed any more; `revert 1` goes back.")
	}
	if len(f.Versions) > 0 {
		foot.Say(" `revert N` goes back to any of ").Claim(rests, "versions 1 to %d", f.Highest).Say(", `freeze identity` ends the changes.")
	}
	return l.list(head, each(items, func(t *phrase.Text) (*phrase.Text, error) { return t, nil }), foot)
}

// changed gives the newest change that brought a line.
func changed(f *versions.Fold, line string) (event.IdentityChange, event.Seq, bool) {
	for _, v := range slices.Backward(f.Versions) {
		for _, c := range v.Changes {
			if c.New == line {
				return c, v.Seq, true
			}
		}
	}
	return event.IdentityChange{}, 0, false
}

// written is when each message was said that a change rests on; one that was forgotten is left out.
func (l *look) written(ctx context.Context, c event.IdentityChange) (map[event.Seq]time.Time, error) {
	on := map[event.Seq]time.Time{}
	for _, q := range c.Quotes {
		rec, p, err := l.turn.Event(ctx, q.Message)
		if err != nil {
			return nil, err
		}
		if p != nil {
			on[q.Message] = rec.At
		}
	}
	return on, nil
}
