package anthropic

import (
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// exchange is one request with its answer, as its middleware sees it.
type exchange struct{ *wire.Exchange }

// begin starts the clocks. Whoever begins ends.
func begin(ctx context.Context, op string, first, whole time.Duration) *exchange {
	return &exchange{Exchange: wire.Begin(ctx, "anthropic: "+op, first, whole)}
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
	x.Answered(res.StatusCode)
	if wire.Failed(res.StatusCode) {
		said, err := wire.Fault(res.Body)
		if err != nil && x.Context().Err() != nil {
			return nil, err
		}
		return nil, judge(res.StatusCode, res.Header, said)
	}
	if t, _, err := mime.ParseMediaType(res.Header.Get("Content-Type")); err != nil || t != media {
		_ = res.Body.Close()
		return nil, wire.ErrForm
	}
	res.Body = x.Body(res.Body, model.MaxStream)
	return res, nil
}

// fail says why an exchange failed.
func (x *exchange) fail(err error) error {
	if said := (*sdk.Error)(nil); errors.As(err, &said) { // in the middle of an answer
		return x.Fail(judge(x.Status(), nil, []byte(said.RawJSON())))
	}
	failed := x.Fail(err)
	if e := (*model.Error)(nil); errors.As(failed, &e) && e.Reason == model.Cut {
		if e.Err = lost(err); e.Err == nil { // the SDK did not understand it, and may quote it
			e.Reason, e.Err = model.Broken, wire.ErrForm
		}
	}
	return failed
}

// lost is the error of a connection that ended before the answer did, without what the SDK
// says around it; nil if it is none.
func lost(err error) error {
	if broken := (*net.OpError)(nil); errors.As(err, &broken) {
		return broken
	}
	for _, known := range []error{wire.ErrCut, io.ErrUnexpectedEOF, io.EOF, net.ErrClosed} {
		if errors.Is(err, known) {
			return known
		}
	}
	return nil
}
