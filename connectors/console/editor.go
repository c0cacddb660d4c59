package console

import (
	"errors"
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// lineEditor edits lines on a terminal, which is in raw mode from the first read
// until close. It asks the terminal nothing, so nothing but keys arrives from it
// and none can be mistaken for an answer.
type lineEditor struct {
	in      *os.File
	out     io.Writer
	measure func() (width, height int, err error) // of the screen

	quits   chan struct{} // holds one token after quit
	arrived chan keys     // nil if no read is under way
	typed   []byte        // arrived and not yet looked at
	past    history

	mu      sync.Mutex
	saved   *term.State // of the terminal; nil while it is not in raw mode
	reading bool        // the draft is to be seen
	draft   draft
	pasting bool
	pasted  []byte
	live    []string // rows that stand above the draft until others take their place
	drawn   frame
}

// keys are bytes as they came.
type keys struct {
	bytes []byte
	err   error
}

var (
	_ editor = (*lineEditor)(nil)

	errNoTerminal = errors.New("the input is no terminal")
)

func newEditor(in io.Reader, out io.Writer, past []string) *lineEditor {
	file, _ := in.(*os.File)
	e := &lineEditor{in: file, out: out, quits: make(chan struct{}, 1)}
	e.measure = func() (int, int, error) { return term.GetSize(int(file.Fd())) }
	for _, text := range past {
		e.past.add(text)
	}
	return e
}

func (e *lineEditor) read() (string, error) {
	if err := e.begin(); err != nil {
		return "", err
	}
	for {
		text, done, err := e.handle()
		if done || err != nil {
			return text, err
		}
		if err := e.wait(); err != nil {
			return "", e.finish(err)
		}
	}
}

// begin takes the terminal over, once.
func (e *lineEditor) begin() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved != nil {
		return nil
	}
	if e.in == nil {
		return errNoTerminal
	}
	saved, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return err
	}
	e.saved = saved
	return e.write("\x1b[?2004h") // a paste is one message
}

func (e *lineEditor) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.reading = false
	if e.saved == nil {
		return nil
	}
	err := e.write(e.erasure() + "\x1b[?2004l") // what is not settled is not said
	e.live, e.drawn = nil, frame{}
	err = errors.Join(err, term.Restore(int(e.in.Fd()), e.saved))
	e.saved = nil
	return err
}

// wait blocks until bytes arrive. The read under way when it has to give up goes
// on in its goroutine, and its bytes are the first of the next wait.
func (e *lineEditor) wait() error {
	if e.arrived == nil {
		arrived := make(chan keys, 1)
		e.arrived = arrived
		go func() {
			buf := make([]byte, 4096)
			n, err := e.in.Read(buf)
			arrived <- keys{buf[:n], err}
		}()
	}
	select {
	case k := <-e.arrived:
		e.arrived = nil
		e.typed = append(e.typed, k.bytes...)
		if len(k.bytes) > 0 {
			return nil // an error comes again
		}
		return k.err
	case <-e.quits:
		return errQuit
	}
}

// handle carries out what was typed, up to the end of a message, and draws the
// result.
func (e *lineEditor) handle() (text string, done bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.reading = true
	for {
		if e.pasting {
			part, n, over := cutPaste(e.typed)
			if len(e.pasted) <= maxLine {
				e.pasted = append(e.pasted, part...)
			}
			e.typed = e.typed[n:]
			if !over {
				return "", false, nil
			}
			e.draft.paste(e.pasted)
			e.pasting, e.pasted = false, nil
		}
		k, n := nextKey(e.typed)
		if n == 0 {
			return "", false, e.draw()
		}
		bytes := e.typed[:n]
		e.typed = e.typed[n:]
		switch k {
		case keyEnter:
			text := string(e.draft.text)
			e.past.add(text)
			return text, true, e.leave()
		case keyInterrupt:
			return "", true, errors.Join(e.leave(), errInterrupted)
		case keyEnd:
			if len(e.draft.text) == 0 {
				return "", true, errors.Join(e.leave(), io.EOF)
			}
			e.draft.do(k)
		case keyText:
			e.draft.insert(bytes)
		case keyPaste:
			e.pasting = true
		case keyOlder:
			e.past.older(&e.draft)
		case keyNewer:
			e.past.newer(&e.draft)
		case keyClear:
			e.drawn = frame{}
			err = e.write("\x1b[H\x1b[2J")
		default:
			e.draft.do(k)
		}
		if err != nil {
			return "", false, err
		}
	}
}

// finish ends a read that brought no message.
func (e *lineEditor) finish(why error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return errors.Join(e.leave(), why)
}

func (e *lineEditor) quit() {
	select {
	case e.quits <- struct{}{}:
	default:
	}
}
