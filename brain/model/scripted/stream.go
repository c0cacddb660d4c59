package scripted

import (
	"fmt"
	"io"
	"net/http"

	"citadel/brain/model"
)

// stream writes server-sent events.
type stream struct {
	v    *visit
	gone bool // nobody listens any more
}

func (v *visit) stream() *stream {
	v.w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	v.w.Header().Set("Cache-Control", "no-cache")
	v.w.Header().Set("Request-Id", fmt.Sprintf("req_%d", v.said.N))
	v.w.WriteHeader(http.StatusOK)
	return &stream{v: v}
}

// event sends one event; name may be empty.
func (s *stream) event(name string, data any) {
	if name != "" {
		name = "event: " + name + "\n"
	}
	s.raw(name + "data: " + string(s.v.marshal(data)) + "\n\n")
}

// raw sends bytes at once.
func (s *stream) raw(text string) {
	if s.gone {
		return
	}
	if _, err := io.WriteString(s.v.w, text); err != nil {
		s.gone = true
		return
	}
	s.gone = http.NewResponseController(s.v.w).Flush() != nil
	select {
	case <-s.v.r.Context().Done():
		s.gone = true
	case <-s.v.s.closed:
		s.gone = true
	default:
	}
}

// text sends the pieces of a reply through say, holds where it is to be held, and goes on
// without end if it is to be endless.
func (s *stream) text(r Reply, say func(piece string)) {
	for i, piece := range r.Text {
		if r.Hold != nil && i == r.HoldAfter {
			s.v.hang(r.Hold)
		}
		s.v.pause(r.Pace)
		say(piece)
	}
	if r.Hold != nil && r.HoldAfter >= len(r.Text) {
		s.v.hang(r.Hold)
	}
	if r.Fault.Kind != Endless {
		return
	}
	// Not without any end: a client that has no limit is to fail its test, not the machine.
	for i, sent := 0, 0; sent < 4*model.MaxStream && !s.gone; i++ {
		s.v.pause(r.Pace)
		say(r.Text[i%len(r.Text)])
		sent += len(r.Text[i%len(r.Text)]) + 1
	}
}

// fault does what goes wrong after the text and ends the stream. overloaded is the event
// that says so on this wire.
func (s *stream) fault(f Fault, overloaded func()) {
	switch f.Kind {
	case OverloadedLate:
		overloaded()
	case Garbage:
		s.raw(string(f.Bytes))
	case Stall:
		s.v.hang(nil)
	case Reset:
		s.raw("data: {\"type\":\"content_blo")
		panic(http.ErrAbortHandler)
	}
}
