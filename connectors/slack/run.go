package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"slices"
	"sync"
	"time"

	"citadel/connectors"

	"github.com/gorilla/websocket"
	api "github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

const (
	settleFor   = 50 * time.Millisecond // after reading the history: what Slack delivers again at once is in order with it
	againAfter  = 2 * time.Minute       // conversations that could not be read are tried again
	ackFor      = 5 * time.Second       // an acknowledgement that cannot leave is dropped: a copy will come
	firstPause  = time.Second
	longPause   = 30 * time.Second
	mostFrame   = 8 << 20 // bytes of one frame
	mostQueue   = 4096    // events that wait while others are handed on; then no more are read
	pingsWithin = 30 * time.Second
)

var (
	errSilent = errors.New("nothing came over the connection")
	errClosed = errors.New("the connection was given up")
)

// Run connects, reads what was missed after each greeting, and hands on what comes. It
// connects anew by itself, for as long as the tokens are good.
func (s *Slack) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	const op = "run"
	s.setUp()
	if err := ctx.Err(); err != nil {
		return err
	}
	pos, err := parseCursor(from)
	if err != nil {
		return &connectors.Error{Op: "slack: " + op, Reason: connectors.Invalid, Err: err}
	}
	defer s.plain.CloseIdleConnections()
	h := newHearing(s, pos, sink)
	defer h.resume.Stop()
	pause := firstPause
	for {
		greeted, err := s.session(ctx, h)
		var e *connectors.Error
		switch {
		case h.err != nil:
			return h.err
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &e) && (e.Reason == connectors.Forbidden || e.Reason == connectors.Invalid):
			return e
		}
		if greeted {
			pause = firstPause
		}
		rest := pause
		if e != nil {
			rest = max(rest, e.After)
		}
		s.Log.Warn("connecting anew", "connector", name, "in", rest, "err", err)
		if err := connectors.Wait(ctx, rest); err != nil {
			return err
		}
		pause = min(2*pause, longPause)
	}
}

// session is one client of Socket Mode, which mends its connection itself, until it falls
// silent or is refused. It leaves nothing running.
func (s *Slack) session(ctx context.Context, h *hearing) (greeted bool, err error) {
	me, err := s.who(ctx, "run")
	if err != nil {
		return false, err
	}
	h.me = me
	h.pos.on = slices.DeleteFunc(h.pos.on, func(f face) bool { return !s.heeds(me, f.user) })
	live, cancel := context.WithCancel(context.WithoutCancel(ctx)) // acknowledgements leave after ctx ended
	var parts sync.WaitGroup
	defer parts.Wait()
	defer cancel()
	t := newTap(s.Now, &s.heard)
	client := socketmode.New(s.web,
		socketmode.OptionDialer(&websocket.Dialer{
			Proxy: http.ProxyFromEnvironment, NetDialContext: t.dial, HandshakeTimeout: callFor, WriteBufferSize: 32 << 10,
		}),
		socketmode.OptionPingInterval(min(pingsWithin, s.silence())),
		socketmode.OptionReadLimit(mostFrame),
		socketmode.OptionLog(log.New(io.Discard, "", 0)),
	)
	q := newQueue()
	ended := make(chan struct{})
	var end error // why it ended; read after ended is closed
	parts.Go(func() {
		defer close(ended)
		defer cancel()
		end = client.RunContext(live)
	})
	var refused error // why it was given up; read after parts are done or live ended
	parts.Go(func() { refused = s.pump(live, cancel, client.Events, q, t) })
	silent := false
	parts.Go(func() {
		if t.watch(live, s.silence(), q.full) {
			silent = true
			cancel()
		}
	})
	ack := func(id, note string) {
		t.owed.Add(1)
		ctx, stop := context.WithTimeout(live, ackFor)
		defer stop()
		var shown any
		if note != "" {
			shown = map[string]string{"response_type": "ephemeral", "text": note}
		}
		if client.AckCtx(ctx, id, shown) != nil {
			t.owed.Add(-1)
		}
	}
	parts.Go(func() {
		for connectors.Wait(live, min(s.again, s.lookEvery())) == nil {
			q.put(live, frame{again: true})
		}
	})
	err = s.serve(ctx, live, h, me, q, ack, &greeted, &parts)
	if ctx.Err() != nil || h.err != nil {
		t.flush(ended)
	}
	cancel()
	parts.Wait()
	switch {
	case refused != nil:
		return greeted, refused
	case silent:
		return greeted, errSilent
	case err != nil && !errors.Is(err, errClosed):
		return greeted, err
	case end != nil && !errors.Is(end, context.Canceled):
		return greeted, failed("run", true, end)
	}
	return greeted, errClosed
}

