package mattermostserver

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/gorilla/websocket"
	"github.com/mattermost/mattermost/server/public/model"
)

// How much of a connection's past and future is kept for a client that comes back.
const (
	deadQueue = 128
	sendQueue = 256
)

// line is one connection by its id: it outlives its socket, so that a client that comes
// back can be sent what it missed.
type line struct {
	id     string
	user   string
	seq    int64   // of the next event
	sent   []frame // the last ones written
	wait   []event // to be written
	socket *websocket.Conn
	wake   chan struct{}
	mute   bool // it stays open and says nothing
}

type frame struct {
	seq  int64
	body []byte
}

// event is what everybody in a room, or one user, is told.
type event struct {
	Name      string         `json:"event"`
	Data      map[string]any `json:"data"`
	Broadcast map[string]any `json:"broadcast"`
	Seq       int64          `json:"seq"`
	raw       []byte         // in place of all that
	cut, drop bool           // what becomes of the connection
	lost      bool           // it is counted, and not written
}

// publish tells everybody in a room but one. The caller holds mu.
func (s *Server) publish(room, but, name string, data map[string]any) {
	e := event{Name: name, Data: data, Broadcast: map[string]any{
		"omit_users": nil, "user_id": "", "channel_id": room, "team_id": "", "connection_id": "", "omit_connection_id": "",
	}}
	for _, l := range slices.Clone(s.lines) {
		if l.user != but && slices.Contains(s.channels[room].members, l.user) {
			s.queue(l, e)
		}
	}
}

// queue has an event written to a connection, as badly as the faults say. One that is too
// slow is given up. The caller holds mu.
func (s *Server) queue(l *line, e event) {
	f := s.faults
	if s.draw(f.Silence) {
		l.mute = true
	}
	if s.draw(f.Strange) {
		odd := event{Name: "never_heard_of", Data: map[string]any{"kind": map[string]any{"of": []int{1}}}, Broadcast: e.Broadcast}
		l.wait = append(l.wait, odd)
		data := map[string]any{"a_field_of_tomorrow": []any{nil, 1.5}}
		for k, v := range e.Data {
			data[k] = v
		}
		e.Data = data
	}
	if s.draw(f.Garbage) {
		l.wait = append(l.wait, event{raw: []byte(`{"event":"posted","data":{"post":`)})
	}
	e.cut, e.drop, e.lost = s.draw(f.Cut), s.draw(f.Drop), s.draw(f.Lose)
	l.wait = append(l.wait, e)
	if n := len(l.wait); n > 1 && s.draw(f.Swap) {
		l.wait[n-1], l.wait[n-2] = l.wait[n-2], l.wait[n-1]
	}
	if s.draw(f.Duplicate) {
		again := e
		again.cut, again.drop, again.lost = false, false, false
		l.wait = append(l.wait, again)
	}
	if len(l.wait) > sendQueue {
		s.forget(l)
		return
	}
	l.stir()
}

func (l *line) stir() {
	select {
	case l.wake <- struct{}{}:
	default: // it is awake already
	}
}

// forget gives a connection up: it cannot come back. The caller holds mu.
func (s *Server) forget(l *line) {
	s.lines = slices.DeleteFunc(s.lines, func(o *line) bool { return o == l })
	if l.socket != nil {
		_ = l.socket.Close() // whoever reads it notices
	}
	l.socket = nil
	l.stir()
}

// cut ends every socket. forget says that none of them can come back.
func (s *Server) cut(forget bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range slices.Clone(s.lines) {
		if forget {
			s.forget(l)
		} else if l.socket != nil {
			_ = l.socket.Close() // whoever reads it notices
		}
	}
}

// Cut ends every connection without a word; they can come back.
func (s *Server) Cut() { s.cut(false) }

// Mute leaves every connection open and says nothing on it any more.
func (s *Server) Mute() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		l.mute = true
	}
}

// Push writes a frame as it is to the agent's connections.
func (s *Server) Push(frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lines {
		if l.user == s.agent.Id {
			l.wait = append(l.wait, event{raw: frame})
			l.stir()
		}
	}
}

// Connected is how many sockets of the agent are open.
func (s *Server) Connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, l := range s.lines {
		if l.user == s.agent.Id && l.socket != nil {
			n++
		}
	}
	return n
}

func (s *Server) websocket(w http.ResponseWriter, r *http.Request) {
	if _, answered := s.disturb(w, r); answered {
		return
	}
	s.serving.Add(1)
	defer s.serving.Done()
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	socket, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer socket.Close()
	s.mu.Lock()
	l := s.attach(socket, r)
	s.mu.Unlock()
	if l == nil { // who it is may be said in a frame, too
		if l = s.challenge(socket); l == nil {
			return
		}
	}
	gone, written := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(written)
		s.write(l, socket, gone)
	}()
	s.read(l, socket)
	close(gone)
	s.mu.Lock()
	if l.socket == socket {
		l.socket = nil
	}
	s.mu.Unlock()
	_ = socket.Close() // so that the writer ends, too
	<-written
}

