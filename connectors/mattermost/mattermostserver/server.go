package mattermostserver

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mattermost/mattermost/server/public/model"
)

// Server is one server. Set its exported fields, then call Start; afterwards it may be used
// by any number of goroutines.
type Server struct {
	Now         func() time.Time // its clock; nil: from 1 Jan 2026, a millisecond later at each look
	MaxPostSize int              // the longest post in runes; 0 is 16383
	Config      map[string]string
	Teamless    bool // nobody is in a team

	http *httptest.Server

	mu       sync.Mutex
	ticks    int64
	faults   Faults
	users    map[string]*model.User
	tokens   map[string]string // user by token
	channels map[string]*channel
	posts    map[string]*model.Post
	actions  map[string]*model.PostActionIntegration // by post and action
	files    map[string]*file
	pending  map[string]pendingPost
	reacts   map[string][]*model.Reaction // by post
	notified map[string][]string          // who was notified of a post
	lines    []*line
	typing   []string // channels that the agent typed in, oldest first
	calls    map[string]int
	down     bool          // answers nobody
	broken   []string      // posts that cannot be read
	empty    int           // so many lists of changes have nothing in them
	stalled  chan struct{} // closed when posts are made again; nil: they are
	late     []func()      // effects of requests that are still to come
	held     chan struct{} // a value for each post that waits for that
	agent    *model.User
	token    string
	serving  sync.WaitGroup
}

// channel is a room with its posts by create_at.
type channel struct {
	model.Channel
	members []string
	posts   []*model.Post
}

type file struct {
	model.FileInfo
	data []byte
}

type pendingPost struct {
	post string // empty while it is being made
	at   time.Time
}

// dedupeFor is how long a pending_post_id is remembered.
const dedupeFor = 30 * time.Second

const (
	teamID   = "teamteamteamteamteamteamte"
	siteID   = "sitesitesitesitesitesitesi"
	sinceMax = 1000
	maxBody  = 300_000
	maxFiles = 10
)

// Start brings the server up, with the agent @citadel and nobody else.
func (s *Server) Start() {
	s.users, s.tokens, s.channels = map[string]*model.User{}, map[string]string{}, map[string]*channel{}
	s.posts, s.actions, s.files = map[string]*model.Post{}, map[string]*model.PostActionIntegration{}, map[string]*file{}
	s.pending, s.reacts, s.notified = map[string]pendingPost{}, map[string][]*model.Reaction{}, map[string][]string{}
	s.calls = map[string]int{}
	s.agent = &model.User{Id: model.NewId(), Username: "citadel", IsBot: true, Roles: "system_user"}
	s.token = model.NewId()
	s.users[s.agent.Id], s.tokens[s.token] = s.agent, s.agent.Id
	s.http = httptest.NewServer(s.handler())
}

// Close ends the server and every connection to it.
func (s *Server) Close() {
	s.cut(true)
	s.http.CloseClientConnections()
	s.http.Close()
	s.serving.Wait()
}

// URL is the server's address.
func (s *Server) URL() string { return s.http.URL }

// Token is the agent's.
func (s *Server) Token() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// AgentID is the agent's user id.
func (s *Server) AgentID() string { return s.agent.Id }

// Account is what a connector calls this server in its places.
func (s *Server) Account() string { return siteID }

// Revoke makes the agent's token worthless, and ends its connections.
func (s *Server) Revoke() {
	s.mu.Lock()
	delete(s.tokens, s.token)
	s.mu.Unlock()
	s.cut(true)
}

// Restart forgets what a real server keeps in memory, and ends every connection. down says
// that it stays away until Up.
func (s *Server) Restart(down bool) {
	s.mu.Lock()
	s.pending, s.down = map[string]pendingPost{}, down
	s.mu.Unlock()
	s.cut(true)
}

// Up ends an outage.
func (s *Server) Up() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = false
}

// EmptyChanges has the next n lists of changes say that there were none.
func (s *Server) EmptyChanges(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty = n
}

// Forge makes a post somebody else's.
func (s *Server) Forge(post, user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts[post].UserId = user
}

// Break has a post come as something that cannot be read, in every list from now on.
func (s *Server) Break(post string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = append(s.broken, post)
}

// garbled is an answer with the posts that cannot be read. The caller holds mu.
func (s *Server) garbled(answer []byte) []byte {
	for _, id := range s.broken {
		start := `{"id":"` + id + `","create_at":`
		answer = bytes.ReplaceAll(answer, []byte(start), []byte(start+`"soon","was":`))
	}
	return answer
}

// Calls counts the requests so far by method and path, ids left out: "GET
// channels/posts?since".
func (s *Server) Calls() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	for k, n := range s.calls {
		out[k] = n
	}
	return out
}

// Typed is the rooms in which the agent showed that it types, in order.
func (s *Server) Typed() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.typing)
}

// Notified is who was notified of a post, by user id.
func (s *Server) Notified(post string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.notified[post])
}

// now is the server's time. The caller holds mu.
func (s *Server) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	s.ticks++
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(s.ticks) * time.Millisecond)
}

func (s *Server) millis() int64 { return s.now().UnixMilli() }

func (s *Server) maxPost() int {
	if s.MaxPostSize > 0 {
		return s.MaxPostSize
	}
	return model.PostMessageMaxRunesV2
}

// direct gives the room of two people, and makes it. The caller holds mu.
func (s *Server) direct(a, b string) *channel {
	name := model.GetDMNameFromIds(a, b)
	for _, c := range s.channels {
		if c.Name == name {
			return c
		}
	}
	return s.open(model.Channel{Type: model.ChannelTypeDirect, Name: name}, a, b)
}

// open makes a room. The caller holds mu.
func (s *Server) open(c model.Channel, members ...string) *channel {
	c.Id, c.CreateAt = model.NewId(), s.millis()
	c.UpdateAt = c.CreateAt
	if c.Type != model.ChannelTypeDirect {
		c.TeamId = teamID
	}
	room := &channel{Channel: c, members: members}
	s.channels[c.Id] = room
	return room
}

// spoken counts a request under a name without ids. The caller holds mu.
func (s *Server) spoken(r *http.Request) {
	var words []string
	for _, part := range strings.Split(strings.TrimPrefix(r.URL.Path, "/api/v4/"), "/") {
		if !model.IsValidId(part) && part != "me" {
			words = append(words, part)
		}
	}
	name := r.Method + " " + strings.Join(words, "/")
	for _, key := range []string{"since", "after", "before"} {
		if r.URL.Query().Has(key) {
			name += "?" + key
		}
	}
	s.calls[name]++
}
