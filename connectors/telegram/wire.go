package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"citadel/connectors"
)

const (
	callFor   = 30 * time.Second // an ordinary call
	uploadFor = 2 * time.Minute  // one with a picture
	maxAnswer = 8 << 20          // bytes of an answer: a hundred updates are far smaller
)

// wire is the HTTP client under the SDK and the poll loop. It turns what came back into an
// answer that says ok, or an error of a type that says what happened.
type wire struct {
	client *http.Client
	base   string // with the token, without a method
	token  string
}

func newWire(token, base string, transport http.RoundTripper) *wire {
	if transport == nil {
		transport = &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8, IdleConnTimeout: 90 * time.Second,
			TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second,
		}
	}
	return &wire{
		client: &http.Client{
			Transport: transport,
			// The address holds the token, and a POST that is sent on elsewhere is no POST.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		base: base + "/bot" + token + "/", token: token,
	}
}

// refusal is Telegram's answer that it did not do it.
type refusal struct {
	method string
	code   int
	text   string // Telegram's words; the only thing that tells one refusal from another
	after  time.Duration
	to     int64 // where the chat goes on that it was about; 0 where it does not
}

func (r *refusal) Error() string { return fmt.Sprintf("%s: %d %s", r.method, r.code, r.text) }

// broken is a call without an answer of Telegram's.
type broken struct {
	method  string
	reached bool // the request may have been received
	err     error
}

func (b *broken) Error() string { return b.method + ": " + b.err.Error() }

func (b *broken) Unwrap() error { return b.err }

// tooBig is the cause of a broken call whose answer is larger than maxAnswer.
type tooBig struct{ head []byte } // as much of it as may be handed on

func (*tooBig) Error() string { return "the answer is too large" }

// Do is what the SDK calls. Of an error's address nothing is left.
func (w *wire) Do(req *http.Request) (*http.Response, error) {
	method := path.Base(req.URL.Path)
	if w.token == malformed {
		return nil, &refusal{method, http.StatusUnauthorized, "the token has not the shape of one", 0, 0}
	}
	var written atomic.Bool
	trace := &httptrace.ClientTrace{WroteHeaders: func() { written.Store(true) }}
	resp, err := w.client.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, &broken{method, written.Load(), w.strip(err)}
	}
	defer resp.Body.Close() // it was read, or is of no use
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(body) > maxAnswer {
		err = &tooBig{body[:connectors.MaxRaw]}
	}
	if err != nil {
		return nil, &broken{method, true, w.strip(err)}
	}
	var a struct {
		OK         *bool  `json:"ok"`
		Code       int    `json:"error_code"`
		Text       string `json:"description"`
		Parameters struct {
			After int   `json:"retry_after"`
			To    int64 `json:"migrate_to_chat_id"`
		} `json:"parameters"`
	}
	if err := json.Unmarshal(body, &a); err != nil || a.OK == nil {
		// A proxy spoke. What one refuses with a 3xx or 4xx never came to Telegram.
		refused := resp.StatusCode >= 300 && resp.StatusCode < 500
		return nil, &broken{method, !refused, fmt.Errorf("status %d and no answer of Telegram's", resp.StatusCode)}
	}
	if !*a.OK {
		if a.Code == 0 {
			a.Code = resp.StatusCode
		}
		return nil, &refusal{method, a.Code, w.clean(a.Text), time.Duration(min(max(a.Parameters.After, 0), 86400)) * time.Second, a.Parameters.To}
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// call makes one call with a JSON body and returns its result.
func (w *wire) call(ctx context.Context, method string, params any) (json.RawMessage, error) {
	body, err := json.Marshal(params)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+method, bytes.NewReader(body))
	if err != nil {
		return nil, &broken{method, false, w.strip(err)}
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := w.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() // it is in memory
	var a struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, &broken{method, true, err}
	}
	return a.Result, nil
}

// strip takes the address, and with it the token, out of an error of net/http.
func (w *wire) strip(err error) error {
	var u *url.Error
	for errors.As(err, &u) {
		err = u.Err
	}
	if strings.Contains(err.Error(), w.token) {
		return errors.New(w.clean(err.Error()))
	}
	return err
}

func (w *wire) clean(text string) string {
	return strings.ReplaceAll(text, w.token, "[token]")
}

// failed classifies an error of a call.
func failed(op string, err error) *connectors.Error {
	e := &connectors.Error{Op: op, Err: err}
	var r *refusal
	var b *broken
	switch {
	case errors.As(err, &r):
		e.Reason, e.After, e.Err = r.reason(), r.after, r
	case errors.As(err, &b):
		e.Err = b
		if !b.reached {
			e.Reason = connectors.Temporary
		}
	default:
		// The SDK could not read an answer that says ok. Its error quotes what it could not read.
		e.Err = errors.New("an answer that could not be read")
	}
	return e
}

// phrases say what Telegram means by a 400, as far as that is of consequence. Telegram has
// no other way of saying it.
var phrases = []struct {
	reason connectors.Reason
	words  []string
}{
	{connectors.Gone, []string{
		"chat not found", "user not found", "peer_id_invalid", "thread not found", "upgraded to a supergroup", "group chat was de",
		"message to edit not found", "message_id_invalid", "message can't be edited", "message to react not found", "wrong file_id", "wrong file id",
	}},
	{connectors.TooLong, []string{"too long", "too_long"}},
	{connectors.Forbidden, []string{
		"not enough rights", "no rights", "administrator rights", "chat_write_forbidden", "chat_restricted", "chat_send_", "topic_closed", "file is too big",
	}},
}

func (r *refusal) reason() connectors.Reason {
	switch {
	case r.code == http.StatusTooManyRequests:
		return connectors.RateLimited
	case r.code == http.StatusUnauthorized, r.code == http.StatusForbidden, r.code == http.StatusNotFound:
		return connectors.Forbidden // a token that is malformed is not found
	case r.code == http.StatusConflict:
		return connectors.Temporary
	case r.code == http.StatusRequestEntityTooLarge:
		return connectors.TooLong
	case r.code >= 500:
		return connectors.Unknown
	}
	for _, p := range phrases {
		if r.says(p.words...) {
			return p.reason
		}
	}
	return connectors.Invalid
}

// says reports whether the refusal's words hold one of these, which are in lower case.
func (r *refusal) says(words ...string) bool {
	text := strings.ToLower(r.text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// refused gives Telegram's refusal, if an error is one.
func refused(err error) *refusal {
	var r *refusal
	errors.As(err, &r)
	return r
}
