package mattermost

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// drafts is what is shown of answers that are being written, by room.
type drafts struct {
	mu    sync.Mutex
	rooms map[string]*roomDrafts
}

// roomDrafts are the drafts of one room. Its lock is held while one is shown.
type roomDrafts struct {
	lock  chan struct{} // a value while it is held
	read  bool          // those of earlier processes, and of calls that ended in doubt, are in shown
	shown map[draftKey]string
	late  map[string]bool // posts of which a change may still be on its way: what takes their place must not be changed by that
	post  map[string]bool // those that may be posts by now: they make no room
	made  int             // how many were made: two of one turn are two
}

type draftKey struct {
	thread string
	turn   uint64
}

// of locks the drafts of a room; unlock with the function returned.
func (d *drafts) of(ctx context.Context, op, room string) (*roomDrafts, func(), error) {
	d.mu.Lock()
	r := d.rooms[room]
	if r == nil {
		r = &roomDrafts{lock: make(chan struct{}, 1), shown: map[draftKey]string{}, late: map[string]bool{}, post: map[string]bool{}}
		d.rooms[room] = r
	}
	d.mu.Unlock()
	select {
	case r.lock <- struct{}{}:
		return r, func() { <-r.lock }, nil
	case <-ctx.Done():
		return nil, nil, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: ctx.Err()}
	}
}

// drop forgets a draft.
func (r *roomDrafts) drop(key draftKey) {
	id := r.shown[key]
	delete(r.shown, key)
	delete(r.late, id)
	delete(r.post, id)
}

// look finds the drafts that are shown in a room without this process knowing of them.
func (m *Mattermost) look(ctx context.Context, s *self, room string, r *roomDrafts) error {
	if r.read {
		return nil
	}
	_, err := m.back(ctx, room, 1, func(page []entry, _ bool) bool {
		for _, e := range page {
			if e.post == nil || e.post.UserId != s.id {
				continue
			}
			name, _ := e.post.GetProp(propDraft).(string)
			number, ok := strings.CutPrefix(name, "turn/")
			turn, err := strconv.ParseUint(number, 10, 64)
			if ok && err == nil {
				r.made++
				r.shown[draftKey{e.post.RootId, turn}] = e.id
			}
		}
		return false
	})
	r.read = err == nil
	return err
}

func draftName(turn uint64) string { return "turn/" + strconv.FormatUint(turn, 10) }

// Draft implements connectors.Drafter: a post that is edited.
func (m *Mattermost) Draft(ctx context.Context, d connectors.Draft) error {
	const op = "mattermost: draft"
	if err := m.valid(ctx, op, d.Place, d.Text); err != nil {
		return err
	}
	if d.Turn == 0 {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("a draft needs a turn")}
	}
	s, err := m.whoami(ctx, op)
	if err != nil {
		return err
	}
	r, unlock, err := m.drafts.of(ctx, op, d.Place.Room)
	if err != nil {
		return err
	}
	defer unlock()
	if err := m.look(ctx, s, d.Place.Room, r); err != nil {
		return err
	}
	thread := d.Place.Thread
	if d.Answers != nil {
		thread = m.root(ctx, s, d.Place, d.Answers.To)
	}
	blank := strings.TrimSpace(d.Text) == ""
	for key, id := range r.shown {
		if blank != (key.turn == d.Turn) || !blank && key.thread != thread {
			continue // at most one is shown: others make room
		}
		if !r.post[id] {
			if err := m.take(ctx, op, id); err != nil {
				return err
			}
		}
		r.drop(key)
	}
	if blank {
		return nil
	}
	return m.show(ctx, s, d, r, thread)
}

// show makes the draft's post, or changes it.
func (m *Mattermost) show(ctx context.Context, s *self, d connectors.Draft, r *roomDrafts, thread string) error {
	const op = "mattermost: draft"
	words := render(d.Text, nil)
	if strings.TrimSpace(words) == "" {
		return nil // marks alone, so far
	}
	key := draftKey{thread, d.Turn}
	if id, ok := r.shown[key]; ok {
		err := m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
			_, resp, err := c.PatchPost(ctx, id, &model.PostPatch{Message: &words})
			return resp, err
		})
		if !out(err) {
			if err != nil {
				r.late[id] = true
			}
			return err
		}
		r.drop(key) // somebody deleted it
	}
	out := &model.Post{
		ChannelId: d.Place.Room, RootId: thread, Message: words,
		PendingPostId: s.id + ":" + m.secret("draft", m.nonce, d.Place.Room, thread, draftName(d.Turn), strconv.Itoa(r.made))[:32],
	}
	out.SetProps(model.StringInterface{propDraft: draftName(d.Turn), model.PostPropsFromBot: "true"})
	made, err := m.create(ctx, op, s, out, d.Place.Thread == "")
	if err != nil {
		r.read = reason(err) != connectors.Unknown // else it may be there
		return err
	}
	r.made++
	r.shown[draftKey{made.RootId, d.Turn}] = made.Id
	return nil
}

// take deletes a draft. What is gone already is no error.
func (m *Mattermost) take(ctx context.Context, op, id string) error {
	err := m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		return c.DeletePost(ctx, id)
	})
	if out(err) {
		return nil
	}
	return err
}

// settle makes a post of the draft of its turn. settled is false where there is none.
func (m *Mattermost) settle(ctx context.Context, s *self, p connectors.Post) (id connectors.MessageID, settled bool, err error) {
	const op = "mattermost: send"
	r, unlock, err := m.drafts.of(ctx, op, p.Place.Room)
	if err != nil {
		return "", false, err
	}
	defer unlock()
	if err := m.look(ctx, s, p.Place.Room, r); err != nil {
		return "", false, err
	}
	key := draftKey{p.Place.Thread, p.Answers.Turn}
	if _, ok := r.shown[key]; !ok {
		key.thread = m.root(ctx, s, p.Place, p.ReplyTo)
	}
	post, ok := r.shown[key]
	if !ok {
		return "", false, nil
	}
	if len(p.Pictures) > 0 || r.late[post] { // an edit brings no pictures with it on every server
		if err := m.take(ctx, op, post); err != nil {
			return "", false, notYet(err)
		}
		r.drop(key)
		return "", false, nil
	}
	words, props := text(p), m.props(p)
	err = m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.PatchPost(ctx, post, &model.PostPatch{Message: &words, Props: &props})
		return resp, err
	})
	if err != nil && !out(err) {
		r.post[post] = r.post[post] || reason(err) == connectors.Unknown
		return "", false, err
	}
	r.drop(key)
	if err != nil { // somebody deleted it
		return "", false, nil
	}
	return connectors.MessageID(post), true, nil
}

// notYet is an error of what came before the post itself, which surely did not arrive.
func notYet(err error) error {
	var e *connectors.Error
	if errors.As(err, &e) && e.Reason == connectors.Unknown {
		return &connectors.Error{Op: e.Op, Reason: connectors.Temporary, Err: e.Err}
	}
	return err
}