// attach finds or makes the line of a request; nil where its sender is not known. The
// caller holds mu.
func (s *Server) attach(socket *websocket.Conn, r *http.Request) *line {
	user, ok := s.tokens[token(r)]
	if !ok {
		return nil
	}
	seq, err := strconv.ParseInt(r.URL.Query().Get("sequence_number"), 10, 64)
	i := slices.IndexFunc(s.lines, func(l *line) bool { return l.id == r.URL.Query().Get("connection_id") && l.user == user })
	if i < 0 || err != nil || s.draw(s.faults.Amnesia) {
		return s.fresh(socket, user)
	}
	l := s.lines[i]
	first := slices.IndexFunc(l.sent, func(f frame) bool { return f.seq == seq })
	if first < 0 && seq != l.seq {
		s.forget(l)
		return s.fresh(socket, user)
	}
	if l.socket != nil {
		_ = l.socket.Close() // one at a time
	}
	l.socket, l.mute = socket, false
	if first >= 0 {
		for _, f := range l.sent[first:] {
			if socket.WriteMessage(websocket.TextMessage, f.body) != nil {
				break // the reader notices
			}
		}
	}
	l.stir()
	return l
}

// fresh is a new connection, which begins with a hello. The caller holds mu.
func (s *Server) fresh(socket *websocket.Conn, user string) *line {
	l := &line{id: model.NewId(), user: user, socket: socket, wake: make(chan struct{}, 1)}
	hello := event{Name: "hello", Data: map[string]any{"connection_id": l.id, "server_hostname": "here", "server_version": version + ".1.x.false"},
		Broadcast: map[string]any{"user_id": user, "channel_id": "", "team_id": "", "omit_users": nil}}
	l.wait = append(l.wait, hello)
	s.lines = append(s.lines, l)
	if len(s.lines) > 64 { // those that nobody came back for
		for _, old := range slices.Clone(s.lines) {
			if old.socket == nil && len(s.lines) > 64 {
				s.forget(old)
			}
		}
	}
	l.stir()
	return l
}

// request is what a client says on the socket.
type request struct {
	Seq    int64  `json:"seq"`
	Action string `json:"action"`
	Data   struct {
		Token string `json:"token"`
	} `json:"data"`
}

// challenge waits for the frame that says who it is. Who is not known is not told so.
func (s *Server) challenge(socket *websocket.Conn) *line {
	_, body, err := socket.ReadMessage()
	var q request
	if err != nil || json.Unmarshal(body, &q) != nil || q.Action != "authentication_challenge" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	user, ok := s.tokens[q.Data.Token]
	if !ok {
		return nil
	}
	l := s.fresh(socket, user)
	l.reply(q.Seq, nil)
	return l
}

func (l *line) reply(seq int64, data map[string]any) {
	body, err := json.Marshal(map[string]any{"status": "OK", "seq_reply": seq, "data": data})
	if err == nil {
		l.wait = append(l.wait, event{raw: body})
		l.stir()
	}
}

// read answers what a client says until its socket ends.
func (s *Server) read(l *line, socket *websocket.Conn) {
	for {
		_, body, err := socket.ReadMessage()
		if err != nil {
			return
		}
		var q request
		if json.Unmarshal(body, &q) != nil {
			continue
		}
		if q.Action == "ping" {
			s.mu.Lock()
			l.reply(q.Seq, map[string]any{"text": "pong", "version": version})
			s.mu.Unlock()
		}
	}
}

// write writes what waits until the socket ends.
func (s *Server) write(l *line, socket *websocket.Conn, gone chan struct{}) {
	for {
		s.mu.Lock()
		if l.socket != socket {
			s.mu.Unlock()
			return
		}
		if len(l.wait) == 0 || l.mute {
			s.mu.Unlock()
			select {
			case <-l.wake:
				continue
			case <-gone:
				return
			}
		}
		e := l.wait[0]
		l.wait = l.wait[1:]
		body := e.raw
		if body == nil {
			e.Seq = l.seq
			l.seq++
			body, _ = json.Marshal(e) // of strings and numbers
			l.sent = append(l.sent, frame{e.Seq, body})
			if len(l.sent) > deadQueue {
				l.sent = slices.Clone(l.sent[len(l.sent)-deadQueue:])
			}
		}
		s.mu.Unlock()
		if e.lost {
			continue
		}
		if e.cut {
			_ = socket.Close() // whoever reads it notices
			return
		}
		if socket.WriteMessage(websocket.TextMessage, body) != nil {
			return
		}
		if e.drop {
			_ = socket.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""))
			_ = socket.Close()
			return
		}
	}
}