// serve hands on what comes, until ctx or live end.
func (s *Slack) serve(ctx, live context.Context, h *hearing, me *self, q *queue, ack func(envelope, note string), greeted *bool, parts *sync.WaitGroup) error {
	for {
		batch, err := q.take(ctx, live, h.resume.C)
		if err != nil {
			return err
		}
		if len(batch) == 0 {
			if err := h.readOn(ctx, live, me, parts); err != nil {
				return err
			}
			continue
		}
		var all []reading
		for round := 0; ; round++ {
			hello, again := false, false
			for _, f := range batch {
				if f.hello {
					hello, *greeted = true, true
				}
				if f.again {
					again = round == 0 && *greeted // what was read is handed on first
					continue
				}
				all = append(all, s.frame(ctx, me, h, f)...)
			}
			why := h.due(hello, again, len(all) == 0)
			if why == none {
				break
			}
			missed, err := h.look(ctx, me, q, why)
			if err != nil {
				return err
			}
			if err := connectors.Wait(ctx, s.settle); err != nil {
				return err
			}
			all = append(missed, all...) // of two that tell of one message the history's is as it stands now
			batch = q.more()
		}
		if err := h.hand(ctx, all, ack); err != nil {
			return err
		}
	}
}

// frame reads one, and notes for Check that it came.
func (s *Slack) frame(ctx context.Context, me *self, h *hearing, f frame) []reading {
	var out []reading
	if !f.hello {
		out = s.read(ctx, me, f.raw)
	}
	if n := len(out); n > 0 && out[n-1].text != nil { // an edit: what it changes may not have come yet
		edit := out[n-1]
		e := edit.event
		if ts, ok := parseStamp(bare(e.Message)); ok && !h.heard(me, e.Place.Room, ts) {
			out = h.whole(ctx, me, where{room: e.Place.Room, direct: e.Direct}, edit.text, edit)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.hello {
		s.pulse.since = s.Now()
	}
	for _, r := range out {
		if r.message != 0 {
			s.pulse.live.put(r.event.Place.Room+"/"+r.message.String(), true)
		}
	}
	return out
}

// frame is what came over the socket.
type frame struct {
	hello bool
	again bool // none: it is time to see whether the history has to be read
	raw   json.RawMessage
}

// pump takes what the SDK hands out into the queue. It gives up, with the reason, when
// Slack refuses the tokens.
func (s *Slack) pump(ctx context.Context, giveUp func(), events <-chan socketmode.Event, q *queue, t *tap) error {
	for {
		var e socketmode.Event
		select {
		case <-ctx.Done():
			return nil
		case e = <-events:
		}
		switch e.Type {
		case socketmode.EventTypeConnecting:
			t.open.Store(false)
		case socketmode.EventTypeHello:
			t.open.Store(true)
			t.owed.Store(0)
			s.heard.Store(s.Now().UnixNano())
			q.put(ctx, frame{hello: true})
		case socketmode.EventTypeErrorBadMessage:
			if bad, ok := e.Data.(*socketmode.ErrorBadMessage); ok {
				q.put(ctx, frame{raw: bad.Message}) // it may be readable for us, and has to be acknowledged
			}
		case socketmode.EventTypeEventsAPI, socketmode.EventTypeInteractive, socketmode.EventTypeSlashCommand:
			if raw, err := json.Marshal(envelope{ID: e.Request.EnvelopeID, Type: e.Request.Type, Payload: e.Request.Payload}); err == nil {
				q.put(ctx, frame{raw: raw})
			}
		case socketmode.EventTypeConnectionError:
			failure, ok := e.Data.(*api.ConnectionErrorEvent)
			if !ok {
				continue
			}
			f := failed("run", true, failure.ErrorObj)
			s.Log.Warn("no connection", "connector", name, "attempt", failure.Attempt, "reason", f.Reason.String())
			if f.Reason == connectors.Forbidden {
				giveUp()
				return f
			}
			if f.After > 0 {
				t.patience.Store(int64(f.After))
			}
		case socketmode.EventTypeIncomingError:
			s.Log.Info("the connection broke", "connector", name)
		}
	}
}
