package console

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"

	"github.com/rivo/uniseg"
	"golang.org/x/term"
)

// lineEditor edits lines on a terminal, which is in raw mode from the first read
// until close. It asks the terminal nothing, so nothing but keys arrives from it
// and none can be mistaken for an answer.
type lineEditor struct {
	in  *os.File
	out io.Writer

	quits   chan struct{} // holds one token after quit
	arrived chan keys     // nil if no read is under way
	typed   []byte        // arrived and not yet looked at
	past    history

	mu      sync.Mutex
	saved   *term.State // of the terminal; nil while it is not in raw mode
	reading bool
	draft   draft
	pasting bool
	pasted  []byte
	drawn   frame
}

// keys are bytes as they came.
type keys struct {
	bytes []byte
	err   error
}

// frame is what stands on the screen of a draft; the zero frame is nothing.
type frame struct {
	text  string // rows with breaks between them
	head  string // the part of it before the cursor
	width int
}

var (
	_ editor = (*lineEditor)(nil)

	errNoTerminal = errors.New("the input is no terminal")
)

func newEditor(in io.Reader, out io.Writer, past []string) *lineEditor {
	file, _ := in.(*os.File)
	e := &lineEditor{in: file, out: out, quits: make(chan struct{}, 1)}
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
	e.reading = true
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
	err := e.write("\x1b[?2004l")
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

// leave draws the whole draft a last time and goes to the row below it. The
// caller holds mu.
func (e *lineEditor) leave() error {
	e.draft.cursor = len(e.draft.text)
	err := e.paint(math.MaxInt)
	e.reading, e.pasting, e.pasted = false, false, nil
	e.draft, e.drawn = draft{}, frame{}
	e.past.back, e.past.draft = 0, ""
	return errors.Join(err, e.write("\r\n"))
}

func (e *lineEditor) print(text string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved == nil {
		return e.write(text)
	}
	err := e.write(e.erasure() + strings.ReplaceAll(text, "\n", "\r\n"))
	e.drawn = frame{}
	if err != nil || !e.reading {
		return err
	}
	return e.draw()
}

func (e *lineEditor) quit() {
	select {
	case e.quits <- struct{}{}:
	default:
	}
}

// draw shows the draft, or as much of it around the cursor as the screen has
// rows. The caller holds mu.
func (e *lineEditor) draw() error {
	_, height := e.size()
	return e.paint(height - 1)
}

func (e *lineEditor) paint(height int) error {
	width, _ := e.size()
	rows, row, head := e.draft.rows(width)
	if len(rows) > height {
		first := max(0, row-height+1)
		rows = rows[first : first+height]
		row -= first
	}
	next := frame{text: strings.Join(rows, "\r\n"), width: width}
	next.head = strings.Join(append(rows[:row:row], head), "\r\n")
	if e.drawn.width == width && e.drawn.head == e.drawn.text && next.head == next.text {
		if more, ok := strings.CutPrefix(next.text, e.drawn.text); ok { // typed at the end
			e.drawn = next
			return e.write(more)
		}
	}
	out := e.erasure() + next.text
	if next.head != next.text {
		// The start of the row is written again rather than counted: terminals do
		// not agree on how wide an emoji is.
		out += up(len(rows)-1-row) + "\r" + head
	}
	e.drawn = next
	return e.write(out)
}

// erasure takes what is drawn from the screen, also when the terminal became
// narrower meanwhile and broke its rows.
func (e *lineEditor) erasure() string {
	if e.drawn.width == 0 {
		return ""
	}
	width, _ := e.size()
	above := -1
	for row := range strings.SplitSeq(e.drawn.head, "\r\n") {
		above += 1 + max(0, uniseg.StringWidth(row)-1)/width
	}
	return up(above) + "\r\x1b[J"
}

func up(rows int) string {
	if rows == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA", rows)
}

// size is that of the screen, as far as it can be drawn on.
func (e *lineEditor) size() (width, height int) {
	width, height, err := term.GetSize(int(e.in.Fd()))
	if err != nil || width == 0 || height == 0 {
		width, height = 80, 24
	}
	return max(width, 8), max(height, 2)
}

func (e *lineEditor) write(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(e.out, text)
	return err
}
