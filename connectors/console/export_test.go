package console

import (
	"errors"
	"io"
)

// Script puts a scripted line editor in front of c's terminal.
func Script(c *Console, read func() (string, error), print func(string) error, quit func()) {
	c.edit = scripted{read, print, quit}
}

type scripted struct {
	readF  func() (string, error)
	printF func(string) error
	quitF  func()
}

func (s scripted) read() (string, error)    { return s.readF() }
func (s scripted) show([]string) error      { return nil }
func (s scripted) print(text string) error  { return s.printF(text) }
func (s scripted) settle(text string) error { return s.printF(text) }
func (s scripted) quit()                    { s.quitF() }
func (s scripted) close() error             { return nil }

// The errors of a line editor.
var (
	ErrInterrupted = errInterrupted
	ErrQuit        = errQuit
)

// Type gives the chunks to a line editor without a terminal, 80 by 24, and
// returns the messages it made of them, "^C" and "^D" for those keys.
func Type(out io.Writer, past []string, chunks ...[]byte) []string {
	e := newEditor(nil, out, past)
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
