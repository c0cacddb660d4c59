package host

import (
	"net"
	"net/http"
	"strings"
	"time"
)

// Waits of a connection to a provider of models. How long an answer itself may take is the
// drivers' business: a model on this computer may be read from disk first.
const (
	dialWait      = 10 * time.Second
	handshakeWait = 10 * time.Second
	idleWait      = 90 * time.Second // for the next request, then the connection is closed
	idlePerHost   = 4
	headerBytes   = 256 << 10
)

// newCarrier makes what carries requests to all providers of models. Nothing is opened
// before the first request. Close idle connections when it is not needed any more.
func newCarrier(version string) *http.Client {
	return &http.Client{
		Transport: signed{
			agent: "citadel/" + version,
			next: &http.Transport{
				Proxy:                  http.ProxyFromEnvironment,
				DialContext:            (&net.Dialer{Timeout: dialWait, KeepAlive: 30 * time.Second}).DialContext,
				ForceAttemptHTTP2:      true,
				TLSHandshakeTimeout:    handshakeWait,
				ExpectContinueTimeout:  time.Second,
				IdleConnTimeout:        idleWait,
				MaxIdleConnsPerHost:    idlePerHost,
				MaxResponseHeaderBytes: headerBytes,
			},
		},
		// To follow would carry words and key to a host that was not named. The drivers see the
		// answer that says where to go, which is none of their protocol.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// signed says in each request who sends it, and leaves out what the SDKs tell of the
// computer they run on.
type signed struct {
	agent string
	next  *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Stainless-") {
			r.Header.Del(name)
		}
	}
	r.Header.Set("User-Agent", s.agent)
	return s.next.RoundTrip(r)
}

// CloseIdleConnections is what http.Client looks for.
func (s signed) CloseIdleConnections() { s.next.CloseIdleConnections() }
