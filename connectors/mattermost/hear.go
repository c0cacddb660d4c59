package mattermost

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

	connection string           // id; empty where it cannot be gone on with
	next       int64            // number of the next event on it
	torn       int              // frames that could not be read since the last number
	missing    bool             // a number is missing that may be a torn frame's, or that of an event that never came
	tears      int              // of them in all
	settled    bool             // the connection has said what it is
	greeted    bool             // it is a new one: what happened before it was read
	surely     int64            // while it is greeted: what was unsure before that is known once all is read; 0 is nothing
	sweep      map[string]int64 // rooms to be read since, as replies may have vanished there
	begun      time.Time        // when Run began
	floor      int64            // nothing older of rooms with other people is read
	tries      map[attempt]int  // that failed in a row
	repays     *time.Timer      // until the rooms that are owed are read again

	deaf func() // ends the listening for presses; nil before it began

	principals []string    // who counts, of those with a conversation of their own
	others     []*awaited  // rooms to be read, the first of them now
	resume     *time.Timer // until that goes on
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
	h := &hearing{m: m, begun: m.Now(), sink: sink, mark: at, newest: at.told, sweep: map[string]int64{}}
	h.done.size, h.edited.size, h.standing.size = mostDone, mostDone, mostDone
	defer func() {
		if h.deaf != nil {
			h.deaf()
		}
	}()
	h.listens(ctx)
	h.repays = time.NewTimer(m.pauses.owed)
	defer h.repays.Stop()
	h.resume = time.NewTimer(0)
	defer h.resume.Stop()
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
		if err := connectors.Wait(ctx, pause); err != nil {
			return err
		}
	}
}

// connected hears until the connection ends. well says that it had come as far as live
// events.
func (h *hearing) connected(ctx context.Context) (well bool, err error) {
	k, err := h.connect(ctx)
	if err != nil {
		return false, err
	}
	defer k.close()
	h.settled, h.greeted, h.torn = false, false, 0 // what was torn comes again
	h.doubts()
	l := &listening{hello: time.NewTimer(h.m.pauses.hello), again: time.NewTimer(h.m.pauses.again)}
	l.again.Stop() // it begins once the connection is settled
	defer l.hello.Stop()
	defer l.again.Stop()
	for {
		body, err := k.take()
		switch {
		case err != nil:
			err = &connectors.Error{Op: opHear, Reason: connectors.Temporary, Err: err}
		case body != nil:
			err = h.came(ctx, l, body)
		default:
			err = h.idle(ctx, l, k)
		}
		if err != nil {
			return h.settled, err
		}
	}
}

const opHear = "mattermost: hear"

// listening are the clocks of one connection.
type listening struct {
	hello *time.Timer // for the first word
	again *time.Timer // until the second reading of what was caught up with
	since int64       // from where that reads what changed
	begun int64       // the server's time just before it was settled: what was said before that is known, where it was read
}

// connect asks the server who we are, and opens a connection.
func (h *hearing) connect(ctx context.Context) (k *socket, err error) {
	if h.self, err = h.m.whoami(ctx, opHear); err != nil {
		return nil, err
	}
	// A token that is refused shows on the websocket only as an end without a word.
	err = h.m.ask(ctx, opHear, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.GetMe(ctx, "")
		return resp, err
	})
	if err != nil {
		return nil, err
	}
	return h.m.dial(ctx, h.self, h.connection, h.next)
}

