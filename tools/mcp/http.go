package mcp

import (
	"context"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// overHTTP makes the way to a server on the network.
func (v *server) overHTTP() (*way, error) {
	if !v.OAuth {
		return v.network(nil)
	}
	k, err := v.kept()
	if err != nil {
		return nil, err
	}
	return v.network(k)
}

// network is that way, with what logs in; nil where nothing does.
func (v *server) network(login auth.OAuthHandler) (*way, error) {
	l := &line{bearer: v.Bearer, m: new(meter)}
	l.inner = &http.Transport{
		DialContext:       (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: time.Minute,
		MaxResponseHeaderBytes: 64 << 10,
	}
	t := &sdk.StreamableClientTransport{
		Endpoint: v.URL, MaxEventSize: MaxFrame,
		HTTPClient: &http.Client{
			Transport: l,
			// Whoever holds our key is named in the settings, and nobody whom that one names.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	if login != nil {
		t.OAuthHandler = login
	}
	ctx, end := context.WithCancel(context.Background())
	l.ctx = ctx
	return &way{
		transport: t, meter: l.m, end: end, trouble: l.trouble,
		leave: func() { end(); l.inner.CloseIdleConnections() },
	}, nil
}

// line is the connection to a server on the network: it lets us in, and bounds what comes back.
type line struct {
	inner  *http.Transport
	bearer string
	m      *meter
	ctx    context.Context // ends with the way
	status atomic.Int64    // the last one that was not good
}

// RoundTrip implements http.RoundTripper.
func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(l.ctx, cancel)
	r = r.Clone(ctx)
	if l.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+l.bearer)
	}
	r.Header.Set("User-Agent", "Citadel")
	res, err := l.inner.RoundTrip(r)
	if err != nil {
		stop()
		cancel()
		return nil, err
	}
	if res.StatusCode >= 300 && res.StatusCode != http.StatusMethodNotAllowed {
		l.status.Store(int64(res.StatusCode))
	}
	res.Body = &ending{metered{res.Body, l.m}, func() { stop(); cancel() }}
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind != "text/event-stream" {
		res.Body = &framed{res.Body, MaxFrame}
	}
	return res, nil
}

// ending is a body that says when it is done with.
type ending struct {
	metered
	done func()
}

func (e *ending) Close() error {
	defer e.done()
	return e.metered.Close()
}

// trouble is the last refusal of the server.
func (l *line) trouble() string {
	switch s := int(l.status.Load()); {
	case s == 0:
		return ""
	case s == http.StatusUnauthorized || s == http.StatusForbidden:
		return "status " + strconv.Itoa(s) + ", it does not let us in"
	default:
		return strings.TrimSpace("status " + strconv.Itoa(s) + " " + http.StatusText(s))
	}
}
