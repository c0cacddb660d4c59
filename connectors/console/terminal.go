package console

import (
	"context"
	"errors"
	"io"

	"citadel/connectors"
)

// editor is a line editor on a terminal. One goroutine reads at a time.
type editor interface {
	// read returns the next message, which may have several lines, io.EOF when
	// the person or the input has ended, errInterrupted for Ctrl-C, and errQuit
	// after quit.
	read() (string, error)
	// show has the rows stand above the line being typed until others take their
	// place; none takes them away. As many of the last are seen as there is room for.
	// Like print and settle it may be called by any goroutine.
	show(rows []string) error
	// print shows text, which ends in a line break, above what show shows.
	print(text string) error
	// settle is print in the place of what show shows.
	settle(text string) error
	// quit ends the read under way, or the next one.
	quit()
	// close gives the terminal back; the next read takes it again.
	close() error
}

var (
	errInterrupted = errors.New("interrupted")
	errQuit        = errors.New("quit")
)

const howToLeave = "Ctrl-C again or Ctrl-D leaves. While I work, Ctrl-C stops me."

// converse is Run for a terminal: lines are handed on as they come.
func (c *Console) converse(ctx context.Context, sink connectors.Sink) (err error) {
	c.mu.Lock()
	if c.edit == nil {
		c.edit = newEditor(c.In, c.Out, c.history())
	}
	edit := c.edit
	c.mu.Unlock()
	defer func() {
		if cerr := edit.close(); cerr != nil && err == nil {
			err = &connectors.Error{Op: "console: leave", Reason: connectors.Gone, Err: cerr}
		}
	}()

	interrupted := false
	for {
		if err := c.settle(ctx, sink); err != nil {
			return err
		}
		text, err := readUntil(ctx, edit)
		switch {
		case errors.Is(err, errQuit): // settle returns ctx's error
			continue
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errInterrupted) && interrupted:
			return nil
		case errors.Is(err, errInterrupted) && c.busy():
			interrupted = true
			text = "stop"
		case errors.Is(err, errInterrupted):
			interrupted = true
			if err := c.reply(0, howToLeave); err != nil {
				return err
			}
			continue
		case err != nil:
			return &connectors.Error{Op: "console: read", Reason: connectors.Gone, Err: err}
		default:
			interrupted = false
		}
		c.lines.count++
		if len(text) > maxLine {
			err = c.reply(c.lines.count, tooLong(c.lines.count))
		} else {
			err = c.take(line{c.lines.count, text})
		}
		if err != nil {
			return err
		}
	}
}

// readUntil reads one message, or makes the editor quit when ctx ends. It waits
// for the editor either way: it has to give the terminal back.
func readUntil(ctx context.Context, edit editor) (string, error) {
	stop := context.AfterFunc(ctx, edit.quit)
	defer stop()
	return edit.read()
}

func (c *Console) history() []string {
	if c.History == nil {
		return nil
	}
	return c.History()
}
