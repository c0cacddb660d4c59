package model

import (
	"context"
	"sync"
)

// ear passes on the text of one attempt after another, so that the texts of two are never
// heard as one.
type ear struct {
	to      func(string)
	restart func()

	mu      sync.Mutex
	open    int  // the attempt that is heard; pieces of older ones are dropped
	twice   int  // twice the bound of its tokens
	begun   bool // something was heard that is not void
	muted   bool // it cannot be made void
	speaker int  // counts attempts
}

// begin makes what was heard void and gives the ear of a new attempt. After the end of ctx
// nothing is passed on.
func (e *ear) begin(ctx context.Context) func(string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.speaker++
	e.open, e.twice = e.speaker, 0
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
		if mine != e.open || piece == "" {
			return
		}
		e.twice += twice(piece)
		if e.to != nil && !e.muted && ctx.Err() == nil {
			e.begun = true
			e.to(piece)
		}
	}
}

// end closes the ear of the attempt and says how many tokens it heard, at most.
func (e *ear) end() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = 0
	return halves(e.twice)
}
