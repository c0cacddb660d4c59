package mattermostserver

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mattermost/mattermost/server/public/model"
)

// refusal is an answer that is an error, in the server's own words.
type refusal struct {
	status int
	id     string
}

func (e *refusal) Error() string { return e.id }

func refuse(status int, id string) error { return &refusal{status, id} }

var (
	errNotFound  = refuse(http.StatusNotFound, "app.post.get.app_error")
	errForbidden = refuse(http.StatusForbidden, "api.context.permissions.app_error")
	errExpired   = refuse(http.StatusUnauthorized, "api.context.session_expired.app_error")
)

// call is one request of somebody who is known.
type call struct {
	*http.Request
	user string
	body []byte
}

func (c call) into(v any) error {
	if json.Unmarshal(c.body, v) != nil {
		return refuse(http.StatusBadRequest, "api.context.invalid_body_param.app_error")
	}
	return nil
}

// id is a part of the path that names somebody or something; "me" is who calls.
func (c call) id(name string) string {
	if v := c.PathValue(name); v != "me" {
		return v
	}
	return c.user
}

type status struct {
	Status string `json:"status"`
}

// handler routes the part of the interface that there is. A function answers a value that is
// marshalled, or an error; it is called with mu held.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, f := range map[string]func(call) (any, error){
		"GET users/{user}":                                   s.user,
		"GET users/{user}/channels":                          s.channelsOf,
		"GET users/{user}/teams":                             s.teams,
		"GET channels/{channel}":                             s.channel,
		"GET channels/{channel}/members/{user}":              s.member,
		"POST channels/direct":                               s.openDirect,
		"GET channels/{channel}/posts":                       s.list,
		"POST posts":                                         s.create,
		"GET posts/{post}":                                   s.post,
		"PUT posts/{post}/patch":                             s.patch,
		"DELETE posts/{post}":                                s.remove,
		"GET posts/{post}/reactions":                         s.reactions,
		"GET posts/{post}/files/info":                        s.fileInfos,
		"POST reactions":                                     s.react,
		"DELETE users/{user}/posts/{post}/reactions/{emoji}": s.unreact,
		"POST users/{user}/typing":                           s.types,
		"GET config/client":                                  s.config,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/v4/"+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, f) })
	}
	mux.HandleFunc("POST /api/v4/files", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, s.upload) })
	mux.HandleFunc("GET /api/v4/files/{file}", s.download)
	mux.HandleFunc("GET /api/v4/system/ping", func(w http.ResponseWriter, r *http.Request) {
		if _, answered := s.disturb(w, r); !answered {
			w.Header().Set(model.HeaderVersionId, version)
			answer(w, http.StatusOK, status{"OK"})
		}
	})
	mux.HandleFunc("GET /api/v4/websocket", s.websocket)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fail(w, refuse(http.StatusNotFound, "api.context.404.app_error"))
	})
	return mux
}

// version is the server's, as it says in each of its answers.
const version = "11.1.0"

// serve answers one request, as badly as the faults say.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, f func(call) (any, error)) {
	end, answered := s.disturb(w, r)
	if answered {
		return
	}
	limit := int64(maxBody)
	if strings.HasSuffix(r.URL.Path, "/files") {
		limit = 100 << 20
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			fail(w, refuse(http.StatusRequestEntityTooLarge, "api.context.request_body_too_large.app_error"))
		}
		return
	}
	s.mu.Lock()
	user, ok := s.tokens[token(r)]
	var v any
	var out []byte
	if end == isLate {
		s.late = append(s.late, func() {
			if ok {
				_, _ = f(call{r, user, body}) // whoever asked has gone
			}
		})
		s.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	if err = errExpired; ok {
		if v, err = f(call{r, user, body}); err == nil {
			out, err = json.Marshal(v)
			out = s.garbled(out)
		}
	}
	date := s.now().UTC().Format(http.TimeFormat)
	s.mu.Unlock()
	switch {
	case end == hangsUp:
		panic(http.ErrAbortHandler)
	case end == breaks:
		page(w, http.StatusBadGateway)
		return
	}
	w.Header().Set("Date", date)
	w.Header().Set(model.HeaderVersionId, version)
	if err != nil {
		fail(w, err)
		return
	}
	code := http.StatusOK
	if r.Method == http.MethodPost && !strings.HasSuffix(r.URL.Path, "/typing") {
		code = http.StatusCreated
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = w.Write(out) // whoever asked may have gone
}

func token(r *http.Request) string {
	kind, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "bearer") {
		return ""
	}
	return value
}

