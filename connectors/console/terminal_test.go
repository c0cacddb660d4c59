package console_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/console"

	"github.com/google/go-cmp/cmp"
)

// keyboard is a line editor whose lines a test types.
type keyboard struct {
	typed chan typed
	quit  chan struct{}

	mu      sync.Mutex
	printed strings.Builder
	posts   []string
	live    []string
}

// post notes a text that was printed.
func (k *keyboard) post(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.printed.WriteString(text)
	k.posts = append(k.posts, text)
}

func (k *keyboard) show(rows []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.live = rows
}

type typed struct {
	text string
	err  error
}

func terminal(colour bool) (*console.Console, *keyboard) {
	k := &keyboard{typed: make(chan typed), quit: make(chan struct{}, 1)}
	c := &console.Console{
		In: strings.NewReader(""), Out: io.Discard, Terminal: true, Colour: colour,
		Width: func() int { return 24 }, Session: "s", Now: func() time.Time { return noon },
	}
	console.Script(c, console.Scripted{
		Read: func() (string, error) {
			select {
			case l := <-k.typed:
				return l.text, l.err
			case <-k.quit:
				return "", console.ErrQuit
			}
		},
		Show: k.show, Print: k.post,
		Settle: func(text string) { k.show(nil); k.post(text) },
		Quit:   func() { k.quit <- struct{}{} },
	})
	return c, k
}

func start(t *testing.T, c *console.Console) (events chan connectors.Event, cancel context.CancelFunc, done chan error) {
	ctx, cancel := context.WithCancel(t.Context())
	events, done = make(chan connectors.Event, 8), make(chan error, 1)
	go func() {
		done <- c.Run(ctx, "", func(_ context.Context, e connectors.Event) error { events <- e; return nil })
	}()
	return events, cancel, done
}

func TestTerminalDoesNotHoldLinesBack(t *testing.T) {
	c, k := terminal(false)
	events, cancel, done := start(t, c)
	defer cancel()
	k.typed <- typed{text: "one"}
	k.typed <- typed{text: "two\nlines"}
	one, two := <-events, <-events
	if one.Text != "one" || two.Text != "two\nlines" || two.Key != "console/s/2" {
		t.Errorf("events %+v, %+v", one, two)
	}
	_, err := c.Send(t.Context(), connectors.Post{
		Place: console.Here(), Handle: "m412", Text: "**Two things** are due this week.", Answers: &connectors.Answer{To: one.ID()},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("Two things are due this\nweek.  #412\n\n", k.printed.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	k.typed <- typed{err: io.EOF}
	if err := <-done; err != nil {
		t.Errorf("Run = %v after Ctrl-D, want nil", err)
	}
}

func TestTerminalColours(t *testing.T) {
	c, k := terminal(true)
	_, err := c.Send(t.Context(), connectors.Post{Place: console.Here(), Handle: "m4", Text: "**Due**", Again: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("(again) \x1b[1mDue\x1b[22m  \x1b[2m#4\x1b[22m\n\n", k.printed.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestControlC(t *testing.T) {
	c, k := terminal(false)
	events, cancel, done := start(t, c)
	defer cancel()

	k.typed <- typed{text: "think hard"}
	work := <-events
	k.typed <- typed{err: console.ErrInterrupted}
	stop := <-events
	if stop.Text != "stop" || stop.Kind != connectors.Message || stop.Key != "console/s/2" {
		t.Errorf("Ctrl-C during a turn gave %+v", stop)
	}
	k.typed <- typed{text: "thanks"}
	for _, id := range []connectors.MessageID{work.ID(), stop.ID(), (<-events).ID()} {
		if err := c.Finished(t.Context(), connectors.Answer{To: id}); err != nil {
			t.Fatal(err)
		}
	}
	k.typed <- typed{err: console.ErrInterrupted}
	k.typed <- typed{text: "wait"}
	wait := <-events
	if !strings.Contains(k.printed.String(), "leaves") {
		t.Errorf("Ctrl-C at an idle prompt said %q", k.printed.String())
	}
	if err := c.Finished(t.Context(), connectors.Answer{To: wait.ID()}); err != nil {
		t.Fatal(err)
	}
	k.typed <- typed{err: console.ErrInterrupted}
	k.typed <- typed{err: console.ErrInterrupted}
	if err := <-done; err != nil {
		t.Errorf("Run = %v after Ctrl-C twice, want nil", err)
	}
	if len(events) != 0 {
		t.Errorf("an event too many: %+v", <-events)
	}
}

func TestTerminalEndsWithItsContext(t *testing.T) {
	c, _ := terminal(false)
	_, cancel, done := start(t, c)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v", err)
	}
}

func TestTerminalThatBreaks(t *testing.T) {
	c, k := terminal(false)
	_, cancel, done := start(t, c)
	defer cancel()
	k.typed <- typed{err: io.ErrUnexpectedEOF}
	var e *connectors.Error
	if err := <-done; !errors.As(err, &e) || e.Reason != connectors.Gone {
		t.Errorf("Run = %v, want gone", err)
	}
}
