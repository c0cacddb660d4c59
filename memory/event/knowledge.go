package event

// Reinforced is further evidence for a memory that is there already: what was about to be
// written says the same (SPEC §13.5). From names the events that say so; Roots are those of
// them that no earlier evidence rests on, and only they count. With none it is an echo, which
// is kept for the record and changes nothing.
type Reinforced struct {
	Memory Seq    `json:"memory"`
	Roots  []Seq  `json:"roots,omitempty"`
	As     string `json:"as"` // Again, Agreeing or Lapsed
}

// How a memory is reinforced.
const (
	Again    = "again"    // the same was said: one more root
	Agreeing = "agreeing" // something related was found consistent with it
	Lapsed   = "lapsed"   // its author made other words of it: its roots are evidence no more
)

// Disputed is two memories of which at most one can hold, and no winner: a thread that stays
// open until the principal chooses, one side is superseded, or one loses its last root. It rests
// on both; the newer one may stand in From alone, since it is often written in the same commit.
type Disputed struct {
	Between  []Seq    `json:"between"` // the older first
	Audience Audience `json:"audience,omitempty"`
	Place    Place    `json:"place,omitzero"` // where it may be told, if that is shared
}

// Settled closes a Disputed. With BothHold it rests on both statements; Dispute is zero where he was asked of two
// messages before anything was learned of them.
type Settled struct {
	Dispute Seq    `json:"dispute"`
	Keeps   Seq    `json:"keeps,omitempty"` // the side that holds, where one does
	How     string `json:"how"`             // Chosen, BothHold, Replaced or Unrooted
}

// How a dispute ends.
const (
	Chosen   = "chosen"   // by the principal
	BothHold = "both"     // by the principal: neither speaks against the other
	Replaced = "replaced" // one side was superseded
	Unrooted = "unrooted" // one side lost what it rested on
)

// Proposed says that something was put before the principal (TRUST, Confirming): an inferred
// memory, or the question which side of a Disputed holds.
type Proposed struct {
	Memory  Seq `json:"memory,omitempty"`
	Dispute Seq `json:"dispute,omitempty"`
}

// Judged is the principal's verdict on a memory: his word is the only one that lifts the
// ceiling of what was inferred.
type Judged struct {
	Memory  Seq    `json:"memory"`
	Verdict string `json:"verdict"` // see the constants
}

// Verdicts.
const (
	Confirmed = "confirmed"
	Rejected  = "rejected"
	Skipping  = "skipped"
	Withdrawn = "withdrawn" // takes the last verdict on the memory back
)

// Consolidated says which memories keep twice as long from now on: they were recalled for the
// third time (SPEC §13.2). Each is named once in its life.
type Consolidated struct {
	Memories []Seq `json:"memories"`
}

// Digested says that memories that nobody asked for in months were folded into one account of
// their month. They stay in the ledger, and in no store.
type Digested struct {
	Month string `json:"month"` // "2026-11"
	Of    []Seq  `json:"of"`    // also in From
	Text  string `json:"text"`

	Audience Audience `json:"audience,omitempty"`
	Place    Place    `json:"place,omitzero"`
}

// Profiled names the recipe by which memories are recalled from here on (SPEC §13.3). The first is
// written at the first start; of a ledger before 0.4.0 an empty name is that of the default.
type Profiled struct {
	Name string `json:"name"`
}

func (Reinforced) Kind() Kind   { return "reinforced" }
func (Disputed) Kind() Kind     { return "disputed" }
func (Settled) Kind() Kind      { return "settled" }
func (Proposed) Kind() Kind     { return "proposed" }
func (Judged) Kind() Kind       { return "judged" }
func (Consolidated) Kind() Kind { return "consolidated" }
func (Digested) Kind() Kind     { return "digested" }
func (Profiled) Kind() Kind     { return "profiled" }
