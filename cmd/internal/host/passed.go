package host

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"citadel/brain/redact"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// PassedName is the folder of a home in which other programs leave what they want to be remembered.
// Only who runs in the home writes the ledger, so they leave it, and that one takes it up.
const PassedName = "passed"

// Limits of what is left, of our own.
const (
	MaxPassed  = 8 << 10 // bytes of one text
	mostPassed = 1000    // that wait

	passedEvery = 2 * time.Second
)

// ErrFull: more waits to be taken up than a citadel that runs would leave.
var ErrFull = errors.New("too much waits to be remembered: is citadel running?")

// passed is one thing that a program wants to be remembered.
type passed struct {
	On   time.Time `json:"on"`
	Text string    `json:"text"`
}

// Pass leaves words of a program to be remembered: as something that was heard, and not from the
// principal. It is kept when it returns, and taken up once by the citadel that runs in the home, or
// by the next one.
func Pass(home, text string, now time.Time) error {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > MaxPassed || !utf8.ValidString(text) {
		return fmt.Errorf("pass: a text of 1 to %d bytes is remembered", MaxPassed)
	}
	folder := filepath.Join(home, PassedName)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("pass: %w", err)
	}
	waiting, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("pass: %w", err)
	}
	if len(waiting) >= mostPassed {
		return fmt.Errorf("pass: %w", ErrFull)
	}
	b, err := json.Marshal(passed{now.UTC(), text})
	if err != nil {
		return fmt.Errorf("pass: %w", err)
	}
	// The names are in the order of time, and no two are the same.
	name := fmt.Sprintf("%020d-%s", now.UnixNano(), rand.Text())
	return leave(folder, name, b)
}

// leave writes a file that is there whole or not at all, also after a loss of power.
func leave(folder, name string, b []byte) error {
	f, err := os.CreateTemp(folder, ".*")
	if err != nil {
		return fmt.Errorf("pass: %w", err)
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(folder, name+".json"))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // what is left of it helps nobody
		return fmt.Errorf("pass: %w", err)
	}
	return nil
}

// takeIn takes up what programs left, now and until ctx ends.
func (c *Citadel) takeIn(ctx context.Context) error {
	tick := time.NewTicker(passedEvery)
	defer tick.Stop()
	for {
		if err := c.takePassed(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// takePassed takes up what is there. The error is that of the ledger.
func (c *Citadel) takePassed(ctx context.Context) error {
	folder := filepath.Join(c.home.Path, PassedName)
	all, err := os.ReadDir(folder)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("what programs left to be remembered cannot be read", "err", err)
		}
		return nil
	}
	for _, one := range all {
		name, ours := strings.CutSuffix(one.Name(), ".json")
		if !ours || !one.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, one.Name())
		p, err := readPassed(path)
		if err != nil {
			c.log.Warn("something that a program left to be remembered makes no sense and is dropped", "err", err)
		} else if err := c.hear(ctx, name, p); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil { // it is known by its name, and not taken up twice
			c.log.Warn("what a program left to be remembered cannot be removed", "err", err)
		}
	}
	return nil
}

func readPassed(path string) (passed, error) {
	info, err := os.Stat(path)
	if err != nil {
		return passed{}, err
	}
	if info.Size() > 8*MaxPassed { // JSON writes some characters as six
		return passed{}, fmt.Errorf("%s is too long", filepath.Base(path))
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return passed{}, err
	}
	return parsePassed(b)
}

func parsePassed(b []byte) (p passed, err error) {
	if err := json.Unmarshal(b, &p); err != nil {
		return p, err
	}
	if p.Text == "" || len(p.Text) > MaxPassed || p.On.IsZero() {
		return p, errors.New("it is empty, too long, or of no time")
	}
	return p, nil
}

// hear records what a program said: overheard, so that nothing is answered, and of a tool, so that
// it is evidence of nothing but that it was said.
func (c *Citadel) hear(ctx context.Context, name string, p passed) error {
	text, found := redact.Secrets(p.Text)
	h := event.Heard{
		Place: event.Place{Platform: "mcp", Room: "local"}, Audience: event.Private, Person: event.Person{Platform: "mcp", ID: "program", Name: "a program"},
		Message: name, On: p.On, Text: text, Overheard: true,
	}
	for _, f := range found {
		h.Removed = append(h.Removed, string(f.Kind))
	}
	e := c.ears.Write(h)
	e.Trust, e.Key = event.ByTool, "passed/"+name
	if _, err := c.Mind.Record(ctx, e); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return fmt.Errorf("take up what a program left: %w", err)
	}
	return nil
}
