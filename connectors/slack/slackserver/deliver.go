package slackserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// envelope is an event on its way.
type envelope struct {
	id, event, kind string
	payload         json.RawMessage
	attempt         int
	reason          string
	to              *conn
	age, wait       time.Duration
}

func byNumber(a, b *envelope) int {
	return cmp.Or(cmp.Compare(len(a.event), len(b.event)), cmp.Compare(a.event, b.event))
}

// frame is a message on the socket.
func frame(v map[string]any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("slackserver: " + err.Error()) // maps of strings and numbers always marshal
	}
	return b
}

// emit delivers an event of the Events API, unless it is lost. The caller holds mu.
func (s *Server) emit(event map[string]any) {
	if s.draw(s.faults.Lose) {
		s.dropped++
		return
	}
	s.announce(event)
}

// announce delivers an event of the Events API. The caller holds mu.
func (s *Server) announce(event map[string]any) {
	n := s.number()
	id := fmt.Sprintf("Ev%d", n)
	if s.draw(s.faults.Unknown) {
		event["a_field_of_tomorrow"] = map[string]any{"x": []int{1, 2}}
		s.send("events_api", fmt.Sprintf("Ev%dx", n), s.callback(fmt.Sprintf("Ev%dx", n), map[string]any{"type": "an_event_of_tomorrow", "user": Sam}))
	}
	if s.draw(s.faults.Malformed) && event["type"] == "message" && event["blocks"] != nil {
		event["blocks"] = []any{map[string]any{"type": "rich_text", "elements": "none"}}
	}
	s.send("events_api", id, s.callback(id, event))
}

// callback wraps an event as the Events API does.
func (s *Server) callback(id string, event map[string]any) map[string]any {
	return map[string]any{
		"token": "z", "team_id": Team, "context_team_id": Team, "api_app_id": App, "type": "event_callback",
		"event_id": id, "event_time": s.Now().Unix(), "is_ext_shared_channel": false, "event_context": "4-" + id,
		"authorizations": []any{map[string]any{
			"enterprise_id": nil, "team_id": Team, "user_id": Bot, "is_bot": true, "is_enterprise_install": false,
		}},
		"event": event,
	}
}

// send puts an event on its way, as badly as the faults say.
func (s *Server) send(kind, id string, payload map[string]any) {
	e := &envelope{event: id, kind: kind, payload: frame(payload)}
	if len(s.held) == 0 && s.draw(s.faults.Reorder) {
		s.held = append(s.held, e)
		return
	}
	s.route(e)
	if s.draw(s.faults.Duplicate) {
		s.route(&envelope{event: id, kind: kind, payload: e.payload})
	}
	held := s.held
	s.held = nil
	for _, h := range held {
		s.route(h)
	}
	to := e.to
	switch {
	case to == nil:
	case s.draw(s.faults.Drop):
		to.push(frame(map[string]any{"type": "disconnect", "reason": "refresh_requested", "debug_info": map[string]any{"host": "applink-1"}}))
		to.finish(to.end)
	case s.draw(s.faults.Cut):
		to.finish(to.cut)
	case s.draw(s.faults.Silence):
		to.hush()
	}
}

// route sends an envelope on one of the connections, or has it wait for one.
func (s *Server) route(e *envelope) {
	if len(s.conns) == 0 {
		s.waiting = append(s.waiting, e)
		return
	}
	s.next++
	e.to = s.conns[s.next%len(s.conns)]
	e.id, e.age = fmt.Sprintf("env-%d", s.number()), 0
	s.flight[e.id] = e
	e.to.push(frame(map[string]any{
		"envelope_id": e.id, "type": e.kind, "accepts_response_payload": e.kind == "slash_commands",
		"retry_attempt": e.attempt, "retry_reason": e.reason, "payload": e.payload,
	}))
}

// again sends what was not acknowledged once more, or gives it up.
func (s *Server) again(e *envelope, why string) {
	delete(s.flight, e.id)
	after := s.Retries
	if after == nil {
		after = []time.Duration{0, time.Minute, 5 * time.Minute}
	}
	if e.attempt >= len(after) {
		s.dropped++
		return
	}
	e.wait, e.reason, e.age, e.to = after[e.attempt], why, 0, nil
	e.attempt++
	if e.wait == 0 {
		s.route(e)
		return
	}
	s.waiting = append(s.waiting, e)
}

// clock sends again what was not acknowledged in time, and forgets what waited too long.
func (s *Server) clock() {
	within, keep := s.AckWithin, s.Keep
	if within == 0 {
		within = 3 * time.Second
	}
	if keep == 0 {
		keep = 6 * time.Minute
	}
	step := min(max(within/5, time.Millisecond), 200*time.Millisecond)
	tick := time.NewTicker(step)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		s.mu.Lock()
		for _, e := range s.held {
			s.route(e)
		}
		s.held = nil
		var late []*envelope
		for _, e := range s.flight {
			if e.age += step; e.age > within {
				late = append(late, e)
			}
		}
		slices.SortFunc(late, byNumber)
		for _, e := range late {
			s.again(e, "timeout")
		}
		waiting := s.waiting
		s.waiting = nil
		for _, e := range waiting {
			e.wait, e.age = e.wait-step, e.age+step
			switch {
			case e.age > keep:
				s.dropped++
			case e.wait <= 0 && len(s.conns) > 0:
				s.route(e)
			default:
				s.waiting = append(s.waiting, e)
			}
		}
		s.mu.Unlock()
	}
}
