package setup

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
)

// maxLine is the longest line that is read, in bytes: a token has a few hundred.
const maxLine = 64 << 10

var errLongLine = errors.New("setup: a line is too long")

// keyboard reads answers. A read of a terminal cannot be interrupted: when ctx ends meanwhile,
// a goroutine stays in it until a line or the end comes, and the keyboard is of no use any more.
type keyboard struct {
	in     *bufio.Reader
	out    io.Writer
	hidden func() (string, error)
	echoed bool
}

func newKeyboard(o Options) *keyboard {
	return &keyboard{in: bufio.NewReaderSize(o.In, maxLine), out: o.Out, hidden: o.Hidden, echoed: o.Echoed}
}

// line shows a prompt and reads the answer, without its end. The last line need not end.
func (k *keyboard) line(ctx context.Context, prompt string, secret bool) (string, error) {
	if _, err := io.WriteString(k.out, prompt); err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	read := make(chan answer, 1)
	go func() {
		if secret && k.hidden != nil {
			text, err := k.hidden()
			read <- answer{text, err}
			return
		}
		text, err := k.in.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(text) > 0 {
			err = nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			err = errLongLine
		}
		read <- answer{string(text), err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case a := <-read:
		if !k.echoed || secret && k.hidden != nil {
			_, _ = io.WriteString(k.out, "\n") // nobody else ended the line
		}
		return strings.TrimRight(a.text, "\r\n"), a.err
	}
}

// yes asks until the answer is yes or no; nothing is what is usual.
func (k *keyboard) yes(ctx context.Context, prompt string, usual bool) (bool, error) {
	for {
		text, err := k.line(ctx, prompt, false)
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "":
			return usual, nil
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		prompt = "Please answer y or n: "
	}
}

// choose asks until one of some words is given; nothing is the last of them.
func (k *keyboard) choose(ctx context.Context, prompt string, words ...string) (string, error) {
	for {
		text, err := k.line(ctx, prompt, false)
		if err != nil {
			return "", err
		}
		text = strings.ToLower(strings.TrimSpace(text))
		if text == "" {
			return words[len(words)-1], nil
		}
		if slices.Contains(words, text) {
			return text, nil
		}
		prompt = "Please answer " + strings.Join(words, " or ") + ": "
	}
}
