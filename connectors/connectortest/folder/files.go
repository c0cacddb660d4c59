package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
)

// The three files of a folder.
const (
	saidFile  = "said"
	ackedFile = "acked"
	shownFile = "shown"
)

// maxLine is the longest line a reader takes: 1 MiB of text (SPEC §3), of which
// JSON may make six times as much, and its fields.
const maxLine = 8 << 20

// said is a line of the file of that name.
type said struct {
	Kind    connectors.EventKind `json:"kind"`
	Message connectors.MessageID `json:"message,omitempty"`
	Handle  string               `json:"handle,omitempty"`
	Reply   connectors.MessageID `json:"reply,omitempty"`
	Thread  string               `json:"thread,omitempty"`
	Text    string               `json:"text,omitempty"`
	Emoji   string               `json:"emoji,omitempty"`
	Button  string               `json:"button,omitempty"`
	Files   []connectors.File    `json:"files,omitempty"`
	At      time.Time            `json:"at"`
}

type acked struct {
	Key string `json:"key"`
}

// Shown is a post as the person sees it.
type Shown struct {
	ID      connectors.MessageID `json:"-"`
	Key     string               `json:"key"`
	Thread  string               `json:"thread,omitempty"`
	Reply   connectors.MessageID `json:"reply,omitempty"`
	Handle  string               `json:"handle,omitempty"`
	Text    string               `json:"text"`
	Buttons []connectors.Button  `json:"buttons,omitempty"`
	Silent  bool                 `json:"silent,omitempty"`
	Again   bool                 `json:"again,omitempty"`
	// Answers is the id of the event that the post answers, with the turn's own
	// account of itself; empty for a post nobody asked for.
	Answers  connectors.MessageID `json:"to,omitempty"`
	Turn     uint64               `json:"turn,omitempty"`
	By       string               `json:"by,omitempty"`
	Category string               `json:"category,omitempty"`
	Tier     string               `json:"tier,omitempty"`

	Draft    uint64               `json:"draft,omitempty"`    // a line of its own: no post, but the draft of that turn
	Finished connectors.MessageID `json:"finished,omitempty"` // a line of its own: no post
}

// id names the line of file that begins at byte at.
func id(file string, at int64) string { return file + "-" + strconv.FormatInt(at, 10) }

// appendLine writes v as one line and returns the byte at which it begins.
func appendLine(dir, file string, v any) (int64, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	f, err := os.OpenFile(filepath.Join(dir, file), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	at, err := endOf(f)
	if err == nil {
		_, err = f.Write(append(body, '\n'))
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return at, err
}

// endOf is where the next line of f begins, once a torn last line was ended.
func endOf(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil {
		return 0, err
	}
	if last[0] == '\n' {
		return info.Size(), nil
	}
	_, err = f.Write([]byte{'\n'})
	return info.Size() + 1, err
}

// readLines hands every whole line of file from byte from on to take, with the
// byte at which it begins, and returns the byte behind the last. A file that does
// not exist is empty.
func readLines(dir, file string, from int64, take func(at int64, line []byte)) (int64, error) {
	f, err := os.Open(filepath.Join(dir, file))
	if errors.Is(err, fs.ErrNotExist) {
		return from, nil
	}
	if err != nil {
		return from, err
	}
	defer f.Close()
	body, err := io.ReadAll(io.NewSectionReader(f, from, 1<<62-from))
	if err != nil {
		return from, err
	}
	for {
		i := bytes.IndexByte(body, '\n')
		if i < 0 {
			return from, nil
		}
		if i <= maxLine {
			take(from, body[:i])
		}
		from += int64(i) + 1
		body = body[i+1:]
	}
}

// readShown returns all posts, drafts and ends of turns.
func readShown(dir string) ([]Shown, error) {
	var out []Shown
	_, err := readLines(dir, shownFile, 0, func(at int64, line []byte) {
		var s Shown
		if json.Unmarshal(line, &s) == nil && (s.Key != "" || s.Finished != "" || s.Draft != 0) {
			s.ID = connectors.MessageID(id(shownFile, at))
			out = append(out, s)
		}
	})
	return out, err
}

// readAcked returns the keys that were acknowledged, in order.
func readAcked(dir string) ([]string, error) {
	var out []string
	_, err := readLines(dir, ackedFile, 0, func(_ int64, line []byte) {
		var a acked
		if json.Unmarshal(line, &a) == nil && a.Key != "" {
			out = append(out, a.Key)
		}
	})
	return out, err
}

// event makes a line of said an Event; false if it is none.
func event(at, next int64, line []byte) (connectors.Event, bool) {
	var s said
	if json.Unmarshal(line, &s) != nil {
		return connectors.Event{}, false
	}
	key := id(saidFile, at)
	e := connectors.Event{
		Key: key, Kind: s.Kind, Place: Home(), From: Person(), At: s.At,
		Message: s.Message, Handle: s.Handle, ReplyTo: s.Reply, Text: s.Text,
		Emoji: connectors.NormalEmoji(s.Emoji), Button: s.Button, Cursor: cursor(next),
	}
	e.Place.Thread = s.Thread
	about := (s.Message != "") != (s.Handle != "")
	switch s.Kind {
	case connectors.Message:
		e.Message, e.Handle, e.Files = connectors.MessageID(key), "", s.Files
		return e, true
	case connectors.Edit:
		e.Files, e.Whole = s.Files, len(s.Files) > 0
		return e, about
	case connectors.Delete, connectors.Unreact:
		return e, about
	case connectors.React:
		return e, about && e.Emoji != ""
	case connectors.Press:
		return e, about && s.Button != ""
	}
	return e, false
}

func cursor(at int64) connectors.Cursor { return connectors.Cursor(strconv.FormatInt(at, 10)) }

// offset parses a cursor.
func offset(c connectors.Cursor) (int64, error) {
	if c == "" {
		return 0, nil
	}
	at, err := strconv.ParseInt(string(c), 10, 64)
	if err != nil || at < 0 || strings.HasPrefix(string(c), "+") {
		return 0, fmt.Errorf("cursor %q is not one of this connector", c)
	}
	return at, nil
}
