package folder

import (
	"context"
	"sync"
	"time"

	"citadel/connectors"
)

// Far is the other side of the platform: the person, who says things and sees
// what is shown. It needs no connector to run, and works in another process.
type Far struct {
	Dir string
	Now func() time.Time // the platform's clock; nil is 1 Jan 2026, always

	mu sync.Mutex // one speaks at a time
}

// Say adds a message and returns its id, which is also its event's key.
func (f *Far) Say(text string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Message, Text: text})
}

// Send adds a message with files. Those with a path are on this machine.
func (f *Far) Send(text string, files ...connectors.File) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Message, Text: text, Files: files})
}

// Reply adds a message that answers another.
func (f *Far) Reply(to connectors.MessageID, text string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Message, Reply: to, Text: text})
}

// Edit changes a message. Like the verbs below it returns the event's id.
func (f *Far) Edit(m connectors.MessageID, text string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Edit, Message: m, Text: text})
}

// Exchange changes a message, which holds these files from then on and no others.
func (f *Far) Exchange(m connectors.MessageID, text string, files ...connectors.File) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Edit, Message: m, Text: text, Files: files})
}

// Delete takes a message back.
func (f *Far) Delete(m connectors.MessageID) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Delete, Message: m})
}

// React puts an emoji on a message.
func (f *Far) React(m connectors.MessageID, emoji string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.React, Message: m, Emoji: emoji})
}

// Unreact takes it off again.
func (f *Far) Unreact(m connectors.MessageID, emoji string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Unreact, Message: m, Emoji: emoji})
}

// Press presses the button with that token under a post.
func (f *Far) Press(m connectors.MessageID, token string) (connectors.MessageID, error) {
	return f.add(said{Kind: connectors.Press, Message: m, Button: token})
}

func (f *Far) add(s said) (connectors.MessageID, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s.At = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if f.Now != nil {
		s.At = f.Now()
	}
	at, err := appendLine(f.Dir, saidFile, s)
	return connectors.MessageID(id(saidFile, at)), err
}

// Shown returns every post so far, in order; one that was sent twice is there
// twice.
func (f *Far) Shown() ([]Shown, error) {
	all, err := readShown(f.Dir)
	var posts []Shown
	for _, s := range all {
		if s.Key != "" {
			posts = append(posts, s)
		}
	}
	return posts, err
}

// Finished returns the ids of the events whose turn is over, in order.
func (f *Far) Finished() ([]connectors.MessageID, error) {
	all, err := readShown(f.Dir)
	var ids []connectors.MessageID
	for _, s := range all {
		if s.Finished != "" {
			ids = append(ids, s.Finished)
		}
	}
	return ids, err
}

// Drafted returns the draft that is shown in the room itself, whose post did not come
// yet; the zero Shown if there is none.
func (f *Far) Drafted() (Shown, error) {
	all, err := readShown(f.Dir)
	var now Shown
	for _, s := range all {
		switch {
		case s.Thread != "" || s.Finished != "":
		case s.Key != "" && s.Turn >= now.Draft:
			now = Shown{}
		case s.Draft != 0 && s.Text != "":
			now = s
		case s.Draft != 0 && s.Draft >= now.Draft:
			now = Shown{}
		}
	}
	return now, err
}

// Acked returns the keys of the events that were acknowledged, in order.
func (f *Far) Acked() ([]string, error) { return readAcked(f.Dir) }

// Await looks at the folder every few milliseconds until done says so, or
// returns ctx's error or the first of done's.
func (f *Far) Await(ctx context.Context, done func() (bool, error)) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
