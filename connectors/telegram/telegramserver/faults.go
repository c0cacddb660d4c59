package telegramserver

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// Faults are the chances, 0 to 1, of what Telegram and the network do now and then. With one
// seed and one client the same faults come again.
type Faults struct {
	Seed uint64
	// Methods says which calls are disturbed; empty is all of them.
	Methods []string

	Drop   float64 // the connection is closed before anything happened
	Refuse float64 // a page of HTML with status 502, before anything happened
	HangUp float64 // it happens, and the connection is closed without an answer
	Limit  float64 // 429
	After  int     // what a 429 asks to wait, in seconds
	Slow   float64 // it takes Pause longer
	Pause  time.Duration
	Silent float64 // nothing happens and nothing is answered until the client gives up

	Conflict  float64 // getUpdates: 409, as if another program polled
	Duplicate float64 // getUpdates: updates that were confirmed come once more
	Partial   float64 // getUpdates: some of what waits comes later
	Shuffle   float64 // getUpdates: what comes together comes in reverse
	Strange   float64 // with an update comes one of a kind that nobody knows
}

// Disturb sets the faults; the zero Faults ends them.
func (s *Server) Disturb(f Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.rand = f, rand.New(rand.NewPCG(f.Seed, 1))
}

// fault is what happens to one call.
type fault uint8

const (
	none fault = iota
	drop
	refuse
	hangUp
	limit
	slow
	silent
	conflict
)

// draw decides what happens to a call.
func (f *Faults) draw(r *rand.Rand, method string) fault {
	if r == nil || len(f.Methods) > 0 && !slices.Contains(f.Methods, method) {
		return none
	}
	for _, c := range []struct {
		chance float64
		fault  fault
	}{{f.Drop, drop}, {f.Refuse, refuse}, {f.HangUp, hangUp}, {f.Limit, limit}, {f.Slow, slow}, {f.Silent, silent}} {
		if c.chance > 0 && r.Float64() < c.chance {
			return c.fault
		}
	}
	if method == "getUpdates" && f.Conflict > 0 && r.Float64() < f.Conflict {
		return conflict
	}
	return none
}

// happens says whether a fault of that chance happens now. The caller holds mu.
func (s *Server) happens(chance float64) bool {
	return chance > 0 && s.rand != nil && s.rand.Float64() < chance
}

// before does what goes wrong before anything happened, and says whether it ended the call.
func (s *Server) before(w http.ResponseWriter, hr *http.Request, what fault) bool {
	s.mu.Lock()
	pause, after := s.faults.Pause, s.faults.After
	s.mu.Unlock()
	switch what {
	case drop:
		panic(http.ErrAbortHandler)
	case refuse:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		fmt.Fprintf(w, "<html><head><title>502 Bad Gateway</title></head><body>%s</body></html>", hr.URL.Path)
		return true
	case limit:
		answer(w, nil, &refusal{code: http.StatusTooManyRequests, text: fmt.Sprintf("Too Many Requests: retry after %d", after), after: after})
		return true
	case conflict:
		answer(w, nil, conflicted)
		return true
	case silent, slow:
		var end <-chan time.Time
		if what == slow {
			t := time.NewTimer(pause)
			defer t.Stop()
			end = t.C
		}
		select {
		case <-end:
			return false
		case <-hr.Context().Done():
		case <-s.closed:
		}
		return true
	}
	return false
}

var conflicted = &refusal{
	code: http.StatusConflict, text: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
}
