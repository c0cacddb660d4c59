package slack

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// Slack is the connector. Fill in the fields before the first call.
type Slack struct {
	AppToken string // xapp-…, with connections:write
	BotToken string // xoxb-…, with the scopes of a manifest in deployments/slack
	URL      string // base of another server that speaks like Slack: "http://127.0.0.1:1234"; empty is Slack
	Now      func() time.Time
	Log      *slog.Logger // nil is nowhere; no words of people go there

	// Silence is how long nothing at all may come over the connection before it is made
	// anew; 0 is one minute. Slack pings several times a minute.
	Silence time.Duration
	// Lag is how long what was said may take until the history shows it; 0 is five seconds.
	// A post in doubt is not taken for lost before twice that has passed, at most ten seconds,
	// nor a message for deleted before.
	Lag time.Duration
	// Look is how often it is looked, while the connection lives, whether the history holds
	// anything that Slack gave up delivering; 0 is ten minutes.
	Look time.Duration

	heeding  heeding                      // set before Run
	standing func() []connectors.Standing // set before Run, or nil
	threads  func() []connectors.Place    // likewise

	once   sync.Once
	began  time.Time    // when this was first used: earlier calls were an earlier process's
	web    *api.Client  // short calls
	bulk   *api.Client  // files
	plain  *http.Client // as web
	files  *http.Client // as bulk
	settle time.Duration
	again  time.Duration // after which what could not be read is tried again
	rest   time.Duration // between two conversations that are read behind everything else

	draws chan struct{} // a value while a draft is shown, withdrawn or settled

	heard atomic.Int64 // when the platform last proved that it reaches us, in nanoseconds since 1970

	mu     sync.Mutex
	self   *self
	people *recent[person]
	titles *recent[string]
	drafts map[connectors.Place]*draft
	doubts *recent[time.Time] // keys of posts that may have arrived: when that was
	noTab  bool               // the Messages tab is off, Slack said
	pulse  pulse
}

// pulse is what Check asks of Run.
type pulse struct {
	since time.Time // when Slack last greeted
	live  *recent[bool]
}

var (
	_ connectors.Connector  = (*Slack)(nil)
	_ connectors.Finder     = (*Slack)(nil)
	_ connectors.Heeder     = (*Slack)(nil)
	_ connectors.Reminded   = (*Slack)(nil)
	_ connectors.Drafter    = (*Slack)(nil)
	_ connectors.Editor     = (*Slack)(nil)
	_ connectors.Reactor    = (*Slack)(nil)
	_ connectors.Worker     = (*Slack)(nil)
	_ connectors.Fetcher    = (*Slack)(nil)
	_ connectors.Linker     = (*Slack)(nil)
	_ connectors.Pulse      = (*Slack)(nil)
	_ connectors.Checker    = (*Slack)(nil)
	_ connectors.Identifier = (*Slack)(nil)
)

const name = "slack"

// Name is "slack".
func (s *Slack) Name() string { return name }

// Most is the longest post, by Measure: Slack refuses Markdown of more than 12,000
// characters, and all blocks of a message together beyond about 13,200.
const Most = 11_000

// Limits: everything but silent posts and replies to one message.
func (s *Slack) Limits() connectors.Limits {
	return connectors.Limits{
		Max: Most, Measure: Measure,
		PerMinute:  60,                        // about one a second and conversation, with short bursts
		EditWindow: 10 * 365 * 24 * time.Hour, // an app may change its posts for as long as they stand
		DraftEvery: 1500 * time.Millisecond,   // about 50 edits a minute
		DraftLate:  s.soon(),
		Drafts:     true, Notifies: true, Threads: true, Pictures: true, Described: true, Buttons: true,
		Reactions: true, Edits: true, Deletes: true, Redelivers: true,
	}
}

// How long calls may take, and how much of an answer is read.
const (
	callFor  = 30 * time.Second
	filesFor = 5 * time.Minute
	mostRead = 32 << 20
)

// setUp makes the clients. They keep connections open between calls; Run closes
// those that are idle when it ends.
func (s *Slack) setUp() {
	s.once.Do(func() {
		if s.Now != nil {
			s.began = s.Now()
		}
		transport := &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8,
			IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: callFor,
		}
		s.plain = &http.Client{Timeout: callFor, Transport: bounded{transport}, CheckRedirect: stay}
		s.files = &http.Client{Timeout: filesFor, Transport: transport}
		s.web = api.New(s.BotToken, api.OptionAPIURL(s.base()), api.OptionAppLevelToken(s.AppToken), api.OptionHTTPClient(s.plain))
		s.bulk = api.New(s.BotToken, api.OptionAPIURL(s.base()), api.OptionHTTPClient(s.files))
		s.people, s.titles = newRecent[person](mostNames), newRecent[string](mostNames)
		s.doubts, s.pulse.live = newRecent[time.Time](mostDoubts), newRecent[bool](mostNames)
		s.drafts, s.draws = map[connectors.Place]*draft{}, make(chan struct{}, 1)
		if s.Log == nil {
			s.Log = slog.New(slog.DiscardHandler)
		}
		if s.again == 0 {
			s.again = againAfter
		}
		if s.rest == 0 {
			s.rest = restBetween
		}
		if s.settle == 0 {
			s.settle = settleFor
		}
	})
}

// stay follows no redirect: Slack's methods do not move, and the token goes along with calls.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// base is where the methods are, with the slash that the SDK wants.
func (s *Slack) base() string {
	if s.URL == "" {
		return "https://slack.com/api/"
	}
	return strings.TrimSuffix(s.URL, "/") + "/api/"
}

func (s *Slack) silence() time.Duration {
	if s.Silence == 0 {
		return time.Minute
	}
	return s.Silence
}

func (s *Slack) lag() time.Duration {
	if s.Lag == 0 {
		return 5 * time.Second
	}
	return s.Lag
}

func (s *Slack) lookEvery() time.Duration {
	if s.Look == 0 {
		return 10 * time.Minute
	}
	return s.Look
}

// Heard is when the connection last brought anything: an event, a ping, a greeting.
func (s *Slack) Heard() time.Time {
	if n := s.heard.Load(); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}
