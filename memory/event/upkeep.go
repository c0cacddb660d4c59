package event

import "time"

// Created is the first event of every ledger.
type Created struct {
	Form int `json:"form"` // of the stored events; see package ledger
}

// Forgotten says whose keys were destroyed. It never says what they held.
type Forgotten struct {
	Seqs   []Seq  `json:"seqs"`
	Again  []Seq  `json:"again,omitempty"` // messages that support what was lost with them: to be read again
	Reason string `json:"reason"`          // "asked", "unsaid" or Expired
	// Digest names exactly what was destroyed, without opening it: see package ledger, Receipts.
	// Records of version 0.3 and before have none.
	Digest string `json:"digest,omitempty"`
}

// Expired is the reason of forgetting what is kept for a limited time only.
const Expired = "retention"

// Violation records that a subsystem tried to write what is not its own.
type Violation struct {
	By     Source `json:"by"`
	Wanted Kind   `json:"wanted"`
	Why    string `json:"why"`
}

// Checkpointed vouches for a saved state of the folds.
type Checkpointed struct {
	UpTo   Seq     `json:"up_to"`
	Covers []Saved `json:"covers"`
	Root   string  `json:"root"` // hex SHA-256 over the digests of Covers, in order
}

// Saved is one fold's part of a checkpoint.
type Saved struct {
	Fold    string `json:"fold"`
	Version int    `json:"version"`
	Size    int    `json:"size"`
	Digest  string `json:"digest"` // hex SHA-256 of the saved bytes
}

// Started says that a process took up the mind.
type Started struct {
	Version string    `json:"version"`
	Host    string    `json:"host,omitempty"`
	Alive   time.Time `json:"alive,omitzero"` // when the process before it was last known to live
	Clean   bool      `json:"clean"`          // that one said goodbye

	// Unanchored: a ledger was there and no anchor beside it, so an end cut off before this
	// start would not be seen.
	Unanchored bool `json:"unanchored,omitempty"`
}

// Ended says that the process left in good order.
type Ended struct {
	Cause string `json:"cause"` // "asked", "end of input", "signal"
}

// JobBegan claims a slot of a job.
type JobBegan struct {
	Job     string `json:"job"`
	Slot    string `json:"slot"`
	Attempt int    `json:"attempt"`
}

// How a run of a job can turn out.
const (
	JobDone    = "done"
	JobNothing = "nothing"
	JobFailed  = "failed"
	JobMissed  = "missed" // too late to be of use
)

// JobRan closes a slot of a job.
type JobRan struct {
	Job     string `json:"job"`
	Slot    string `json:"slot"`
	Outcome string `json:"outcome"`
	Why     string `json:"why,omitempty"`
}

// DayBooked is when the principal has appointments on a day, as his calendars said that morning: nothing is said
// unasked meanwhile (TRUST, Bad moments). It holds times alone.
type DayBooked struct {
	Day   string `json:"day"` // where he is: "2026-11-20"
	Spans []Span `json:"spans"`
}

// Span is a stretch of time, its end excluded.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

func (DayBooked) Kind() Kind    { return "day.booked" }
func (Created) Kind() Kind      { return "created" }
func (Forgotten) Kind() Kind    { return "forgotten" }
func (Violation) Kind() Kind    { return "violation" }
func (Checkpointed) Kind() Kind { return "checkpointed" }
func (Started) Kind() Kind      { return "started" }
func (Ended) Kind() Kind        { return "ended" }
func (JobBegan) Kind() Kind     { return "job.began" }
func (JobRan) Kind() Kind       { return "job.ran" }
