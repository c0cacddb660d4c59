package slackserver

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Faults are the chances, 0 to 1, of what goes wrong now and then. Without Rand
// nothing does. With one seed and one client that asks for one thing at a time
// the same faults come again.
type Faults struct {
	Rand *rand.Rand

	// Of events.
	Duplicate float64 // is delivered twice
	Reorder   float64 // is delivered after the one that follows it
	Drop      float64 // the connection is closed after it, with a word before or without
	Cut       float64 // the connection breaks off after it, hard
	Silence   float64 // the connection stays open after it and nothing comes any more, no ping either
	Lose      float64 // of what somebody did: is given up, as one that was not acknowledged in time, time and again
	Unknown   float64 // comes with fields nobody knows, and behind an event nobody knows
	Malformed float64 // has a block that is not one

	// Of calls.
	TooMany float64 // is answered 429
	Broken  float64 // is answered by a page that says 502, half of them after it had its effect
	HangUp  float64 // has its effect, and the answer is lost
	Refuse  float64 // the connection is closed before anything happens
	Late    float64 // the connection is closed, and the effect comes when Land is called
	Slow    float64 // waits for Pause first
	Pause   time.Duration
	After   time.Duration // what 429 asks for, in whole seconds; 0 is no such header
	Unready int           // how many posts that show a file just uploaded are refused; no chance
}

// draw says whether a fault of that chance happens now. The caller holds mu.
func (s *Server) draw(chance float64) bool {
	return chance > 0 && s.faults.Rand != nil && s.faults.Rand.Float64() < chance
}

// fault is what goes wrong with one call.
type fault struct {
	slow                                               time.Duration
	after                                              time.Duration
	tooMany, brokenBefore, brokenAfter, hang, no, late bool
}

func (s *Server) fault() fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	var f fault
	if s.draw(s.faults.Slow) {
		f.slow = s.faults.Pause
	}
	f.after = s.faults.After
	switch {
	case s.draw(s.faults.TooMany):
		f.tooMany = true
	case s.draw(s.faults.Broken):
		f.brokenBefore = s.draw(0.5)
		f.brokenAfter = !f.brokenBefore
	case s.draw(s.faults.HangUp):
		f.hang = true
	case s.draw(s.faults.Refuse):
		f.no = true
	case s.draw(s.faults.Late):
		f.late = true
	}
	return f
}

// page is what something that stands before Slack says.
func page(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	if status >= 300 && status < 400 {
		w.Header().Set("Location", "/login")
	}
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<html><body><h1>%d %s</h1></body></html>", status, http.StatusText(status)) // the client may have gone
}

// way is what stands on the way to a method.
type way struct {
	status, times int
	body          string
}

// Interpose has the next calls of a method, so many of them, answered by something on the way
// to Slack, which they do not reach: by a page with a status, or by body where that is not
// empty.
func (s *Server) Interpose(method string, status, times int, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ways[method] = way{status, times, body}
}

func (s *Server) interposed(w http.ResponseWriter, method string) bool {
	s.mu.Lock()
	at := s.ways[method]
	s.ways[method] = way{at.status, max(at.times-1, 0), at.body}
	s.mu.Unlock()
	switch {
	case at.times == 0:
		return false
	case at.body == "":
		page(w, at.status)
	default:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(at.status)
		_, _ = w.Write([]byte(at.body)) // the client may have gone
	}
	return true
}

// later keeps a call that is on its way, while its client is gone.
func (s *Server) later(call func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = append(s.late, call)
}

// Land has the calls that are on their way arrive, and says how many those were.
func (s *Server) Land() int {
	s.mu.Lock()
	late := s.late
	s.late = nil
	s.mu.Unlock()
	for _, call := range late {
		call()
	}
	return len(late)
}

// hangUp closes a call's connection without an answer.
func hangUp(w http.ResponseWriter) {
	if h, ok := w.(http.Hijacker); ok {
		if c, _, err := h.Hijack(); err == nil {
			_ = c.Close() // nothing is owed to it
		}
	}
}
