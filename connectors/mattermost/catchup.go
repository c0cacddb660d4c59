package mattermost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// mostChanges is how many posts the server lists as changed at most. It does not say that
// there were more, nor are those it lists the newest.
const mostChanges = 1000

// How far a room is walked back where the list of changes cannot be relied on.
const (
	walkPages = 25
	walkBack  = 14 * 24 * time.Hour
)

// change is something that happened to a post, or that could not be read.
type change struct {
	at     int64
	post   *model.Post       // an edit, a deletion, or what its reactions are
	who    string            // reactions: of whom
	emojis []string          // reactions
	put    []time.Time       // when each of them was put there
	event  *connectors.Event // anything else, as it is
	kind   connectors.EventKind
}

// catchUp hands on what happened while nobody listened, in order of time over all rooms:
// messages that are not older than from, and what changed since; 0 is the beginning and
// nothing. A reading that fails is begun again at what was handed on last. What happens while it
// goes on is heard of in part here and in part behind it, from the connection, so the mark
// stays at its beginning until it is through. A room that is owed is read from where that
// began; with debts nothing else is read, and the mark stays where it is.
func (h *hearing) catchUp(ctx context.Context, since, from int64, debts bool) error {
	h.mark.upto = max(h.mark.at, 1)
	if !debts {
		h.mark.upto = max(h.mark.upto, h.serverNow())
	}
	defer func() { h.mark.upto = 0 }()
	var rooms []*model.Channel
	err := h.m.ask(ctx, "mattermost: list rooms", func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		rooms, resp, err = c.GetChannelsForUserWithLastDeleteAt(ctx, h.self.id, 0)
		return resp, err
	})
	if err != nil {
		return err
	}
	h.principals = nil
	for _, ch := range rooms {
		if r := h.m.knows(h.self, ch); r.peer != "" && h.heeds(r.peer) {
			h.principals = append(h.principals, r.peer)
		}
	}
	r := &reading{begins: map[string]int64{}}
	var failed error // of the first room that is to be tried again
	bad := 0
	for _, ch := range rooms {
		at, owing := h.mark.owes(ch.Id)
		if debts && !owing {
			continue
		}
		first, since := from, since
		if ch.Type != model.ChannelTypeDirect {
			first = max(first, h.floor)
		}
		if owing {
			first = min(first, at)
			if at > 0 && (since == 0 || at < since) {
				since = at
			}
		}
		if !debts && !h.first(ch, h.m.knows(h.self, ch)) {
			h.putOff(ch, first, since)
			continue
		}
		r.begins[ch.Id] = first
		err := h.open(ctx, r, ch, first, since)
		if err == nil {
			continue
		}
		if bad++; bad == len(r.begins) && bad > mostOwed {
			return &connectors.Error{Op: "mattermost: read rooms", Reason: connectors.Temporary, Err: err} // it is not the rooms
		}
		r.drop(ch.Id)
		if err = h.fails(ctx, ch.Id, reads, first, err); err != nil && !refusedItself(err) {
			return err
		}
		if failed == nil {
			failed = err
		}
	}
	if failed != nil {
		return failed
	}
	for _, d := range slices.Clone(h.mark.owed) {
		if !slices.ContainsFunc(rooms, func(ch *model.Channel) bool { return ch.Id == d.room }) {
			h.mark.paid(d.room) // it has been left
		}
	}
	r.sort()
	if err := h.merge(ctx, r); err != nil {
		return err
	}
	for id := range r.begins { // the rooms that were read whole
		h.mark.paid(id)
		delete(h.tries, attempt{id, reads})
	}
	return nil
}

// reading is what is read of all rooms at once.
type reading struct {
	streams []*stream
	changes []change
	begins  map[string]int64 // by room: what is older is not read
}

// drop leaves a room out.
func (r *reading) drop(room string) {
	delete(r.begins, room)
	r.streams = slices.DeleteFunc(r.streams, func(t *stream) bool { return t.id == room })
	r.changes = slices.DeleteFunc(r.changes, func(c change) bool { return c.room() == room })
}

