package event

import "time"

// Erred is an error of the agent's that the principal pointed out: what it said was wrong, or how
// it said it. From names his words; it holds none of them.
type Erred struct {
	Sort string    `json:"sort"`           // see the constants
	Post Seq       `json:"post,omitempty"` // what was wrong, where that is one post
	On   time.Time `json:"on"`
}

// Pardoned takes an Erred back: he took the correction back.
type Pardoned struct {
	Error Seq `json:"error"`
}

// Sorts of error (SPEC §16).
const (
	ErrFact      = "fact"
	ErrFigure    = "figure"     // a wrong number or date
	ErrName      = "name"       // somebody or something called wrongly
	ErrRelation  = "relation"   // how people stand to each other
	ErrQuote     = "quote"      // words that nobody said, or somebody else did
	ErrInvented  = "invented"   // something that never was
	ErrOverstate = "overstated" // said too surely
	ErrTone      = "tone"
	ErrDone      = "done"    // said to be done, and was not
	ErrPromise   = "promise" // promised, and not kept
)

// Claimed is a statement that a model made about the ledger in a form that can be checked
// (SPEC §17), and what the check found.
type Claimed struct {
	Type  string `json:"type"`
	Claim string `json:"claim"` // JSON, as the model wrote it
	Holds bool   `json:"holds"`
	Why   string `json:"why,omitempty"` // where it does not
}

// Reflected is what a model noted of a turn by itself: what it was to do, what came of it, and
// what is next.
type Reflected struct {
	Intent  string `json:"intent,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Next    string `json:"next,omitempty"`
}

// Referred names an event of another ledger that a model goes by.
type Referred struct {
	To string `json:"to"`
}

// Evaluated is what the agent makes of how it did since it last looked: its errors by sort, and what the principal
// put on what it said. From names the errors; the checks hold nobody's words, and are those of a model.
type Evaluated struct {
	UpTo      Seq         `json:"up_to"` // the last event that it looked at
	Errors    []Erring    `json:"errors,omitempty"`
	Reactions []Reception `json:"reactions,omitempty"`
	Checks    []Caution   `json:"checks,omitempty"`
	By        string      `json:"by,omitempty"`     // the model; empty where none was asked or none answered
	Faults    []string    `json:"faults,omitempty"` // what was dropped of its answer, and why
	On        time.Time   `json:"on"`
}

// Erring is how often one sort of error was made.
type Erring struct {
	Sort  string `json:"sort"`
	Count int    `json:"count"`
}

// Reception is what reactions said of one kind of thing.
type Reception struct {
	Of   string `json:"of"`
	Up   int    `json:"up,omitempty"`
	Down int    `json:"down,omitempty"`
}

// Caution is what to look at so as not to make a sort of error again.
type Caution struct {
	Sort  string `json:"sort"`
	Text  string `json:"text"`
	Cites []Seq  `json:"cites"` // errors of that sort
}

// Journaled is an entry of the agent's journal: what it made of the time since the last one (SPEC §17). From names the
// notes it was made of. It is no evidence of anything: it is in no search, and nothing is learned from it.
type Journaled struct {
	UpTo   Seq           `json:"up_to,omitempty"` // the last event that it looked at; zero where no model answered, so that the next looks again
	Lines  []JournalLine `json:"lines,omitempty"`
	By     string        `json:"by,omitempty"`     // the model; empty where none answered
	Faults []string      `json:"faults,omitempty"` // what was dropped of its answer, and why; they hold nobody's words
	On     time.Time     `json:"on"`
}

// JournalLine is one sentence of an entry, and the notes it rests on.
type JournalLine struct {
	Part  string `json:"part"` // see the constants
	Text  string `json:"text"`
	Cites []Seq  `json:"cites"`
}

// The parts of an entry.
const (
	JournalHappened    = "happened"
	JournalWrong       = "wrong"       // what the agent got wrong
	JournalDifferently = "differently" // what it would do differently
)

// Introspected says that the agent looked at what came up since it looked last, for what joins it (SPEC §16). What it
// made of it are events of their own; this holds nobody's words.
type Introspected struct {
	UpTo   Seq       `json:"up_to,omitempty"`  // the last event that it looked at; zero where no model answered
	By     string    `json:"by,omitempty"`     // the model; empty where none was asked or none answered
	Faults []string  `json:"faults,omitempty"` // what was dropped of its answer, and why
	On     time.Time `json:"on"`
}

func (Erred) Kind() Kind        { return "erred" }
func (Pardoned) Kind() Kind     { return "pardoned" }
func (Claimed) Kind() Kind      { return "claimed" }
func (Reflected) Kind() Kind    { return "reflected" }
func (Referred) Kind() Kind     { return "referred" }
func (Evaluated) Kind() Kind    { return "evaluated" }
func (Journaled) Kind() Kind    { return "journaled" }
func (Introspected) Kind() Kind { return "introspected" }

func (p Erred) When() time.Time { return p.On }

func (p Evaluated) When() time.Time { return p.On }

func (p Journaled) When() time.Time { return p.On }

func (p Introspected) When() time.Time { return p.On }
