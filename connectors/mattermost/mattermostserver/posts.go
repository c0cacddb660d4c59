package mattermostserver

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mattermost/mattermost/server/public/model"
	"github.com/mattermost/mattermost/server/public/shared/markdown"
)

// create is POST posts, with the memory of pending ids before it.
func (s *Server) create(c call) (any, error) {
	var p model.Post
	if err := c.into(&p); err != nil {
		return nil, err
	}
	if p.PendingPostId == "" {
		return s.add(&p, c.user)
	}
	now := s.now()
	if known, ok := s.pending[p.PendingPostId]; ok && now.Sub(known.at) < dedupeFor {
		if known.post == "" {
			return nil, errPending
		}
		first := s.posts[known.post]
		if first == nil || first.DeleteAt != 0 {
			return nil, refuse(http.StatusInternalServerError, "api.post.deduplicate_create_post.failed_to_get")
		}
		return s.shown(first), nil
	}
	s.pending[p.PendingPostId] = pendingPost{at: now}
	s.holdUp()
	made, err := s.add(&p, c.user)
	if err != nil {
		delete(s.pending, p.PendingPostId)
		return nil, err
	}
	s.pending[p.PendingPostId] = pendingPost{made.Id, now}
	if len(s.pending) > 5000 {
		maps.DeleteFunc(s.pending, func(_ string, p pendingPost) bool { return now.Sub(p.at) >= dedupeFor })
	}
	if s.draw(s.faults.Pending) {
		return nil, errPending
	}
	return made, nil
}

// errPending is for the second of two posts of one pending id while the first is being made.
var errPending = refuse(http.StatusInternalServerError, "api.post.deduplicate_create_post.pending")

// holdUp keeps a post from being made as long as the server is stalled. The caller holds mu.
func (s *Server) holdUp() {
	for s.stalled != nil {
		stalled, held := s.stalled, s.held
		s.mu.Unlock()
		select {
		case held <- struct{}{}:
		case <-stalled:
		}
		<-stalled
		s.mu.Lock()
		if s.stalled == stalled {
			s.stalled = nil
		}
	}
}

// Stall has every post with a pending id be made only once the returned function was called.
// The channel has a value for each that waits.
func (s *Server) Stall() (held <-chan struct{}, release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stalled, waits := make(chan struct{}), make(chan struct{})
	s.stalled, s.held = stalled, waits
	return waits, sync.OnceFunc(func() { close(stalled) })
}

// add stores a post and tells everybody in its room. The caller holds mu.
func (s *Server) add(in *model.Post, user string) (*model.Post, error) {
	room, err := s.room(in.ChannelId, user)
	switch {
	case err != nil:
		return nil, err
	case utf8.RuneCountInString(in.Message) > s.maxPost():
		return nil, refuse(http.StatusBadRequest, "model.post.is_valid.message_length.app_error")
	case len(in.FileIds) > maxFiles:
		return nil, refuse(http.StatusBadRequest, "model.post.is_valid.file_ids.app_error")
	case strings.HasPrefix(in.Type, model.PostSystemMessagePrefix):
		return nil, refuse(http.StatusBadRequest, "api.context.invalid_body_param.app_error")
	}
	if in.RootId != "" {
		if root := s.posts[in.RootId]; root == nil || root.RootId != "" || root.DeleteAt != 0 || root.ChannelId != in.ChannelId {
			return nil, refuse(http.StatusBadRequest, "api.post.create_post.root_id.app_error")
		}
	}
	at := s.millis()
	p := &model.Post{
		Id: model.NewId(), CreateAt: at, UpdateAt: at, UserId: user, ChannelId: in.ChannelId, RootId: in.RootId,
		Message: in.Message, Type: in.Type, PendingPostId: in.PendingPostId,
		RemoteId: in.RemoteId,
	}
	p.SetProps(s.keepActions(p.Id, in.GetProps()))
	if s.users[user].IsBot {
		p.AddProp(model.PostPropsFromBot, "true")
	}
	for _, id := range in.FileIds { // what is attached already, or another's, is silently left out
		if f := s.files[id]; f != nil && f.CreatorId == user && f.PostId == "" {
			f.PostId = p.Id
			p.FileIds = append(p.FileIds, id)
		}
	}
	s.put(room, p)
	return s.shown(p), nil
}

