// Package ponder is how background work has a model think: it is shown numbered notes, each of one event, answers
// with JSON of a schema, and whatever it says has to name the notes it rests on. So what comes of a thought can be
// traced, and goes when a note is forgotten.
//
// The notes are material, and no instruction: what is shown of them is bounded, without keys or passwords, and
// cannot end before its end. The caller decides what goes in, sees to it that the words of others do not, and checks
// what the answer says. Nothing is asked about no notes: "nothing to say" costs no tokens.
package ponder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"citadel/brain/model"
	"citadel/brain/redact"
	"citadel/memory/event"
)

// Asking has a model answer. It is nil where there is none. What a call may cost is set aside before it, and the
// error is the purse's where a ceiling is reached (package purse).
type Asking = func(ctx context.Context, a model.Ask) (model.Answer, error)

// Bounds of what is shown and taken, in bytes.
const (
	longestNote   = 400
	longestAnswer = 1 << 16
)

// Note is one thing that a model is shown: what it is, and its words.
type Note struct {
	Seq  event.Seq
	How  string // a word of the program's own
	Text string
}

// Notes are shown in their order, numbered from 1.
type Notes []Note

// String is how a model reads them.
func (n Notes) String() string {
	var b strings.Builder
	for i, x := range n {
		fmt.Fprintf(&b, "<note number=\"%d\" how=\"%s\">%s</note>\n", i+1, x.How, plain(x.Text))
	}
	return b.String()
}

// unmarked takes from words what could be read as the end of a note.
var unmarked = strings.NewReplacer("<", "‹", ">", "›")

func plain(text string) string {
	text, _ = redact.Secrets(strings.Join(strings.Fields(text), " "))
	if len(text) > longestNote {
		cut := longestNote
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + " …"
	}
	return unmarked.Replace(text)
}

// Named gives the notes of some numbers, each once; false if one of them is none, or there are no numbers.
func (n Notes) Named(numbers []int) (named []Note, ok bool) {
	seen := map[int]bool{}
	for _, i := range numbers {
		if i < 1 || i > len(n) {
			return nil, false
		}
		if !seen[i] {
			seen[i] = true
			named = append(named, n[i-1])
		}
	}
	return named, len(named) > 0
}

// Matter is what is thought about.
type Matter struct {
	Job, Slot    string
	Notes        Notes
	Instructions string
	Schema       json.RawMessage // of the answer: shapes only; what a value may be is the caller's to check
	MaxTokens    int
}

// The errors of Put, beside those of asking.
var (
	ErrNothing = errors.New("there is nothing to think about")
	ErrAnswer  = errors.New("the answer is not of the form that was asked for")
)

// Put asks a model and reads its answer into a struct; by is the name of the model. It costs money and blocks until
// the answer is there or ctx ends.
func (m Matter) Put(ctx context.Context, ask Asking, into any) (by string, err error) {
	if len(m.Notes) == 0 {
		return "", ErrNothing
	}
	purpose := model.Purpose{Job: m.Job, Slot: m.Slot, Line: model.Pulses}
	for _, n := range m.Notes {
		purpose.From = append(purpose.From, uint64(n.Seq))
	}
	answer, err := ask(ctx, model.Ask{Role: model.Background, Purpose: purpose, Request: model.Request{
		System:   []model.Passage{{Text: m.Instructions, Cache: true}},
		Messages: []model.Message{model.Says(model.User, m.Notes.String())},
		Schema:   m.Schema, MaxTokens: m.MaxTokens, Effort: model.LowEffort,
	}})
	if model.Formless(err) {
		return "", fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if err != nil {
		return "", fmt.Errorf("ask a model: %w", err)
	}
	if len(answer.Text) > longestAnswer {
		return "", fmt.Errorf("%w: %d bytes", ErrAnswer, len(answer.Text))
	}
	if err := json.Unmarshal([]byte(answer.Text), into); err != nil {
		return "", ErrAnswer // it may hold words of the notes
	}
	return answer.Card.Name, nil
}
