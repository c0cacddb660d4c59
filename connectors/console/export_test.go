package console

import (
	"errors"
	"io"
)

// Scripted is a line editor in a test's words.
type Scripted struct {
	Read          func() (string, error)
	Show          func(rows []string)
	Print, Settle func(text string)
	Quit          func()
}

// Script puts s in front of c's terminal.
func Script(c *Console, s Scripted) { c.edit = scripted{s} }

type scripted struct{ s Scripted }

func (s scripted) read() (string, error)    { return s.s.Read() }
func (s scripted) show(rows []string) error { s.s.Show(rows); return nil }
func (s scripted) print(text string) error  { s.s.Print(text); return nil }
func (s scripted) settle(text string) error { s.s.Settle(text); return nil }
func (s scripted) quit()                    { s.s.Quit() }
func (s scripted) close() error             { return nil }

// Use puts e in front of c's terminal, to be drawn on: it is not read from.
func (e *Editor) Use(c *Console) { c.edit = e.e }

// The errors of a line editor.
var (
	ErrInterrupted = errInterrupted
	ErrQuit        = errQuit
)

// Type gives the chunks to a line editor without a terminal, 80 by 24, and
// returns the messages it made of them, "^C" and "^D" for those keys.
func Type(out io.Writer, past []string, chunks ...[]byte) []string {
	return typeKeys(newEditor(nil, out, past), chunks...)
}

func typeKeys(e *lineEditor, chunks ...[]byte) []string {
	var said []string
	for _, c := range chunks {
		e.typed = append(e.typed, c...)
		for {
			text, done, err := e.handle()
			if !done {
				break
			}
			switch {
			case errors.Is(err, errInterrupted):
				text = "^C"
			case errors.Is(err, io.EOF):
				text = "^D"
			}
			said = append(said, text)
		}
	}
	return said
}

// Editor is a line editor without a terminal: a test presses the keys.
type Editor struct{ e *lineEditor }

// NewEditor draws on out, which is of that size at each moment.
func NewEditor(out io.Writer, size func() (width, height int)) *Editor {
	e := newEditor(nil, out, nil)
	e.measure = func() (int, int, error) {
		width, height := size()
		return width, height, nil
	}
	return &Editor{e}
}

// Keys returns the messages that the keys made.
func (e *Editor) Keys(keys string) []string { return typeKeys(e.e, []byte(keys)) }

// Show, Print and Settle are those of an editor.
func (e *Editor) Show(rows []string) error { return e.e.show(rows) }
func (e *Editor) Print(text string) error  { return e.e.print(text) }
func (e *Editor) Settle(text string) error { return e.e.settle(text) }

// Mended is how a text that breaks off is shown.
func Mended(text string) string { return mended(text) }