// put appends a post that is valid. The caller holds mu.
func (s *Server) put(room *channel, p *model.Post) {
	s.posts[p.Id] = p
	room.posts = append(room.posts, p)
	for i := len(room.posts) - 1; i > 0 && room.posts[i-1].CreateAt > p.CreateAt; i-- {
		room.posts[i-1], room.posts[i] = room.posts[i], room.posts[i-1]
	}
	room.LastPostAt = max(room.LastPostAt, p.CreateAt)
	room.TotalMsgCount++
	if root := s.posts[p.RootId]; root != nil {
		root.UpdateAt = p.CreateAt
		root.ReplyCount++
	}
	data := map[string]any{
		"channel_display_name": room.DisplayName, "channel_name": room.Name, "channel_type": string(room.Type),
		"sender_name": "@" + s.users[p.UserId].Username, "set_online": true, "team_id": room.TeamId, "post": s.text(p, true),
	}
	if room.Type == model.ChannelTypeDirect {
		data["channel_display_name"] = data["sender_name"]
	}
	s.notified[p.Id] = s.mentions(room, p)
	if len(s.notified[p.Id]) > 0 {
		list, err := json.Marshal(s.notified[p.Id])
		if err == nil {
			data["mentions"] = string(list)
		}
	}
	if len(p.FileIds) > 0 {
		data["image"], data["otherFile"] = "true", "true"
	}
	s.publish(room.Id, "", "posted", data)
	p.PendingPostId = "" // not stored
}

