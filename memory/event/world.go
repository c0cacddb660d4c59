package event

import "time"

// EdgeDrawn says that one thing bears on another (SPEC §14): crude oil drives freight. Drawn once
// more, between the same two and in the same way, it takes the place of what was drawn before.
type EdgeDrawn struct {
	Source     string    `json:"source"`
	Relation   string    `json:"relation"` // drives, constrains, depends_on …
	Target     string    `json:"target"`
	Mechanism  string    `json:"mechanism,omitempty"` // why
	Origin     string    `json:"origin"`              // conversation, world, data or principal
	Confidence float64   `json:"confidence"`          // 0 to 1, at On
	Client     string    `json:"client,omitempty"`    // whose affair the target is
	On         time.Time `json:"on"`
	Audience   Audience  `json:"audience,omitempty"`
	Place      Place     `json:"place,omitzero"` // where it was said, if that was shared
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
}

// Dreamt is what came of a night (SPEC §16). It rests on what the day left.
type Dreamt struct {
	Night    string    `json:"night"` // the day whose residue it was made of: "2026-11-19"
	Fragment string    `json:"fragment"`
	On       time.Time `json:"on"`
}

func (EdgeDrawn) Kind() Kind      { return "edge.drawn" }
func (IndicatorMoved) Kind() Kind { return "indicator.moved" }
func (Dreamt) Kind() Kind         { return "dreamt" }

func (p EdgeDrawn) When() time.Time      { return p.On }
func (p IndicatorMoved) When() time.Time { return p.On }
func (p Dreamt) When() time.Time         { return p.On }
