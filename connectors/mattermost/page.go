package mattermost

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"

	"github.com/mattermost/mattermost/server/public/model"
)

// perPage is how many posts are asked for at once: the most the server gives.
const perPage = 200

// entry is a post of a list: read, or as it came where it could not be read.
type entry struct {
	id   string
	post *model.Post // nil where it could not be read
	raw  []byte
}

// posts asks for a list of posts of a room, newest first as the server orders them. Posts
// that could not be read do not keep the others from being read.
func (m *Mattermost) posts(ctx context.Context, room string, query url.Values) ([]entry, error) {
	query.Set("collapsedThreads", "false") // else replies are left out
	query.Set("skipFetchThreads", "true")  // else whole threads come along
	var list struct {
		Order []string                   `json:"order"`
		Posts map[string]json.RawMessage `json:"posts"`
	}
	err := m.ask(ctx, "mattermost: read a room", func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		return m.fetched(ctx, c, "/channels/"+url.PathEscape(room)+"/posts?"+query.Encode(), func(r io.Reader) error {
			if err := json.NewDecoder(r).Decode(&list); err != nil || list.Order != nil || list.Posts != nil {
				return err
			}
			return errNotServer
		})
	})
	if err != nil {
		return nil, err
	}
	out := make([]entry, 0, len(list.Order))
	for _, id := range list.Order {
		raw, ok := list.Posts[id]
		if !ok {
			continue
		}
		e := entry{id: id, raw: raw}
		if p, err := readPost(raw); err == nil && p.Id == id {
			e.post = p
		}
		out = append(out, e)
	}
	return out, nil
}

// page asks for the posts next to an anchor, "before" or "after" it; without one for the
// newest. full says that there may be more of them. Where so many are more than an answer may
// hold, it asks for fewer.
func (m *Mattermost) page(ctx context.Context, room, side string, at anchor) (list []entry, full bool, err error) {
	per := cmp.Or(at.per, perPage)
	for {
		q := url.Values{"per_page": {strconv.Itoa(per)}, "page": {strconv.Itoa(at.page)}}
		if at.id != "" {
			q.Set(side, at.id)
		}
		list, err = m.posts(ctx, room, q)
		if !errors.Is(err, errTooLarge) || per == 1 {
			return list, len(list) >= per, err
		}
		per = max(per/8, 1)
		at.page *= 8
	}
}

// anchor is a post next to which to read on, and how many pages from it, of how many posts:
// perPage where zero.
type anchor struct {
	id        string
	page, per int
}

// beside is where to read on behind the last post of a list: the server leaves out the posts
// that are as old as the anchor to the millisecond, so it is one whose neighbour is not. Of
// a whole page of one moment the same anchor's next page follows.
func (a anchor) beside(list []entry) anchor {
	end := made(list[len(list)-1])
	for i := len(list) - 2; i >= 0; i-- {
		if at := made(list[i]); at != 0 && at != end {
			return anchor{id: list[i].id, per: a.per}
		}
	}
	return anchor{a.id, a.page + 1, a.per}
}

// made is when a post of a list was made; 0 where that could not be read.
func made(e entry) int64 {
	if e.post == nil {
		return 0
	}
	return e.post.CreateAt
}

// back walks from the newest post of a room towards the oldest, page by page of so many posts, for
// at most so many pages, until visit says that it has seen enough; done is false where it never did
// and there is more. A page may begin with what the one before it ended with, unless next says that
// it goes on where that ended.
func (m *Mattermost) back(ctx context.Context, room string, pages, per int, visit func(page []entry, next bool) (more bool)) (done bool, err error) {
	at := anchor{per: per}
	for range pages {
		list, full, err := m.page(ctx, room, "before", at)
		if err != nil {
			return false, err
		}
		if !visit(list, at.page > 0) || !full {
			return true, nil
		}
		at = at.beside(list)
	}
	return false, nil
}

// stream is the new posts of one room, oldest first.
type stream struct {
	m     *Mattermost
	id    string
	posts []entry // in hand
	at    anchor  // behind them
	ended bool
}

// everything is more pages than a room has.
const everything = 1 << 20

// stream finds the first post of a room that is not older than from.
func (m *Mattermost) stream(ctx context.Context, s *self, id string, r room, from int64) (*stream, error) {
	t := &stream{m: m, id: id, ended: true}
	pages, older := 0, ""
	_, err := m.back(ctx, id, everything, perPage, func(page []entry, next bool) bool { // newest first
		pages++
		var held []entry
		begins := false
		for _, e := range page {
			if at := made(e); at != 0 && at < from {
				begins, older = true, e.id
				break
			}
			held = append(held, e)
			if r.kind != model.ChannelTypeDirect && e.post != nil && joins(e.post, s.id) {
				begins = true // the agent was not here before
				break
			}
		}
		if len(held) > 0 {
			slices.Reverse(held)
			if next {
				held = append(held, t.posts...)
			}
			t.posts, t.ended = held, pages == 1
		}
		return !begins
	})
	switch {
	case err != nil:
		return nil, err
	case t.ended:
	case older != "":
		t.posts, t.at = nil, anchor{id: older}
	default: // the room's first posts: they hold all that are as old as the newest of them
		t.at = anchor{id: t.posts[len(t.posts)-1].id}
	}
	return t, nil
}

// joins says whether a post tells that the agent was added to its room.
func joins(p *model.Post, agent string) bool {
	added, _ := p.GetProp(model.PostPropsAddedUserId).(string)
	return p.Type == model.PostTypeAddToChannel && added == agent || p.Type == model.PostTypeJoinChannel && p.UserId == agent
}

// peek gives the next post without taking it; false where there is none.
func (t *stream) peek(ctx context.Context) (entry, bool, error) {
	for len(t.posts) == 0 {
		if t.ended {
			return entry{}, false, nil
		}
		list, full, err := t.m.page(ctx, t.id, "after", t.at)
		if err != nil {
			return entry{}, false, err
		}
		slices.Reverse(list)
		if t.posts, t.ended = list, !full; full {
			t.at = t.at.beside(list)
		}
	}
	return t.posts[0], true, nil
}

func (t *stream) take() { t.posts = t.posts[1:] }