// came handles one frame, and what follows from it.
func (h *hearing) came(ctx context.Context, l *listening, body []byte) error {
	was, begun, unsure, now := h.settled, h.mark.at, h.mark.unsure, h.serverNow()
	if err := h.frame(ctx, body); err != nil {
		return err
	}
	if h.settled && !was {
		l.hello.Stop()
		l.since, l.begun = cmp.Or(unsure, begun), now
		l.again.Reset(h.m.pauses.again)
	}
	if h.missing {
		h.missing = false
		since := max(begun-margin, h.floor-margin, 1)
		if err := h.catchUp(ctx, since, since, false); err != nil {
			h.connection = "" // what is missing stands before what was handed on: a greeting reads from where it is unsure
			return err
		}
		h.mark.unsure = unsure
	}
	if err := h.swept(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

// idle waits while nothing comes, and does what is due meanwhile.
func (h *hearing) idle(ctx context.Context, l *listening, k *socket) error {
	select {
	case <-k.ready:
	case <-ctx.Done():
		return ctx.Err()
	case <-l.hello.C:
		if !h.settled {
			h.connection = ""
			return &connectors.Error{Op: opHear, Reason: connectors.Temporary, Err: errNoHello}
		}
	case <-l.again.C:
		since := max(l.since-margin, 0)
		from := max(l.begun-margin, 1)
		if !h.greeted && h.mark.unsure > 0 { // it came back, and nothing was read: what was said is read here, too
			from = min(from, max(since, 1))
		}
		err := h.catchUp(ctx, since, from, false)
		if err == nil {
			h.mark.unsure = 0
		}
		return err
	case <-h.repays.C:
		h.repays.Reset(h.m.pauses.owed)
		h.listens(ctx)
		if h.settled { // else they are read before it is
			return h.repay(ctx)
		}
	case <-h.resume.C:
		return h.readOn(ctx)
	case p := <-h.m.presses:
		return h.pressed(ctx, p)
	}
	return nil
}

// frame handles what came on the websocket.
func (h *hearing) frame(ctx context.Context, body []byte) error {
	e, err := model.WebSocketEventFromJSON(bytes.NewReader(body))
	if err != nil {
		h.torn++
		h.tears++
		key := fmt.Sprintf("%s:%d:torn:%d", h.connection, h.next, h.tears)
		return h.handOn(ctx, h.m.unparsed(ctx, h.self, key, body, nil, ""), 0)
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
	if err := h.ahead(ctx, room); err != nil {
		return err
	}
	if e.GetSequence() > h.next { // before anything is handed on that stands behind it
		h.doubts()
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
	h.missing = e.GetSequence() > h.next
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
	if h.mark.others > 0 {
		from = min(from, h.mark.others)
	}
	since := from
	if h.mark.unsure > 0 {
		since = min(since, max(h.mark.unsure-margin, 1))
		from = min(from, since)
	}
	if h.mark.at == 0 { // what happened while it was being set up
		if h.floor == 0 {
			// What is said from the moment it was started is meant for it, however long the way.
			h.floor = h.m.clock.when(h.begun).UnixMilli() - resolution
		}
		since = max(h.floor-margin, 1)
	}
	h.surely = h.mark.at
	err := h.catchUp(ctx, since, from, false)
	if h.reaches(err == nil); err != nil {
		return err
	}
	h.surely = 0
	h.mark.at = max(h.mark.at, h.floor) // with the empty cursor, though nothing was said
	h.connection, h.settled, h.greeted = id, true, true
	return nil
}

// doubts has what happens from here on be read again, by another process, too, until it surely was: the server says now and
// then that nothing changed, and may have lost what it did not come to tell.
func (h *hearing) doubts() {
	if h.mark.at > 0 {
		h.mark.unsure = cmp.Or(h.mark.unsure, h.mark.at)
	}
}

// reaches has the last that a greeting hands on tell that what was unsure before it is read once more: else each process
// that ends before its second reading would leave all of that to the next.
func (h *hearing) reaches(end bool) {
	if end && h.surely > 0 {
		h.mark.unsure = h.surely
	}
}

// serverNow is the server's time in milliseconds, and never earlier than what it told last: our
// own clock may have been set back since they were compared.
func (h *hearing) serverNow() int64 {
	return max(h.m.clock.when(h.m.Now()).UnixMilli(), h.mark.at, h.mark.told)
}

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
