package event

import "time"

// Relations between two things (SPEC §14). Their order matters: the dependent stands on the left of
// DependsOn and ShippedVia, and the driver on the left of ExposedTo, whatever English suggests.
const (
	Drives      = "drives"
	Causes      = "causes"
	Amplifies   = "amplifies"
	Enables     = "enables"
	ExposedTo   = "exposed_to"
	Constrains  = "constrains"
	Opposes     = "opposes"
	DependsOn   = "depends_on"
	ShippedVia  = "shipped_via"
	Substitutes = "substitutes"
)

// Where an edge comes from.
const (
	FromConversation = "conversation" // read out of what was said
	FromWorld        = "world"        // of the file of what everybody holds to be so
	FromData         = "data"         // of figures that moved
	FromPrincipal    = "principal"    // he drew it himself
)

// EdgeDrawn is one piece of evidence that one thing bears on another (SPEC §14): crude oil drives
// freight. The first one draws the edge; what says the same later makes it surer.
type EdgeDrawn struct {
	Source     string    `json:"source"`
	Relation   string    `json:"relation"` // see the constants
	Target     string    `json:"target"`
	Mechanism  string    `json:"mechanism,omitempty"` // why
	Origin     string    `json:"origin"`              // see the constants
	Confidence float64   `json:"confidence"`          // at which a new edge starts, 0 to 1; that of its origin where zero
	Client     string    `json:"client,omitempty"`    // whose affair the edge is; OwnBusiness for the principal's
	On         time.Time `json:"on"`
	Audience   Audience  `json:"audience,omitempty"`
	Place      Place     `json:"place,omitzero"` // where it was said, if that was shared

	Plain       bool    `json:"plain,omitempty"`        // of conversation: the principal says it himself, in words that say nothing else
	By          string  `json:"by,omitempty"`           // of the world: which edition; of data: who published the figures
	Seen        *Seen   `json:"seen,omitempty"`         // of data: how both ends moved
	Lag         *Bounds `json:"lag,omitempty"`          // weeks until the target follows
	PassThrough *Bounds `json:"pass_through,omitempty"` // share of the source's change that reaches the target
}

// OwnBusiness is the client of edges that are of the principal's own business, in the words in which it is told.
const OwnBusiness = "your business"

// Seen is how far the two ends of an edge moved, the target after the source: their signs say
// whether it moved as the edge predicts.
type Seen struct {
	Source float64 `json:"source"`
	Target float64 `json:"target"`
}

// Bounds are from the least to the most that something may be.
type Bounds struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// WorldSeeded says that in a quarter an edition of what everybody holds to be so was read, and that
// what it holds still stands.
type WorldSeeded struct {
	Edition string    `json:"edition"`
	Quarter string    `json:"quarter"` // "2026-Q4"
	On      time.Time `json:"on"`
}

// EdgesPruned says that edges were let go of, which nothing renewed in months. They are named by events
// that count for them, and what says the same later draws them anew.
type EdgesPruned struct {
	Edges []Seq     `json:"edges"`
	On    time.Time `json:"on"`
}

// EdgesOpposed opens a thread of thought (SPEC §14): one edge says that the target follows the source, the other that it
// goes the other way, and nobody has said which holds. It is written once for two edges, and neither is changed by it.
type EdgesOpposed struct {
	With    Seq       `json:"with"`
	Against Seq       `json:"against"`
	On      time.Time `json:"on"` // when it was noticed
}

// IndicatorMoved says that a figure of the economy moved far enough to matter (SPEC §15).
type IndicatorMoved struct {
	Indicator string    `json:"indicator"` // its name in the catalogue, which is also that of a node of the graph
	From      float64   `json:"from"`
	To        float64   `json:"to"`
	Unit      string    `json:"unit"`  // "US$ a barrel"
	Since     time.Time `json:"since"` // when From was observed
	On        time.Time `json:"on"`    // when To was
	Feed      string    `json:"feed"`  // who published it

	Published time.Time `json:"published,omitzero"` // the day on which the publisher says that it did; zero where it does not say
	Read      time.Time `json:"read,omitzero"`      // when it was read there; zero in what was recorded before this was kept

	Measure *Measure `json:"measure,omitempty"` // how it was judged
}

func (EdgeDrawn) Kind() Kind      { return "edge.drawn" }
func (WorldSeeded) Kind() Kind    { return "world.seeded" }
func (EdgesPruned) Kind() Kind    { return "edge.pruned" }
func (EdgesOpposed) Kind() Kind   { return "edges.opposed" }
func (IndicatorMoved) Kind() Kind { return "indicator.moved" }

func (p EdgeDrawn) When() time.Time      { return p.On }
func (p WorldSeeded) When() time.Time    { return p.On }
func (p EdgesPruned) When() time.Time    { return p.On }
func (p EdgesOpposed) When() time.Time   { return p.On }
func (p IndicatorMoved) When() time.Time { return p.On }
