package model

import (
	"context"
	"fmt"
	"time"
)

// Purpose is what a call is for: a turn of the conversation, or a run of a job.
type Purpose struct {
	Message uint64 // the first message the turn answers: tries of the same turn share a ceiling
	Turn    uint64 // the turn.began
	Job     string // or the job
	Slot    string // and its slot
	Kind    string // of turn, as "spend" lists it: the tier
	Line    string // of the budget: Pulses, or none

	// From numbers the events whose words the request carries, besides the messages of the
	// turn: once one of them is forgotten, so is what was said in the call.
	From []uint64
}

// Pulses is the line of the budget for what nobody waits for: thoughts and journals. It has a ceiling a
// day of its own, below that of the day (TRUST, Defaults).
const Pulses = "pulses"

// Attempt is a call about to be made.
type Attempt struct {
	Purpose  Purpose
	Role     Role
	Provider string
	Model    string
	Most     USD  // it cannot cost more
	Least    USD  // the most it would cost with the shortest answer worth having; 0 if nobody said
	Bound    int  // tokens that go in, at most, before any factor that was learned; 0 if nobody said
	Unpriced bool // nobody knows its price, so the dearest is counted
	Try      int  // from 1, counted over all models asked for the same answer

	MaxTokens  int
	Creativity Creativity
	Effort     Effort
	Tools      int
	Digest     string // hex SHA-256 of the request
}

// Receipt is how it ended.
type Receipt struct {
	Outcome string // "ok", or a Reason in words
	Stop    Stop
	Usage   Usage
	Cost    USD  // to be paid
	Guessed bool // the provider said nothing; Cost is what may have to be paid
	Latency time.Duration
	Text    string // as the model wrote it, before anything was taken out
	Calls   []Call
}

// Purse keeps the money and the record of every call. It is what makes a ceiling hold.
type Purse interface {
	// Reserve sets Most aside, durably, or says with a *CeilingError that it does not fit:
	// of the ceilings it would pass, the one that leaves the least room. What may still be
	// set aside is then Limit - Spent. Whoever reserves settles, whatever became of the call.
	Reserve(ctx context.Context, a Attempt) (Ticket, error)
	// Settle records how the call ended and frees what it did not cost. It is not undone by
	// the end of ctx. A ticket is settled once; a second time is an error that changes nothing.
	Settle(ctx context.Context, t Ticket, r Receipt) error
}

// Ticket names a reservation. Only its purse reads it.
type Ticket uint64

// CeilingError says which ceiling a call would have passed.
type CeilingError struct {
	Ceiling string // "turn", "job", "pulses", "day" or "month"
	Limit   USD
	Spent   USD // with what is set aside
	Wanted  USD
}

// Error is one line.
func (e *CeilingError) Error() string {
	return fmt.Sprintf("the ceiling of this %s is US$%.2f, US$%.2f are spent and US$%.2f were wanted",
		e.Ceiling, e.Limit.Dollars(), e.Spent.Dollars(), e.Wanted.Dollars())
}

// Dollars is the amount in dollars, for showing.
func (u USD) Dollars() float64 { return float64(u) / 1e6 }
