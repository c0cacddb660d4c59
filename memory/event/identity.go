package event

import "time"

// IdentityProposed is a change of how the agent works with the principal, in the words of the description that
// every model is given (SPEC §16; TRUST, Identity rewriting itself). It rests on the messages that it quotes.
type IdentityProposed struct {
	Version  int              `json:"version"` // that it would be; the founding one is 1
	Changes  []IdentityChange `json:"changes"`
	Lines    []string         `json:"lines"`           // all of that version
	Distance float64          `json:"distance"`        // of it from version 1: 0 to 1
	Alone    bool             `json:"alone,omitempty"` // it starts by itself unless it is refused; else only at the principal's word
	By       string           `json:"by"`              // the model
	On       time.Time        `json:"on"`
}

// IdentityChange is one line for another. New is empty where the line goes.
type IdentityChange struct {
	Old    string          `json:"old"`
	New    string          `json:"new,omitempty"`
	Quotes []IdentityQuote `json:"quotes"`
}

// IdentityQuote is what the principal said that a change rests on, in his words.
type IdentityQuote struct {
	Message Seq    `json:"message"`
	Words   string `json:"words"`
}

// IdentityStarted says that a proposal that nobody refused holds from now on.
type IdentityStarted struct {
	Proposal Seq `json:"proposal"`
}

// IdentityChosen is what the principal made of a proposal, or the version that he went back to.
type IdentityChosen struct {
	How      string `json:"how"` // one of the constants below
	Proposal Seq    `json:"proposal,omitempty"`
	Version  int    `json:"version,omitempty"`
}

// What the principal can make of it.
const (
	IdentityTake   = "take"
	IdentityKeep   = "keep"
	IdentityRevert = "revert"
)

func (IdentityProposed) Kind() Kind { return "identity.proposed" }
func (IdentityStarted) Kind() Kind  { return "identity.started" }
func (IdentityChosen) Kind() Kind   { return "identity.chosen" }

func (p IdentityProposed) When() time.Time { return p.On }
