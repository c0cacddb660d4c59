package model

import "context"

// Records are the answers of calls that were made.
type Records interface {
	// Answered gives the answer to a request with that digest that was made for the same
	// message, or the same job and slot, and says whether there is one. Its Message is the
	// text and the calls: thoughts are not kept. Of several it gives the newest. It is local
	// and quick, and an error means that the records cannot be read.
	Answered(ctx context.Context, p Purpose, digest string) (Response, bool, error)
}

// Replay is a client that answers from records and never calls. With Replay as the client
// of each target, and a purse without ceilings, a pool gives again what it gave, and reaches
// nobody.
type Replay struct {
	Records Records
	Purpose Purpose
}

var _ Client = Replay{}

// Complete gives the recorded answer to the request. OnText hears it in one piece. Where
// there is none, the error is an *Error with Unrecorded.
func (p Replay) Complete(ctx context.Context, r Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	resp, ok, err := p.Records.Answered(ctx, p.Purpose, Digest(r))
	switch {
	case err != nil:
		return Response{}, &Error{Op: "model: replay", Reason: Unknown, Err: err}
	case !ok:
		return Response{}, &Error{Op: "model: replay", Reason: Unrecorded}
	}
	if r.OnText != nil && resp.Text != "" {
		r.OnText(resp.Text)
	}
	return resp, nil
}
