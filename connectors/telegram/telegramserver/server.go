package telegramserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The principal, who has pressed Start, and the bot.
const (
	Principal = 1001 // a person's id is also that of the conversation with them
	Bot       = 42
	Username  = "citadel_bot"
	Token     = "42:AAF-not-a-real-token-0123456789abcdefg"
)

// Server is the platform. Fill in the switches before Start; all methods may be called by
// several goroutines.
type Server struct {
	// Reactions: what a person puts on a message in a direct chat becomes an update. Whether
	// Telegram does so is not certain.
	Reactions bool
	// Echo: the first reaction to a message also makes an edit of it that changed nothing.
	Echo bool
	// OldDrafts: a draft without a text is refused; NoDrafts: every draft is.
	OldDrafts, NoDrafts bool
	// Budget is how many posts and edits a minute one chat takes; 0 is no limit.
	Budget int
	// What getMe says about the bot's settings.
	JoinsGroups, ReadsGroups, Topics bool

	// Clock is what it goes by; nil for a clock of its own, on which a second passes with every
	// message.
	Clock func() time.Time

	// URL is where it is reached, once it was started: "http://127.0.0.1:4711".
	URL string

	http    *http.Server
	closed  chan struct{}
	serving sync.WaitGroup

	mu       sync.Mutex // guards what follows
	faults   Faults
	rand     *rand.Rand
	calls    map[string]int
	past     time.Duration // by which the clock was moved
	steps    int           // seconds that the messages took
	revoked  bool
	webhook  string
	commands string
	actions  int

	people  map[int64]user
	chats   map[int64]*chat
	message int // id of the last one
	group   int64
	files   map[string]file
	named   int // how many file_ids were given to files that were told of

	queue    []update
	done     []update // confirmed, for Faults.Duplicate
	last     int64    // id of the last update
	lastAt   time.Time
	allowed  []string      // nil: the default set
	poll     chan struct{} // closed to end the poll that waits
	arrived  chan struct{} // closed and made anew with each update
	presses  map[string]bool
	pressed  int
	received []int64 // the offset of each poll
	held     int     // polls that wait
}

type user struct {
	id    int64
	first string
	bot   bool
}

func (u user) json() map[string]any {
	return map[string]any{"id": u.id, "is_bot": u.bot, "first_name": u.first}
}

// Start begins to answer. Close ends it.
func (s *Server) Start() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("telegramserver: %w", err)
	}
	s.URL = "http://" + l.Addr().String()
	s.closed = make(chan struct{})
	s.arrived = make(chan struct{})
	s.calls = map[string]int{}
	s.presses = map[string]bool{}
	s.files = map[string]file{}
	s.chats = map[int64]*chat{}
	s.people = map[int64]user{}
	s.last, s.message, s.group = 900_000_000, 700, -1_000_000_000_000
	s.person(Principal, "Sam", true)
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute}
	s.serving.Go(func() { _ = s.http.Serve(l) }) // it ends when Close says so
	return nil
}

// Close ends it, and every request under way.
func (s *Server) Close() {
	close(s.closed)
	_ = s.http.Close()
	s.serving.Wait()
}

func (s *Server) now() time.Time {
	if s.Clock != nil {
		return s.Clock().Add(s.past)
	}
	return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).Add(s.past + time.Duration(s.steps)*time.Second)
}

// Now is the server's clock.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// Pass moves the clock on.
func (s *Server) Pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.past += d
}

// Calls is how often a method was called: "sendMessage"; "file" is a download.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Revoke makes the token one that is not valid (true), or valid again.
func (s *Server) Revoke(yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoked = yes
}

// SetWebhook has updates sent elsewhere, as another program with the token may do. A poll that
// waits is ended.
func (s *Server) SetWebhook(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.webhook = url
	if s.poll != nil {
		close(s.poll)
		s.poll = nil
	}
}

// Commands is what setMyCommands was last given.
func (s *Server) Commands() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands
}

// refusal is an answer that is not ok.
type refusal struct {
	code  int
	text  string
	after int
	to    int64
}

func bad(format string, a ...any) *refusal {
	return &refusal{code: http.StatusBadRequest, text: "Bad Request: " + fmt.Sprintf(format, a...)}
}

// request is one call, whichever way its parameters came.
type request struct {
	ctx    context.Context
	method string
	params map[string]string
	upload map[string][]byte
	names  map[string]string // of what was uploaded
}

func (r *request) int(name string) int64 {
	n, _ := strconv.ParseInt(r.params[name], 10, 64)
	return n
}

