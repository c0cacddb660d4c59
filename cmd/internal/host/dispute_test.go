package host_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/jobs/dispute"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Two statements that disagree are asked about unasked, and a button, its label typed under the
// question, or the words it stands for settle it.
func TestADisputeIsAskedAndSettled(t *testing.T) {
	for name, press := range map[string]func(w *town, q event.PostQueued, seq event.Seq){
		"button": func(w *town, _ event.PostQueued, seq event.Seq) {
			w.in(atTelegram, "", func(e *connectors.Event) {
				e.Kind, e.Message, e.Button = connectors.Press, connectors.MessageID(fmt.Sprintf("post/%d", seq)), fmt.Sprintf("%d/0", seq)
			})
		},
		"label": func(w *town, q event.PostQueued, seq event.Seq) {
			w.in(atTelegram, "What day is it?") // the question is not the newest post any more
			w.in(atTelegram, q.Buttons[0].Label, func(e *connectors.Event) { e.ReplyTo = connectors.MessageID(fmt.Sprintf("post/%d", seq)) })
		},
		"words": func(w *town, q event.PostQueued, _ event.Seq) { w.in(atTelegram, q.Buttons[0].Says) },
	} {
		t.Run(name, func(t *testing.T) {
			w := settle(t, nil, nil)
			w.in(atTelegram, "I love long meetings.")
			w.digest()
			w.in(atTelegram, "I hate long meetings.")
			w.digest()
			var open int
			w.c.Mind.Read(func(v memory.View) { open = len(v.Beliefs.Disputes()) })
			if open != 1 {
				t.Fatalf("%d disputes", open)
			}
			for range 24 { // until the quiet hours are over
				w.pass(time.Hour)
				if err := w.c.Jobs.Do(t.Context(), dispute.Name); err != nil {
					t.Fatal(err)
				}
			}
			q, seq := question(t, w.c.Mind)
			if q == nil || !strings.Contains(q.Text, `"I love long meetings"`) || !strings.HasSuffix(q.Text, "Which holds?") || len(q.Buttons) != 3 {
				t.Fatalf("asked: %+v", q)
			}
			press(w, *q, seq)
			w.c.Mind.Read(func(v memory.View) { open = len(v.Beliefs.Disputes()) })
			var how string
			for r, err := range w.c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Settled{}.Kind()}}) {
				if err != nil {
					t.Fatal(err)
				}
				p, err := r.Payload()
				if err != nil {
					t.Fatal(err)
				}
				how = p.(event.Settled).How
			}
			if open != 0 || how != event.Chosen {
				t.Errorf("%d open, settled as %q", open, how)
			}
		})
	}
}

// question is the one post that nobody asked for and that is about something.
func question(t *testing.T, m *memory.Mind) (q *event.PostQueued, seq event.Seq) {
	for r, err := range m.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if post, ok := p.(event.PostQueued); ok && !post.Asked() && post.About != 0 {
			if q != nil {
				t.Errorf("asked twice: %s", post.Text)
			}
			q, seq = &post, r.Seq
		}
	}
	return q, seq
}
