package wire

import (
	"io"
	"net/http"
	"time"

	"citadel/brain/model"
)

// maxFault is how much of an error is read: it is a sentence, or a page of a proxy.
const maxFault = 64 << 10

// Still is a client like c that does not follow redirects, because they would carry keys and
// words elsewhere. c keeps following them; nil is http.DefaultClient.
func Still(c *http.Client) *http.Client {
	if c == nil {
		c = http.DefaultClient
	}
	still := *c
	still.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &still
}

// Patience is a wait as it was set, or the usual one where none was.
func Patience(set, usual time.Duration) time.Duration {
	if set > 0 {
		return set
	}
	return usual
}

// Failed holds for an answer whose status alone says that it is none.
func Failed(status int) bool { return status < 200 || status > 299 }

// Fault reads what is said with an error, 64 KiB of it at most, and closes it. SDKs read it
// without bound. What had come before an error of reading is given too: half of it is better
// than nothing.
func Fault(b io.ReadCloser) ([]byte, error) {
	defer func() { _ = b.Close() }() // what was read is read
	return io.ReadAll(io.LimitReader(b, maxFault))
}

// Reason is what a status means whoever sends it; false where that depends on the service.
func Reason(status int) (model.Reason, bool) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return model.Unauthorised, true
	case http.StatusPaymentRequired:
		return model.NoCredit, true
	case http.StatusRequestEntityTooLarge:
		return model.TooLong, true
	case http.StatusTooManyRequests:
		return model.RateLimited, true
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return model.Timeout, true
	}
	return model.Unknown, false
}
