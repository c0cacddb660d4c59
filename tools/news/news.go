// Package news reads the feeds that the principal chose.
//
// A feed is asked again only after a while, with what its server said of the last answer, so that
// one that has nothing new costs a few bytes; one that fails is left alone for longer each time,
// and what it gave before is still told, with its age. What was read is kept in memory alone: it
// is all to be had again.
package news

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/tools"
)

// Limits, of our own.
const (
	MaxTime  = 15 * time.Second // of one feed
	MaxBytes = 4 << 20          // of one feed
	MaxItems = 40               // that are told at once
	perFeed  = 500              // kept of one feed, its newest
	atOnce   = 4                // feeds asked at the same time

	fresh      = 5 * time.Minute // a feed is not asked again before
	backoff    = time.Minute     // after a failure, doubled with each
	maxBackoff = 6 * time.Hour
)

// Feed is one that the principal chose.
type Feed struct {
	Name string // as it is asked for
	URL  string
}

// Settings are which feeds are read.
type Settings struct {
	Feeds  []Feed
	Client *http.Client // says which hosts are spoken to; nil is one that follows no redirect
	Now    func() time.Time
}

// News reads feeds. It is safe for concurrent use.
type News struct {
	client *http.Client
	now    func() time.Time
	feeds  []*source
}

// source is a feed and what is known of it.
type source struct {
	Feed

	mu       sync.Mutex // held while it is asked, so that it is asked once
	items    []item     // newest first
	etag     string
	modified string
	read     time.Time // when it last answered; zero before
	next     time.Time // not asked before
	fails    int       // in a row
	failed   error     // the last time, as a *tools.Failure; nil where it answered
}

// New gives a reader of feeds. The error names the first whose name or address cannot be used.
func New(s Settings) (*News, error) {
	n := &News{client: s.Client, now: s.Now}
	if n.client == nil {
		n.client = &http.Client{
			Transport:     &http.Transport{ForceAttemptHTTP2: true, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	for _, f := range s.Feeds {
		if !strings.HasPrefix(f.URL, "http://") && !strings.HasPrefix(f.URL, "https://") {
			return nil, fmt.Errorf("news: %q is no address of a feed", f.URL)
		}
		if strings.TrimSpace(f.Name) == "" || n.find(f.Name) != nil {
			return nil, fmt.Errorf("news: %q names no feed, or two", f.Name)
		}
		n.feeds = append(n.feeds, &source{Feed: f})
	}
	return n, nil
}

func (n *News) find(name string) *source {
	i := slices.IndexFunc(n.feeds, func(f *source) bool { return strings.EqualFold(f.Name, strings.TrimSpace(name)) })
	if i < 0 {
		return nil
	}
	return n.feeds[i]
}

type newsArgs struct {
	Feed  string `json:"feed,omitempty" jsonschema:"name of one feed; left out, all of them"`
	Since string `json:"since,omitempty" jsonschema:"only what is not older, as 2026-05-20 or with a time as 2026-05-20T08:00:00Z"`
	Words string `json:"words,omitempty" jsonschema:"only what holds all of these words"`
}

// Tools are news.
func (n *News) Tools() []tools.Tool {
	names := make([]string, len(n.feeds))
	for i, f := range n.feeds {
		names[i] = f.Name
	}
	return []tools.Tool{tools.Typed(tools.Tool{
		Name:        "news",
		Description: fmt.Sprintf("Reads the feeds that were chosen (%s): the newest %d items with date, title, link and a few words.", strings.Join(names, ", "), MaxItems),
		Class:       tools.Reads,
	}, n.tell)}
}

func (n *News) tell(ctx context.Context, in newsArgs) (tools.Result, error) {
	since, err := moment(in.Since)
	if err != nil {
		return tools.Result{}, err
	}
	asked := n.feeds
	if in.Feed != "" {
		f := n.find(in.Feed)
		if f == nil {
			return tools.Result{}, &tools.Failure{Reason: tools.Missing, Text: fmt.Sprintf("There is no feed %q. There are: %s.", in.Feed, n.names())}
		}
		asked = []*source{f}
	}
	if len(asked) == 0 {
		return tools.Result{}, &tools.Failure{Reason: tools.Missing, Text: "No feeds are set."}
	}
	return n.told(n.read(ctx, asked), since, strings.Fields(strings.ToLower(in.Words)))
}

func (n *News) names() string {
	var names []string
	for _, f := range n.feeds {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

func moment(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, &tools.Failure{Reason: tools.Invalid, Text: "since has to be a date such as 2026-05-20, or with a time as 2026-05-20T08:00:00Z."}
}

// state is what a feed had to tell when it was asked.
type state struct {
	name   string
	items  []item
	read   time.Time
	next   time.Time
	failed error
}

// read asks feeds that may be asked, a few at once, and gives what each has, in the order asked.
func (n *News) read(ctx context.Context, asked []*source) []state {
	states := make([]state, len(asked))
	slots := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i, f := range asked {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			states[i] = n.one(ctx, f)
		})
	}
	all.Wait()
	return states
}

func (n *News) one(ctx context.Context, f *source) state {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := n.now(); !now.Before(f.next) && ctx.Err() == nil {
		if err := n.ask(ctx, f); err != nil {
			f.failed = err
			f.next = now.Add(min(backoff<<min(f.fails, 10), maxBackoff))
			f.fails++
		} else {
			f.failed, f.fails, f.read, f.next = nil, 0, now, now.Add(fresh)
		}
	}
	return state{f.Name, f.items, f.read, f.next, f.failed}
}
