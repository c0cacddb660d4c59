package wire

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"citadel/brain/model"
)

// Causes of failures that are the same in every protocol. Fail knows the meaning of all.
var (
	ErrSlow    = errors.New("no answer in time")
	ErrTooMuch = errors.New("more than is read")
	ErrUnsent  = errors.New("no request could be made of it")
	ErrForm    = errors.New("not an answer of this protocol")
	ErrCut     = errors.New("the stream ended before the answer did")
)

// Exchange is one HTTP request with its answer: how long it may take, and what is known about
// how far it came. Only the goroutine that asks and reads may use it.
type Exchange struct {
	op    string
	outer context.Context // the caller's
	ctx   context.Context // ends also where the answer is too slow

	cancel context.CancelCauseFunc
	next   *time.Timer   // for the next piece
	whole  *time.Timer   // for all of it
	idle   time.Duration // see Idle
	clock  sync.WaitGroup

	sent   atomic.Bool // something of the request may have arrived
	status int         // 0 until an answer has come
}

// Begin starts the clocks: first until something has come, whole for everything, both from
// now on. op is for errors: "openai: complete". Whoever begins calls End.
func Begin(ctx context.Context, op string, first, whole time.Duration) *Exchange {
	x := &Exchange{op: op, outer: ctx, next: time.NewTimer(first), whole: time.NewTimer(whole)}
	ctx, x.cancel = context.WithCancelCause(ctx)
	// http.Transport tells about this from goroutines of its own.
	x.ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { x.sent.Store(true) }})
	x.clock.Go(func() {
		select {
		case <-x.next.C:
			x.cancel(ErrSlow)
		case <-x.whole.C:
			x.cancel(ErrSlow)
		case <-ctx.Done():
		}
	})
	return x
}

// End stops the clocks, and what is still read of the answer.
func (x *Exchange) End() {
	x.cancel(nil)
	x.clock.Wait()
	x.next.Stop()
	x.whole.Stop()
}

// Context is what the request is to be made with. It ends with the caller's, with End, and
// where the answer is too slow.
func (x *Exchange) Context() context.Context { return x.ctx }

// Wait sets how long what comes next may take, from now on.
func (x *Exchange) Wait(d time.Duration) { x.next.Reset(d) }

// Idle sets how long nothing may come once something has. Every byte that is read of a Body
// counts, because SDKs keep pings and comments to themselves, and a model that thinks may
// send nothing else for minutes. 0, as at the beginning: that something comes gains no time,
// only Wait does.
func (x *Exchange) Idle(d time.Duration) { x.idle = d }

// Answered notes the status of an answer, once it has come.
func (x *Exchange) Answered(status int) { x.status = status }

// Status is the status of the answer; 0 until one has come.
func (x *Exchange) Status() int { return x.status }

// Body reads at most limit bytes of an answer; more is ErrTooMuch. Closing it closes b.
func (x *Exchange) Body(b io.ReadCloser, limit int64) io.ReadCloser {
	return &body{ReadCloser: b, left: limit, of: x}
}

type body struct {
	io.ReadCloser
	left int64
	of   *Exchange
}

func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooMuch
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if n > 0 && b.of.idle > 0 {
		b.of.Wait(b.of.idle)
	}
	return n, err
}

// Fail says why the exchange failed. It is the error of the caller's context if that has
// ended, and else a *model.Error: err itself where it is one already, with the operation and
// the status filled in. What broke an answer after its beginning and is none of the causes
// above counts as Cut.
func (x *Exchange) Fail(err error) error {
	if ended := x.outer.Err(); ended != nil {
		return ended
	}
	e := &model.Error{Op: x.op, Status: x.status}
	if judged := (*model.Error)(nil); errors.As(err, &judged) {
		*e = *judged
		e.Op = x.op
		if e.Status == 0 {
			e.Status = x.status
		}
		return e
	}
	var slow net.Error
	switch {
	case errors.Is(context.Cause(x.ctx), ErrSlow):
		e.Reason, e.Err = model.Timeout, ErrSlow
	case errors.Is(err, ErrTooMuch), errors.Is(err, bufio.ErrTooLong):
		e.Reason, e.Err = model.Broken, ErrTooMuch
	case errors.Is(err, ErrForm):
		e.Reason, e.Err = model.Broken, ErrForm
	case x.status == 0 && !x.sent.Load():
		e.Reason, e.Err = model.Unreachable, x.bare(err)
	case errors.As(err, &slow) && slow.Timeout():
		e.Reason, e.Err = model.Timeout, x.bare(err)
	case x.status != 0:
		e.Reason, e.Err = model.Cut, x.bare(err)
	default:
		e.Reason, e.Err = model.Unknown, x.bare(err)
	}
	return e
}

// bare is an error without the address that was asked, which may hold a secret.
func (x *Exchange) bare(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		return u.Err
	}
	if x.status == 0 {
		return ErrUnsent // the SDK made no request of it, and says so with the address
	}
	return err
}
