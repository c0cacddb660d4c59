package mattermost

import (
	"context"
	"errors"
	"maps"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// settle makes a post of the draft of its turn. settled is false where there is none.
func (m *Mattermost) settle(ctx context.Context, s *self, p connectors.Post) (id connectors.MessageID, settled bool, err error) {
	const op = "mattermost: send"
	r, unlock, err := m.drafts.of(ctx, op, p.Place.Room, m.began)
	if err != nil {
		return "", false, err
	}
	defer unlock()
	if err := m.look(ctx, op, s, p.Place.Room, r); err != nil {
		return "", false, err
	}
	r.doubt.End(p.Answers.Turn)
	key := draftKey{p.Place.Thread, p.Answers.Turn}
	if r.shown[key] == nil {
		key.thread = m.root(ctx, s, p.Place, p.ReplyTo)
	}
	err = m.makeRoom(ctx, op, r, func(k draftKey) bool { // the answer that it began stands, or comes without it
		return k.turn < key.turn && (k.thread == key.thread || k.thread == p.Place.Thread)
	})
	if err != nil {
		return "", false, notYet(err)
	}
	one := r.shown[key]
	if one == nil {
		return "", false, nil
	}
	if len(p.Pictures) > 0 || one.late.After(m.Now()) { // an edit brings no pictures with it on every server
		if err := m.take(ctx, op, one.id); err != nil {
			return "", false, notYet(err)
		}
		delete(r.shown, key)
		return "", false, nil
	}
	words, props := text(p), m.props(p)
	gone, err := false, error(nil)
	if !one.fixed {
		gone, err = m.rewrite(ctx, op, one, &model.PostPatch{Message: &words, Props: &props})
	}
	if err != nil {
		one.post = one.post || unknown(err)
		return "", false, err
	}
	if one.fixed {
		if err := m.take(ctx, op, one.id); err != nil {
			return "", false, notYet(err)
		}
		gone = true
	}
	delete(r.shown, key)
	if gone { // it gets a post of its own
		return "", false, nil
	}
	return connectors.MessageID(one.id), true, nil
}

// known locks the drafts of a room where there may be some; nil where there are none.
func (d *drafts) known(ctx context.Context, op, room string) (*roomDrafts, func(), error) {
	d.mu.Lock()
	none := d.rooms[room] == nil
	d.mu.Unlock()
	if none {
		return nil, nil, nil
	}
	return d.of(ctx, op, room, time.Time{})
}

// sweep withdraws what arrived late of drafts in a room.
func (m *Mattermost) sweep(ctx context.Context, op string, s *self, room string) error {
	r, unlock, err := m.drafts.known(ctx, op, room)
	if r == nil || err != nil {
		return err
	}
	defer unlock()
	return m.look(ctx, op, s, room, r)
}

// settledBy notes that a post stands in a room under that id: it is no draft any more, and what
// else belongs to its turn gets a post of its own.
func (m *Mattermost) settledBy(ctx context.Context, op, room, id string) error {
	r, unlock, err := m.drafts.known(ctx, op, room)
	if r == nil || err != nil {
		return err
	}
	defer unlock()
	maps.DeleteFunc(r.shown, func(_ draftKey, d *draft) bool { return d.id == id })
	return nil
}

// notYet is an error of what came before the post itself, which surely did not arrive.
func notYet(err error) error {
	var e *connectors.Error
	if errors.As(err, &e) && e.Reason == connectors.Unknown {
		return &connectors.Error{Op: e.Op, Reason: connectors.Temporary, Err: e.Err}
	}
	return err
}
