package anthropic

import (
	"bufio"
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"citadel/brain/model"
)

// maxFault is how much of an error is read: it is a sentence, or a page of a proxy.
const maxFault = 64 << 10

var (
	errSlow    = errors.New("no answer in time")
	errTooMuch = errors.New("more than is read")
)

// exchange is one HTTP request with its answer: how long it may take, how much of it is
// read, and what is known about how far it came.
type exchange struct {
	op    string
	outer context.Context // the caller's
	ctx   context.Context // ends also where the answer is too slow

	cancel  context.CancelCauseFunc
	timer   *time.Timer   // for the next piece
	longest *time.Timer   // for all of it
	idle    time.Duration // how long what comes may pause; 0: that something comes gains no time
	clock   sync.WaitGroup

	sent   atomic.Bool // something of the request may have arrived
	status int         // 0 until an answer has come
}

// begin starts the clocks. Whoever begins ends.
func (c *Client) begin(ctx context.Context, op string, first, whole time.Duration) *exchange {
	x := &exchange{op: "anthropic: " + op, outer: ctx, timer: time.NewTimer(first), longest: time.NewTimer(whole)}
	x.ctx, x.cancel = context.WithCancelCause(ctx)
	done := x.ctx.Done()
	x.clock.Go(func() {
		select {
		case <-x.timer.C:
			x.cancel(errSlow)
		case <-x.longest.C:
			x.cancel(errSlow)
		case <-done:
		}
	})
	x.ctx = httptrace.WithClientTrace(x.ctx, &httptrace.ClientTrace{WroteHeaders: func() { x.sent.Store(true) }})
	return x
}

func (x *exchange) end() {
	x.cancel(nil)
	x.clock.Wait()
	x.timer.Stop()
	x.longest.Stop()
}

// wait sets how long the next piece may take.
func (x *exchange) wait(d time.Duration) { x.timer.Reset(d) }

// came notes that something was read. That is not left to the events, because the SDK keeps
// pings and comments to itself, and a model that thinks sends nothing else for minutes.
func (x *exchange) came() {
	if x.idle > 0 {
		x.wait(x.idle)
	}
}

// options are what a request is sent with. What comes back has to be of that media type.
func (x *exchange) options(media string) []option.RequestOption {
	return []option.RequestOption{option.WithMiddleware(func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		return x.inspect(req, next, media)
	})}
}

// inspect is what an answer passes before the SDK sees it. An error becomes a *model.Error
// here, because the SDK reads it without bound.
func (x *exchange) inspect(req *http.Request, next option.MiddlewareNext, media string) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, err
	}
	x.status = res.StatusCode
	if res.StatusCode < 200 || res.StatusCode > 299 {
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(io.LimitReader(res.Body, maxFault)) // half of it is better than nothing
		if err != nil && x.ctx.Err() != nil {
			return nil, err
		}
		return nil, judge(res.StatusCode, res.Header, body)
	}
	if t, _, err := mime.ParseMediaType(res.Header.Get("Content-Type")); err != nil || t != media {
		_ = res.Body.Close()
		return nil, errForm
	}
	res.Body = &bounded{ReadCloser: res.Body, left: model.MaxStream, came: x.came}
	return res, nil
}

// fail says why an exchange failed.
func (x *exchange) fail(err error) error {
	if ended := x.outer.Err(); ended != nil {
		return ended
	}
	e := &model.Error{Op: x.op, Status: x.status}
	var (
		judged *model.Error
		said   *sdk.Error
		slow   net.Error
	)
	switch {
	case errors.As(err, &judged):
		*e = *judged
		e.Op = x.op
	case errors.As(err, &said): // in the middle of an answer
		*e = *judge(x.status, nil, []byte(said.RawJSON()))
		e.Op = x.op
	case errors.Is(context.Cause(x.ctx), errSlow):
		e.Reason, e.Err = model.Timeout, errSlow
	case errors.Is(err, errTooMuch), errors.Is(err, bufio.ErrTooLong):
		e.Reason, e.Err = model.Broken, errTooMuch
	case errors.Is(err, errCut), errors.Is(err, errForm):
		e.Reason, e.Err = model.Broken, err
		if errors.Is(err, errCut) {
			e.Reason = model.Cut
		}
	case errors.As(err, &slow) && slow.Timeout():
		e.Reason, e.Err = model.Timeout, bare(err)
		if !x.sent.Load() {
			e.Reason = model.Unreachable
		}
	case x.status != 0 && lost(err):
		e.Reason, e.Err = model.Cut, bare(err)
	case x.status != 0: // the SDK did not understand it, and may quote it
		e.Reason, e.Err = model.Broken, errForm
	case x.sent.Load():
		e.Reason, e.Err = model.Unknown, bare(err)
	default:
		e.Reason, e.Err = model.Unreachable, bare(err)
	}
	return e
}

// lost holds for a connection that ended before the answer did.
func lost(err error) bool {
	var broken *net.OpError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.As(err, &broken)
}

// bare is an error of the network without the address that was asked, which may hold a
// secret. Nothing is kept of one that is not of the network.
func bare(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		return u.Err
	}
	if broken := (*net.OpError)(nil); errors.As(err, &broken) {
		return broken
	}
	for _, known := range []error{io.ErrUnexpectedEOF, io.EOF, net.ErrClosed} {
		if errors.Is(err, known) {
			return known
		}
	}
	return nil
}

// bounded reads so much and no more.
type bounded struct {
	io.ReadCloser
	left int64
	came func() // is called when something was read, by the one who reads
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooMuch
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if n > 0 {
		b.came()
	}
	return n, err
}
