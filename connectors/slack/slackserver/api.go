package slackserver

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// method is one of the Web API, run under the lock. It returns its reply, or
// Slack's word for what is wrong.
type method struct {
	scopes []string // any of them will do; none is needed if there are none
	run    func(s *Server, v func(string) string) (map[string]any, string)
}

var methods = map[string]method{
	"auth.test":                    {nil, (*Server).authTest},
	"apps.connections.open":        {nil, (*Server).open},
	"chat.postMessage":             {[]string{"chat:write"}, (*Server).postMessage},
	"chat.update":                  {[]string{"chat:write"}, (*Server).update},
	"chat.delete":                  {[]string{"chat:write"}, (*Server).deletePost},
	"reactions.add":                {[]string{"reactions:write"}, (*Server).addReaction},
	"reactions.remove":             {[]string{"reactions:write"}, (*Server).removeReaction},
	"conversations.history":        {[]string{"im:history", "channels:history", "groups:history"}, (*Server).history},
	"conversations.replies":        {[]string{"im:history", "channels:history", "groups:history"}, (*Server).thread},
	"conversations.info":           {[]string{"im:read", "channels:read", "groups:read"}, (*Server).info},
	"conversations.open":           {[]string{"im:write"}, (*Server).openDirect},
	"users.conversations":          {[]string{"im:read", "channels:read", "groups:read"}, (*Server).conversations},
	"users.info":                   {[]string{"users:read"}, (*Server).userInfo},
	"files.info":                   {[]string{"files:read"}, (*Server).fileInfo},
	"files.getUploadURLExternal":   {[]string{"files:write"}, (*Server).uploadURL},
	"files.completeUploadExternal": {[]string{"files:write"}, (*Server).complete},
}

// api answers one call.
func (s *Server) api(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/api/")
	v, token, err := form(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if s.interposed(w, name) {
		return
	}
	f := s.fault()
	if f.slow > 0 {
		wait := time.NewTimer(f.slow)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-r.Context().Done():
			return
		case <-s.stop:
			return
		}
	}
	switch {
	case f.no:
		hangUp(w)
		return
	case f.tooMany:
		if f.after > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.after.Seconds()))))
		}
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"ok":false,"error":"ratelimited"}`)) // the client may have gone
		return
	case f.brokenBefore:
		page(w, http.StatusBadGateway)
		return
	case f.late:
		s.later(func() { s.call(name, token, v) })
		hangUp(w)
		return
	}
	reply, code := s.call(name, token, v)
	switch {
	case f.hang:
		hangUp(w)
	case f.brokenAfter:
		page(w, http.StatusBadGateway)
	case code == "missing_scope":
		needed := "connections:write"
		if scopes := methods[name].scopes; len(scopes) > 0 {
			needed = scopes[0]
		}
		s.answer(w, map[string]any{"ok": false, "error": code, "needed": needed, "provided": strings.Join(s.scopes(), ",")})
	case code != "":
		s.refuse(w, code)
	default:
		if name == "auth.test" {
			w.Header().Set("X-OAuth-Scopes", strings.Join(s.scopes(), ","))
		}
		reply["ok"] = true
		s.answer(w, reply)
	}
}

// call runs a method.
func (s *Server) call(name, token string, v func(string) string) (map[string]any, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[name]++
	m, known := methods[name]
	app := name == "apps.connections.open"
	switch {
	case !known:
		return nil, "unknown_method"
	case s.refused != "":
		return nil, s.refused
	case s.without[name] != "":
		return nil, s.without[name]
	case token == "":
		return nil, "not_authed"
	case app && token == BotToken, !app && token == AppToken:
		return nil, "not_allowed_token_type"
	case app && token != AppToken, !app && token != BotToken:
		return nil, "invalid_auth"
	case len(m.scopes) > 0 && !s.may(m.scopes...):
		return nil, "missing_scope"
	}
	return m.run(s, v)
}

func (s *Server) scopes() []string {
	if s.Scopes == nil {
		return allScopes
	}
	return s.Scopes
}

func (s *Server) may(any ...string) bool {
	return slices.ContainsFunc(any, func(scope string) bool { return slices.Contains(s.scopes(), scope) })
}

func (s *Server) authTest(func(string) string) (map[string]any, string) {
	return map[string]any{
		"url": Site, "team": "Acme", "user": "citadel", "team_id": Team, "user_id": Bot, "bot_id": BotID, "is_enterprise_install": false,
	}, ""
}

func (s *Server) open(func(string) string) (map[string]any, string) {
	ws := "ws" + strings.TrimPrefix(s.URL(), "http")
	return map[string]any{"url": fmt.Sprintf("%s/link/?ticket=t%d&app_id=%s", ws, s.number(), App)}, ""
}

// room gives the conversation of a call, if the agent is in it.
func (s *Server) room(v func(string) string) (*room, string) {
	r := s.rooms[v("channel")]
	switch {
	case r == nil:
		return nil, "channel_not_found"
	case !slices.Contains(r.members, Bot):
		return nil, "not_in_channel"
	}
	return r, ""
}

// Slack's own limits, in characters.
const (
	mostText     = 40_000
	mostMarkdown = 12_000
	mostBlocks   = 13_200 // all of them together
)

func (s *Server) postMessage(v func(string) string) (map[string]any, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, code
	}
	m := &message{user: Bot, botID: BotID, appID: App, thread: v("thread_ts")}
	if m.thread != "" {
		if root, _ := r.find(m.thread); root == nil {
			m.thread = "" // its root was deleted: it stands in the room
		}
	}
	if code := s.content(m, v); code != "" {
		return nil, code
	}
	m.ts = s.stamp()
	s.put(r, m)
	return map[string]any{"channel": r.id, "ts": m.ts, "message": s.fields(r, m)}, ""
}

// own gives the agent's message that a call is about.
func (s *Server) own(v func(string) string, otherwise string) (*room, *message, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, nil, code
	}
	m, _ := r.find(v("ts"))
	switch {
	case m == nil || m.subtype == "tombstone":
		return nil, nil, "message_not_found"
	case m.user != Bot:
		return nil, nil, otherwise
	}
	return r, m, ""
}

func (s *Server) update(v func(string) string) (map[string]any, string) {
	r, m, code := s.own(v, "cant_update_message")
	if code != "" {
		return nil, code
	}
	next := *m
	if code := s.content(&next, v); code != "" {
		return nil, code
	}
	before := s.fields(r, m)
	*m = next
	m.edited, m.editor = s.second(), Bot
	s.changed(r, m, before)
	return map[string]any{"channel": r.id, "ts": m.ts, "text": m.text}, ""
}

func (s *Server) deletePost(v func(string) string) (map[string]any, string) {
	r, m, code := s.own(v, "cant_delete_message")
	if code != "" {
		return nil, code
	}
	ts := m.ts
	s.remove(r, ts)
	return map[string]any{"channel": r.id, "ts": ts}, ""
}

func (s *Server) addReaction(v func(string) string) (map[string]any, string) {
	return s.reaction(v, true, "already_reacted")
}

func (s *Server) removeReaction(v func(string) string) (map[string]any, string) {
	return s.reaction(v, false, "no_reaction")
}

func (s *Server) reaction(v func(string) string, on bool, already string) (map[string]any, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, code
	}
	m, _ := r.find(v("timestamp"))
	switch name := v("name"); {
	case m == nil:
		return nil, "message_not_found"
	case name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_+-:'") != "" || name == "no_such_emoji":
		return nil, "invalid_name"
	case !s.react(r, m, Bot, name, on):
		return nil, already
	}
	return map[string]any{}, ""
}
