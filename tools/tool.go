// Package tools is what the agent can do: the vocabulary of a tool, and a set of them. The
// tools themselves stand in the packages below, one outside system each.
//
// A tool says what it is and does what it is told. It decides nothing: whether a call may run,
// whether the principal is asked first, what is written down of it and what is made of words of
// strangers, is the business of the mind (SPEC §11). So that those who decide can, a tool says
// of itself what it may change, to whom it may reach, and how to look afterwards whether it did.
package tools

import (
	"context"
	"encoding/json"
	"time"
)

// Class is what a call of a tool may change. A tool that says nothing is taken for the worst.
type Class uint8

// The classes, the most harmful first.
const (
	World Class = iota // something outside the mind: mail, files, calendars, what a server of others does
	Mind               // the ledger alone, and what it writes can be taken back
	Reads              // nothing
)

// String names a class as the principal reads it.
func (c Class) String() string {
	switch c {
	case Mind:
		return "mind"
	case Reads:
		return "reads"
	}
	return "world"
}

// Stakes are why a call is asked for whatever the principal's policy says (TRUST, Approval by
// accident). They add up.
type Stakes uint8

// The stakes.
const (
	Money     Stakes = 1 << iota // it pays, buys or moves money
	Deletes                      // something is gone afterwards
	Recipient                    // it reaches somebody: Tool.Reaches says whom
	Outward                      // it asks whoever its arguments name, so that what they hold is told to a stranger
)

// Has says whether s holds all of t.
func (s Stakes) Has(t Stakes) bool { return s&t == t }

// Limits of a tool, of our own. What keeps them is the mind, not the tool.
const (
	MaxTime   = 60 * time.Second // of one call
	MaxArgs   = 256 << 10        // bytes of its arguments
	MaxOutput = 32 << 10         // bytes of what it says that a model is shown; the rest is cut, and said to be
)

// Tool is something the agent can do.
type Tool struct {
	Name        string          // letters, digits, "_" and "-", at most 64; never changes, as policies name it
	Description string          // for a model: what it does, when to use it
	Params      json.RawMessage // JSON schema of an object

	Class  Class
	Stakes Stakes

	// Time is how long a call may take where that is not MaxTime: of one that is much work, and ours.
	Time time.Duration

	// Server is the server of others whose tool it is, trusted or not; empty for ours.
	Server string

	// Foreign says that its description is not ours either, as that of a tool on a server of
	// others: whoever reads it has read a stranger's words.
	Foreign bool

	// Run does it, with arguments that fulfil Params. It ends soon after ctx. Of one tool several
	// calls may run at once where its class is Reads. An error is a *Failure or is worded for
	// nobody: then the model is told only that it failed. What somebody else says of a failure
	// is not for the Failure: it comes as a Result beside it, with its source.
	Run func(ctx context.Context, args json.RawMessage) (Result, error)

	// Card shows a call to the principal before he approves it. Nothing that the call would do is
	// left out. Nil shows the arguments as they are.
	Card func(args json.RawMessage) Card

	// Reaches says whom a call would reach, as addresses of the system it is about. Nil where
	// Stakes has no Recipient; an empty list where this call reaches nobody.
	Reaches func(args json.RawMessage) []string

	// Check looks whether a call had the effect it was to have (SPEC §11, read-back), whether or
	// not Run came back: result is the zero value where it did not. It changes nothing. Nil where
	// there is no way to look.
	Check func(ctx context.Context, args json.RawMessage, result Result) (Finding, error)
}

// Result is what a call brought.
type Result struct {
	Text string // for the model and the receipt, as plain text or Markdown; cut by the caller at MaxOutput

	// Sources are where words of others in Text come from. None where all of it is ours, such as
	// "moved to 10:00".
	Sources []Source

	// Of is how many bytes there were, where the tool itself left some out; else 0.
	Of int

	// Ref names what the call made or changed, in the words of its system, so that Check finds it.
	Ref string
}

// Source is where words that are not ours come from.
type Source struct {
	What string    // as it is named to the principal: "a mail from priya.nair@acme.example", "the page acme.example/prices"
	Link string    // where he finds it; empty where there is no such thing
	On   time.Time // when it was written or sent; zero where nobody says
}

// Card is a call as the principal sees it before he approves.
type Card struct {
	Question string   // the first line: "Send this mail?"
	Facts    []string // one line each: "To: priya.nair@acme.example"
	Quote    string   // the text that would go out, whole
	After    string   // what cannot be undone: "Mail can't be recalled."
	Verb     string   // what the button and the word say: "Send", and then `send K7`
}

// Finding is what looking afterwards showed.
type Finding struct {
	Holds bool   // it is as it was meant to be
	Text  string // what was seen: "Read back from your Sent folder: same text, no attachment."
}

// Failure is why a call could not do what it was to do, worded for a model and for the principal.
type Failure struct {
	Reason Reason
	Text   string // one sentence of ours: what happened, and what may help
	Err    error  // for the log; may be nil
}

// Reason sorts failures by what to make of them.
type Reason string

// The reasons.
const (
	Invalid     Reason = "invalid"     // the arguments make no sense there; other ones may
	Missing     Reason = "missing"     // what they name is not there
	Forbidden   Reason = "forbidden"   // it is not allowed, by settings or by the other side
	Unavailable Reason = "unavailable" // nobody answers, or not now: later may do
	Garbled     Reason = "garbled"     // what came back makes no sense
	Unsure      Reason = "unsure"      // nobody knows whether it happened
)

// Error is one line.
func (f *Failure) Error() string {
	if f.Err != nil {
		return string(f.Reason) + ": " + f.Text + ": " + f.Err.Error()
	}
	return string(f.Reason) + ": " + f.Text
}

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }
