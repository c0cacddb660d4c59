package event

import "time"

// Dreamt is what came of a night (SPEC §16). It rests on the notes of one day that went into it, and on
// nothing else. Nothing is learned from it: it is no fact about anybody.
type Dreamt struct {
	Night    string    `json:"night"`    // the day whose residue it was made of: "2026-11-19"
	Fragment string    `json:"fragment"` // two to five lines; "" where no model wrote any
	On       time.Time `json:"on"`

	Theme     string `json:"theme,omitempty"` // what the rest of it is about, in a few words
	Narrative string `json:"narrative,omitempty"`
	Tone      string `json:"tone,omitempty"`  // one word
	Links     []Link `json:"links,omitempty"` // what it put together

	Day  float64 `json:"day,omitempty"`  // how the day went, by rules: -1 to 1
	Mood float64 `json:"mood,omitempty"` // of the dream; Day where no model dreamt it

	Art    Art      `json:"art,omitzero"`
	By     string   `json:"by,omitempty"`     // the model; "" where there was none
	Faults []string `json:"faults,omitempty"` // why something that a model wrote was dropped; nobody's words
}

// Link is two notes of the day that a dream put together.
type Link struct {
	A   Seq    `json:"a"`
	B   Seq    `json:"b"`
	Why string `json:"why"` // in the dream's words
}

// Art is a picture that is drawn from a seed when it is shown: no file holds it.
type Art struct {
	Seed    uint64   `json:"seed"`
	Palette string   `json:"palette"`         // Warm or Hard
	Forms   []string `json:"forms,omitempty"` // what it shows, what is built first; see brain/art
	Alt     string   `json:"alt"`             // what it shows, in one sentence
}

// The palettes.
const (
	Warm = "warm"
	Hard = "hard"
)

// DreamKept says that the principal wants to find a night again.
type DreamKept struct {
	Dream Seq `json:"dream"`
}

// DreamsDrifted says that dreams had moved away from the days they were made of, and that no model writes any
// until the principal wants that again.
type DreamsDrifted struct {
	Nights int       `json:"nights"` // that were looked at
	Slope  float64   `json:"slope"`  // of dream less day, in a night
	Away   float64   `json:"away"`   // dream less day, in the last week
	On     time.Time `json:"on"`
}

func (Dreamt) Kind() Kind        { return "dreamt" }
func (DreamKept) Kind() Kind     { return "dream.kept" }
func (DreamsDrifted) Kind() Kind { return "dreams.drifted" }

func (p Dreamt) When() time.Time        { return p.On }
func (p DreamsDrifted) When() time.Time { return p.On }
