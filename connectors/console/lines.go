package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest message kept whole (SPEC §3).
const maxLine = 1 << 20

var errLineTooLong = errors.New("line too long")

func tooLong(number int) string {
	return fmt.Sprintf("Line %d is longer than 1 MiB. I have kept nothing of it; send it in parts.", number)
}

// line is one line of the input, without its ending.
type line struct {
	number int // from 1, blank lines counted
	text   string
}

// lines reads an io.Reader line by line, one at a time and only when asked. A
// read that is under way when its context ends goes on in its goroutine, and its
// line is the first of the next call: nothing that was read is dropped.
type lines struct {
	from    *bufio.Reader
	count   int
	pending chan read // nil if no read is under way
}

type read struct {
	line line
	err  error
}

// next returns the next line. Its error is io.EOF after the last, errLineTooLong
// (the line is passed over, its number is set), ctx's, or the reader's.
func (l *lines) next(ctx context.Context, in io.Reader) (line, error) {
	if l.from == nil {
		l.from = bufio.NewReader(in)
	}
	if l.pending == nil {
		l.pending = make(chan read, 1)
		go func(number int, done chan<- read) {
			text, err := readLine(l.from)
			done <- read{line{number, text}, err}
		}(l.count+1, l.pending)
	}
	select {
	case r := <-l.pending:
		l.pending = nil
		if r.err == nil || errors.Is(r.err, errLineTooLong) {
			l.count++
		}
		return r.line, r.err
	case <-ctx.Done():
		return line{}, ctx.Err()
	}
}

// readLine reads to the next \n or the end, without the ending (\n or \r\n). Of a
// line that is too long it keeps no more than shows that it is.
func readLine(from *bufio.Reader) (string, error) {
	var text []byte
	for {
		part, err := from.ReadSlice('\n')
		if len(text) <= maxLine+len("\r\n") {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !(errors.Is(err, io.EOF) && len(text) > 0) { // the last line may lack its ending
			return "", err
		}
		break
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if len(text) > maxLine {
		return "", errLineTooLong
	}
	return string(text), nil
}