// sort puts what happened to posts in order.
func (r *reading) sort() {
	slices.SortStableFunc(r.changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
}

// room is where it happened.
func (c change) room() string {
	if c.event != nil {
		return c.event.Place.Room
	}
	return c.post.ChannelId
}

// open begins to read a room.
func (h *hearing) open(ctx context.Context, r *reading, ch *model.Channel, first, since int64) error {
	in := h.m.knows(h.self, ch)
	if ch.LastPostAt >= first {
		t, err := h.m.stream(ctx, h.self, ch.Id, in, first)
		if err == nil {
			r.streams = append(r.streams, t)
		} else if !out(err) { // it has been left meanwhile
			return err
		}
	}
	if since == 0 {
		return nil
	}
	some, err := h.changes(ctx, ch, since)
	r.changes = append(r.changes, some...)
	return err
}

// merge hands on what is oldest, until nothing is left. A room that fails too often is
// dropped from the reading.
func (h *hearing) merge(ctx context.Context, r *reading) error {
	for {
		room, more, err := h.mergeOne(ctx, r)
		if err != nil && room != "" {
			at := r.begins[room]
			r.drop(room)
			err = h.fails(ctx, room, reads, at, err)
		}
		if err == nil {
			err = h.pressedMeanwhile(ctx)
		}
		if err != nil || !more {
			return err
		}
	}
}

// mergeOne hands on what is oldest. With an error comes the room that it is about.
func (h *hearing) mergeOne(ctx context.Context, r *reading) (room string, more bool, err error) {
	var oldest *stream
	var next entry
	for _, t := range r.streams {
		e, ok, err := t.peek(ctx)
		if out(err) { // it has been left meanwhile
			t.posts, t.ended, ok = nil, true, false
		} else if err != nil {
			return t.id, true, err
		}
		if ok && (oldest == nil || made(e) < made(next)) {
			oldest, next = t, e
		}
	}
	if len(r.changes) > 0 && (oldest == nil || r.changes[0].at < made(next)) {
		c := r.changes[0]
		r.changes = r.changes[1:]
		h.reaches(oldest == nil && len(r.changes) == 0)
		return c.room(), true, h.handChange(ctx, c)
	}
	if oldest == nil {
		return "", false, nil
	}
	oldest.take()
	h.reaches(len(r.changes) == 0 && !slices.ContainsFunc(r.streams, func(t *stream) bool {
		_, more, err := t.peek(ctx)
		return more || err != nil
	}))
	if next.post == nil {
		return oldest.id, true, h.handOn(ctx, h.unreadable(ctx, oldest.id, next), 0)
	}
	return oldest.id, true, h.said(ctx, next.post)
}

// unreadable is a post of a list that could not be read.
func (h *hearing) unreadable(ctx context.Context, room string, e entry) connectors.Event {
	return h.m.unparsed(ctx, h.self, e.id+":unread", e.raw, e.raw, room)
}

// changes lists what happened to the posts of a room since a moment. A room that has been
// left has none.
func (h *hearing) changes(ctx context.Context, ch *model.Channel, since int64) ([]change, error) {
	query := url.Values{"since": {strconv.FormatInt(since, 10)}}
	list, err := h.m.posts(ctx, ch.Id, query)
	short := len(list) == 0 && ch.LastPostAt > since // than it surely is
	var found []change
	if err == nil && len(list) == 0 && !short {
		// Only something old can have changed. The server says now and then that nothing did, and this process may not
		// live to read it once more: it is asked twice, and what stands there now is looked at, too.
		if list, err = h.m.posts(ctx, ch.Id, query); err == nil && len(list) == 0 {
			list, found, err = h.walk(ctx, ch, since, 1)
			short = len(list) > 0
		}
	}
	switch {
	case out(err):
		return nil, nil
	case err != nil && !errors.Is(err, errTooLarge):
		return nil, err
	case err != nil, len(list) >= mostChanges, short: // too many, or fewer than there surely are
		if list, found, err = h.walk(ctx, ch, since, walkPages); err != nil {
			return nil, err
		}
	}
	r, err := h.m.room(ctx, h.self, ch.Id)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if e.post == nil {
			ev := h.unreadable(ctx, ch.Id, e)
			found = append(found, change{at: since, event: &ev})
			continue
		}
		found = append(found, h.happened(e.post, r, since)...)
	}
	return found, nil
}

