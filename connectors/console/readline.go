package console

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/reeflective/readline"
)

// wakeKey is fed to the line editor to make it look at what waits to be printed.
// It is Ctrl-^, which has no meaning of its own at a prompt.
const (
	wakeKey     = '\x1e'
	wakeCommand = "citadel-wake"
)

// lineEditor is reeflective/readline on the process's terminal. That library
// draws from the goroutine that reads and from no other, so a post that arrives
// meanwhile is queued and a key is fed which makes that goroutine print it.
type lineEditor struct {
	out   io.Writer
	shell *readline.Shell

	mu       sync.Mutex
	reading  bool
	quitting bool
	waiting  []string // to print; emptied by whoever prints
}

func newReadline(out io.Writer, history []string) *lineEditor {
	e := &lineEditor{out: out, shell: readline.NewShell()}
	e.shell.Prompt.Primary(func() string { return "> " })
	e.shell.Prompt.Secondary(func() string { return "  " })
	past := readline.NewInMemoryHistory()
	for _, l := range history {
		_, _ = past.Write(l) // memory: cannot fail
	}
	e.shell.History.Add("said before", past)
	_ = e.shell.Config.Set("enable-bracketed-paste", true) // a paste is one message
	e.shell.Keymap.Register(map[string]func(){wakeCommand: e.wake})
	for _, keymap := range []string{"emacs", "vi-insert", "vi-command"} {
		_ = e.shell.Config.Bind(keymap, string(wakeKey), wakeCommand, false)
	}
	return e
}

var _ editor = (*lineEditor)(nil)

func (e *lineEditor) read() (string, error) {
	e.mu.Lock()
	if e.quitting {
		e.quitting = false
		e.mu.Unlock()
		return "", errQuit
	}
	e.reading = true
	e.mu.Unlock()

	text, err := e.shell.Readline()

	e.mu.Lock()
	defer e.mu.Unlock()
	e.reading = false
	if werr := e.flush(); werr != nil && err == nil {
		err = werr
	}
	if e.quitting {
		e.quitting = false
		return "", errQuit
	}
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return "", errInterrupted
	case err != nil:
		return "", err
	}
	return text, nil
}

func (e *lineEditor) print(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting = append(e.waiting, text)
	if !e.reading {
		return e.flush()
	}
	e.poke()
	return nil
}

func (e *lineEditor) quit() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.quitting = true
	if e.reading {
		e.poke()
	}
}

// poke makes the reading goroutine run wake.
func (e *lineEditor) poke() {
	e.shell.Keys.Feed(false, wakeKey)
	e.shell.Keys.RequestRefresh()
}

// wake runs as an editing command, on the goroutine that reads.
func (e *lineEditor) wake() {
	e.shell.History.SkipSave()
	e.mu.Lock()
	waiting, quitting := strings.Join(e.waiting, ""), e.quitting
	e.waiting = nil
	e.mu.Unlock()
	if waiting != "" {
		// The library adds the last line break itself.
		_, _ = e.shell.PrintTransientf("%s", rawBreaks(strings.TrimSuffix(waiting, "\n")))
	}
	if quitting {
		e.shell.Display.AcceptLine()
		e.shell.History.Accept(false, false, errQuit)
	}
}

// flush prints what waits while nobody edits. The caller holds mu.
func (e *lineEditor) flush() error {
	waiting := strings.Join(e.waiting, "")
	e.waiting = nil
	if waiting == "" {
		return nil
	}
	_, err := io.WriteString(e.out, waiting)
	return err
}

// rawBreaks adds the carriage returns that a terminal in raw mode needs.
func rawBreaks(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
