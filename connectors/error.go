package connectors

import (
	"fmt"
	"time"
)

// Reason says why an operation failed, as far as a caller can act on it.
type Reason uint8

// The reasons. The zero value is the careful one: an error that nobody
// classified may have had an effect.
const (
	Unknown     Reason = iota // it may have arrived; ask a Finder before trying again
	Temporary                 // it did not arrive; the same call may succeed later
	RateLimited               // it did not arrive; wait Error.After first
	TooLong                   // longer than Limits.Max; split it
	Forbidden                 // not allowed to, by token or membership; trying again is useless until a person acts
	Gone                      // the place or message no longer exists
	Invalid                   // the platform or the connector cannot take this; a mistake of ours
)

// String is the reason in lower-case words, for logs.
func (r Reason) String() string {
	switch r {
	case Unknown:
		return "unknown outcome"
	case Temporary:
		return "temporary"
	case RateLimited:
		return "rate limited"
	case TooLong:
		return "too long"
	case Forbidden:
		return "forbidden"
	case Gone:
		return "gone"
	case Invalid:
		return "invalid"
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// Error is how a connector's operation failed. Callers take it with errors.As
// and decide on Reason, never on the text.
type Error struct {
	Op     string // "console: send"
	Reason Reason
	After  time.Duration // RateLimited: not before this has passed; 0 if the platform did not say
	To     Place         // Gone: the place that the one it was for goes on as, without a thread; zero if it does not
	Err    error         // the cause; may be nil
}

// Error is one line: operation, reason and cause. It holds no message text.
func (e *Error) Error() string {
	s := e.Op + ": " + e.Reason.String()
	if e.After > 0 {
		s += fmt.Sprintf(" (retry after %s)", e.After)
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap gives the cause, so that errors.Is finds a context's error.
func (e *Error) Unwrap() error { return e.Err }
