package mattermost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// How long calls take at most. callFor is short enough that a post whose answer is lost can
// be tried again while the server still remembers its pending id.
const (
	callFor   = 12 * time.Second
	uploadFor = time.Minute
	fetchFor  = 10 * time.Minute
)

// How much an answer may hold, in bytes.
const (
	maxAnswer = 32 << 20
	maxFile   = 1 << 30
)

var errTooLarge = errors.New("the answer is too large")

// errNotServer is what something before the server says in its place as if all were well, a page of a proxy or a word
// that it is being looked after: an empty list there would pass for a room in which nothing was said.
var errNotServer = errors.New("an answer that is not Mattermost's")

// careful is the transport: answers have an end, tell the server's time, and are the server's.
type careful struct {
	next   *http.Transport
	m      *Mattermost
	signed atomic.Bool // the server has said in an answer which version it is, as it does in all of them
}

// RoundTrip implements http.RoundTripper.
func (c *careful) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(r)
	if err != nil {
		return resp, err
	}
	switch signed := resp.Header.Get(model.HeaderVersionId) != ""; {
	case signed:
		c.signed.Store(true)
		if at, err := http.ParseTime(resp.Header.Get("Date")); err == nil { // not what a proxy takes for the time
			c.m.clock.set(at, c.m.Now())
		}
	case resp.StatusCode < 300 && c.signed.Load():
		resp.Body.Close()
		return nil, errNotServer
	}
	limit := int64(maxAnswer)
	if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/api/v4/files/") {
		limit = maxFile
	}
	resp.Body = &ending{resp.Body, limit}
	return resp, nil
}

// CloseIdleConnections is what http.Client looks for.
func (c *careful) CloseIdleConnections() { c.next.CloseIdleConnections() }

// ending is a body that fails behind its limit.
type ending struct {
	io.ReadCloser
	left int64
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.ReadCloser.Read(p)
	if e.left -= int64(n); e.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}

// serverClock is what time it is at the server, from its last answer.
type serverClock struct {
	mu       sync.Mutex
	at, here time.Time
}

func (c *serverClock) set(at, here time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.here = at, here
}

// when gives the server's time at a moment of ours; that itself where nothing is known.
func (c *serverClock) when(here time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return here
	}
	return c.at.Add(here.Sub(c.here))
}

// refused is how the server said no.
type refused struct {
	status int
	id     string // the server's own name of it; empty where something before it answered
}

// own says whether the server itself refused. Anything else may be the mood of a proxy: a
// page for 404 while the server restarts, or one to log in at.
func (r *refused) own() bool { return strings.Contains(r.id, ".") }

func (r *refused) Error() string { return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", r.status, r.id)) }

// Names that the server gives to what it refuses.
const (
	refusedRoot     = "api.post.create_post.root_id.app_error"
	refusedLength   = "model.post.is_valid.message_length.app_error"
	refusedTooLarge = "api.context.request_body_too_large.app_error"
)

// request is one call of the SDK. Its response is nil where there was no answer.
type request func(context.Context, *model.Client4) (*model.Response, error)

// ask makes a call that changes nothing: however it fails, it may be made again.
func (m *Mattermost) ask(ctx context.Context, op string, do request) error {
	return m.call(ctx, op, callFor, false, do)
}

// tell makes a call that changes something. Reason Unknown says that it may have.
func (m *Mattermost) tell(ctx context.Context, op string, do request) error {
	return m.call(ctx, op, callFor, true, do)
}

func (m *Mattermost) call(ctx context.Context, op string, limit time.Duration, effect bool, do request) error {
	m.begin()
	if err := ctx.Err(); err != nil {
		return &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	var written atomic.Bool
	inner, cancel := context.WithTimeout(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { written.Store(true) },
	}), limit)
	defer cancel()
	resp, err := do(inner, m.client)
	if err == nil {
		return nil
	}
	out := &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	status := 0
	if resp != nil { // nil where there was no answer at all
		status = resp.StatusCode
	}
	var app *model.AppError
	no := &refused{status: status}
	if errors.As(err, &app) {
		no.id = app.Id
	}
	if status >= 300 {
		out.Err = no
	}
	unsure := connectors.Temporary
	if effect && written.Load() {
		unsure = connectors.Unknown
	}
	switch {
	case status == http.StatusTooManyRequests:
		out.Reason, out.After = connectors.RateLimited, retryAfter(resp.Header)
	case no.id == refusedLength, no.id == refusedTooLarge, status == http.StatusRequestEntityTooLarge:
		out.Reason = connectors.TooLong
	case status < 300, status >= 500: // no answer, half of one, or one that says that something broke
		out.Reason = unsure
	case !no.own():
		if late(status) {
			out.Reason = unsure
		}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		out.Reason = connectors.Forbidden
	case status == http.StatusNotFound, status == http.StatusGone:
		out.Reason = connectors.Gone
	default:
		out.Reason = connectors.Invalid
	}
	return out
}

// late says whether a proxy that answers so may have passed the request on before.
func late(status int) bool {
	const clientClosed = 499 // nginx's own
	return status == http.StatusRequestTimeout || status == http.StatusConflict || status == clientClosed
}

// retryAfter is what the server asks to wait: a second where it does not say.
func retryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 1 {
		n = 1
	}
	return time.Duration(min(n, 3600)) * time.Second
}

// reason is that of an error of this package.
func reason(err error) connectors.Reason {
	var e *connectors.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return connectors.Unknown
}

// isRefused says whether the server refused under this name.
func isRefused(err error, id string) bool {
	var no *refused
	return errors.As(err, &no) && no.id == id
}

// out says whether the server refused because what was asked for is not there for the agent:
// gone, or none of its business. A token that is refused is another matter.
func out(err error) bool {
	var no *refused
	return errors.As(err, &no) && no.own() && (no.status == http.StatusForbidden || no.status == http.StatusNotFound || no.status == http.StatusGone)
}

// forbids says whether the server refused what was asked of it, such as a change that comes too late.
func forbids(err error) bool {
	var no *refused
	return errors.As(err, &no) && no.own() && no.status == http.StatusBadRequest
}

// fetched is an answer that the caller reads itself.
func (m *Mattermost) fetched(ctx context.Context, c *model.Client4, path string, read func(io.Reader) error) (*model.Response, error) {
	r, err := c.DoAPIGet(ctx, path, "")
	resp := model.BuildResponse(r)
	if err != nil {
		return resp, err
	}
	defer r.Body.Close()
	return resp, read(r.Body)
}
