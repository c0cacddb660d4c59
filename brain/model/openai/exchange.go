package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
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

	"github.com/openai/openai-go/v3/option"

	"citadel/brain/model"
)

// maxFault is how much of an error is read: it is a sentence, or a page of a proxy.
const maxFault = 64 << 10

var (
	errSlow    = errors.New("no answer in time")
	errTooMuch = errors.New("more than is read")
	errUnsent  = errors.New("no request could be made of it")
	errForm    = errors.New("not an answer of this protocol")
)

// exchange is one HTTP request with its answer: how long it may take, how much of it is
// read, and what is known about how far it came.
type exchange struct {
	op    string
	key   string
	outer context.Context // the caller's
	ctx   context.Context // ends also where the answer is too slow
	limit int64           // bytes of the answer
	flow  bool            // it is a stream

	lively time.Duration // how long nothing may come, once something has; 0: that something comes gains no time

	cancel context.CancelCauseFunc
	done   context.CancelFunc
	timer  *time.Timer
	clock  sync.WaitGroup

	sent   atomic.Bool // something of the request may have arrived
	status int         // 0 until an answer has come
}

// begin starts the clock. Whoever begins ends.
func (c *Client) begin(ctx context.Context, op string, patience time.Duration, limit int64) *exchange {
	x := &exchange{op: "openai: " + op, key: c.key, outer: ctx, limit: limit, timer: time.NewTimer(patience)}
	ctx, x.done = context.WithTimeoutCause(ctx, c.whole, errSlow)
	ctx, x.cancel = context.WithCancelCause(ctx)
	// http.Transport tells about this from goroutines of its own.
	x.ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { x.sent.Store(true) }})
	x.clock.Go(func() {
		select {
		case <-x.timer.C:
			x.cancel(errSlow)
		case <-x.ctx.Done():
		}
	})
	return x
}

func (x *exchange) end() {
	x.cancel(nil)
	x.done()
	x.clock.Wait()
	x.timer.Stop()
}

// wait sets how long what comes next may take.
func (x *exchange) wait(d time.Duration) { x.timer.Reset(d) }

// came notes that something was read.
func (x *exchange) came() {
	if x.lively > 0 {
		x.wait(x.lively)
	}
}

// options are what every request is sent with.
func (x *exchange) options(more ...option.RequestOption) []option.RequestOption {
	return append(more, option.WithMiddleware(x.inspect))
}

// inspect is what an answer passes before the SDK sees it. An error becomes a *model.Error
// here, because the SDK loses the status of those that are not in OpenAI's form, and reads
// without bound. What is not JSON, or not a stream, does not get through.
func (x *exchange) inspect(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, err
	}
	x.status = res.StatusCode
	if res.StatusCode < 200 || res.StatusCode > 299 {
		defer res.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(res.Body, maxFault)) // half of it is better than nothing
		return nil, judge(res.StatusCode, res.Header, body, x.key)
	}
	res.Body = &bounded{ReadCloser: res.Body, left: x.limit, came: x.came}
	if x.flow {
		err = x.stream(res)
	} else {
		err = x.object(res)
	}
	if err != nil {
		_ = res.Body.Close()
		return nil, err
	}
	return res, nil
}

// object reads an answer that is one JSON object, whatever it is labelled as.
func (x *exchange) object(res *http.Response) error {
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if e := x.whole(res, body); e != nil {
		return e
	}
	replace(res, body)
	return nil
}

// whole judges an answer of one piece: an error may come with status 200 too.
func (x *exchange) whole(res *http.Response, body []byte) error {
	var o map[string]json.RawMessage
	if json.Unmarshal(body, &o) != nil || o == nil {
		return &model.Error{Reason: model.Broken, Status: res.StatusCode, Err: errForm}
	}
	if said(o["error"]) || string(o["object"]) == `"error"` {
		return judge(res.StatusCode, res.Header, body, x.key)
	}
	return nil
}

// said says whether a field is there.
func said(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func replace(res *http.Response, body []byte) {
	_ = res.Body.Close()
	res.Body = io.NopCloser(bytes.NewReader(body))
	res.ContentLength = int64(len(body))
	res.Header.Set("Content-Type", "application/json")
}

// stream makes sure that an answer is a stream of events. Some servers label it wrongly, and
// some answer in one piece although a stream was asked for.
func (x *exchange) stream(res *http.Response) error {
	if t, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); t == "text/event-stream" {
		return nil
	}
	in := bufio.NewReader(res.Body)
	first, err := firstByte(in)
	if err != nil {
		return err
	}
	switch first {
	case 'd', 'e', 'i', 'r', ':': // data, event, id, retry, a comment
		res.Body = &rest{Reader: in, Closer: res.Body}
		return nil
	case '{':
		body, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		if err := x.whole(res, body); err != nil {
			return err
		}
		flow, ok := asStream(body)
		if !ok {
			break
		}
		replace(res, flow)
		return nil
	}
	return &model.Error{Reason: model.Broken, Status: res.StatusCode, Err: errForm}
}

// firstByte is the first that is not white space; it stays unread.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != ' ' && b != '\t' && b != '\r' && b != '\n' {
			return b, in.UnreadByte()
		}
	}
}

// asStream puts an answer of one piece into the form of a stream.
func asStream(body []byte) ([]byte, bool) {
	var o map[string]json.RawMessage
	var choices []map[string]json.RawMessage
	if json.Unmarshal(body, &o) != nil || json.Unmarshal(o["choices"], &choices) != nil {
		return nil, false
	}
	for _, c := range choices {
		if c == nil {
			return nil, false
		}
		c["delta"] = c["message"]
		delete(c, "message")
	}
	var err error
	if o["choices"], err = json.Marshal(choices); err != nil {
		return nil, false
	}
	chunk, err := json.Marshal(o)
	if err != nil {
		return nil, false
	}
	return append(append([]byte("data: "), chunk...), "\n\ndata: [DONE]\n\n"...), true
}

// fail says why an exchange failed.
func (x *exchange) fail(err error) error {
	if ended := x.outer.Err(); ended != nil {
		return ended
	}
	e := &model.Error{Op: x.op, Status: x.status}
	if said := (*model.Error)(nil); errors.As(err, &said) {
		*e = *said
		e.Op = x.op
		if e.Status == 0 {
			e.Status = x.status
		}
		return e
	}
	var slow net.Error
	timeout := errors.As(err, &slow) && slow.Timeout()
	switch {
	case errors.Is(context.Cause(x.ctx), errSlow):
		e.Reason, e.Err = model.Timeout, errSlow
	case errors.Is(err, errTooMuch), errors.Is(err, bufio.ErrTooLong):
		e.Reason, e.Err = model.Broken, errTooMuch
	case (x.status != 0 || x.sent.Load()) && timeout:
		e.Reason, e.Err = model.Timeout, x.bare(err)
	case x.status != 0:
		e.Reason, e.Err = model.Cut, x.bare(err)
	case x.sent.Load():
		e.Reason, e.Err = model.Unknown, x.bare(err)
	default:
		e.Reason, e.Err = model.Unreachable, x.bare(err)
	}
	return e
}

// bare is an error of the network without the address that was asked, which may hold a
// secret.
func (x *exchange) bare(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		return u.Err
	}
	if x.status == 0 {
		return errUnsent // the SDK made no request of it, and says so with the address
	}
	return err
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

// rest is what is left of a body after a look at its beginning.
type rest struct {
	io.Reader
	io.Closer
}
