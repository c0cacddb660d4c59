package calendar

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"citadel/tools"
)

// query asks for the events that touch a stretch of time. It is asked by hand, as a client that
// decodes all objects at once would lose a calendar to one bad entry.
const query = `<?xml version="1.0" encoding="utf-8"?>
<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>` +
	`<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="%s" end="%s"/>` +
	`</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`

// multistatus is an answer to it.
type multistatus struct {
	Responses []struct {
		Href  string `xml:"DAV: href"`
		Props []struct {
			ETag string `xml:"DAV: getetag"`
			Data string `xml:"urn:ietf:params:xml:ns:caldav calendar-data"`
		} `xml:"DAV: propstat>prop"`
	} `xml:"DAV: response"`
}

// collection gives the objects of a CalDAV calendar that touch [from, to), and how many make no sense.
func (b *Book) collection(ctx context.Context, c *Calendar, from, to time.Time) (all []object, unread int, err error) {
	const utc = "20060102T150405Z"
	body := fmt.Sprintf(query, from.UTC().Format(utc), to.UTC().Format(utc))
	data, _, err := b.exchange(ctx, c, "REPORT", c.URL, []byte(body), http.Header{
		"Depth": {"1"}, "Content-Type": {"application/xml; charset=utf-8"},
	})
	if err != nil {
		return nil, 0, err
	}
	return objects(c, data)
}

// objects reads the answer to a query.
func objects(c *Calendar, data []byte) (all []object, unread int, err error) {
	var answer multistatus
	if err := xml.Unmarshal(data, &answer); err != nil {
		return nil, 0, &tools.Failure{Reason: tools.Garbled, Text: "The server of the calendar " + c.Name + " answered with something else than a list of events.", Err: err}
	}
	for _, r := range answer.Responses {
		for _, p := range r.Props {
			if p.Data == "" {
				continue
			}
			cal, err := decode([]byte(p.Data))
			if err != nil {
				unread++
				continue
			}
			all = append(all, object{c, r.Href, strings.TrimSpace(p.ETag), cal})
		}
	}
	return all, unread, nil
}

// put writes an object, if it is still as it was read: version is that, or empty where there must be none.
func (b *Book) put(ctx context.Context, c *Calendar, href, version string, cal *ical.Calendar) error {
	var buf bytes.Buffer
	if err := ical.NewEncoder(&buf).Encode(cal); err != nil {
		return &tools.Failure{Reason: tools.Garbled, Text: "The entry is not one that can be written back.", Err: err}
	}
	h := http.Header{"Content-Type": {"text/calendar; charset=utf-8"}}
	if version == "" {
		h.Set("If-None-Match", "*")
	} else {
		h.Set("If-Match", version)
	}
	return b.write(ctx, c, http.MethodPut, href, buf.Bytes(), h)
}

// remove takes an object away, if it is still as it was read.
func (b *Book) remove(ctx context.Context, o object) error {
	return b.write(ctx, o.calendar, http.MethodDelete, o.href, nil, http.Header{"If-Match": {o.version}})
}

func (b *Book) write(ctx context.Context, c *Calendar, method, href string, body []byte, h http.Header) error {
	at, err := inside(c, href)
	if err != nil {
		return err
	}
	_, _, err = b.exchange(ctx, c, method, at, body, h)
	return err
}

// inside is the address of an object. What a server says is below its collection has to be on its host.
func inside(c *Calendar, href string) (string, error) {
	base, err := url.Parse(c.URL)
	if err != nil {
		return "", err
	}
	at, err := base.Parse(href)
	if err != nil || at.Host != base.Host || at.Scheme != base.Scheme {
		return "", &tools.Failure{Reason: tools.Garbled, Text: "The server of the calendar " + c.Name + " named an entry on another host.", Err: err}
	}
	return at.String(), nil
}

// exchange is one request and its answer, which is 2xx. The error is a *Failure and holds neither
// address nor password.
func (b *Book) exchange(ctx context.Context, c *Calendar, method, at string, body []byte, h http.Header) ([]byte, *http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, at, bytes.NewReader(body))
	if err != nil {
		return nil, nil, &tools.Failure{Reason: tools.Invalid, Text: "The calendar " + c.Name + " has no address that can be asked.", Err: err}
	}
	for k, v := range h {
		req.Header[k] = v
	}
	if c.User != "" {
		req.SetBasicAuth(c.User, c.Password)
	}
	writes := method == http.MethodPut || method == http.MethodDelete
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, nil, lost(c, writes, err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxBytes+1))
	switch {
	case resp.StatusCode == http.StatusNotModified:
		return nil, resp, nil
	case resp.StatusCode/100 != 2:
		return nil, nil, refused(c, writes, resp.StatusCode)
	case err != nil && !writes:
		return nil, nil, lost(c, false, err)
	case len(data) > maxBytes:
		return nil, nil, &tools.Failure{Reason: tools.Garbled, Text: fmt.Sprintf("The calendar %s is larger than %d MiB.", c.Name, maxBytes>>20)}
	}
	return data, resp, nil
}

// lost words that there was no answer. What was on its way may have been written.
func lost(c *Calendar, writes bool, err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		err = u.Err // without the address, which may be a secret
	}
	if op := (*net.OpError)(nil); writes && (!errors.As(err, &op) || op.Op != "dial") {
		return &tools.Failure{Reason: tools.Unsure, Text: "The server of the calendar " + c.Name + " gave no answer; it may have been written.", Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: "The server of the calendar " + c.Name + " gives no answer. Later it may.", Err: err}
}

// refused words a status that says no.
func refused(c *Calendar, writes bool, status int) error {
	f := &tools.Failure{Reason: tools.Unavailable, Text: "The server of the calendar " + c.Name + " fails. Later it may not.", Err: fmt.Errorf("HTTP %d", status)}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		f.Reason, f.Text = tools.Forbidden, "The server of the calendar "+c.Name+" does not allow it: the name or the password may be wrong, or the calendar is read-only."
	case status == http.StatusNotFound || status == http.StatusGone:
		f.Reason, f.Text = tools.Missing, "The calendar "+c.Name+", or the entry in it, is not there."
	case status == http.StatusPreconditionFailed || status == http.StatusConflict:
		f.Reason, f.Text = tools.Invalid, "Somebody changed it meanwhile, so nothing was written. Look at the agenda again."
	case status < 500:
		f.Reason, f.Text = tools.Invalid, "The server of the calendar "+c.Name+" does not take it."
	case writes && status != http.StatusServiceUnavailable:
		f.Reason, f.Text = tools.Unsure, "The server of the calendar "+c.Name+" failed over it; it may have been written."
	}
	return f
}
