package model

import (
	"errors"
	"fmt"
	"time"
)

// ErrVectors, in the chain of an Error that is Broken, says that some of the vectors cannot be used:
// their lengths differ, or a number is none. Of fewer texts they may be right.
var ErrVectors = errors.New("vectors that cannot be used")

// Reason says why a call failed, as far as a caller can act on it.
type Reason uint8

// The reasons. The zero value is the careful one: nobody knows what it did, and it may
// have to be paid.
const (
	Unknown      Reason = iota
	Unreachable         // no connection: refused, no such host, TLS
	Timeout             // no answer in time; it may have to be paid
	Overloaded          // the provider has too much to do, or failed by itself (5xx); also in the middle of an answer
	RateLimited         // wait Error.After first
	Cut                 // the stream ended before the answer did; it has to be paid
	Broken              // what came is not this protocol: HTML, half an object
	Unauthorised        // the key is missing, wrong, or not allowed to use this model
	NoCredit            // the account with the provider has no money left
	NoModel             // the provider does not have this model
	TooLong             // more than the model can read
	Refused             // the model, or its provider, will not answer this
	Malformed           // the answer is not the JSON that was asked for
	Invalid             // the provider does not take the request: a mistake of ours
	Stopped             // we ended it; what it had used up is to be paid
	Unnamed             // the principal was not told of this provider, so nothing was sent
	Unpriced            // nobody knows what it costs, nor what the dearest does, so nothing was sent
	Unrecorded          // a replay has no record of this call
)

var reasons = [...]string{
	"unknown outcome", "unreachable", "timeout", "overloaded", "rate limited", "cut short", "broken answer", "unauthorised",
	"no credit", "no such model", "too long", "refused", "malformed answer", "invalid request", "stopped", "not named yet",
	"price unknown", "no record",
}

// String is the reason in lower-case words, for logs and events.
func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// Error is how a call failed. Callers take it with errors.As and decide on Reason, never
// on the text.
type Error struct {
	Op     string // "anthropic: complete"
	Reason Reason
	Status int           // of HTTP; 0 where there was none
	After  time.Duration // RateLimited, Overloaded: not before this has passed, a day at most; 0 if nobody said
	Err    error         // the cause; may be nil, and never holds a key or words of the conversation
}

// Error is one line: operation, reason, status and cause. It holds no key and no words of
// the conversation.
func (e *Error) Error() string {
	s := e.Op + ": " + e.Reason.String()
	if e.Status > 0 {
		s += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
