package telegramserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// update is what waits to be fetched.
type update struct {
	id   int64
	at   time.Time
	body json.RawMessage
}

const (
	keptFor   = 24 * time.Hour     // an update that nobody fetches
	restIDs   = 7 * 24 * time.Hour // without an update, and the next id is another
	tolerance = 10                 // an offset further ahead than that counts as none
)

// byDefault is what is delivered where a client never said what it wants.
var byDefault = []string{"message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "my_chat_member", "inline_query"}

// Put queues an update of any kind and content, and returns its id; 0 if the bot did not
// ask for that kind. body is JSON, or not.
func (s *Server) Put(kind string, body []byte) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(kind, body)
}

func (s *Server) put(kind string, body []byte) int64 {
	wanted := s.allowed
	if wanted == nil {
		wanted = byDefault
	}
	if !slices.Contains(wanted, kind) && kind != strange {
		return 0
	}
	now := s.now()
	if s.last++; !s.lastAt.IsZero() && now.Sub(s.lastAt) >= restIDs {
		s.last -= 5 // the worst choice: below by less than is tolerated, so that who clings to an offset loses it
	}
	s.lastAt = now
	s.queue = append(s.queue, update{s.last, now, fmt.Appendf(nil, `{"update_id":%d,%q:%s}`, s.last, kind, body)})
	id := s.last
	if kind != strange && s.happens(s.faults.Strange) {
		s.put(strange, []byte(`{"of":"a kind that no client knows","message_id":7}`))
	}
	close(s.arrived)
	s.arrived = make(chan struct{})
	return id
}

// strange is the kind of update that no client knows.
const strange = "quantum_message"

func (s *Server) putJSON(kind string, body any) int64 {
	b, err := json.Marshal(body)
	var told any
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		err = d.Decode(&told)
	}
	s.anew(told)
	if err == nil {
		b, err = json.Marshal(told)
	}
	if err != nil {
		panic(fmt.Sprintf("telegramserver: %s: %v", kind, err)) // only what tests made up cannot be marshalled
	}
	return s.put(kind, b)
}

// Waiting is how many updates were not confirmed yet.
func (s *Server) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	return len(s.queue)
}

// Offsets are those of all polls, in order; 0 where none was given.
func (s *Server) Offsets() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

func (s *Server) expire() {
	now := s.now()
	s.queue = slices.DeleteFunc(s.queue, func(u update) bool { return now.Sub(u.at) > keptFor })
}

func (s *Server) getUpdates(r *request) (any, *refusal) {
	s.mu.Lock()
	if s.webhook != "" {
		s.mu.Unlock()
		return nil, &refusal{
			code: http.StatusConflict,
			text: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
		}
	}
	if s.poll != nil {
		close(s.poll) // the one that waits is told that there is another
	}
	mine := make(chan struct{})
	s.poll = mine
	if list, ok := r.params["allowed_updates"]; ok {
		var kinds []string
		if json.Unmarshal([]byte(list), &kinds) == nil {
			s.allowed = kinds
		}
	}
	offset := r.int("offset")
	s.received = append(s.received, offset)
	s.confirm(offset)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		if s.poll == mine {
			s.poll = nil
		}
		s.mu.Unlock()
	}()
	hold := time.NewTimer(time.Duration(r.int("timeout")) * time.Second)
	defer hold.Stop()
	for {
		s.mu.Lock()
		if s.webhook != "" {
			s.mu.Unlock()
			return nil, conflicted
		}
		batch, arrived := s.batch(r), s.arrived
		s.mu.Unlock()
		if len(batch) > 0 || r.params["timeout"] == "" || r.params["timeout"] == "0" {
			return batch, nil
		}
		s.hold(1)
		select {
		case <-arrived:
			s.hold(-1)
			continue
		case <-mine:
			s.hold(-1)
			return nil, conflicted
		case <-hold.C:
		case <-r.ctx.Done():
		case <-s.closed:
		}
		s.hold(-1)
		return batch, nil
	}
}

// confirm drops what came before the offset. One that is far ahead of all updates is not
// taken for one.
func (s *Server) confirm(offset int64) {
	s.expire()
	if offset <= 0 || offset > s.last+1+tolerance {
		return
	}
	s.queue = slices.DeleteFunc(s.queue, func(u update) bool {
		if u.id < offset {
			s.done = append(s.done, u)
		}
		return u.id < offset
	})
	if n := len(s.done); n > 100 {
		s.done = s.done[n-100:]
	}
}

// batch is what a poll gets: never nil, so that it is a list.
func (s *Server) batch(r *request) []json.RawMessage {
	most := 100
	if n, err := strconv.Atoi(r.params["limit"]); err == nil && n >= 1 && n < most {
		most = n
	}
	out := []json.RawMessage{}
	if len(s.queue) > 0 && len(s.done) > 0 && s.happens(s.faults.Duplicate) {
		out = append(out, s.done[s.rand.IntN(len(s.done))].body)
		most = max(most-1, 1)
	}
	n := min(most, len(s.queue))
	if n > 1 && s.happens(s.faults.Partial) {
		n = 1 + s.rand.IntN(n-1)
	}
	for _, u := range s.queue[:n] {
		out = append(out, u.body)
	}
	if s.happens(s.faults.Shuffle) {
		slices.Reverse(out)
	}
	return out
}

func (s *Server) hold(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held += n
}

// Held is how many polls are waiting for something to come.
func (s *Server) Held() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}
