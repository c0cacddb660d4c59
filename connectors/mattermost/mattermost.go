package mattermost

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// Mattermost is the connector. Fill in the exported fields before the first call.
type Mattermost struct {
	URL   string // of the server: "https://chat.example.com"
	Token string // of the bot account
	Now   func() time.Time
	Log   *slog.Logger // nil is none

	// Buttons are opt-in. Listen is where to hear of presses, "127.0.0.1:8066"; Callback is
	// the address under which the server reaches that, "http://citadel:8066".
	Listen, Callback string

	heeding heeding

	start  sync.Once
	began  time.Time // when this was first used: earlier calls were an earlier process's
	client *model.Client4
	pauses pauses
	heard  atomic.Int64 // when the server last proved that it reaches us, in nanoseconds; 0 never
	clock  serverClock
	nonce  string // of this process

	mu     sync.Mutex // guards what follows
	self   *self
	people map[string]connectors.Person
	rooms  map[string]room

	drafts  drafts
	presses chan press
}

var (
	_ connectors.Connector  = (*Mattermost)(nil)
	_ connectors.Finder     = (*Mattermost)(nil)
	_ connectors.Heeder     = (*Mattermost)(nil)
	_ connectors.Drafter    = (*Mattermost)(nil)
	_ connectors.Editor     = (*Mattermost)(nil)
	_ connectors.Reactor    = (*Mattermost)(nil)
	_ connectors.Worker     = (*Mattermost)(nil)
	_ connectors.Fetcher    = (*Mattermost)(nil)
	_ connectors.Linker     = (*Mattermost)(nil)
	_ connectors.Pulse      = (*Mattermost)(nil)
	_ connectors.Checker    = (*Mattermost)(nil)
	_ connectors.Identifier = (*Mattermost)(nil)
)

const name = "mattermost"

// Max is the longest post, in runes: what every Mattermost takes, with room for the mark of
// a second attempt.
const Max = model.PostMessageMaxRunesV1 - len(againMark)

// againMark is before the words of a post that may have been shown before.
const againMark = "*(again)* "

// pauses are how long things take; tests shorten them.
type pauses struct {
	ping  time.Duration // between two questions whether the server is there; it has as long to answer
	hello time.Duration // for the first word on a new connection
	again time.Duration // until what was caught up with is read once more
	owed  time.Duration // between two readings of the rooms that could not be read
	rest  func(failures int) time.Duration
}

// begin is done once, at the first call.
func (m *Mattermost) begin() {
	m.start.Do(func() {
		if m.Log == nil {
			m.Log = slog.New(slog.DiscardHandler)
		}
		m.client = model.NewAPIv4Client(m.URL)
		m.client.SetToken(m.Token)
		m.client.HTTPClient = &http.Client{
			Timeout: fetchFor, // each call has a shorter one of its own
			Transport: &careful{m: m, next: &http.Transport{
				Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: callFor, ResponseHeaderTimeout: uploadFor,
				IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 4, ForceAttemptHTTP2: true,
			}},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
		m.nonce = model.NewId()
		if m.Now != nil {
			m.began = m.Now()
		}
		m.people, m.rooms = map[string]connectors.Person{}, map[string]room{}
		m.drafts.rooms = map[string]*roomDrafts{}
		m.presses = make(chan press)
		if m.pauses.ping == 0 {
			m.pauses = pauses{ping: 15 * time.Second, hello: 15 * time.Second, again: 30 * time.Second, owed: 2 * time.Minute, rest: rest}
		}
	})
}

// rest is the wait before connecting again: none after a connection that was well.
func rest(failures int) time.Duration {
	if failures == 0 {
		return 0
	}
	return min(250*time.Millisecond<<min(failures, 10), 30*time.Second)
}

// Name is "mattermost".
func (m *Mattermost) Name() string { return name }

// Limits: everything but replies to exactly one message; buttons where they are set up.
func (m *Mattermost) Limits() connectors.Limits {
	return connectors.Limits{
		Max: Max, Measure: measure,
		EditWindow: 100 * 365 * 24 * time.Hour, DraftEvery: time.Second, DraftLate: arrivesFor, WorkingEvery: 4 * time.Second,
		Drafts: true, Notifies: true, Threads: true, Pictures: true, Buttons: m.Listen != "" && m.Callback != "",
		Reactions: true, Edits: true, Deletes: true, Redelivers: true,
	}
}

// Heard implements connectors.Pulse.
func (m *Mattermost) Heard() time.Time {
	if at := m.heard.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

func (m *Mattermost) hears() { m.heard.Store(m.Now().UnixNano()) }

// self is the agent's own account and its server, as asked for once.
type self struct {
	id, username string
	user         *model.User
	account      string // of the server: its own id, else the host of its address
	site         string // the address that people use
	config       map[string]string
}

// whoami asks the server, once.
func (m *Mattermost) whoami(ctx context.Context, op string) (*self, error) {
	m.begin()
	m.mu.Lock()
	known := m.self
	m.mu.Unlock()
	if known != nil {
		return known, nil
	}
	var me *model.User
	err := m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		if me, resp, err = c.GetMe(ctx, ""); err == nil && (me == nil || !model.IsValidId(me.Id)) {
			err = errNotServer
		}
		return resp, err
	})
	if err != nil {
		return nil, err
	}
	var config map[string]string
	err = m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		config, resp, err = c.GetClientConfig(ctx, "")
		return resp, err
	})
	if err != nil {
		return nil, err
	}
	s := &self{id: me.Id, username: me.Username, user: me, config: config, site: strings.TrimRight(config["SiteURL"], "/")}
	if s.site == "" {
		s.site = strings.TrimRight(m.URL, "/")
	}
	if s.account = config["DiagnosticId"]; s.account == "" {
		s.account = host(s.site)
	}
	m.mu.Lock()
	m.self = s
	m.mu.Unlock()
	return s, nil
}

func host(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}

// Identify implements connectors.Identifier.
func (m *Mattermost) Identify(ctx context.Context) (connectors.Self, error) {
	const op = "mattermost: identify"
	s, err := m.whoami(ctx, op)
	if err != nil {
		return connectors.Self{}, err
	}
	out := connectors.Self{Account: s.account, Title: title(s), ID: s.id, Name: "@" + s.username}
	var teams []*model.Team
	err = m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		teams, resp, err = c.GetTeamsForUser(ctx, s.id, "")
		return resp, err
	})
	if err != nil {
		return connectors.Self{}, err
	}
	if len(teams) > 0 {
		out.Address = s.site + "/" + teams[0].Name + "/messages/@" + s.username
	}
	return out, nil
}

func title(s *self) string {
	if n := s.config["SiteName"]; n != "" {
		return n + " (" + host(s.site) + ")"
	}
	return host(s.site)
}

// Link implements connectors.Linker.
func (m *Mattermost) Link(_ connectors.Place, id connectors.MessageID) string {
	m.begin()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.self == nil || !model.IsValidId(string(id)) {
		return ""
	}
	return m.self.site + "/_redirect/pl/" + string(id)
}

// secret is what only this account can make: words under the token.
func (m *Mattermost) secret(words ...string) string {
	mac := hmac.New(sha256.New, []byte("citadel/"+m.Token))
	for _, w := range words {
		mac.Write([]byte(strconv.Itoa(len(w)) + ":" + w))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

func runes(text string) int { return utf8.RuneCountInString(text) }
