package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Conversation is one line of a data file.
type Conversation struct {
	Set       string     `json:"set"` // which collection it belongs to; results are told per set
	ID        string     `json:"id"`
	Turns     []Turn     `json:"turns"` // in the order they were said
	Questions []Question `json:"questions"`
}

// Turn is something said.
type Turn struct {
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
	Speaker string    `json:"speaker"`
	Role    string    `json:"role"` // see the constants; anyone else is a Person
	Text    string    `json:"text"`
	Caption string    `json:"caption,omitempty"` // what a picture beside it shows
}

// Who said a turn.
const (
	User      = "user"      // the principal
	Assistant = "assistant" // the agent
	Person    = "person"    // somebody in a talk that the principal passes on
)

// Question is asked a day after the last turn.
type Question struct {
	Text     string   `json:"text"`
	Category string   `json:"category"`
	Evidence []string `json:"evidence"` // ids of the turns that hold the answer

	// Stale are turns that told it as it was, Current those that tell it as it is.
	Stale   []string `json:"stale,omitempty"`
	Current []string `json:"current,omitempty"`
}

// Adversarial is the category of questions about somebody who never said that.
const Adversarial = "adversarial"

// counts says whether a question is part of the headline.
func (q Question) counts() bool { return len(q.Evidence) > 0 && q.Category != Adversarial }

// maxLine is the largest conversation that is read, in bytes.
const maxLine = 64 << 20

// Read reads conversations, one a line. Empty lines are passed over.
func Read(r io.Reader) ([]Conversation, error) {
	var all []Conversation
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<20), maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var c Conversation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return all, nil
}

func (c Conversation) check() error {
	if len(c.Turns) == 0 {
		return errors.New("a conversation without turns")
	}
	known := map[string]bool{}
	for _, t := range c.Turns {
		if t.ID == "" || known[t.ID] {
			return fmt.Errorf("the turn %q is there twice, or has no id", t.ID)
		}
		if t.At.IsZero() {
			return fmt.Errorf("the turn %q has no date", t.ID)
		}
		known[t.ID] = true
	}
	return nil
}

// asked is when the questions of a conversation are asked.
func (c Conversation) asked() time.Time { return c.Turns[len(c.Turns)-1].At.Add(24 * time.Hour) }
