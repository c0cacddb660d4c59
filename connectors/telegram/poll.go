package telegram

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"citadel/connectors"

	"github.com/go-telegram/bot"
)

const (
	holdFor  = 50 * time.Second // how long a poll waits at Telegram for something to come
	graceFor = 2 * time.Second  // and here at least so much longer, before the line counts as dead
	quickest = time.Second      // for an answer that nothing came: a proxy may give it at once
	lastFor  = 2 * time.Second  // what the end of Run may take to confirm what it took
	keptFor  = 24 * time.Hour   // how long Telegram keeps what nobody fetched
	batch    = 100              // updates of one poll, Telegram's most

	firstRetry    = 100 * time.Millisecond
	firstConflict = 250 * time.Millisecond
	longestRetry  = 30 * time.Second

	acks = 64 // presses whose notice waits to be sent; beyond that the button's clock runs out by itself
)

// hearing is the state of one Run.
type hearing struct {
	t      *Telegram
	sink   connectors.Sink
	self   self
	next   int64     // the offset that confirms what was taken; 0: there is nothing to confirm
	most   int       // updates of the next poll
	last   mark      // the update before the next
	since  time.Time // what the poll under way brings was done after this; zero where that is not known
	proven time.Time // when a poll of this Run last ended well
	doubt  time.Time // since when something may have been dropped; zero: nothing was
	acks   chan string
	odd    [sha256.Size]byte // the last update without an id that was handed on: none can be confirmed
}

// sinkError is the sink's, which ends Run as it is.
type sinkError struct{ err error }

func (e *sinkError) Error() string { return "telegram: hand on: " + e.err.Error() }

func (e *sinkError) Unwrap() error { return e.err }

// Run hears until ctx or the sink ends it, or Telegram refuses the token (Forbidden).
// Whatever else goes wrong it waits out, for as long as it takes.
func (t *Telegram) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	const op = "telegram: run"
	t.start()
	last, err := parseMark(from)
	if err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: err}
	}
	h := &hearing{t: t, sink: sink, last: last, since: last.at, most: batch, acks: make(chan string, acks)}
	var answering sync.WaitGroup
	defer answering.Wait()
	ackCtx, stop := context.WithCancel(ctx)
	defer stop()
	answering.Go(func() { h.answer(ackCtx) })
	defer h.confirm(ctx)
	ready := false
	retry, others := pause{first: firstRetry}, pause{first: firstConflict}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !ready {
			err = h.ready(ctx)
			ready = err == nil
		} else {
			err = h.poll(ctx)
		}
		var taken *sinkError
		switch r := refused(err); {
		case err == nil:
			retry, others = pause{first: firstRetry}, pause{first: firstConflict}
			continue
		case errors.As(err, &taken):
			return taken
		case ctx.Err() != nil:
			return ctx.Err()
		case r != nil && (r.code == http.StatusUnauthorized || r.code == http.StatusNotFound):
			return failed(op, err)
		case r != nil && r.code == http.StatusConflict:
			// Another program polls with this token, or has Telegram call it. The latter can be
			// ended, the former only outlived.
			if !t.conflict.Swap(true) {
				t.Log.Warn("another program hears with the same token", "connector", name)
			}
			ready = false
			others.wait(ctx, 0)
		case r != nil && r.code == http.StatusTooManyRequests:
			retry.wait(ctx, r.after)
		default:
			if retry.count++; retry.count > 1 { // a line that broke is mended at once
				t.Log.Warn("telegram does not answer", "connector", name, "err", err)
				retry.wait(ctx, 0)
			}
		}
	}
}

// pause is a wait that doubles.
type pause struct {
	first, next time.Duration
	count       int
}

