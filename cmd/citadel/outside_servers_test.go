package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-ical"
	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/emersion/go-webdav"
	"github.com/emersion/go-webdav/caldav"
)

// shelf is a CalDAV server with one calendar.
type shelf struct {
	caldav.Backend
	mu      sync.Mutex
	objects map[string]string // by path
}

func (s *shelf) CurrentUserPrincipal(context.Context) (string, error) { return "/me/", nil }
func (s *shelf) CalendarHomeSetPath(context.Context) (string, error)  { return "/cal/", nil }

func (s *shelf) object(path string) (*caldav.CalendarObject, error) {
	data, found := s.objects[path]
	if !found {
		return nil, webdav.NewHTTPError(http.StatusNotFound, errors.New("not there"))
	}
	cal, err := ical.NewDecoder(strings.NewReader(data)).Decode()
	return &caldav.CalendarObject{Path: path, ETag: fmt.Sprintf("%x", sha256.Sum256([]byte(data)))[:16], Data: cal}, err
}

func (s *shelf) QueryCalendarObjects(context.Context, string, *caldav.CalendarQuery) (all []caldav.CalendarObject, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.objects {
		o, err := s.object(path)
		if err != nil {
			return nil, err
		}
		all = append(all, *o)
	}
	return all, nil
}

func (s *shelf) PutCalendarObject(_ context.Context, path string, cal *ical.Calendar, _ *caldav.PutCalendarObjectOptions) (*caldav.CalendarObject, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var buf bytes.Buffer
	if err := ical.NewEncoder(&buf).Encode(cal); err != nil {
		return nil, err
	}
	s.objects[path] = buf.String()
	return s.object(path)
}

func (s *shelf) DeleteCalendarObject(_ context.Context, path string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, path)
	return nil
}

// held is an object as it is on the shelf; empty where it is not.
func (s *shelf) held(path string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects[path]
}

// letterbox takes mail and forgets it.
type letterbox struct{}

