package console_test

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/console"
)

func TestSuite(t *testing.T) {
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		in, out := newQueue(), &screenful{}
		c := &console.Console{In: in, Out: out, JSON: true, Session: "s", Now: func() time.Time { return noon }}
		return connectortest.Bench{
			Connector: c,
			Place:     console.Here(),
			Say:       in.line,
			Edit:      func(text string) { in.line("/edit " + text) },
			Delete:    func() { in.line("/delete") },
			React:     func(_ connectors.MessageID, handle, emoji string) { in.line("/react " + emoji + " #" + handle[1:]) },
			Unreact:   func(connectors.MessageID, string, string) { in.line("/unreact") },
			Shown:     out.texts,
			Close:     in.close,
		}
	})
}

// The suite for the terminal too, with a keyboard for a line editor.
func TestTerminalSuite(t *testing.T) {
	connectortest.Run(t, func(t *testing.T) connectortest.Bench {
		c, k := terminal(true)
		k.typed = make(chan typed, 20_000)
		say := func(text string) { k.typed <- typed{text: text} }
		return connectortest.Bench{
			Connector: c,
			Place:     console.Here(),
			Say:       say,
			Edit:      func(text string) { say("/edit " + text) },
			Delete:    func() { say("/delete") },
			React:     func(_ connectors.MessageID, handle, emoji string) { say("/react " + emoji + " #" + handle[1:]) },
			Unreact:   func(connectors.MessageID, string, string) { say("/unreact") },
			Shown: func() []string {
				k.mu.Lock()
				defer k.mu.Unlock()
				return slices.Clone(k.posts)
			},
			Drafted: func() string {
				k.mu.Lock()
				defer k.mu.Unlock()
				return strings.Join(k.live, "\n")
			},
		}
	})
}

// queue is an input that never blocks whoever writes to it.
type queue struct {
	mu   sync.Mutex
	more sync.Cond
	text []byte
	shut bool
}

func newQueue() *queue {
	q := &queue{}
	q.more.L = &q.mu
	return q
}

func (q *queue) line(text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.text = append(append(q.text, text...), '\n')
	q.more.Broadcast()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	q.more.Broadcast()
}

func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.text) == 0 {
		if q.shut {
			return 0, io.EOF
		}
		q.more.Wait()
	}
	n := copy(p, q.text)
	q.text = q.text[n:]
	return n, nil
}

// screenful keeps what was printed.
type screenful struct {
	mu  sync.Mutex
	out strings.Builder
}

func (s *screenful) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

// texts are those of the posts, without silent turns.
func (s *screenful) texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var texts []string
	for line := range strings.Lines(s.out.String()) {
		var o struct{ Text string }
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			texts = append(texts, line)
		} else if o.Text != "" {
			texts = append(texts, o.Text)
		}
	}
	return texts
}
