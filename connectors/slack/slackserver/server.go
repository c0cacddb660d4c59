package slackserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Who and what there is from the start.
const (
	Team  = "T1"   // the workspace Acme
	Bot   = "UBOT" // the agent
	BotID = "BBOT" // the agent as the author of a post
	App   = "A1"   // its app
	Sam   = "USAM" // the person
	Home  = "D1"   // the direct conversation of the two
	Site  = "https://acme.slack.com/"

	BotToken = "xoxb-1-citadel"
	AppToken = "xapp-1-citadel"
)

// Scopes are what the app with channels may do.
var allScopes = []string{
	"app_mentions:read", "channels:history", "channels:read", "chat:write", "commands", "files:read", "files:write",
	"groups:history", "groups:read", "im:history", "im:read", "im:write", "mpim:history", "mpim:read",
	"reactions:read", "reactions:write", "users:read",
}

// Server is the workspace. Fill in the fields, then Start. All methods may be
// called from several goroutines, and none waits for a client.
type Server struct {
	Now       func() time.Time // the platform's clock, by which messages are numbered
	Faults    Faults           // what goes wrong from the start; see SetFaults
	Ping      time.Duration    // how often connections are pinged; 0 is every ten seconds
	AckWithin time.Duration    // how long an event may stay unacknowledged; 0 is three seconds
	Retries   []time.Duration  // how long after that it is sent again; nil is at once, after one minute and after five
	Keep      time.Duration    // how long an event waits for somebody to connect; 0 is six minutes
	Plain     bool             // people's messages have no rich text beside their text
	Scopes    []string         // what the token may do; nil is all that the app with channels asks for

	http *httptest.Server
	stop chan struct{}
	all  sync.WaitGroup

	mu       sync.Mutex
	faults   Faults
	last     int64 // microseconds of the newest timestamp
	serial   int   // of everything else that needs a number
	users    map[string]*user
	rooms    map[string]*room
	order    []string // rooms, oldest first
	uploads  map[string]*upload
	conns    []*conn
	next     int // the connection whose turn it is
	flight   map[string]*envelope
	waiting  []*envelope
	held     []*envelope // out of order: they follow the next one
	calls    map[string]int
	refused  string            // the error that every call gets
	without  map[string]string // the error that a method gets
	ways     map[string]way    // what stands before a method
	late     []func()          // calls whose effect is still to come
	notReady int
	dropped  int
	acked    int
	strays   int
	notes    []string // shown below slash commands, to the person alone
	silent   bool     // what connects now hears nothing
}

// Start begins to serve on loopback.
func (s *Server) Start() {
	s.faults, s.serial = s.Faults, 100 // no conversation with somebody is called like the first one
	s.users, s.rooms = map[string]*user{}, map[string]*room{}
	s.uploads, s.flight, s.calls = map[string]*upload{}, map[string]*envelope{}, map[string]int{}
	s.without, s.ways = map[string]string{}, map[string]way{}
	s.stop = make(chan struct{})
	s.users[Bot] = &user{id: Bot, name: "citadel", bot: true}
	s.users[Sam] = &user{id: Sam, name: "Sam"}
	s.addRoom(&room{id: Home, kind: direct, members: []string{Sam, Bot}})
	mux := http.NewServeMux()
	mux.HandleFunc("/api/", s.api)
	mux.HandleFunc("/upload/", s.receive)
	mux.HandleFunc("/files/", s.download)
	mux.HandleFunc("/link/", s.link)
	s.http = httptest.NewServer(mux)
	s.all.Go(s.clock)
}

// URL is the base address: "http://127.0.0.1:1234".
func (s *Server) URL() string { return s.http.URL }

// Close ends all connections and waits until nothing of the server runs.
func (s *Server) Close() {
	close(s.stop)
	s.mu.Lock()
	for _, c := range s.conns {
		c.end()
	}
	s.mu.Unlock()
	s.http.CloseClientConnections()
	s.http.Close()
	s.all.Wait()
}

// SetFaults changes what goes wrong from now on.
func (s *Server) SetFaults(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// Refuse makes every call end with an error of Slack's, such as "token_revoked";
// empty ends that. Connections that stand are closed.
func (s *Server) Refuse(code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = code
	if code != "" {
		for _, c := range s.conns {
			c.end()
		}
	}
}

// RefuseMethod makes one method end with an error; empty ends that.
func (s *Server) RefuseMethod(method, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.without[method] = code
}

// Calls is how often a method was called: "chat.postMessage".
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// stamp is a new timestamp: the time in microseconds, later than all before it.
func (s *Server) stamp() string {
	s.last = max(s.last+1, s.Now().UnixMicro())
	return fmt.Sprintf("%d.%06d", s.last/1e6, s.last%1e6)
}

// second is how Slack says when something was edited.
func (s *Server) second() string { return fmt.Sprintf("%d.000000", s.Now().Unix()) }

func (s *Server) number() int {
	s.serial++
	return s.serial
}

// answer writes a reply of the Web API.
func (s *Server) answer(w http.ResponseWriter, reply map[string]any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Date", s.Now().UTC().Format(http.TimeFormat))
	body, err := json.Marshal(reply)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(body) // the client may have gone
}

// refuse writes an error of the Web API: 200 and "ok": false.
func (s *Server) refuse(w http.ResponseWriter, code string) {
	s.answer(w, map[string]any{"ok": false, "error": code})
}

// maxBody is the largest request that is read.
const maxBody = 32 << 20

// form reads the values of a call, and its token.
func form(r *http.Request) (values func(string) string, token string, err error) {
	r.Body = io.NopCloser(io.LimitReader(r.Body, maxBody))
	if err := r.ParseForm(); err != nil {
		return nil, "", err
	}
	token = r.PostForm.Get("token")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		token = bearer
	}
	return r.Form.Get, token, nil
}
