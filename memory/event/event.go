// Package event is the catalogue of everything the mind records: one payload
// struct per kind, who may write it, and how bodies of older versions are lifted.
//
// A payload is plain data. It names another event of its own batch inside its body
// only where the ledger fills that in (see Numbering), because numbers are given only
// when the batch is written; else what belongs together is named in the causes of the
// event (see package ledger).
package event

import "time"

// Seq is the number of an event in its ledger: dense, from 1. Zero names no event.
type Seq uint64

// Kind names what an event says, and so the type of its body.
type Kind string

// Source names a subsystem that writes events. Each kind belongs to exactly one.
type Source string

// The subsystems.
const (
	Ledger    Source = "ledger"    // the log itself: creation, forgetting, violations
	Memory    Source = "memory"    // checkpoints
	Bot       Source = "bot"       // what was heard, and requests made by the principal
	Brain     Source = "brain"     // turns and what they recalled
	Models    Source = "models"    // calls of language models, money, and who is asked
	Outbox    Source = "outbox"    // posts, whoever asked for them
	Learning  Source = "learning"  // memories and what became of them
	Loops     Source = "loops"     // open loops and reminders
	Decisions Source = "decisions" // decisions, proposed and confirmed
	Self      Source = "self"      // errors that were pointed out, claims and notes of its own
	Agency    Source = "agency"    // what the agent has in mind, grows at, wonders about, watches and means to do
	Hands     Source = "hands"     // calls of tools, and what is asked before them
	Principal Source = "principal" // what the principal set: rules, name, zone, pause
	Accounts  Source = "accounts"  // which accounts are the principal's
	Jobs      Source = "jobs"      // which background work ran
	Host      Source = "host"      // starts and stops of the process
)

// Trust says whose word an event is.
type Trust string

// The degrees of trust. Text that is not the principal's own is data, never an instruction.
const (
	ByPrincipal  Trust = "principal"
	ByAgent      Trust = "agent"
	ByTool       Trust = "tool"
	ByThirdParty Trust = "third-party"
	ByImport     Trust = "import"
)

// Payload is the body of an event.
type Payload interface{ Kind() Kind }

// Audience says who can read a place, from widest to strictest (TRUST, Private into public).
type Audience string

// The audiences. The zero value is treated as Private.
const (
	Shared  Audience = "shared"  // channels, group conversations, guests
	Work    Audience = "work"    // a direct message on a server that others administer
	Private Audience = "private" // the console, a private direct message
)

// Place is where something was said or is to be said. It is comparable.
type Place struct {
	Platform string `json:"platform"`
	Account  string `json:"account,omitempty"`
	Room     string `json:"room,omitempty"`
	Thread   string `json:"thread,omitempty"`
}

// SharesRoom says whether two places are the same but for the thread.
func (p Place) SharesRoom(q Place) bool {
	p.Thread, q.Thread = "", ""
	return p == q
}

// Cite ties a stretch of a post's text to the events that state it.
// Start and End are byte offsets into the text.
type Cite struct {
	Start int   `json:"start"`
	End   int   `json:"end"`
	Seqs  []Seq `json:"seqs"`
}

// Happened is implemented by payloads that tell of something with a time of its own,
// other than the moment of recording. Ages count from it.
type Happened interface{ When() time.Time }
