// Package search asks a search server that speaks like SearXNG.
//
// One shape of answer instead of one client for each engine: SearXNG asks many engines and can be
// run at home, so that nobody needs an account and no engine learns who asks. The address of the
// server is the principal's own setting, so it may be a private one; where it would send us
// elsewhere, we do not go.
package search

import (
	"cmp"
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

// Limits of one search, of our own.
const (
	MaxTime    = 15 * time.Second
	MaxBytes   = 2 << 20
	MaxResults = 10
	maxQuery   = 400
	maxTitle   = 200 // characters
	maxSnippet = 500 // characters
	maxLink    = 2048
)

// Settings are which server is asked.
type Settings struct {
	Server string // its address, as "https://search.example"
	Now    func() time.Time
}

// Search asks the server. It is safe for concurrent use.
type Search struct {
	server *url.URL
	client *http.Client
	now    func() time.Time
}

// New gives a search. The error says what is wrong with the address of the server.
func New(s Settings) (*Search, error) {
	u, err := url.Parse(s.Server)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("search: %q is no address of a server", s.Server)
	}
	u = u.JoinPath("search")
	return &Search{server: u, now: s.Now, client: &http.Client{
		Timeout:       MaxTime,
		Transport:     &http.Transport{ForceAttemptHTTP2: true, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

type searchArgs struct {
	Query string `json:"query" jsonschema:"words to look for"`
	Days  int    `json:"days,omitempty" jsonschema:"only what is at most so many days old, as far as dates are known"`
}

// Tools are web_search.
func (s *Search) Tools() []tools.Tool {
	return []tools.Tool{tools.Typed(tools.Tool{
		Name:        "web_search",
		Description: fmt.Sprintf("Searches the web: up to %d results, each with title, link, date where known, and a few words. Read what matters with web_page; the words here are only a glimpse.", MaxResults),
		Class:       tools.Reads,
	}, s.search)}
}

func (s *Search) search(ctx context.Context, in searchArgs) (tools.Result, error) {
	query := strings.Join(strings.Fields(in.Query), " ")
	switch {
	case query == "" || len(query) > maxQuery:
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("A search needs words, of %d bytes at most.", maxQuery)}
	case in.Days < 0:
		return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "The number of days cannot be negative."}
	}
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	body, err := s.ask(ctx, query, in.Days)
	if err != nil {
		return tools.Result{}, err
	}
	all, err := parse(body)
	if err != nil {
		return tools.Result{}, err
	}
	var since time.Time
	if in.Days > 0 {
		since = s.now().AddDate(0, 0, -in.Days)
	}
	return told(query, since, all), nil
}

// ask gives the body of an answer. The error is a *tools.Failure.
func (s *Search) ask(ctx context.Context, query string, days int) ([]byte, error) {
	u := *s.server
	q := u.Query()
	q.Set("q", query)
	q.Set("format", "json")
	if days > 0 {
		q.Set("time_range", span(days))
	}
	u.RawQuery = q.Encode()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, &tools.Failure{Reason: tools.Invalid, Text: "The search cannot be asked for.", Err: err}
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Citadel")
	res, err := s.client.Do(r)
	if err != nil {
		return nil, s.unreached(err)
	}
	defer res.Body.Close()
	if err := s.statusFailure(res); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxBytes+1))
	switch {
	case err != nil:
		return nil, s.unreached(err)
	case len(body) > MaxBytes:
		return nil, &tools.Failure{Reason: tools.Garbled, Text: fmt.Sprintf("The search server answered with more than %d MiB.", MaxBytes>>20)}
	}
	return body, nil
}

// span is the shortest of the server's ranges that holds so many days.
func span(days int) string {
	switch {
	case days <= 1:
		return "day"
	case days <= 7:
		return "week"
	case days <= 31:
		return "month"
	}
	return "year"
}

func (s *Search) unreached(err error) error {
	var late interface{ Timeout() bool }
	if errors.As(err, &late) && late.Timeout() {
		return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("The search server %s did not answer within %s.", s.server.Host, MaxTime), Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: "The search server " + s.server.Host + " cannot be reached.", Err: err}
}

