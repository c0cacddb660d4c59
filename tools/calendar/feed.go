package calendar

import (
	"context"
	"net/http"

	"citadel/tools"
)

// feed is an iCalendar file as it was read last.
type feed struct {
	version string
	object  object
}

// file gives an iCalendar file, which is fetched again only where it changed. It is read as a
// whole: a file that is not well-formed says nothing at all.
func (b *Book) file(ctx context.Context, c *Calendar) (object, error) {
	b.mu.Lock()
	last, known := b.feeds[c.URL]
	b.mu.Unlock()
	h := http.Header{"Accept": {"text/calendar"}}
	if known && last.version != "" {
		h.Set("If-None-Match", last.version)
	}
	data, resp, err := b.exchange(ctx, c, http.MethodGet, c.URL, nil, h)
	if err != nil {
		return object{}, err
	}
	if resp.StatusCode == http.StatusNotModified && known {
		return last.object, nil
	}
	cal, err := decode(data)
	if err != nil {
		return object{}, &tools.Failure{Reason: tools.Garbled, Text: "What the address of the calendar " + c.Name + " gives is no calendar.", Err: err}
	}
	next := feed{resp.Header.Get("ETag"), object{calendar: c, cal: cal}}
	b.mu.Lock()
	b.feeds[c.URL] = next
	b.mu.Unlock()
	return next.object, nil
}
