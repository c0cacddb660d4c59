package mattermost

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// live handles an event.
func (h *hearing) live(ctx context.Context, e *model.WebSocketEvent, body []byte) error {
	key := fmt.Sprintf("%s:%d", h.connection, e.GetSequence())
	data := e.GetData()
	switch kind := e.EventType(); kind {
	case model.WebsocketEventPosted, model.WebsocketEventPostEdited, model.WebsocketEventPostDeleted:
		text, _ := data["post"].(string)
		p, err := readPost([]byte(text))
		if err != nil {
			return h.handOn(ctx, h.m.unparsed(ctx, h.self, key, body, []byte(text), ""), 0)
		}
		switch kind {
		case model.WebsocketEventPosted:
			return h.said(ctx, p)
		case model.WebsocketEventPostEdited:
			return h.changed(ctx, p)
		}
		by, _ := data["delete_by"].(string)
		return h.unsaid(ctx, p, by)
	case model.WebsocketEventReactionAdded, model.WebsocketEventReactionRemoved:
		text, _ := data["reaction"].(string)
		var r model.Reaction
		if err := json.Unmarshal([]byte(text), &r); err != nil || !model.IsValidId(r.PostId) || !model.IsValidId(r.UserId) || r.EmojiName == "" {
			return h.handOn(ctx, h.m.unparsed(ctx, h.self, key, body, []byte(text), ""), 0)
		}
		if b := e.GetBroadcast(); r.ChannelId == "" && b != nil {
			r.ChannelId = b.ChannelId // of a removal only the broadcast knows
		}
		return h.reacted(ctx, key, r, kind == model.WebsocketEventReactionAdded)
	case model.WebsocketEventUserUpdated:
		if u, ok := data["user"].(map[string]any); ok {
			id, _ := u["id"].(string)
			h.m.forgets(id)
		}
	default:
		if b := e.GetBroadcast(); b != nil && strings.HasPrefix(string(kind), "channel_") {
			h.m.forgets(b.ChannelId)
			id, _ := data["channel_id"].(string)
			h.m.forgets(id)
		}
	}
	return nil
}

// said handles a new post. The agent's own come back too.
func (h *hearing) said(ctx context.Context, p *model.Post) error {
	if p.UserId == h.self.id || skipped(p) || p.DeleteAt != 0 || h.known(p.Id) {
		return nil
	}
	e, err := h.m.message(ctx, h.self, connectors.Message, p)
	if err != nil {
		return err
	}
	if err := h.handOn(ctx, e, p.CreateAt); err != nil || p.EditAt == 0 {
		return err
	}
	// It may have been handed on before it was changed: the mark does not know all that was, and a host's clock that is
	// set back keeps it from moving. Where it was not, the edit changes nothing.
	return h.edit(ctx, p, p.CreateAt)
}

// changed handles a post that was changed: also a pin, a button or nothing at all is one.
func (h *hearing) changed(ctx context.Context, p *model.Post) error {
	if p.UserId == h.self.id || skipped(p) || p.DeleteAt != 0 || p.EditAt == 0 {
		return nil
	}
	at, owing := h.mark.owes(p.ChannelId)
	if h.unheard(p) || owing && p.CreateAt >= at && !h.known(p.Id) { // its edit overtook it
		return h.said(ctx, p)
	}
	if version, ok := h.edited.get(p.Id); ok && p.EditAt <= version {
		return nil
	}
	return h.edit(ctx, p, p.EditAt)
}

// edit hands on what a post says now. The mark moves to at.
func (h *hearing) edit(ctx context.Context, p *model.Post, at int64) error {
	e, err := h.m.message(ctx, h.self, connectors.Edit, p)
	if err != nil {
		return err
	}
	h.edited.put(p.Id, p.EditAt)
	return h.handOn(ctx, e, at)
}