// mentions is who a post notifies. The caller holds mu.
func (s *Server) mentions(room *channel, p *model.Post) []string {
	var out []string
	if room.Type == model.ChannelTypeDirect {
		return slices.DeleteFunc(slices.Clone(room.members), func(m string) bool { return m == p.UserId })
	}
	for _, name := range Called(p.Message) {
		for _, m := range room.members {
			all := name == "channel" || name == "all" || name == "here"
			if m != p.UserId && (all || s.users[m].Username == name) && !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out
}

// Called is the names that a post calls, in small letters: those of people, if there are such, and the words for all.
func Called(message string) (names []string) {
	words := strings.FieldsFunc(spoken(message), func(r rune) bool {
		return !strings.ContainsRune(":.-_@", r) && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	for _, w := range words {
		for _, part := range append(strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune(":.-_", r) }), w) {
			if name, ok := strings.CutPrefix(strings.ToLower(part), "@"); ok && name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// spoken is what of a post the server looks for names in, as its own parser reads it: neither code nor an address.
func spoken(message string) string {
	var b strings.Builder
	markdown.Inspect(message, func(node any) bool {
		text, is := node.(*markdown.Text)
		if !is {
			b.WriteByte(' ') // what stands apart is read apart
			return true
		}
		b.WriteString(text.Text)
		return false
	})
	return b.String()
}

// shown is a post as a client gets it: with what goes with it. The caller holds mu.
func (s *Server) shown(p *model.Post) *model.Post {
	out := p.Clone()
	out.MakeNonNil()
	out.Metadata = &model.PostMetadata{Reactions: s.reacts[p.Id]}
	for _, id := range p.FileIds {
		out.Metadata.Files = append(out.Metadata.Files, &s.files[id].FileInfo)
	}
	out.HasReactions = len(s.reacts[p.Id]) > 0
	return out
}

// text is a post as an event carries it: JSON in a string.
func (s *Server) text(p *model.Post, pending bool) string {
	out := s.shown(p)
	if pending {
		out.PendingPostId = p.PendingPostId
	}
	body, err := json.Marshal(out)
	if err != nil {
		return "{}"
	}
	return string(body)
}

// visible gives a post that is there and may be read. The caller holds mu.
func (s *Server) visible(id, user string) (*model.Post, error) {
	p := s.posts[id]
	if p == nil || p.DeleteAt != 0 {
		return nil, errNotFound
	}
	if _, err := s.room(p.ChannelId, user); err != nil {
		return nil, err
	}
	return p, nil
}

func (s *Server) post(c call) (any, error) {
	p, err := s.visible(c.PathValue("post"), c.user)
	if err != nil {
		return nil, err
	}
	return s.shown(p), nil
}

func (s *Server) patch(c call) (any, error) {
	var change model.PostPatch
	if err := c.into(&change); err != nil {
		return nil, err
	}
	p, err := s.visible(c.PathValue("post"), c.user)
	if err != nil || p.UserId != c.user {
		return nil, errForbidden // as the real one says of what is gone
	}
	return s.edit(p, change)
}

// edit changes a post; a copy of the old one stays behind. The caller holds mu.
func (s *Server) edit(p *model.Post, change model.PostPatch) (any, error) {
	if change.Message != nil && utf8.RuneCountInString(*change.Message) > s.maxPost() {
		return nil, refuse(http.StatusBadRequest, "model.post.is_valid.message_length.app_error")
	}
	old := p.Clone()
	at := s.millis()
	if change.Message != nil && *change.Message != p.Message {
		p.Message, p.EditAt = *change.Message, at
	}
	if change.Props != nil {
		p.SetProps(s.keepActions(p.Id, *change.Props))
	}
	if change.FileIds != nil {
		held := len(p.FileIds)
		p.FileIds = slices.DeleteFunc(slices.Clone(p.FileIds), func(id string) bool { return !slices.Contains(*change.FileIds, id) })
		if len(p.FileIds) < held {
			p.EditAt = at
		}
		for _, id := range *change.FileIds {
			if f := s.files[id]; f != nil && f.PostId == "" {
				f.PostId, p.EditAt = p.Id, at
				p.FileIds = append(p.FileIds, id)
			}
		}
	}
	p.UpdateAt = at
	room := s.channels[p.ChannelId]
	old.Id, old.OriginalId, old.DeleteAt, old.UpdateAt = model.NewId(), p.Id, at, at
	s.posts[old.Id] = old
	i, _ := slices.BinarySearchFunc(room.posts, old.CreateAt, func(q *model.Post, at int64) int { return int(q.CreateAt - at) })
	room.posts = slices.Insert(room.posts, i, old)
	s.publish(room.Id, "", "post_edited", map[string]any{"post": s.text(p, false)})
	return s.shown(p), nil
}

func (s *Server) remove(c call) (any, error) {
	p, err := s.visible(c.PathValue("post"), c.user)
	if err != nil {
		return nil, err
	}
	if p.UserId != c.user {
		return nil, errForbidden
	}
	s.unsay(p, c.user)
	return status{"OK"}, nil
}

// unsay deletes a post and, without a word, its replies. The caller holds mu.
func (s *Server) unsay(p *model.Post, by string) {
	s.publish(p.ChannelId, "", "post_deleted", map[string]any{"post": s.text(p, false), "delete_by": by})
	at := s.millis()
	for _, q := range s.channels[p.ChannelId].posts {
		if q.Id == p.Id || q.RootId == p.Id && q.OriginalId == "" {
			q.DeleteAt, q.UpdateAt = at, at
			q.AddProp(model.PostPropsDeleteBy, by)
		}
	}
	if root := s.posts[p.RootId]; root != nil {
		root.UpdateAt = at
	}
}

// list is GET channels/…/posts in its four forms.
func (s *Server) list(c call) (any, error) {
	room, err := s.room(c.PathValue("channel"), c.user)
	if err != nil {
		return nil, err
	}
	q := c.URL.Query()
	number := func(name string, or int) int {
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			return n
		}
		return or
	}
	if since := number("since", 0); since > 0 {
		return s.changes(room, int64(since)), nil
	}
	per := min(number("per_page", 60), 200)
	skip := number("page", 0) * per
	after, before := s.posts[q.Get("after")], s.posts[q.Get("before")]
	var found []*model.Post // newest first
	for i := len(room.posts) - 1; i >= 0; i-- {
		p := room.posts[i]
		if after != nil && p.CreateAt <= after.CreateAt || after == nil && len(found) == skip+per {
			break
		}
		if p.DeleteAt == 0 && (before == nil || p.CreateAt < before.CreateAt) {
			found = append(found, p)
		}
	}
	if after != nil { // the page next to the anchor, though newest first
		end := max(len(found)-skip, 0)
		found = found[max(end-per, 0):end]
	} else {
		found = found[min(skip, len(found)):]
	}
	return s.posted(found), nil
}

// posted is a list of posts as the wire has it.
func (s *Server) posted(found []*model.Post) *model.PostList {
	out := model.NewPostList()
	for _, p := range found {
		out.AddPost(s.shown(p))
		out.AddOrder(p.Id)
	}
	return out
}

// changes is what happened in a room since a moment: at most so many, and which ones is not
// said. Thread roots come along unasked.
func (s *Server) changes(room *channel, since int64) *model.PostList {
	var found []*model.Post
	empty := s.draw(s.faults.EmptySince) || s.empty > 0
	s.empty = max(s.empty-1, 0)
	for _, p := range room.posts {
		if p.UpdateAt > since && len(found) < sinceMax && !empty {
			found = append(found, p)
		}
	}
	slices.Reverse(found)
	out := s.posted(found)
	for _, p := range found {
		if p.DeleteAt != 0 {
			out.Posts[p.Id].Message = ""
		}
		if root := s.posts[p.RootId]; root != nil && out.Posts[root.Id] == nil {
			out.AddPost(s.shown(root))
		}
	}
	return out
}