func (s *Server) serve(w http.ResponseWriter, hr *http.Request) {
	token, method, isFile := route(hr.URL.Path)
	if isFile {
		s.download(w, hr, token, method)
		return
	}
	r, err := read(hr, method)
	if err != nil {
		answer(w, nil, bad("%v", err))
		return
	}
	s.mu.Lock()
	s.calls[method]++
	known := token == Token && !s.revoked
	what := s.faults.draw(s.rand, method)
	s.mu.Unlock()
	if !known {
		answer(w, nil, &refusal{code: http.StatusUnauthorized, text: "Unauthorized"})
		return
	}
	if s.before(w, hr, what) {
		return
	}
	result, no := s.call(r)
	if what == hangUp {
		panic(http.ErrAbortHandler) // it happened, and nobody is told
	}
	if hr.Context().Err() == nil {
		answer(w, result, no)
	}
}

// route takes a path apart: /bot<token>/<method> or /file/bot<token>/<path>.
func route(path string) (token, rest string, isFile bool) {
	path, isFile = strings.CutPrefix(path, "/file")
	token, rest, _ = strings.Cut(strings.TrimPrefix(path, "/bot"), "/")
	return token, rest, isFile
}

// read takes the parameters from wherever the client put them.
func read(hr *http.Request, method string) (*request, error) {
	const most = 64 << 20
	r := &request{ctx: hr.Context(), method: method, params: map[string]string{}, upload: map[string][]byte{}, names: map[string]string{}}
	kind, _, _ := mime.ParseMediaType(hr.Header.Get("Content-Type"))
	if kind == "application/json" {
		var body map[string]json.RawMessage
		if err := json.NewDecoder(io.LimitReader(hr.Body, most)).Decode(&body); err != nil {
			return nil, err
		}
		for k, v := range body {
			var text string
			if json.Unmarshal(v, &text) != nil {
				text = string(v)
			}
			r.params[k] = text
		}
		return r, nil
	}
	if kind == "multipart/form-data" {
		if err := hr.ParseMultipartForm(most); err != nil {
			return nil, err
		}
		defer func() { _ = hr.MultipartForm.RemoveAll() }()
		for k, files := range hr.MultipartForm.File {
			f, err := files[0].Open()
			if err != nil {
				return nil, err
			}
			r.upload[k], err = io.ReadAll(io.LimitReader(f, most))
			if err = errors.Join(err, f.Close()); err != nil {
				return nil, err
			}
			r.names[k] = files[0].Filename
		}
	} else if err := hr.ParseForm(); err != nil {
		return nil, err
	}
	for k, v := range hr.Form {
		r.params[k] = v[0]
	}
	return r, nil
}

func answer(w http.ResponseWriter, result any, no *refusal) {
	w.Header().Set("Content-Type", "application/json")
	body := map[string]any{"ok": no == nil}
	if no == nil {
		body["result"] = result
	} else {
		body["error_code"], body["description"] = no.code, no.text
		if no.after > 0 {
			body["parameters"] = map[string]any{"retry_after": no.after}
		}
		if no.to != 0 {
			body["parameters"] = map[string]any{"migrate_to_chat_id": no.to}
		}
		w.WriteHeader(no.code)
	}
	_ = json.NewEncoder(w).Encode(body) // a client that left does not matter
}

// call does what a method does.
func (s *Server) call(r *request) (any, *refusal) {
	if r.method == "getUpdates" {
		return s.getUpdates(r)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.method {
	case "getMe":
		return map[string]any{
			"id": Bot, "is_bot": true, "first_name": "Citadel", "username": Username, "can_join_groups": s.JoinsGroups,
			"can_read_all_group_messages": s.ReadsGroups, "supports_inline_queries": false, "has_topics_enabled": s.Topics,
		}, nil
	case "getWebhookInfo":
		return map[string]any{"url": s.webhook, "has_custom_certificate": false, "pending_update_count": len(s.queue)}, nil
	case "deleteWebhook":
		s.webhook = ""
		if r.params["drop_pending_updates"] == "true" {
			s.queue = nil
		}
		return true, nil
	case "setMyCommands":
		s.commands = r.params["commands"]
		return true, nil
	case "sendMessage":
		return s.sendMessage(r)
	case "sendPhoto":
		return s.sendPhoto(r)
	case "editMessageText", "editMessageCaption":
		return s.edit(r)
	case "sendMessageDraft":
		return s.sendDraft(r)
	case "setMessageReaction":
		return s.setReaction(r)
	case "sendChatAction":
		return s.chatAction(r)
	case "answerCallbackQuery":
		return s.answerPress(r)
	case "getFile":
		return s.getFile(r)
	}
	return nil, &refusal{code: http.StatusNotFound, text: "Not Found: method not found"}
}
