// Package calendar reads and writes the principal's calendars: CalDAV collections, and iCalendar
// files at an address, which can only be read.
//
// What stands in a calendar comes from many programs, so it is read leniently and one entry at a
// time: what makes no sense is counted and told, and hides nothing else. Times are worked out as
// times on the wall of their own zone, which is what a repeated appointment keeps when the clocks
// change, and only then become moments; a zone that Go does not know is taken from the entry.
//
// The name of an event that a model is given holds what it must not lose between reading and
// writing: which occurrence it is, when it was, and the version that was read. A write of an event
// that somebody changed meanwhile is refused, also where the principal's approval lies between.
// What a write tells whom cannot be seen from here: a server may invite and inform the attendees,
// so they are named in the arguments, where the principal sees them before he approves.
package calendar

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/tools"
)

// Limits, of our own.
const (
	maxBytes   = 10 << 20            // of one answer of a server
	maxDays    = 62                  // of one question
	maxShown   = 200                 // entries of an agenda
	maxText    = 300                 // bytes of a description in an agenda
	maxTitle   = 500                 // bytes of a title or a place that is written
	maxInvited = 50                  // attendees of one event
	maxLength  = 31 * 24 * time.Hour // of an event that is written
	answerTime = 20 * time.Second    // of a server, for one exchange
)

// Calendar is one of the principal's.
type Calendar struct {
	Name     string // as he calls it
	URL      string // of a CalDAV collection, or of an iCalendar file where ReadOnly
	User     string // with Password for HTTP basic authentication; may be empty
	Password string
	ReadOnly bool
	Shared   bool // others write into it as well
}

// Hours are when the principal can be asked for his time.
type Hours struct {
	From, To time.Duration  // since midnight, From first
	Days     []time.Weekday // of the week
}

// Settings are what the tools work with. Calendars, Zone and Now are needed.
type Settings struct {
	Calendars []Calendar // the first that is not ReadOnly takes new events
	Own       []string   // mail addresses of the principal: he is the organiser of what he creates, as the first
	Zone      func() *time.Location
	Hours     Hours // the zero value is Monday to Friday, 9 to 17
	HTTP      *http.Client
	Now       func() time.Time
}

// Book is the principal's calendars together. Its tools may be used at once.
type Book struct {
	Settings
	client *http.Client

	mu    sync.Mutex
	feeds map[string]feed // by address
}

// New checks the settings. The error says what is wrong with them, without a password.
func New(s Settings) (*Book, error) {
	if s.Zone == nil || s.Now == nil {
		return nil, errors.New("calendar: no zone or no clock")
	}
	names := map[string]bool{}
	for _, c := range s.Calendars {
		u, err := url.Parse(c.URL)
		switch {
		case c.Name == "" || names[c.Name]:
			return nil, fmt.Errorf("calendar: the name %q is empty or there twice", c.Name)
		case err != nil || u.Host == "" || u.User != nil:
			return nil, fmt.Errorf("calendar: the address of %q is none, or holds a password", c.Name)
		case u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())):
			return nil, fmt.Errorf("calendar: the address of %q does not begin with https", c.Name)
		}
		names[c.Name] = true
	}
	if s.Hours.To <= s.Hours.From || len(s.Hours.Days) == 0 {
		s.Hours = Hours{9 * time.Hour, 17 * time.Hour, []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}}
	}
	client := http.Client{}
	if s.HTTP != nil {
		client = *s.HTTP
	}
	client.Timeout = answerTime
	client.CheckRedirect = stay
	return &Book{Settings: s, client: &client, feeds: map[string]feed{}}, nil
}

// loopback says whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// stay follows a redirection on the same host only: a password goes nowhere else.
func stay(req *http.Request, via []*http.Request) error {
	if len(via) > 5 || req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return errors.New("redirected too often, or to another host")
	}
	return nil
}

// Tools are what can be done with the calendars. Those that write are there where one can be written.
func (b *Book) Tools() []tools.Tool {
	all := []tools.Tool{b.agendaTool(), b.freeTool()}
	if b.writable() != nil {
		all = append(all, b.createTool(), b.moveTool(), b.cancelTool())
	}
	return all
}

// writable is the calendar that takes new events; nil where none does.
func (b *Book) writable() *Calendar {
	i := slices.IndexFunc(b.Calendars, func(c Calendar) bool { return !c.ReadOnly })
	if i < 0 {
		return nil
	}
	return &b.Calendars[i]
}

// own says whether an address is the principal's.
func (b *Book) own(address string) bool {
	return slices.ContainsFunc(b.Own, func(o string) bool { return strings.EqualFold(o, address) })
}
