package mattermost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// hearing is one Run.
type hearing struct {
	m    *Mattermost
	self *self
	sink connectors.Sink
	mark mark
	// newest is the time of the youngest that was handed on when this Run, or the last outage,
	// began: what was said after it was surely not handed on before.
	newest int64

	done     lately[struct{}] // keys that were handed on
	edited   lately[int64]    // by post: the version handed on
	standing lately[string]   // by post and person: the emoji that stand there
	reactors lately[[]string] // by post: who had any there

	connection string           // id; empty where it cannot be gone on with
	next       int64            // number of the next event on it
	torn       int              // frames that could not be read since the last number
	tears      int              // of them in all
	settled    bool             // the connection has said what it is
	sweep      map[string]int64 // rooms to be read since, as replies may have vanished there
	begun      time.Time        // when Run began
	floor      int64            // nothing older of rooms with other people is read
	tries      map[attempt]int  // that failed in a row
	repays     *time.Timer      // until the rooms that are owed are read again
}

// sunk is the sink's own error, on its way out of Run.
type sunk struct{ err error }

func (s *sunk) Error() string { return s.err.Error() }
func (s *sunk) Unwrap() error { return s.err }

// mostDone is how many keys are known to have been handed on, at least.
const mostDone = 16384

// Run implements connectors.Connector.
func (m *Mattermost) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	const op = "mattermost: run"
	m.begin()
	at, err := parse(from)
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: err}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	listening, err := m.listen(ctx)
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	defer listening()
	h := &hearing{m: m, begun: m.Now(), sink: sink, mark: at, newest: at.told, sweep: map[string]int64{}}
	h.done.size, h.edited.size, h.standing.size, h.reactors.size = mostDone, mostDone, mostDone, mostDone
	h.repays = time.NewTimer(m.pauses.owed)
	defer h.repays.Stop()
	for failures := 0; ; {
		well, err := h.connected(ctx)
		var own *sunk
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &own):
			return own.err
		case reason(err) == connectors.Forbidden, reason(err) == connectors.Invalid:
			return err
		}
		if failures++; well {
			failures = 0
		}
		pause := m.pauses.rest(failures)
		var ce *connectors.Error
		if errors.As(err, &ce) {
			pause = max(pause, ce.After)
		}
		m.Log.Info("mattermost: connecting again", "failures", failures, "pause", pause, "err", err)
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// connected hears until the connection ends. well says that it had come as far as live
// events.
func (h *hearing) connected(ctx context.Context) (well bool, err error) {
	const op = "mattermost: hear"
	if h.self, err = h.m.whoami(ctx, op); err != nil {
		return false, err
	}
	// A token that is refused shows on the websocket only as an end without a word.
	err = h.m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.GetMe(ctx, "")
		return resp, err
	})
	if err != nil {
		return false, err
	}
	k, err := h.m.dial(ctx, h.self, h.connection, h.next)
	if err != nil {
		return false, err
	}
	defer k.close()
	h.settled, h.torn = false, 0 // what was torn comes again
	hello := time.NewTimer(h.m.pauses.hello)
	defer hello.Stop()
	var again *time.Timer // until the second reading
	var due <-chan time.Time
	var since int64
	defer func() {
		if again != nil {
			again.Stop()
		}
	}()
	for {
		body, err := k.take()
		switch {
		case err != nil:
			return h.settled, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
		case body != nil:
			was := h.settled
			begun := h.mark.at
			if err := h.frame(ctx, body); err != nil {
				return h.settled, err
			}
			if h.settled && !was {
				hello.Stop()
				since = begun
				again = time.NewTimer(h.m.pauses.again)
				due = again.C
			}
			if err := h.swept(ctx); err != nil {
				return h.settled, err
			}
			if ctx.Err() != nil {
				return h.settled, ctx.Err()
			}
			continue
		}
		select {
		case <-k.ready:
		case <-ctx.Done():
			return h.settled, ctx.Err()
		case <-hello.C:
			if !h.settled {
				h.connection = ""
				return false, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: errNoHello}
			}
		case <-due:
			due = nil
			if err := h.catchUp(ctx, max(since-margin, 0), h.serverNow()-margin-h.m.pauses.again.Milliseconds(), false); err != nil {
				return h.settled, err
			}
		case <-h.repays.C:
			h.repays.Reset(h.m.pauses.owed)
			if !h.settled {
				continue // they are read before it is
			}
			if err := h.repay(ctx); err != nil {
				return h.settled, err
			}
		case p := <-h.m.presses:
			if err := h.pressed(ctx, p); err != nil {
				return h.settled, err
			}
		}
	}
}

