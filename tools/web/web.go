// Package web reads a page of the web as Markdown.
//
// The address of a page may come from a stranger's text, so it must not become a way into what
// only this machine can reach. What counts is the address that a name turns into at the moment of
// connecting, at every redirect anew; see Client. Servers say in robots.txt what they want read,
// and are heeded. Of a page its article is kept, and what a page is not, such as a PDF, is said.
package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"citadel/tools"
)

// Limits of one page, of our own.
const (
	MaxTime      = 20 * time.Second
	MaxBytes     = 5 << 20 // after decompression
	MaxRedirects = 5
	maxURL       = 2048
)

// agent is how we name ourselves to servers, and in their robots.txt.
const agent = "Citadel"

// Settings are what may be reached.
type Settings struct {
	// Private are hosts that are read although their addresses are not public, each "host:port".
	Private []string
	Now     func() time.Time
}

// Web reads pages. It is safe for concurrent use.
type Web struct {
	client *http.Client
	robots *robots
}

// New gives a reader of pages.
func New(s Settings) *Web {
	w := &Web{client: Client(s.Private...), robots: newRobots(s.Now)}
	w.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return w
}

type pageArgs struct {
	URL string `json:"url" jsonschema:"address of the page, with http or https"`
}

// Tools are web_page.
func (w *Web) Tools() []tools.Tool {
	return []tools.Tool{tools.Typed(tools.Tool{
		Stakes:      tools.Outward,
		Card:        pageCard,
		Name:        "web_page",
		Description: "Reads one page of the public web as Markdown. Use it for an address that the conversation or a search gave. Reads HTML, plain text, Markdown and JSON; no PDF, no pictures.",
		Class:       tools.Reads,
	}, w.page)}
}

func pageCard(args json.RawMessage) tools.Card {
	in, _ := tools.Read[pageArgs](args)
	return tools.Card{Question: "Open this page?", Facts: []string{in.URL}, Verb: "Open"}
}

var (
	errTooMany = &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("The page redirects more than %d times.", MaxRedirects)}
	errNoURL   = &tools.Failure{Reason: tools.Invalid, Text: "That is no address of a page: it needs http:// or https:// and a host."}
	errUser    = &tools.Failure{Reason: tools.Forbidden, Text: "Addresses with a user name or a password in them are not opened."}
)

// address reads where a page is. The error is a *tools.Failure.
func address(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	switch {
	case err != nil || len(raw) > maxURL || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errNoURL
	case u.User != nil:
		return nil, errUser
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

func (w *Web) page(ctx context.Context, in pageArgs) (tools.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	u, err := address(in.URL)
	if err != nil {
		return tools.Result{}, err
	}
	first := u.Host
	for range MaxRedirects + 1 {
		if err := w.allowed(ctx, u); err != nil {
			return sentTo(u, first), err
		}
		got, err := w.get(ctx, u, MaxBytes)
		if err != nil {
			return sentTo(u, first), err
		}
		if got.next == nil {
			result, err := read(got)
			if err != nil {
				result = sentTo(u, first)
			}
			return result, err
		}
		u = got.next
	}
	return tools.Result{}, errTooMany
}

// sentTo is the result beside a failure: which host failed is the word of whoever sent us there, as
// a name of a host can say much.
func sentTo(u *url.URL, first string) (r tools.Result) {
	if u.Host != first {
		r.Sources = []tools.Source{{What: "the page " + first}}
	}
	return r
}

// answer is what a server said, or where it sends us.
type answer struct {
	url    *url.URL
	next   *url.URL // a redirect
	status int
	kind   string // Content-Type as sent
	body   []byte
	of     int // bytes that there were, where body is not all; else 0
}

// get asks once, without following. The error is a *tools.Failure.
func (w *Web) get(ctx context.Context, u *url.URL, limit int) (answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return answer{}, errNoURL
	}
	r.Header.Set("User-Agent", agent)
	r.Header.Set("Accept", "text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.1")
	res, err := w.client.Do(r)
	if err != nil {
		return answer{}, unreached(u, err)
	}
	defer res.Body.Close()
	got := answer{url: u, status: res.StatusCode, kind: res.Header.Get("Content-Type")}
	if to := res.Header.Get("Location"); to != "" && res.StatusCode >= 300 && res.StatusCode < 400 {
		joined, err := u.Parse(to)
		if err != nil {
			return answer{}, errNoURL
		}
		got.next, err = address(joined.String())
		return got, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, int64(limit)+1))
	if err != nil {
		return answer{}, unreached(u, err)
	}
	if len(body) > limit {
		got.of = max(len(body), int(res.ContentLength))
		body = body[:limit]
	}
	got.body = body
	return got, nil
}

// unreached words why a server gave nothing.
func unreached(u *url.URL, err error) *tools.Failure {
	var no *refusal
	switch {
	case errors.As(err, &no):
		return &tools.Failure{Reason: tools.Forbidden, Text: u.Host + " is not on the public web: its address or port is private, and it is not among the private hosts of the settings.", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("%s did not answer within %s.", u.Host, MaxTime), Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: u.Host + " cannot be reached.", Err: err}
}

// read makes an answer readable. The error is a *tools.Failure.
func read(got answer) (tools.Result, error) {
	if err := statusFailure(got); err != nil {
		return tools.Result{}, err
	}
	kind, _, err := mime.ParseMediaType(got.kind)
	if err != nil || kind == "" {
		kind, _, _ = mime.ParseMediaType(http.DetectContentType(got.body))
	}
	p := page{}
	switch {
	case kind == "text/html" || kind == "application/xhtml+xml":
		p, err = article(got.body, got.kind, got.url)
	case kind == "text/plain" || kind == "text/markdown" || kind == "application/json" || strings.HasSuffix(kind, "+json"):
		p.text, err = decoded(got.body, got.kind)
	case kind == "application/pdf":
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "The page is a PDF, which cannot be read here."}
	default:
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "The page is " + sort(kind) + ", and cannot be read here."}
	}
	if err != nil {
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "The page cannot be made sense of.", Err: err}
	}
	if strings.TrimSpace(p.text) == "" {
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "The page holds no text; it may be drawn by a program that runs in a browser."}
	}
	return tools.Result{
		Text: p.text, Of: got.of,
		Sources: []tools.Source{{What: "the page " + got.url.Host + got.url.Path, Link: got.url.String(), On: p.on}},
	}, nil
}

// sort is what a page is that is no text, in our words: how its server calls it is the server's.
func sort(kind string) string {
	switch kind, _, _ := strings.Cut(kind, "/"); kind {
	case "image":
		return "a picture"
	case "audio":
		return "a recording"
	case "video":
		return "a film"
	}
	return "a file, not text"
}

// statusFailure is nil where the server gave the page.
func statusFailure(got answer) error {
	said := fmt.Sprintf("%s answered with status %d", got.url.Host, got.status)
	switch {
	case got.status == 200 || got.status == 203:
		return nil
	case got.status == 404 || got.status == 410:
		return &tools.Failure{Reason: tools.Missing, Text: said + ": there is no such page."}
	case got.status == 401 || got.status == 402 || got.status == 403 || got.status == 451:
		return &tools.Failure{Reason: tools.Forbidden, Text: said + ": the page is not for everybody."}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: said + "; later may help."}
}
