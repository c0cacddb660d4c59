package mattermost

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

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
	shown map[draftKey]*draft
	made  int // how many were made: two of one turn are two

	read  time.Time        // when the room was last read, as far back as there was a doubt; never where zero
	doubt connectors.Doubt // the room is read as long as there is one
	lost  bool             // a call of this process is among what may arrive: its effect may come at any moment
}

// draft is one that is shown.
type draft struct {
	id    string
	post  bool      // it may be a post by now: it makes no room
	fixed bool      // the server lets nobody change it: it stays as it is until its post comes
	late  time.Time // until when a change of it may still be on its way: what takes its place must not be changed by that
}

// arrivesFor is how long a request that nobody waits for any more may take to have its effect.
const arrivesFor = 30 * time.Second

// draftPages is among how many of the newest pages drafts of an earlier process are looked for;
// those of this one are as long as they can be written.
const draftPages = 5

// What is read again of a room, and at most so often: a post is shown so soon after it was made, as
// a rule. So many are asked for at once.
const (
	shownWithin = time.Second
	fewPosts    = 60
)

type draftKey struct {
	thread string
	turn   uint64
}

// of locks the drafts of a room; unlock with the function returned. began is when this process
// did.
func (d *drafts) of(ctx context.Context, op, room string, began time.Time) (*roomDrafts, func(), error) {
	d.mu.Lock()
	r := d.rooms[room]
	if r == nil {
		r = &roomDrafts{lock: make(chan struct{}, 1), shown: map[draftKey]*draft{}, doubt: connectors.DoubtUntil(began.Add(arrivesFor))}
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

// look finds the drafts that are shown in a room without this process knowing of them: those of
// an earlier one, and of attempts in doubt. Those that nothing will take the place of are
// withdrawn. It reads the room until none can be on its way any more. Where that is only an earlier
// process's, it reads between the first time and the last now and then, and what came since: whoever
// waits for an answer waits for this.
func (m *Mattermost) look(ctx context.Context, op string, s *self, room string, r *roomDrafts) error {
	if !r.doubt.Any() {
		return nil
	}
	now := m.Now()
	far, per := int64(0), perPage
	switch {
	case r.read.IsZero():
	case r.lost, r.doubt.Over(now): // or for the last time
		far = m.clock.when(r.doubt.Since()).UnixMilli()
	case now.Before(r.read.Add(shownWithin)):
		return nil
	default:
		far, per = m.clock.when(r.read.Add(-shownWithin)).UnixMilli(), fewPosts
	}
	found, stale := map[string]draftKey{}, map[string]bool{}
	var ids []string // newest first
	_, err := m.back(ctx, room, draftPages*perPage/per, per, func(page []entry, _ bool) bool {
		for _, e := range page {
			if at := made(e); at != 0 && at < far {
				return false
			}
			if e.post == nil || e.post.UserId != s.id {
				continue
			}
			name, _ := e.post.GetProp(propDraft).(string)
			number, ok := strings.CutPrefix(name, "turn/")
			turn, err := strconv.ParseUint(number, 10, 64)
			if _, twice := found[e.id]; ok && err == nil && !twice {
				found[e.id] = draftKey{e.post.RootId, turn}
				stale[e.id] = e.post.CreateAt < m.clock.when(now.Add(-connectors.LongestDraft)).UnixMilli()
				ids = append(ids, e.id)
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	r.doubt.Read(now)
	r.lost = r.lost && r.doubt.Any()
	for _, id := range ids {
		key := found[id]
		known := r.shown[key]
		switch {
		case known != nil && known.id == id, r.doubt.Spares(connectors.MessageID(id)):
			continue
		case known == nil && r.doubt.Stands(key.turn, stale[id]):
			r.shown[key] = &draft{id: id}
		default:
			if err := m.take(ctx, op, id); err != nil {
				return notYet(err)
			}
		}
		r.made++
	}
	r.read = now
	return nil
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
	r, unlock, err := m.drafts.of(ctx, op, d.Place.Room, m.began)
	if err != nil {
		return err
	}
	defer unlock()
	if err := m.look(ctx, op, s, d.Place.Room, r); err != nil {
		return err
	}
	thread := d.Place.Thread
	if d.Answers != nil {
		thread = m.root(ctx, s, d.Place, d.Answers.To)
	}
	blank := strings.TrimSpace(d.Text) == ""
	err = m.makeRoom(ctx, op, r, func(key draftKey) bool {
		if blank {
			return key.turn <= d.Turn
		}
		return key.turn != d.Turn && key.thread == thread // at most one is shown
	})
	if err != nil {
		return err
	}
	if blank {
		r.doubt.End(d.Turn)
		return nil
	}
	r.doubt.Begin(d.Turn)
	return m.show(ctx, s, d, r, thread)
}

// makeRoom withdraws drafts, but for those that may be posts by now: they are left alone, and
// withdrawn later if they turn out to be none.
func (m *Mattermost) makeRoom(ctx context.Context, op string, r *roomDrafts, which func(draftKey) bool) error {
	for key, one := range r.shown {
		if !which(key) {
			continue
		}
		if one.post {
			r.doubt.Spare(connectors.MessageID(one.id), m.Now().Add(arrivesFor))
			r.lost = true
		} else if err := m.take(ctx, op, one.id); err != nil {
			return err
		}
		delete(r.shown, key)
	}
	return nil
}

// show makes the draft's post, or changes it.
func (m *Mattermost) show(ctx context.Context, s *self, d connectors.Draft, r *roomDrafts, thread string) error {
	const op = "mattermost: draft"
	words := render(d.Text, nil)
	if strings.TrimSpace(words) == "" {
		return nil // marks alone, so far
	}
	key := draftKey{thread, d.Turn}
	if one := r.shown[key]; one != nil {
		if one.fixed {
			return nil
		}
		gone, err := m.rewrite(ctx, op, one, &model.PostPatch{Message: &words})
		if unknown(err) {
			one.late = m.Now().Add(arrivesFor)
		}
		if !gone || err != nil {
			return err
		}
		delete(r.shown, key)
	}
	out := &model.Post{
		ChannelId: d.Place.Room, RootId: thread, Message: words,
		PendingPostId: s.id + ":" + m.secret("draft", m.nonce, d.Place.Room, thread, draftName(d.Turn), strconv.Itoa(r.made))[:32],
	}
	out.SetProps(model.StringInterface{propDraft: draftName(d.Turn), model.PostPropsFromBot: "true"})
	made, err := m.create(ctx, op, s, out, d.Place.Thread == "")
	if err != nil {
		if unknown(err) {
			r.doubt.Attempted(m.Now().Add(arrivesFor))
			r.lost = true
		}
		return err
	}
	r.made++
	r.shown[draftKey{made.RootId, d.Turn}] = &draft{id: made.Id}
	return nil
}

// rewrite changes what stands in a draft. gone says that somebody deleted it; where it stands and may not be changed, by a
// rule of the server's, that is noted with it.
func (m *Mattermost) rewrite(ctx context.Context, op string, one *draft, to *model.PostPatch) (gone bool, err error) {
	err = m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.PatchPost(ctx, one.id, to)
		return resp, err
	})
	if !out(err) && !forbids(err) {
		return false, err
	}
	// What is not there is refused in the same words as what may not be changed.
	var p *model.Post
	err = m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		p, resp, err = c.GetPost(ctx, one.id, "")
		return resp, err
	})
	if err != nil && !out(err) {
		return false, err
	}
	one.fixed = err == nil && p != nil && p.DeleteAt == 0
	return !one.fixed, nil
}

func unknown(err error) bool { return err != nil && reason(err) == connectors.Unknown }

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