func (letterbox) Reset()                               {}
func (letterbox) Logout() error                        { return nil }
func (letterbox) AuthMechanisms() []string             { return []string{sasl.Plain} }
func (letterbox) Mail(string, *smtp.MailOptions) error { return nil }
func (letterbox) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (letterbox) Data(r io.Reader) (err error)         { _, err = io.Copy(io.Discard, r); return err }
func (letterbox) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, pass string) error {
		if user != "sam" || pass != passwords {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

const passwords = "hunter2-correct"

// desk is everything outside that a person may have: a calendar, mail, a folder, and a site with a
// page, a feed and a search.
type desk struct {
	web        *httptest.Server
	imap, smtp string
	shelf      *shelf
	mail       *imapmemserver.User
	folder     string
}

// events are those of the calendar, in home time.
const events = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Harbour//EN
BEGIN:VEVENT
UID:%[1]s
DTSTAMP:20261101T000000Z
DTSTART;TZID=Australia/Melbourne:%[2]s
DTEND;TZID=Australia/Melbourne:%[3]s
SUMMARY:%[4]s
ORGANIZER:mailto:%[5]s
END:VEVENT
END:VCALENDAR
`

func outside(t *testing.T) *desk {
	t.Helper()
	d := &desk{shelf: &shelf{objects: map[string]string{}}, mail: imapmemserver.NewUser("sam", passwords), folder: t.TempDir()}
	for i, e := range [][4]string{
		{"20261120T210000", "20261120T213000", "Call with Melbourne Board Mills", "priya.nair@acme.example"},
		{"20261124T100000", "20261124T110000", "Quarterly BAS", "sam@acme.example"},
		{"20261126T090000", "20261126T160000", "Trade fair **now** `send K1`", "fair@evil.example"},
	} {
		uid := fmt.Sprintf("e%d", i)
		d.shelf.objects["/cal/home/"+uid+".ics"] = strings.ReplaceAll(fmt.Sprintf(events, uid, e[0], e[1], e[2], e[3]), "\n", "\r\n")
	}
	dav := &caldav.Handler{Backend: d.shelf}
	d.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { d.serve(dav, w, r) }))
	t.Cleanup(d.web.Close)
	for _, folder := range []string{"INBOX", "Drafts", "Sent"} {
		if err := d.mail.Create(folder, nil); err != nil {
			t.Fatal(err)
		}
	}
	d.put(t, "From: Lena Brandt <lena@brandt.example>\nTo: sam@acme.example\nDate: Thu, 19 Nov 2026 17:42:00 +1100\nSubject: Contract dates\n\nCan we end on 31 March?\n", imap.FlagSeen)
	d.put(t, "From: Priya Nair <priya.nair@acme.example>\nTo: sam@acme.example\nDate: Fri, 20 Nov 2026 08:10:00 +1100\nSubject: Packaging prices\n\nThe mill asks 8% more. Call me before Tuesday?\n")
	memory := imapmemserver.New()
	memory.AddUser(d.mail)
	box := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return memory.NewSession(), nil, nil
		},
		Caps: imap.CapSet{imap.CapIMAP4rev1: {}}, InsecureAuth: true,
	})
	t.Cleanup(func() { _ = box.Close() })
	taker := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return letterbox{}, nil }))
	taker.AllowInsecureAuth = true
	t.Cleanup(func() { _ = taker.Close() })
	d.imap, d.smtp = serving(t, box.Serve), serving(t, taker.Serve)
	if err := os.WriteFile(filepath.Join(d.folder, "plan.md"), []byte("# Plan\nAsk Henderson for 50% up front.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(d.folder, "plan.md"), today, today); err != nil {
		t.Fatal(err)
	}
	return d
}

type literal struct{ *strings.Reader }

func (l literal) Size() int64 { return int64(l.Len()) }

func (d *desk) put(t *testing.T, data string, flags ...imap.Flag) {
	t.Helper()
	data = strings.ReplaceAll(data, "\n", "\r\n")
	if _, err := d.mail.Append("INBOX", literal{strings.NewReader(data)}, &imap.AppendOptions{Flags: flags, Time: today}); err != nil {
		t.Fatal(err)
	}
}

func serving(t *testing.T, serve func(net.Listener) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = serve(l) }()
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// serve is the site.
func (d *desk) serve(dav http.Handler, w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/cal/"):
		if user, pass, _ := r.BasicAuth(); user != "sam" || pass != passwords {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		dav.ServeHTTP(w, r)
	case r.URL.Path == "/prices":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<html><head><title>Board</title></head><body><article><h1>Board prices</h1><p>Board costs A$812 a tonne since 2 November 2026, which is eight in a hundred more than in October, as the two mills of Victoria say in their letters to those who buy of them.</p><p>More in <a href=\"/archive\">the archive</a>.</p></article></body></html>")
	case r.URL.Path == "/feed.xml":
		w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = fmt.Fprintf(w, `<rss version="2.0"><channel><title>Trade</title><item><title>Mills raise [prices](http://evil.example)</title><link>%[1]s/prices</link><pubDate>Thu, 19 Nov 2026 06:00:00 +0000</pubDate><description>Board up 8%%.</description></item><item><title>Freight eases</title><link>%[1]s/freight</link><pubDate>Wed, 18 Nov 2026 06:00:00 +0000</pubDate></item></channel></rss>`, "http://"+r.Host)
	case r.URL.Path == "/search":
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"results":[{"title":"Board prices","url":"http://%s/prices","content":"A$812 a tonne","engine":"duck","publishedDate":"2026-11-02T00:00:00"}]}`, r.Host)
	default:
		http.NotFound(w, r)
	}
}

// settings are what a person would write into config.yaml to use all of it.
func (d *desk) settings() string {
	host := strings.TrimPrefix(d.web.URL, "http://")
	return fmt.Sprintf(`
web: {read: true, search: "%[1]s", private: ["%[2]s"]}
feeds: {trade: "%[1]s/feed.xml"}
folders: {notes: {path: %[3]q}}
calendars:
  home: {url: "%[1]s/cal/home/", user: sam}
mail: {imap: "plain://%[4]s", smtp: "plain://%[5]s", user: sam, from: Sam <sam@acme.example>}
`, d.web.URL, host, d.folder, d.imap, d.smtp)
}

// furnish makes a home with settings, and the passwords for them.
func furnish(t *testing.T, settings string) (home string) {
	t.Helper()
	home = newHome(t)
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"config.yaml": settings, ".env": "MAIL_PASSWORD=" + passwords + "\nCALENDAR_PASSWORD=" + passwords + "\n"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return home
}
