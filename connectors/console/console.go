package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/connectors/markup"
)

// Console is a connector. Fill in the exported fields, then call Run; neither is
// to be changed or copied afterwards.
type Console struct {
	// In is where lines come from and Out where posts go. With Terminal, In has to
	// be the terminal's *os.File; Run keeps it in raw mode and gives it back.
	In  io.Reader
	Out io.Writer

	Terminal bool       // a person sits in front of it
	JSON     bool       // piped only: one object a line
	Colour   bool       // terminal only: false for NO_COLOR and dumb terminals
	Width    func() int // terminal only: columns; nil is 80

	// Session is unique for each process and non-empty; it is part of every key,
	// "console/<session>/<line>".
	Session string
	Now     func() time.Time
	// History gives what the person said before, oldest first, for the line
	// editor; nil is nothing. It is called once, when Run begins, and nothing is
	// ever written to disk.
	History func() []string

	edit editor // of the terminal; made by the first Run unless a test set it

	mu       sync.Mutex // guards Out and everything below
	lines    lines
	open     map[connectors.MessageID]*turn
	held     *connectors.Event // what the sink refused; the next Run begins with it
	own      connectors.MessageID
	shown    int    // posts printed
	last     string // handle of the last of them, if it had one
	lastID   connectors.MessageID
	given    string // handle of the message last reacted to, if it had one
	givenID  connectors.MessageID
	current  *turn      // piped: what Run waits for
	live     live       // terminal: the draft on the screen
	refusals int        // piped: posts in a row that could not be written
	shut     chan error // piped: why nothing more can be written
}

// turn is an event that was handed on and is not finished.
type turn struct {
	line  int
	spoke bool
	over  chan struct{} // closed when it is finished
}

var (
	_ connectors.Connector = (*Console)(nil)
	_ connectors.Finisher  = (*Console)(nil)
	_ connectors.Drafter   = (*Console)(nil)
)

const name = "console"

// Here is the one place of a console.
func Here() connectors.Place {
	return connectors.Place{Platform: name, Room: "terminal"}
}

// You is whoever sits at it: the operating system let them in.
func You() connectors.Person {
	return connectors.Person{Platform: name, ID: "terminal"}
}

// Name is "console".
func (c *Console) Name() string { return name }

// Limits: texts of any length, no threads, buttons or redelivery after a
// restart; drafts on a terminal only, as fast as they come.
func (c *Console) Limits() connectors.Limits {
	return connectors.Limits{Drafts: c.Terminal, Reactions: true, Edits: true, Deletes: true}
}

// Run reads until the input ends or the person leaves, which is nil. The cursor
// is ignored: a terminal has no past.
func (c *Console) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Terminal {
		return c.converse(ctx, sink)
	}
	c.mu.Lock()
	c.refusals, c.shut = 0, make(chan error, 1)
	c.mu.Unlock()
	return c.read(ctx, sink)
}

func (c *Console) check() error {
	missing := ""
	switch {
	case c.In == nil || c.Out == nil:
		missing = "In and Out must be set"
	case c.Session == "" || strings.Contains(c.Session, "/"):
		missing = "Session must be set, without a slash"
	case c.Now == nil:
		missing = "Now must be set"
	case c.Terminal && c.JSON:
		missing = "JSON is for pipes"
	default:
		return nil
	}
	return &connectors.Error{Op: "console: run", Reason: connectors.Invalid, Err: errors.New(missing)}
}

// read is Run for a pipe: line, sink, wait for the end of the turn, next line.
func (c *Console) read(ctx context.Context, sink connectors.Sink) error {
	for {
		if err := c.settle(ctx, sink); err != nil {
			return err
		}
		line, err := c.lines.next(ctx, c.In)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLineTooLong):
			err = c.reply(line.number, tooLong(line.number))
		case err != nil && ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return &connectors.Error{Op: "console: read", Reason: connectors.Gone, Err: err}
		default:
			err = c.take(line)
		}
		if err != nil {
			return err
		}
	}
}

// take turns a line into the event that settle hands on, or answers it here.
func (c *Console) take(l line) error {
	text := repair(l.text)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	e, usage := c.understand(l.number, text)
	if usage != "" {
		return c.reply(l.number, usage)
	}
	c.mu.Lock()
	c.held = &e
	c.current = c.began(e.ID(), l.number)
	c.mu.Unlock()
	return nil
}

// settle hands on the event that is held, if any, and, on a pipe, waits until
// its turn is over.
func (c *Console) settle(ctx context.Context, sink connectors.Sink) error {
	c.mu.Lock()
	held, current := c.held, c.current
	c.mu.Unlock()
	if held != nil {
		if err := sink(ctx, *held); err != nil {
			return fmt.Errorf("console: hand on %s: %w", held.Key, err)
		}
		c.mu.Lock()
		c.held = nil
		c.mu.Unlock()
	}
	if current == nil || c.Terminal {
		return ctx.Err()
	}
	select {
	case <-current.over:
	case err := <-c.shut:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
	c.mu.Lock()
	c.current = nil
	c.mu.Unlock()
	return nil
}

// began notes that a turn is open. The caller holds mu.
func (c *Console) began(id connectors.MessageID, line int) *turn {
	if c.open == nil {
		c.open = map[connectors.MessageID]*turn{}
	}
	t := &turn{line: line, over: make(chan struct{})}
	c.open[id] = t
	return t
}

// busy reports whether a turn is open.
func (c *Console) busy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) > 0
}

// event is one of the given kind by the person at the console.
func (c *Console) event(kind connectors.EventKind, number int) connectors.Event {
	return connectors.Event{
		Key: fmt.Sprintf("%s/%s/%d", name, c.Session, number), Kind: kind,
		Place: Here(), From: You(), At: c.Now(),
	}
}

// message is one line as said.
func (c *Console) message(number int, text string) connectors.Event {
	e := c.event(connectors.Message, number)
	e.Message, e.Text = connectors.MessageID(e.Key), text
	return e
}

// repair makes a line valid UTF-8 without NUL, which databases refuse. What was
// wrong stays visible as U+FFFD.
func repair(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "\uFFFD"), "\uFFFD")
}

// dialect is how posts look.
func (c *Console) dialect() markup.Dialect {
	if !c.Terminal {
		return markup.Plain()
	}
	width := 80
	if c.Width != nil {
		width = c.Width()
	}
	return markup.Terminal(width, c.Colour)
}
