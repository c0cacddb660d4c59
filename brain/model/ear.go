package model

import (
	"context"
	"sync"
	"unicode/utf8"
)

// ear passes on the text of one attempt after another, so that the texts of two are never
// heard as one, and nobody hears more than an answer may be long.
type ear struct {
	to      func(string)
	restart func()

	mu      sync.Mutex
	open    int  // the attempt that is heard; pieces of older ones are dropped
	twice   int  // twice the bound of its tokens
	room    int  // bytes that may still come
	over    bool // more came than that
	begun   bool // something was heard that is not void
	muted   bool // it cannot be made void
	speaker int  // counts attempts
}

// begin makes what was heard void and gives the ear of a new attempt. After the end of ctx
// nothing is passed on, nor is what comes after so many bytes; of that enough is told, once.
func (e *ear) begin(ctx context.Context, most int, enough func()) func(string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.speaker++
	e.open, e.twice, e.room, e.over = e.speaker, 0, most, false
	if e.begun {
		e.begun = false
		e.muted = e.restart == nil
		if e.restart != nil {
			e.restart()
		}
	}
	mine := e.speaker
	return func(piece string) {
		e.mu.Lock()
		defer e.mu.Unlock()
		if mine != e.open || e.over || piece == "" {
			return
		}
		if len(piece) > e.room {
			e.over = true
			defer enough()
			if piece = clip(piece, e.room); piece == "" {
				return
			}
		}
		e.room -= len(piece)
		e.twice += twice(piece)
		if e.to != nil && !e.muted && ctx.Err() == nil {
			e.begun = true
			e.to(piece)
		}
	}
}

// end closes the ear of the attempt and says how many tokens it heard, at most, and whether
// that was not all, because it was too much.
func (e *ear) end() (tokens int, over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = 0
	return halves(e.twice), e.over
}

// longest is how many bytes of text an answer of at most so many tokens is believed to have.
// A token is four bytes of English and seldom more than ten of anything, so that a server
// which passes this does not count what it was told to.
func longest(maxTokens int) int { return min(maxTokens, tooMany)*16 + 4<<10 }

// clip is the beginning of a text, of at most n bytes, with whole characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// shortened is an answer that went on beyond what MaxTokens can hold, as if it had been kept
// to that. What else is in it came after, or nobody knows whether it is whole.
func shortened(r Response, most int) Response {
	r.Text, r.Calls, r.Stop = clip(r.Text, most), nil, Length
	r.Message = Says(Assistant, r.Text)
	return r
}
