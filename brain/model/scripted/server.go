package scripted

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"time"

	"citadel/brain/model"
)

// Server answers from a script. All its methods may be called by several goroutines.
type Server struct {
	URL string // "http://127.0.0.1:4711"; in memory, a host that only Client reaches

	script  Script
	http    *http.Server
	client  *http.Client
	closed  chan struct{} // ends what is held or hangs
	shut    func() error
	serving sync.WaitGroup
	open    sync.WaitGroup // connections

	mu       sync.Mutex // guards what follows
	down     bool
	asked    int // how many requests
	requests []Request
	invalid  []string
	next     int               // of the queue
	cached   map[string]bool   // digests of what is in the prompt cache
	extras   map[string]string // what has to come back with a call on OpenAI's wire
}

// Start begins to answer. Close ends it. The error is that of listening on the loopback
// interface; in memory there is none.
func Start(script Script) (*Server, error) {
	s := &Server{script: script, closed: make(chan struct{}), cached: make(map[string]bool), extras: make(map[string]string)}
	if len(script.Cards) == 0 {
		s.script.Cards = Cards()
	}
	var listener net.Listener
	dial := (&net.Dialer{}).DialContext
	if script.InMemory {
		m := newMemory()
		listener, dial = m, m.dial
		s.URL = "http://scripted.test"
	} else {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("scripted: %w", err)
		}
		listener, s.URL = l, "http://"+l.Addr().String()
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if s.isDown() {
			return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
		}
		return dial(ctx, network, address)
	}}
	s.client = &http.Client{Transport: transport}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute, ConnState: s.watch}
	s.shut = sync.OnceValue(func() error {
		close(s.closed)
		err := s.http.Close()
		s.serving.Wait()
		s.open.Wait()
		transport.CloseIdleConnections()
		return err
	})
	s.serving.Go(func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.complain("the server ended: %v", err)
		}
	})
	return s, nil
}

// watch counts the connections. New ones are counted by the goroutine that accepts them.
func (s *Server) watch(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.open.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.open.Done()
	}
}

// Close ends the server with everything that is held or hangs, and waits for it.
// Connections are refused from then on. A second call does nothing.
func (s *Server) Close() error { return s.shut() }

// Client reaches the server, also in memory and while it is down. Drivers are given it, so
// that nothing of a test stays behind in a transport that others share.
func (s *Server) Client() *http.Client { return s.client }

// Down makes new connections be refused, or no longer. Client sees ECONNREFUSED; whoever
// else connects is hung up on.
func (s *Server) Down(down bool) {
	s.mu.Lock()
	s.down = down
	s.mu.Unlock()
	if down {
		s.client.CloseIdleConnections()
	}
}

// Add puts replies at the end of the queue.
func (s *Server) Add(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script.Queue = append(slices.Clip(s.script.Queue), replies...)
}

// Requests are all that the script was asked, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Invalid says what was wrong with requests that the services would refuse, and which
// requests found the queue empty. A test in which all is well expects none.
func (s *Server) Invalid() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.invalid)
}

func (s *Server) isDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

func (s *Server) complain(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.invalid = append(s.invalid, fmt.Sprintf(format, args...))
}

// card is the one of that name.
func (s *Server) card(name string) (model.Card, bool) {
	i := slices.IndexFunc(s.script.Cards, func(c model.Card) bool { return c.Name == name })
	if i < 0 {
		return model.Card{}, false
	}
	return s.script.Cards[i], true
}

// ask records a valid request and gets its reply.
func (s *Server) ask(r Request) (Request, Reply, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	r.N = s.asked
	if !s.script.Unkept {
		s.requests = append(s.requests, r)
	}
	if s.script.Answer != nil {
		return r, s.script.Answer(r), true
	}
	if s.next >= len(s.script.Queue) {
		s.invalid = append(s.invalid, fmt.Sprintf("request %d to %s: the queue is empty", r.N, r.Path))
		return r, Reply{}, false
	}
	s.next++
	return r, s.script.Queue[s.next-1], true
}
