package bot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
	"citadel/memory/thread"
)

// lately is how many of the newest turns are looked at for what a process that died may
// have drafted: the last of them, as a rule.
const lately = 10

// abandoned takes over the drafts that an earlier process may have left: those whose post is
// still to come are settled by it, and those of turns that never ended, or whose post never
// arrived, are withdrawn. So is what may have come late of one beside its post.
func (b *Bot) abandoned(ctx context.Context) error {
	if len(b.drafts) == 0 {
		return nil
	}
	var pending []outbox.Post
	over := map[event.Seq]thread.Turn{}
	b.Mind.Read(func(v memory.View) {
		pending = slices.Clone(v.Outbox.Posts)
		for _, t := range v.Thread.Over() {
			over[t.ID] = t
		}
	})
	settled := map[event.Seq]bool{} // turns that have a post, or will
	for _, p := range pending {
		r, err := b.Mind.Event(ctx, p.Seq)
		if err != nil {
			return err
		}
		if d := b.drafts[p.Place.Platform]; d != nil && p.Asked {
			settled[r.Cause()] = true
			d.inherit(r.Cause(), chatPlace(p.Place))
		}
	}
	sent, err := b.newest(ctx, event.PostSent{}.Kind(), 3*lately)
	if err != nil {
		return err
	}
	arrived := map[event.Seq]bool{}
	for _, r := range sent {
		arrived[r.Cause()] = true
	}
	begun, err := b.newest(ctx, event.TurnBegan{}.Kind(), lately)
	if err != nil {
		return err
	}
	for _, r := range begun {
		place, heard, err := b.heardAt(ctx, r.Cause())
		if err != nil {
			return err
		}
		t, ended := over[r.Seq]
		if ended && len(t.Posts) == 0 && !strings.HasPrefix(t.By, "model:") && t.Ended.Before(heard.Add(lineAfter)) {
			continue // nothing was written, and it was over before it was told that it takes long
		}
		d := b.drafts[place.Platform]
		if d == nil {
			continue
		}
		d.expect(r.Seq, place)
		if settled[r.Seq] || slices.ContainsFunc(t.Posts, func(p event.Seq) bool { return arrived[p] }) {
			continue
		}
		d.inherit(r.Seq, place)
		d.withdraw(r.Seq)
	}
	for _, d := range b.drafts {
		d.sweep(true)
	}
	return nil
}

// newest gives the latest events of a kind.
func (b *Bot) newest(ctx context.Context, kind event.Kind, n int) ([]ledger.Record, error) {
	var rs []ledger.Record
	for r, err := range b.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{kind}, Newest: true, Limit: n}) {
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// heardAt is where and when a message was said; where the principal spoke last if it was
// forgotten.
func (b *Bot) heardAt(ctx context.Context, message event.Seq) (connectors.Place, time.Time, error) {
	r, err := b.Mind.Event(ctx, message)
	if err != nil {
		return connectors.Place{}, time.Time{}, err
	}
	p, err := r.Payload()
	h, ok := p.(event.Heard)
	if !ok {
		b.Mind.Read(func(v memory.View) { h.Place = v.Thread.Place })
	}
	return chatPlace(h.Place), r.At, err
}

// inherit takes over what an earlier process may have shown of a turn.
func (d *drafts) inherit(turn event.Seq, place connectors.Place) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shown[turn] = place
	d.stir()
}

// unsettled withdraws the drafts of turns that are over and have no post that could still
// settle them: it failed, was forgotten, or there was nothing to say. It says whether there
// are drafts left.
func (d *drafts) unsettled() bool {
	d.mu.Lock()
	shown := maps.Clone(d.shown)
	d.mu.Unlock()
	if len(shown) == 0 {
		return false
	}
	var over []event.Seq
	d.bot.Mind.Read(func(v memory.View) {
		turns := v.Thread.Over()
		for turn, place := range shown {
			i := slices.IndexFunc(turns, func(t thread.Turn) bool { return t.ID == turn })
			if i < 0 || slices.ContainsFunc(turns[i].Posts, func(p event.Seq) bool { return waits(v, p, place) }) {
				continue
			}
			over = append(over, turn)
		}
	})
	for _, turn := range over {
		d.withdraw(turn)
	}
	return len(shown) > len(over)
}

// waits says whether a post has yet to leave for a place.
func waits(v memory.View, post event.Seq, place connectors.Place) bool {
	for _, p := range v.Outbox.Posts {
		if p.Seq == post {
			return chatPlace(p.Place) == place
		}
	}
	return false
}
