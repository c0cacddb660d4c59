package mattermostserver

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Faults are the chances, 0 to 1, of what real servers and networks do now and then, each
// drawn for one request or one event. Without Rand there are none.
type Faults struct {
	Rand *rand.Rand

	// Of requests. Refuse, Limit and Garble happen before there is an effect, HangUp and
	// Break after it.
	Refuse float64       // 503 with a page of HTML
	Limit  float64       // 429 with Retry-After
	After  int           // that many seconds
	HangUp float64       // the answer to what changed something is never sent
	Break  float64       // it is 502 with a page of HTML
	Late   float64       // the same, and the effect comes when Land is called
	Garble float64       // 200 with half an answer, to what only reads
	Slow   float64       // waits for Pause first
	Pause  time.Duration //
	// Pending answers a post with the 500 of a second one of the same pending id, as if the
	// first were being made: it is there all the same.
	Pending float64
	// EmptySince answers a question for changes with none, as the server does now and then.
	EmptySince float64

	// Of events on the websocket.
	Duplicate float64 // comes twice
	Swap      float64 // comes after the next one
	Strange   float64 // after an event, and with a field, that nobody knows
	Garbage   float64 // after a frame that is no JSON
	Drop      float64 // the connection is closed behind it, properly
	Cut       float64 // the connection is cut before it
	Lose      float64 // it never comes, and its number is missing
	Silence   float64 // nothing comes on this connection any more, and nothing closes it
	Amnesia   float64 // a connection that comes back is not known
}

// Fail sets the faults from now on.
func (s *Server) Fail(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = f
}

// draw reports whether a fault of that chance happens now. The caller holds mu.
func (s *Server) draw(chance float64) bool {
	return chance > 0 && s.faults.Rand != nil && s.faults.Rand.Float64() < chance
}

// ends is how the answer to a request fails after its effect.
type ends uint8

const (
	well ends = iota
	hangsUp
	breaks
	isLate
)

// disturb decides how a request fails, and answers it if it fails at once.
func (s *Server) disturb(w http.ResponseWriter, r *http.Request) (end ends, answered bool) {
	s.mu.Lock()
	s.spoken(r)
	f := s.faults
	down, refuse, limit, slow := s.down, s.draw(f.Refuse), s.draw(f.Limit), s.draw(f.Slow)
	garble := r.Method == http.MethodGet && s.draw(f.Garble)
	if r.Method != http.MethodGet {
		if s.draw(f.HangUp) {
			end = hangsUp
		} else if s.draw(f.Break) {
			end = breaks
		} else if s.draw(f.Late) {
			end = isLate
		}
	}
	s.mu.Unlock()
	if slow && !down {
		wait := time.NewTimer(f.Pause)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-r.Context().Done():
			return well, true
		}
	}
	switch {
	case down:
		panic(http.ErrAbortHandler)
	case refuse:
		page(w, http.StatusServiceUnavailable)
	case limit:
		w.Header().Set("Retry-After", strconv.Itoa(max(f.After, 1)))
		w.Header().Set("X-Ratelimit-Limit", "100")
		w.Header().Set("X-Ratelimit-Remaining", "0")
		http.Error(w, "limit exceeded", http.StatusTooManyRequests)
	case garble:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"order":["p`)
	default:
		return end, false
	}
	return well, true
}

// Land has the requests that are on their way arrive, and says how many those were.
func (s *Server) Land() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	late := s.late
	s.late = nil
	for _, effect := range late {
		effect()
	}
	return len(late)
}

// page is what a proxy answers in place of the server.
func page(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<html><body><h1>%d</h1></body></html>", status)
}
