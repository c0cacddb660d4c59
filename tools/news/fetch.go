package news

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"

	"citadel/tools"
)

// Limits of what is kept of an item.
const (
	maxTitle = 300 // characters
	maxText  = 400 // characters
	maxLink  = 2048
	maxTag   = 1024 // bytes of what a server says of its answer
)

// item is one piece of news.
type item struct {
	id    string // what the feed calls it; else its link, else its title
	title string
	link  string // empty where it has none into the web
	text  string
	on    time.Time // zero where it has no date
}

// ask reads a feed anew, unless its server says that nothing changed. The error is a
// *tools.Failure.
func (n *News) ask(ctx context.Context, f *source) error {
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL, nil)
	if err != nil {
		return &tools.Failure{Reason: tools.Invalid, Text: "Its address makes no sense.", Err: err}
	}
	r.Header.Set("User-Agent", "Citadel")
	r.Header.Set("Accept", "application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml, application/json")
	if f.etag != "" {
		r.Header.Set("If-None-Match", f.etag)
	}
	if f.modified != "" {
		r.Header.Set("If-Modified-Since", f.modified)
	}
	res, err := n.client.Do(r)
	if err != nil {
		return unreached(err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotModified && !f.read.IsZero():
		return nil
	case res.StatusCode != http.StatusOK:
		return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("Its server answered with status %d.", res.StatusCode)}
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, MaxBytes+1))
	switch {
	case err != nil:
		return unreached(err)
	case len(body) > MaxBytes:
		return &tools.Failure{Reason: tools.Garbled, Text: fmt.Sprintf("It is longer than %d MiB.", MaxBytes>>20)}
	}
	items, err := parse(body)
	if err != nil {
		return err
	}
	f.items, f.etag, f.modified = items, tag(res, "ETag"), tag(res, "Last-Modified")
	return nil
}

func tag(res *http.Response, name string) string {
	if v := res.Header.Get(name); len(v) <= maxTag {
		return v
	}
	return ""
}

func unreached(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &tools.Failure{Reason: tools.Unavailable, Text: fmt.Sprintf("Its server did not answer within %s.", MaxTime), Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: "Its server cannot be reached.", Err: err}
}

// parse reads RSS, Atom or JSON: each item once, the newest first, those without a date last. The
// error is a *tools.Failure.
func parse(body []byte) ([]item, error) {
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(body))
	if err != nil {
		return nil, &tools.Failure{Reason: tools.Garbled, Text: "What is there is no feed.", Err: err}
	}
	var items []item
	seen := make(map[string]bool)
	for _, i := range feed.Items {
		if i == nil {
			continue
		}
		it := item{title: short(plain(i.Title), maxTitle), link: web(i.Link), text: short(plain(cmp.Or(i.Description, i.Content)), maxText)}
		if it.id = cmp.Or(strings.ToValidUTF8(i.GUID, ""), it.link, it.title); it.id == "" || seen[it.id] {
			continue
		}
		seen[it.id] = true
		if at := cmp.Or(i.PublishedParsed, i.UpdatedParsed); at != nil {
			it.on = at.UTC()
		}
		items = append(items, it)
	}
	newest(items)
	return items[:min(len(items), perFeed)], nil
}

// newest sorts by date; what has none comes last, and equals stay in their order.
func newest(items []item) {
	slices.SortStableFunc(items, func(a, b item) int { return b.on.Compare(a.on) })
}

// web is a link that leads into the web, else nothing.
func web(link string) string {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(link) > maxLink {
		return ""
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

// plain is what of HTML is to be read, without its tags.
func plain(source string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(source))
	mute := "" // the element whose text is not for readers
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if mute == "" {
				b.Write(z.Text())
			}
		case html.StartTagToken:
			if name, _ := z.TagName(); mute == "" && (string(name) == "script" || string(name) == "style") {
				mute = string(name)
			}
			b.WriteByte(' ')
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == mute {
				mute = ""
			}
			b.WriteByte(' ')
		}
	}
}

// short is text on one line, of at most so many characters.
func short(s string, most int) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(html.UnescapeString(s)), " "), "\uFFFD")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