// happened is what happened to one post.
func (h *hearing) happened(p *model.Post, r room, since int64) []change {
	switch {
	case skipped(p):
		return nil
	case p.DeleteAt > 0:
		return []change{{at: p.DeleteAt, kind: connectors.Delete, post: p}}
	}
	var out []change
	if p.EditAt > since && p.UserId != h.self.id {
		out = append(out, change{at: p.EditAt, kind: connectors.Edit, post: p})
	}
	type set struct {
		emojis []string
		put    []time.Time
	}
	sets := map[string]set{}
	for _, who := range h.absent(p, r) {
		sets[who] = set{put: []time.Time{}}
	}
	if p.Metadata != nil {
		for _, x := range p.Metadata.Reactions {
			if x == nil || x.UserId == h.self.id || !model.IsValidId(x.UserId) {
				continue
			}
			of := sets[x.UserId]
			if e := emojiOf(x.EmojiName); !slices.Contains(of.emojis, e) {
				of.emojis, of.put = append(of.emojis, e), append(of.put, time.UnixMilli(x.CreateAt).UTC())
				sets[x.UserId] = of
			}
		}
	}
	for who, of := range sets {
		out = append(out, change{at: p.UpdateAt, kind: connectors.Reactions, post: p, who: who, emojis: of.emojis, put: of.put})
	}
	slices.SortFunc(out, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.who, b.who)) })
	return out
}

// absent is whose emoji may have been taken off a post meanwhile: the server tells what stands
// on it, and not what stood there.
func (h *hearing) absent(p *model.Post, r room) []string {
	switch {
	case h.newest == 0, p.UpdateAt <= p.CreateAt, p.UserId != h.self.id && h.unheard(p):
		return nil // nobody can have told of any
	case r.kind == model.ChannelTypeDirect:
		return []string{r.peer}
	}
	return h.principals
}

// walk reads some pages of a room backwards where the list of changes is no use. What is not there any
// more is told as what there still is, up to the last that was said before the reading began:
// it may be gone, too.
func (h *hearing) walk(ctx context.Context, ch *model.Channel, since int64, pages int) ([]entry, []change, error) {
	var list []entry
	var still []connectors.MessageID
	id, newest, oldest := ch.Id, ch.LastPostAt+1, int64(0)
	seen := map[string]bool{}
	_, err := h.m.back(ctx, id, pages, perPage, func(page []entry, _ bool) bool {
		for _, e := range page {
			if seen[e.id] {
				continue
			}
			seen[e.id] = true
			still = append(still, connectors.MessageID(e.id))
			if at := made(e); at != 0 {
				newest, oldest = max(newest, at), at
			}
			if e.post == nil || e.post.UpdateAt > since {
				list = append(list, e)
			}
		}
		return oldest > since-walkBack.Milliseconds()
	})
	if out(err) {
		return nil, nil, nil
	}
	if err != nil || oldest == 0 {
		return nil, nil, err
	}
	if oldest = max(oldest, since-walkBack.Milliseconds()); oldest >= newest {
		return list, nil, nil
	}
	now := h.serverNow()
	in, err := h.m.room(ctx, h.self, id)
	if err != nil {
		return nil, nil, err
	}
	return list, []change{{at: newest, event: &connectors.Event{
		Key: fmt.Sprintf("%s:remaining:%d:%d", id, now, len(still)), Kind: connectors.Remaining,
		Place:  connectors.Place{Platform: name, Account: h.self.account, Room: id},
		Direct: in.kind == model.ChannelTypeDirect, Title: in.title,
		Since: time.UnixMilli(oldest).UTC(), At: time.UnixMilli(newest).UTC(), Still: still, Nested: true,
	}}}, nil
}

// handChange hands one change on. A post that nobody heard of yet, since it came after the
// reading of posts began, is handed on before it.
func (h *hearing) handChange(ctx context.Context, c change) error {
	if p := c.post; p != nil && c.kind != connectors.Delete && p.CreateAt > h.newest {
		if err := h.said(ctx, p); err != nil {
			return err
		}
	}
	switch {
	case c.event != nil:
		return h.handOn(ctx, *c.event, 0)
	case c.kind == connectors.Edit:
		return h.changed(ctx, c.post)
	case c.kind == connectors.Delete:
		by, _ := c.post.GetProp(model.PostPropsDeleteBy).(string)
		return h.removed(ctx, c.post, by, c.at)
	}
	set := strings.Join(c.emojis, "\n")
	was, known := h.standing.get(c.post.Id + c.who)
	if known && was == set {
		return nil
	}
	e, err := h.m.event(ctx, h.self, connectors.Reactions, c.post, c.who, c.at)
	if err != nil {
		return err
	}
	e.Key = fmt.Sprintf("%s:r:%s:%d", c.post.Id, c.who, c.post.UpdateAt)
	if known && h.known(e.Key) { // it was told, and then something older: what was on its way when the emoji changed
		e.Key += fmt.Sprintf(":%d", h.serverNow())
	}
	e.Emojis, e.Put, e.Posted = c.emojis, c.put, time.UnixMilli(max(c.post.CreateAt, 1)).UTC()
	h.standing.put(c.post.Id+c.who, set)
	return h.handOn(ctx, e, c.at)
}
