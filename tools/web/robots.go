package web

import (
	"context"
	"net/url"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"citadel/tools"
)

// How long a robots.txt is believed, how many are kept, and how much of one is read (RFC 9309
// asks for 500 KiB at least).
const (
	robotsLast  = time.Hour
	robotsKept  = 256
	robotsBytes = 512 << 10
)

// robots remembers what servers let us read.
type robots struct {
	now func() time.Time

	mu    sync.Mutex
	rules map[string]rules // by scheme and host
}

type rules struct {
	data *robotstxt.RobotsData
	till time.Time
}

func newRobots(now func() time.Time) *robots {
	return &robots{now: now, rules: make(map[string]rules)}
}

// allowed is nil where the server wants the page read, or does not say. The error is a
// *tools.Failure.
func (w *Web) allowed(ctx context.Context, u *url.URL) error {
	place := u.Scheme + "://" + u.Host
	data, known := w.robots.of(place)
	if !known {
		var err error
		if data, err = w.fetchRobots(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}); err != nil {
			return err
		}
		w.robots.keep(place, data)
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	if !data.TestAgent(path, agent) {
		return &tools.Failure{Reason: tools.Forbidden, Text: u.Host + " asks programs not to read this page (robots.txt), or cannot say whether they may."}
	}
	return nil
}

// fetchRobots reads what a server says; no such file, or one that makes no sense, allows
// everything, and a server that is broken nothing (RFC 9309, 2.3.1).
func (w *Web) fetchRobots(ctx context.Context, u *url.URL) (*robotstxt.RobotsData, error) {
	for range MaxRedirects + 1 {
		got, err := w.get(ctx, u, robotsBytes)
		if err != nil {
			return nil, err
		}
		if got.next == nil {
			return parseRobots(got.status, got.body), nil
		}
		u = got.next
	}
	return parseRobots(404, nil), nil
}

func parseRobots(status int, body []byte) *robotstxt.RobotsData {
	data, err := robotstxt.FromStatusAndBytes(status, body)
	if err != nil {
		data, _ = robotstxt.FromStatusAndBytes(404, nil) // which allows everything, and has no error
	}
	return data
}

func (r *robots) of(place string) (*robotstxt.RobotsData, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept, found := r.rules[place]
	return kept.data, found && r.now().Before(kept.till)
}

func (r *robots) keep(place string, data *robotstxt.RobotsData) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rules) >= robotsKept {
		clear(r.rules)
	}
	r.rules[place] = rules{data, r.now().Add(robotsLast)}
}