// frame handles what came on the websocket.
func (h *hearing) frame(ctx context.Context, body []byte) error {
	e, err := model.WebSocketEventFromJSON(bytes.NewReader(body))
	if err != nil {
		h.torn++
		h.tears++
		key := fmt.Sprintf("%s:%d:torn:%d", h.connection, h.next, h.tears)
		return h.handOn(ctx, h.m.unparsed(h.self, key, body, nil), 0)
	}
	if !e.IsValid() { // an answer: behind everything that was missed, if nothing is
		var r model.WebSocketResponse
		if json.Unmarshal(body, &r) == nil && r.Data["text"] == "pong" {
			h.settled = h.settled || h.connection != ""
		}
		return nil
	}
	if e.EventType() == model.WebsocketEventHello {
		return h.hello(ctx, e)
	}
	switch seq := e.GetSequence(); {
	case seq < h.next:
		return nil // it came before
	case seq > h.next+int64(h.torn):
		h.connection = ""
		return &connectors.Error{Op: "mattermost: hear", Reason: connectors.Temporary, Err: errGap}
	}
	room := ""
	if b := e.GetBroadcast(); b != nil {
		room = b.ChannelId
	}
	err = h.live(ctx, e, body)
	if err != nil && room != "" {
		err = h.fails(ctx, room, hears, max(h.mark.at-margin, h.floor-margin, 1), err)
	} else if err == nil {
		delete(h.tries, attempt{room, hears})
	}
	if err != nil {
		return err // it is asked for again
	}
	h.next, h.torn = e.GetSequence()+1, 0
	return nil
}

// hello begins a new connection: what happened before it is read first.
func (h *hearing) hello(ctx context.Context, e *model.WebSocketEvent) error {
	id, _ := e.GetData()["connection_id"].(string)
	if id != "" && id == h.connection {
		h.settled, h.next = true, max(h.next, e.GetSequence()+1)
		return nil
	}
	h.connection, h.next, h.torn = "", e.GetSequence()+1, 0
	h.newest = h.mark.told
	from := max(h.mark.at-margin, 0)
	since := from
	if h.mark.at == 0 { // what happened while it was being set up
		if h.floor == 0 {
			// What is said from the moment it was started is meant for it, however long the way.
			h.floor = h.m.clock.when(h.begun).UnixMilli() - resolution
		}
		since = max(h.floor-margin, 1)
	}
	if err := h.catchUp(ctx, since, from, false); err != nil {
		return err
	}
	h.connection, h.settled = id, true
	return nil
}

// serverNow is the server's time in milliseconds.
func (h *hearing) serverNow() int64 { return h.m.clock.when(h.m.Now()).UnixMilli() }

// handOn is the one order that loses nothing: the sink first, then the mark. at is when it
// happened by the server's clock; 0 where only the websocket tells it, and it cannot be read
// again.
func (h *hearing) handOn(ctx context.Context, e connectors.Event, at int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if h.known(e.Key) {
		return nil
	}
	if at > 0 {
		h.mark.note(e.Key, at, h.serverNow())
	}
	e.Cursor = h.mark.cursor()
	if err := h.sink(ctx, e); err != nil {
		return &sunk{fmt.Errorf("mattermost: hand on %s: %w", e.Key, err)}
	}
	h.done.put(e.Key, struct{}{})
	return nil
}

// known says whether a key was handed on, as far as is remembered.
func (h *hearing) known(key string) bool {
	_, ok := h.done.get(key)
	return ok || h.mark.has(key)
}

// live handles an event.
func (h *hearing) live(ctx context.Context, e *model.WebSocketEvent, body []byte) error {
	key := fmt.Sprintf("%s:%d", h.connection, e.GetSequence())
	data := e.GetData()
	switch kind := e.EventType(); kind {
	case model.WebsocketEventPosted, model.WebsocketEventPostEdited, model.WebsocketEventPostDeleted:
		text, _ := data["post"].(string)
		p, err := readPost([]byte(text))
		if err != nil {
			return h.handOn(ctx, h.m.unparsed(h.self, key, body, []byte(text)), 0)
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
			return h.handOn(ctx, h.m.unparsed(h.self, key, body, []byte(text)), 0)
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
	again := p.CreateAt <= h.newest // perhaps: the mark does not know all that was handed on
	if p.EditAt > 0 && !again {     // read after it was changed: its edit is no news
		h.edited.put(p.Id, p.EditAt)
		h.mark.note(editKey(p), p.CreateAt, h.serverNow())
	}
	if err := h.handOn(ctx, e, p.CreateAt); err != nil || p.EditAt == 0 || !again {
		return err
	}
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
	if p.UserId != h.self.id && h.unheard(p) { // said and taken back meanwhile: nobody heard it
		h.done.put(p.Id, struct{}{})
		return nil
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
	h.reacts(r.PostId, r.UserId)
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

// reacts keeps who has reacted to a post: of what is taken off while nobody listens, nothing
// else tells whose it was.
func (h *hearing) reacts(post, who string) {
	known, _ := h.reactors.get(post)
	if !slices.Contains(known, who) {
		h.reactors.put(post, append(slices.Clone(known), who))
	}
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