// unheard says whether a post is so new that it would be known, had it been handed on.
func (h *hearing) unheard(p *model.Post) bool {
	return p.CreateAt > max(h.newest, h.mark.at-margin) && !h.known(p.Id)
}

// unsaid handles a post that was taken back. Of a thread only its root is told.
func (h *hearing) unsaid(ctx context.Context, p *model.Post, by string) error {
	if skipped(p) {
		return nil
	}
	if p.RootId == "" {
		if at := h.serverNow() - margin; h.sweep[p.ChannelId] == 0 || h.sweep[p.ChannelId] > at {
			h.sweep[p.ChannelId] = at
		}
	}
	return h.removed(ctx, p, by, max(p.DeleteAt, p.UpdateAt))
}

// removed hands on that a post is gone.
func (h *hearing) removed(ctx context.Context, p *model.Post, by string, at int64) error {
	if !model.IsValidId(by) {
		by = p.UserId
	}
	if by == h.self.id {
		return nil
	}
	if p.UserId != h.self.id && h.unheard(p) { // said and taken back meanwhile: as a rule nobody heard it
		h.done.put(p.Id, struct{}{})
	}
	e, err := h.m.event(ctx, h.self, connectors.Delete, p, by, at)
	if err != nil {
		return err
	}
	e.Key = deleteKey(p)
	return h.handOn(ctx, e, at)
}

// swept reads the rooms in which replies may have vanished with their root. Whatever else
// happened there the connection tells, in its order, and later than what is read here: that
// does not move the mark.
func (h *hearing) swept(ctx context.Context) error {
	if len(h.sweep) == 0 {
		return nil
	}
	h.mark.upto = max(h.mark.at, 1)
	defer func() { h.mark.upto = 0 }()
	for id, since := range h.sweep {
		changed, err := h.changes(ctx, &model.Channel{Id: id}, since)
		if err != nil {
			if err := h.fails(ctx, id, sweeps, since, err); err != nil {
				return err
			}
		}
		for _, c := range changed {
			if c.kind != connectors.Delete && (c.event == nil || c.event.Kind != connectors.Remaining) {
				continue
			}
			if err := h.handChange(ctx, c); err != nil {
				if err := h.fails(ctx, id, sweeps, since, err); err != nil {
					return err
				}
				break
			}
		}
		delete(h.sweep, id)
		delete(h.tries, attempt{id, sweeps})
	}
	return nil
}

// reacted handles an emoji put on or taken off.
func (h *hearing) reacted(ctx context.Context, key string, r model.Reaction, on bool) error {
	if r.UserId == h.self.id || !model.IsValidId(r.ChannelId) {
		return nil
	}
	emoji := emojiOf(r.EmojiName)
	on, changes := h.stands(r, emoji, on)
	if !changes {
		return nil
	}
	at := r.CreateAt
	if at <= 0 {
		at = h.serverNow()
	}
	kind := connectors.React
	if !on {
		kind = connectors.Unreact
	}
	e, err := h.m.event(ctx, h.self, kind, &model.Post{Id: r.PostId, ChannelId: r.ChannelId}, r.UserId, at)
	if err != nil {
		return err
	}
	e.Key, e.Emoji = key, emoji
	if id := r.GetRemoteID(); id != "" {
		e.Via = "remote server " + id
	}
	return h.handOn(ctx, e, 0)
}

// stands keeps what emoji stand on a post, where that is known. It says whether one more or
// less is news: what is put there twice is told twice.
func (h *hearing) stands(r model.Reaction, emoji string, on bool) (bool, bool) {
	who := r.PostId + r.UserId
	set, known := h.standing.get(who)
	if !known {
		return on, true
	}
	list := strings.FieldsFunc(set, func(r rune) bool { return r == '\n' })
	has := false
	var left []string
	for _, e := range list {
		if e == emoji {
			has = true
		} else {
			left = append(left, e)
		}
	}
	if on {
		left = append(left, emoji)
	}
	h.standing.put(who, strings.Join(left, "\n"))
	return on, has != on
}
