package slackserver

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one Socket Mode connection.
type conn struct {
	ws     *websocket.Conn
	wake   chan struct{}
	gone   chan struct{}
	once   sync.Once
	mu     sync.Mutex
	out    [][]byte // in order
	silent bool
	last   func() // done once out is empty
}

const mostConns = 10

// link is the websocket's address.
func (s *Server) link(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	s.mu.Lock()
	full := len(s.conns) >= mostConns || s.refused != ""
	s.mu.Unlock()
	if full {
		http.Error(w, "too_many_websockets", http.StatusTooManyRequests)
		return
	}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	c := &conn{ws: ws, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	s.mu.Lock()
	select {
	case <-s.stop:
		s.mu.Unlock()
		_ = ws.Close() // the server ends
		return
	default:
	}
	c.silent = s.silent
	s.conns = append(s.conns, c)
	c.push(frame(map[string]any{
		"type": "hello", "num_connections": len(s.conns), "connection_info": map[string]any{"app_id": App},
		"debug_info": map[string]any{"host": "applink-1", "build_number": 1, "approximate_connection_time": 18060},
	}))
	waiting := s.waiting
	s.waiting = nil
	for _, e := range waiting {
		if e.wait > 0 {
			s.waiting = append(s.waiting, e)
		} else {
			s.route(e)
		}
	}
	s.all.Go(func() { s.write(c) })
	s.mu.Unlock()
	s.read(c)
}

// read takes acknowledgements until the connection ends.
func (s *Server) read(c *conn) {
	defer s.leave(c)
	c.ws.SetReadLimit(1 << 20)
	for {
		var ack struct {
			Envelope string `json:"envelope_id"`
			Payload  struct {
				Kind string `json:"response_type"`
				Text string `json:"text"`
			} `json:"payload"`
		}
		if err := c.ws.ReadJSON(&ack); err != nil {
			return
		}
		s.mu.Lock()
		c.mu.Lock()
		deaf := c.silent
		c.mu.Unlock()
		switch e, ok := s.flight[ack.Envelope]; {
		case deaf:
		case ok:
			if e.kind == "slash_commands" && ack.Payload.Kind == "ephemeral" {
				s.notes = append(s.notes, ack.Payload.Text)
			}
			delete(s.flight, ack.Envelope)
			s.acked++
		default:
			s.strays++
		}
		s.mu.Unlock()
	}
}

// leave takes a connection out: what it had not acknowledged is sent again.
func (s *Server) leave(c *conn) {
	c.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = slices.DeleteFunc(s.conns, func(x *conn) bool { return x == c })
	var left []*envelope
	for _, e := range s.flight {
		if e.to == c {
			left = append(left, e)
		}
	}
	slices.SortFunc(left, byNumber)
	for _, e := range left {
		s.again(e, "socket closed")
	}
}

// write sends what is pushed, and pings. When that fails the client has gone: what it said
// before is still to be read.
func (s *Server) write(c *conn) {
	every := s.Ping
	if every == 0 {
		every = 10 * time.Second
	}
	ping := time.NewTicker(every)
	defer ping.Stop()
	for {
		c.mu.Lock()
		var next []byte
		var last func()
		if len(c.out) > 0 && !c.silent {
			next, c.out = c.out[0], c.out[1:]
		} else if len(c.out) == 0 {
			last, c.last = c.last, nil
		}
		silent := c.silent
		c.mu.Unlock()
		if next != nil {
			if c.ws.WriteMessage(websocket.TextMessage, next) != nil {
				return
			}
			continue
		}
		if last != nil {
			last()
			return
		}
		select {
		case <-c.wake:
		case <-c.gone:
			return
		case <-ping.C:
			if !silent && c.ws.WriteMessage(websocket.PingMessage, []byte("Ping from applink-1")) != nil {
				return
			}
		}
	}
}

func (c *conn) push(frame []byte) {
	c.mu.Lock()
	c.out = append(c.out, frame)
	c.mu.Unlock()
	c.stir()
}

func (c *conn) stir() {
	select {
	case c.wake <- struct{}{}:
	default: // it is awake already
	}
}

// finish does last once everything was sent, and ends the connection.
func (c *conn) finish(last func()) {
	c.mu.Lock()
	c.last = last
	c.mu.Unlock()
	c.stir()
}

func (c *conn) hush() {
	c.mu.Lock()
	c.silent = true
	c.mu.Unlock()
}

func (c *conn) end() {
	c.once.Do(func() {
		close(c.gone)
		_ = c.ws.Close() // it may be closed already
	})
}

// cut ends it without a goodbye: the client sees a reset.
func (c *conn) cut() {
	if tcp, ok := c.ws.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // it ends anyway
	}
	c.end()
}

// Frame writes raw bytes to every connection, as a frame of its own.
func (s *Server) Frame(raw string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.push([]byte(raw))
	}
}

// Event delivers an event of any kind, as the Events API would.
func (s *Server) Event(event map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.announce(event)
}

// Envelope delivers an envelope of any type with any payload.
func (s *Server) Envelope(kind string, payload map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(kind, fmt.Sprintf("Ev%d", s.number()), payload)
}

// Disconnect asks all clients to connect anew, as Slack does every few hours.
func (s *Server) Disconnect() {
	s.each(func(c *conn) {
		c.push(frame(map[string]any{"type": "disconnect", "reason": "refresh_requested", "debug_info": map[string]any{"host": "applink-1"}}))
		c.finish(c.end)
	})
}

// Cut breaks all connections off.
func (s *Server) Cut() { s.each((*conn).cut) }

// Hush makes all connections half open: they stand, and nothing comes. With
// those to come it makes them so, too, until Hush(false).
func (s *Server) Hush(toCome bool) {
	s.each((*conn).hush)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = toCome
}

func (s *Server) each(do func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		do(c)
	}
}

// Owes says whether some event that tells of a message was not acknowledged.
func (s *Server) Owes(ts string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	tells := func(e *envelope) bool { return bytes.Contains(e.payload, []byte(`"`+ts+`"`)) }
	for _, e := range s.flight {
		if tells(e) {
			return true
		}
	}
	return slices.ContainsFunc(s.waiting, tells) || slices.ContainsFunc(s.held, tells)
}

// Traffic is the state of the deliveries.
type Traffic struct {
	Conns   int // that stand
	Flight  int // events sent and not acknowledged
	Waiting int // events that wait for a connection or for their next attempt
	Dropped int // events that were given up
	Acked   int
	Strays  int // acknowledgements of what was not on its way
}

// Traffic tells how the deliveries stand.
func (s *Server) Traffic() Traffic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Traffic{len(s.conns), len(s.flight), len(s.waiting) + len(s.held), s.dropped, s.acked, s.strays}
}
