package event

import "time"

// Provenance says where a memory comes from. A memory without one is an error (SPEC §13.1).
type Provenance string

// The provenances.
const (
	Stated     Provenance = "stated"      // by the principal
	Observed   Provenance = "observed"    // read from the world
	Reported   Provenance = "third-party" // somebody else's words
	Inferred   Provenance = "inferred"
	Generated  Provenance = "model"
	Imported   Provenance = "imported"
	Unprovided Provenance = ""
)

// Learned is a memory made from something that was heard: a fact, a preference, a feeling.
// From names the messages that state it; Quote occurs in one of them word for word.
type Learned struct {
	Sort       string     `json:"sort"` // fact, preference, statement, belief …
	Text       string     `json:"text"` // a sentence that stands by itself
	Quote      string     `json:"quote,omitempty"`
	Subject    string     `json:"subject,omitempty"`
	Attribute  string     `json:"attribute,omitempty"`
	Value      string     `json:"value,omitempty"`
	Provenance Provenance `json:"provenance"`
	Importance float64    `json:"importance"` // 0 to 1
	Class      string     `json:"class"`      // decay class (SPEC §13.2)
	On         time.Time  `json:"on"`
	Hedged     bool       `json:"hedged,omitempty"`
	Audience   Audience   `json:"audience,omitempty"`
	Place      Place      `json:"place,omitzero"` // where it was said, if that was shared
	Supersedes []Seq      `json:"supersedes,omitempty"`
	Kept       bool       `json:"kept,omitempty"` // the principal asked for it by "remember"

	// Amends are messages that say more than what this corrects in them: of those only what they say of
	// the same attribute of the same subject ends, for as long as this holds.
	Amends []Seq `json:"amends,omitempty"`
}

// SortTheory is the sort of a memory that joins others by a reason (SPEC §13.1): that they belong together is a thought
// of the agent's, which none of them states. It rests on them.
const SortTheory = "theory"

// Superseded says that a memory no longer holds. It stays as history. What it rests on is what it
// stands by: the newer statement, and the older one where that was read through after it.
type Superseded struct {
	Memory Seq       `json:"memory"`       // Here where the same batch learns it
	By     Seq       `json:"by,omitempty"` // what holds instead, where there is one
	On     time.Time `json:"on"`
	Reason string    `json:"reason"`
	Again  []Seq     `json:"again,omitempty"` // messages that say it too, where what it was made of does no more: to be read again
}

// Reasons of a Superseded that the principal gave: what he said was wrong never held.
const (
	Wrong     = "wrong"
	Corrected = "corrected" // and said what is right
	Undone    = "undone"    // the change that it came from was taken back
)

// Reasons of a Superseded that stands on a newer statement alone: nobody said that the older one
// was wrong, and if the newer one is forgotten the older one holds again.
const (
	Changed = "changed"          // another value
	Firmer  = "said more firmly" // the same one
)

// Restored takes a Superseded back.
type Restored struct {
	Memory Seq `json:"memory"`
}

// ByRules is who integrates without a model.
const ByRules = "rules"

// Integrated says that messages have been read for what they teach. Each message is
// integrated once by the rules and, where a model is to have a second look, once by it.
type Integrated struct {
	Messages []Seq    `json:"messages"`
	By       string   `json:"by"` // "rules" or a model's name
	Learned  int      `json:"learned"`
	Dropped  int      `json:"dropped,omitempty"`
	Faults   []string `json:"faults,omitempty"` // why items were dropped; never their words
	Left     bool     `json:"left,omitempty"`   // the messages left the window with this
	Again    bool     `json:"again,omitempty"`  // a model should have a second look
}

func (Learned) Kind() Kind    { return "learned" }
func (Superseded) Kind() Kind { return "superseded" }
func (Restored) Kind() Kind   { return "restored" }
func (Integrated) Kind() Kind { return "integrated" }

func (p Learned) When() time.Time    { return p.On }
func (p Superseded) When() time.Time { return p.On }
