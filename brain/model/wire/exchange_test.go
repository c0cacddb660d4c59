package wire_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/modeltest"
	"citadel/brain/model/wire"
)

func TestBodyIsBounded(t *testing.T) {
	x := wire.Begin(t.Context(), "test: read", time.Hour, time.Hour)
	defer x.End()
	got, err := io.ReadAll(x.Body(io.NopCloser(strings.NewReader("12345")), 5))
	if string(got) != "12345" || !errors.Is(err, wire.ErrTooMuch) {
		t.Errorf("as much as the limit: %q, %v", got, err) // whether more would come is not looked at
	}
	got, err = io.ReadAll(x.Body(io.NopCloser(strings.NewReader("12345")), 6))
	if string(got) != "12345" || err != nil {
		t.Errorf("below the limit: %q, %v", got, err)
	}
	said, err := wire.Fault(io.NopCloser(bytes.NewReader(make([]byte, 1<<20))))
	if len(said) != 64<<10 || err != nil {
		t.Errorf("%d bytes of an error, %v", len(said), err)
	}
}

// The first byte, each pause and the whole have their own time.
func TestWaits(t *testing.T) {
	for name, c := range map[string]struct {
		idle, pause time.Duration
		pieces      int
		took        time.Duration
	}{
		"nothing comes":             {time.Minute, 0, 0, 2 * time.Minute},
		"a pause":                   {time.Minute, 50 * time.Second, 3, 210 * time.Second},
		"what comes gains no time":  {0, 50 * time.Second, 3, 2 * time.Minute},
		"longer than all may":       {time.Minute, 50 * time.Second, 1000, time.Hour},
		"a pause longer than first": {3 * time.Minute, 110 * time.Second, 2, 400 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				x := wire.Begin(t.Context(), "test: wait", 2*time.Minute, time.Hour)
				defer x.End()
				x.Idle(c.idle)
				pieces := strings.Split(strings.Repeat("x", c.pieces), "")
				_, err := io.ReadAll(x.Body(modeltest.Paced(x.Context(), c.pause, pieces...), 1<<20))
				var failed *model.Error
				if took := time.Since(began); took != c.took || !errors.As(x.Fail(err), &failed) || failed.Reason != model.Timeout || !errors.Is(failed, wire.ErrSlow) {
					t.Errorf("%v after %v, want %v", x.Fail(err), took, c.took)
				}
			})
		})
	}
}

// What a failure means depends on how far the request came.
func TestFail(t *testing.T) {
	lost := &net.OpError{Op: "read", Err: io.ErrUnexpectedEOF}
	slow := &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}
	at := func(err error) error { return &url.Error{Op: "Post", URL: "https://planted", Err: err} }
	for name, c := range map[string]struct {
		sent   bool
		status int
		err    error
		reason model.Reason
		cause  error
	}{
		"refused":                {false, 0, at(lost), model.Unreachable, lost},
		"slow to connect":        {false, 0, at(slow), model.Unreachable, slow},
		"no request":             {false, 0, errors.New("planted"), model.Unreachable, wire.ErrUnsent},
		"sent":                   {true, 0, at(lost), model.Unknown, lost},
		"slow after it was sent": {true, 0, at(slow), model.Timeout, slow},
		"slow in the middle":     {true, 200, slow, model.Timeout, slow},
		"lost in the middle":     {true, 200, lost, model.Cut, lost},
		"ended in the middle":    {true, 200, wire.ErrCut, model.Cut, wire.ErrCut},
		"another protocol":       {true, 200, wire.ErrForm, model.Broken, wire.ErrForm},
		"too much":               {true, 200, wire.ErrTooMuch, model.Broken, wire.ErrTooMuch},
		"judged":                 {true, 429, &model.Error{Reason: model.NoCredit, Err: lost}, model.NoCredit, lost},
	} {
		x := wire.Begin(t.Context(), "test: fail", time.Hour, time.Hour)
		if c.sent {
			httptrace.ContextClientTrace(x.Context()).WroteHeaders()
		}
		if c.status != 0 {
			x.Answered(c.status)
		}
		err := x.Fail(c.err)
		var failed *model.Error
		if !errors.As(err, &failed) || failed.Reason != c.reason || failed.Op != "test: fail" || failed.Status != c.status || !errors.Is(failed.Err, c.cause) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(err.Error(), "planted") {
			t.Errorf("%s: the address may hold a secret: %v", name, err)
		}
		x.End()
	}
	ctx, cancel := context.WithCancel(t.Context())
	x := wire.Begin(ctx, "test: fail", time.Hour, time.Hour)
	defer x.End()
	cancel()
	if err := x.Fail(lost); err != context.Canceled {
		t.Errorf("whoever gave up knows why: %v", err)
	}
}