// jsonOff is what has to be set where a server gives no JSON, which is how SearXNG comes.
const jsonOff = "Its operator has to add json to search.formats in settings.yml."

func (s *Search) statusFailure(res *http.Response) error {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	said := fmt.Sprintf("The search server %s answered with status %d", s.server.Host, res.StatusCode)
	switch {
	case res.StatusCode == http.StatusForbidden:
		return &tools.Failure{Reason: tools.Forbidden, Text: said + ": it gives no JSON. " + jsonOff}
	case res.StatusCode == http.StatusTooManyRequests:
		return &tools.Failure{Reason: tools.Unavailable, Text: said + ": too many searches. Later may help, or server.limiter: false in its settings.yml."}
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return &tools.Failure{Reason: tools.Unavailable, Text: said + ": it redirects elsewhere. The setting has to name the address it redirects to."}
	case res.StatusCode != http.StatusOK:
		return &tools.Failure{Reason: tools.Unavailable, Text: said + "."}
	case kind == "text/html":
		return &tools.Failure{Reason: tools.Garbled, Text: "The search server " + s.server.Host + " answers with a page instead of JSON. " + jsonOff}
	}
	return nil
}

// found is one result as SearXNG gives it.
type found struct {
	Title     string  `json:"title"`
	URL       string  `json:"url"`
	Content   string  `json:"content"`
	Published *string `json:"publishedDate"`
	Engine    string  `json:"engine"`

	on time.Time
}

// parse reads an answer: what has a link into the web, once each, in the server's order. The error
// is a *tools.Failure.
func parse(body []byte) ([]found, error) {
	var answer struct {
		Results *[]found `json:"results"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Results == nil {
		return nil, &tools.Failure{Reason: tools.Garbled, Text: "The search server's answer makes no sense; it may not speak like SearXNG.", Err: err}
	}
	var all []found
	seen := make(map[string]bool)
	for _, f := range *answer.Results {
		u, err := url.Parse(f.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(f.URL) > maxLink || seen[f.URL] {
			continue
		}
		seen[f.URL] = true
		if f.Published != nil {
			f.on = date(*f.Published)
		}
		f.Title = cmp.Or(short(f.Title, maxTitle), u.Host)
		f.Content, f.Engine = short(f.Content, maxSnippet), short(f.Engine, 40)
		all = append(all, f)
	}
	return all, nil
}

// date reads the ways in which engines write one; zero where it is none of them.
func date(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", time.DateOnly} {
		if on, err := time.Parse(layout, s); err == nil {
			return on
		}
	}
	return time.Time{}
}

// short is text on one line, of at most so many characters.
func short(s string, most int) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\uFFFD")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// told words results; what is known to be older than since is left out.
func told(query string, since time.Time, all []found) tools.Result {
	var b strings.Builder
	var result tools.Result
	shown, old := 0, 0
	for _, f := range all {
		if !f.on.IsZero() && f.on.Before(since) {
			old++
			continue
		}
		if shown == MaxResults {
			break
		}
		shown++
		on := "no date"
		if !f.on.IsZero() {
			on = f.on.Format("2 January 2006")
		}
		fmt.Fprintf(&b, "%d. %s\n   %s\n   %s", shown, f.Title, f.URL, on)
		if f.Engine != "" {
			fmt.Fprintf(&b, ", by %s", f.Engine)
		}
		b.WriteByte('\n')
		if f.Content != "" {
			fmt.Fprintf(&b, "   %s\n", f.Content)
		}
		result.Sources = append(result.Sources, tools.Source{What: "a search result from " + host(f.URL), Link: f.URL, On: f.on})
	}
	if shown == 0 {
		fmt.Fprintf(&b, "Nothing was found for %q.\n", query)
	}
	if old > 0 {
		fmt.Fprintf(&b, "Left out as older than %s: %d.\n", since.Format("2 January 2006"), old)
	}
	result.Text = b.String()
	return result
}

func host(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return link
	}
	return u.Host
}