func answer(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // whoever asked may have gone
}

func fail(w http.ResponseWriter, err error) {
	var r *refusal
	if !errors.As(err, &r) {
		r = &refusal{http.StatusInternalServerError, "api.internal.app_error"}
	}
	answer(w, r.status, map[string]any{"id": r.id, "message": "Refused.", "detailed_error": "", "request_id": model.NewId(), "status_code": r.status})
}

func (s *Server) user(c call) (any, error) {
	if u := s.users[c.id("user")]; u != nil {
		return u, nil
	}
	return nil, refuse(http.StatusNotFound, "app.user.missing_account.const")
}

func (s *Server) channelsOf(c call) (any, error) {
	out := []model.Channel{}
	for _, room := range s.channels {
		if slices.Contains(room.members, c.id("user")) {
			out = append(out, room.Channel)
		}
	}
	slices.SortFunc(out, func(a, b model.Channel) int { return strings.Compare(a.Id, b.Id) })
	return out, nil
}

func (s *Server) teams(call) (any, error) {
	if s.Teamless {
		return []model.Team{}, nil
	}
	return []model.Team{{Id: teamID, Name: "acme", DisplayName: "Acme"}}, nil
}

// room gives a channel that a user may read.
func (s *Server) room(id, user string) (*channel, error) {
	room := s.channels[id]
	if room == nil || !slices.Contains(room.members, user) {
		return nil, errForbidden // also where there is none
	}
	return room, nil
}

func (s *Server) channel(c call) (any, error) {
	room, err := s.room(c.PathValue("channel"), c.user)
	if err != nil {
		return nil, err
	}
	return room.Channel, nil
}

func (s *Server) member(c call) (any, error) {
	if _, err := s.room(c.PathValue("channel"), c.id("user")); err != nil {
		return nil, refuse(http.StatusNotFound, "app.channel.get_member.missing.app_error")
	}
	return model.ChannelMember{ChannelId: c.PathValue("channel"), UserId: c.id("user")}, nil
}

func (s *Server) openDirect(c call) (any, error) {
	var ids []string
	if err := c.into(&ids); err != nil {
		return nil, err
	}
	if len(ids) != 2 || s.users[ids[0]] == nil || s.users[ids[1]] == nil {
		return nil, refuse(http.StatusBadRequest, "api.channel.create_direct_channel.invalid_user.app_error")
	}
	return s.direct(ids[0], ids[1]).Channel, nil
}

func (s *Server) types(c call) (any, error) {
	var t model.TypingRequest
	if err := c.into(&t); err != nil {
		return nil, err
	}
	if _, err := s.room(t.ChannelId, c.user); err != nil {
		return nil, err
	}
	s.typing = append(s.typing, t.ChannelId)
	s.publish(t.ChannelId, c.user, "typing", map[string]any{"parent_id": t.ParentId, "user_id": c.user})
	return status{"OK"}, nil
}

func (s *Server) config(call) (any, error) {
	out := map[string]string{
		"DiagnosticId": siteID, "SiteURL": "http://" + s.http.Listener.Addr().String(), "SiteName": "Acme Chat", "Version": version,
		"MaxPostSize": strconv.Itoa(s.maxPost()), "MaxFileSize": "104857600", "EnableFileAttachments": "true",
		"EnableBotAccountCreation": "true", "RestrictDirectMessage": "any", "PostEditTimeLimit": "-1",
	}
	for k, v := range s.Config {
		out[k] = v
	}
	return out, nil
}