// wait ends with ctx, or after at least so long.
func (p *pause) wait(ctx context.Context, least time.Duration) {
	p.next = min(max(p.next, p.first), longestRetry)
	t := time.NewTimer(max(p.next, least))
	defer t.Stop()
	p.next *= 2
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// poll waits for updates and hands them on. An error that is no sinkError leaves everything
// as it was.
func (h *hearing) poll(ctx context.Context) error {
	least := time.NewTimer(quickest)
	defer least.Stop()
	if h.next != 0 && h.t.Now().Sub(h.last.at) > keptFor {
		h.next = 0 // Telegram dropped those long ago, and may have begun its ids anew
	}
	most := h.most
	updates, odd, err := h.fetch(ctx, h.next, most, h.t.hold)
	var big *tooBig
	if errors.As(err, &big) {
		// Not more than can be read: one at a time, and of one that is too big as much as there is room for.
		if id := idIn(big.head); h.most == 1 && id != 0 {
			updates, err = []raw{{id, big.head}}, nil
		}
		h.most = 1
	}
	if err != nil {
		return err
	}
	now := h.t.Now()
	h.next = 0 // what it confirmed is confirmed
	h.t.conflict.Store(false)
	h.t.heard.Store(now.UnixNano())
	if big == nil {
		h.most = batch
	}
	if err := h.suspect(ctx, now, len(updates) == 0); err != nil {
		return err
	}
	for _, body := range odd {
		if err := h.nameless(ctx, body); err != nil {
			return err
		}
	}
	if len(updates) == 0 {
		select {
		case <-least.C:
		case <-ctx.Done():
		}
	}
	for _, u := range updates {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := h.take(ctx, u); err != nil {
			return err
		}
	}
	if len(updates) < most { // there was nothing more
		h.since = now
	}
	return nil
}

// idIn finds the id of an update of which only the beginning is there; 0 if it is not in it.
func idIn(head []byte) int64 {
	_, rest, _ := bytes.Cut(head, []byte(`"update_id":`))
	rest = bytes.TrimLeft(rest, " ")
	end := bytes.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	id, err := strconv.ParseInt(string(rest[:max(end, 0)]), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// raw is an update as it came.
type raw struct {
	id   int64
	body json.RawMessage
}

// fetch asks for updates, in the order of their ids. What has none is odd.
func (h *hearing) fetch(ctx context.Context, offset int64, most int, hold time.Duration) (updates []raw, odd []json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(ctx, hold+max(hold/3, graceFor))
	defer cancel()
	params := map[string]any{"limit": most, "timeout": int(hold / time.Second), "allowed_updates": asked}
	if offset != 0 {
		params["offset"] = offset
	}
	result, err := h.t.wire.call(ctx, "getUpdates", params)
	if err != nil {
		return nil, nil, err
	}
	var bodies []json.RawMessage
	if err := json.Unmarshal(result, &bodies); err != nil {
		return nil, nil, &broken{"getUpdates", true, errors.New("the result is not a list")}
	}
	for _, b := range bodies {
		var u struct {
			ID int64 `json:"update_id"`
		}
		if err := json.Unmarshal(b, &u); err != nil || u.ID == 0 {
			odd = append(odd, b)
			continue
		}
		updates = append(updates, raw{u.ID, b})
	}
	slices.SortStableFunc(updates, func(a, b raw) int { return cmp.Compare(a.id, b.id) })
	return updates, odd, nil
}

// nameless hands on an update without an id. It is told by what is in it, as it comes with each
// poll until Telegram drops it: only an id could confirm it.
func (h *hearing) nameless(ctx context.Context, body json.RawMessage) error {
	sum := sha256.Sum256(body)
	if h.odd == sum {
		return nil
	}
	e := unparsed(raw{0, body}, h.self, h.t.Now())
	e.Key = fmt.Sprintf("%s/update/%x", h.self.account(), sum[:8])
	if h.last != (mark{}) {
		e.Cursor = h.last.cursor()
	}
	h.t.Log.Warn("an update without an id", "connector", name, "bytes", len(body))
	if err := h.give(ctx, e); err != nil {
		return err
	}
	h.odd = sum
	return nil
}

func (h *hearing) give(ctx context.Context, e connectors.Event) error {
	if err := h.sink(ctx, e); err != nil {
		return &sinkError{err}
	}
	return nil
}

// take hands on what an update says, and only then counts it as taken.
func (h *hearing) take(ctx context.Context, u raw) error {
	now := h.t.Now()
	if !h.doubt.IsZero() {
		if u.id == h.last.id+1 {
			h.doubt = time.Time{} // nothing is missing between the two
		} else if err := h.tell(ctx, now); err != nil {
			return err
		}
	}
	here := mark{u.id, now}
	e, query := translate(u, h.self, now)
	if e.Kind == connectors.Press {
		e.Since = h.since // it may have waited with Telegram for hours
	}
	if e.Kind != "" {
		e.Cursor = here.cursor()
		if e.Kind == connectors.Unparsed {
			h.t.Log.Warn("an update that could not be read", "connector", name, "update", u.id, "bytes", len(u.body))
		}
		if err := h.give(ctx, e); err != nil {
			return err
		}
	}
	h.next, h.last = u.id+1, here
	if query != "" {
		select {
		case h.acks <- query:
		default:
		}
	}
	return nil
}

// answer takes notice of presses, so that the button stops showing a clock.
func (h *hearing) answer(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case query := <-h.acks:
			call, cancel := context.WithTimeout(ctx, callFor)
			_, err := h.t.api.AnswerCallbackQuery(call, &bot.AnswerCallbackQueryParams{CallbackQueryID: query})
			cancel()
			if r := refused(err); err != nil && ctx.Err() == nil && (r == nil || r.code != http.StatusBadRequest) { // 400: it is too old
				h.t.Log.Info("a press could not be acknowledged", "connector", name, "err", failed("telegram: acknowledge", err))
			}
		}
	}
}

// confirm tells Telegram, at the end of a Run, what was taken: it comes again otherwise,
// which does no harm.
func (h *hearing) confirm(ctx context.Context) {
	if h.next == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastFor)
	defer cancel()
	if _, _, err := h.fetch(ctx, h.next, 1, 0); err != nil {
		h.t.Log.Info("what was heard last comes again", "connector", name, "err", err)
	}
}
