package event

import "strings"

// The kinds of signal: what may be noticed in a turn, in the order of SPEC §6. A weight is
// learned for each. A proactive post of the same kind shares it: see PostQueued.Credits.
const (
	SignalBoundary     = "boundary"     // what the principal protects
	SignalRelationship = "relationship" // a person's file
	SignalLoop         = "loop"
	SignalCommitment   = "commitment" // what the agent promised
	SignalDecision     = "decision"
	SignalCausal       = "causal" // a part of the causal graph
	SignalModel        = "model"  // a mental model
	SignalBelief       = "belief"
	SignalTheory       = "theory"
	SignalPattern      = "pattern"
	SignalPrediction   = "prediction" // one that turned out wrong
	SignalResidue      = "residue"    // what is left of a feeling
	SignalCalendar     = "calendar"
	SignalJoke         = "joke"
	SignalThought      = "thought"
	SignalGrowth       = "growth"
	SignalCuriosity    = "curiosity"
	SignalIntention    = "intention"
	SignalThread       = "thread" // a cognitive thread
	SignalDream        = "dream"
	SignalEconomy      = "economy"
	SignalExposure     = "exposure" // what a move of the economy does to a client
	SignalLocation     = "location"
)

// What a reaction says of what it is put on. One that says nothing moves nothing.
const (
	Acknowledge = "acknowledge"
	Dismiss     = "dismiss"
)

// Credits is what a reaction on a post that nobody asked for is feedback on, by the post's
// subject: "alert/cost/oil" is of the kind "alert", in the section "alert/cost", on the topic
// "topic/oil". A topic is a name of the program's own or a handle, never anybody's words: a
// reaction holds none, and outlives forgetting. An answer credits what it cited instead, and a
// subject that is no kind of thing to tell credits nothing.
func (p PostQueued) Credits() []string {
	if p.Answer != nil || p.Subject == "" || p.Subject == SubjectFault {
		return nil
	}
	parts := strings.SplitN(p.Subject, "/", 3)
	credits := parts[:1:1]
	if len(parts) > 1 && parts[1] != "" {
		credits = append(credits, parts[0]+"/"+parts[1])
	}
	if len(parts) > 2 && parts[2] != "" {
		credits = append(credits, "topic/"+parts[2])
	}
	return credits
}

// Gated is the receipt of what was noticed in a turn, and what was left out. It is written
// once for a prompt and is what a reaction on the answer is credited by. It was merely in view,
// so it rests on nothing and holds nobody's words.
type Gated struct {
	Tier    string    `json:"tier"`
	Places  int       `json:"places"`            // how many signals the tier takes
	Late    bool      `json:"late,omitempty"`    // the search for some of them did not end in time: they are not among these
	Signals []Noticed `json:"signals,omitempty"` // kept ones first, as they stand in the prompt, then dropped ones by falling score
}

// Noticed is one signal as the gate saw it. Score is Weight times Relevance.
type Noticed struct {
	Kind string `json:"kind"` // one of the constants
	Name string `json:"name"` // of the signal among its kind: a handle or a fixed word, never anybody's words
	Seqs []Seq  `json:"seqs,omitempty"`

	Base      float64 `json:"base"`      // of the kind, 0 to 1
	Weight    float64 `json:"weight"`    // effective: base times what reactions made of the kind
	Relevance float64 `json:"relevance"` // to the message, 0 to 1
	Score     float64 `json:"score"`

	Kept bool   `json:"kept,omitempty"`
	How  string `json:"how,omitempty"` // of a kept one, how it entered if not by its score; of a dropped one, why not
}

// How a signal entered other than by its score.
const (
	Bypassed = "bypass"   // its charge is above 0.8: it uses no place
	Explored = "explored" // it was dismissed so often that it gets one place in twenty turns
	Fixed    = "fixed"    // it is always there
)

// WeightsReset makes reactions up to now count no more for one kind, section or topic; for all
// of them where Of is empty.
type WeightsReset struct {
	Of string `json:"of,omitempty"`
}

// WeightsRestored takes a WeightsReset back.
type WeightsRestored struct {
	Reset Seq `json:"reset"`
}

// Faulted is why the principal dismissed a post that he did not ask for, in one tap (TRUST,
// Feedback with a reason). While the dismissal stands it counts against Credits instead of what
// it was credited to, and against nothing where there are none.
type Faulted struct {
	About   Seq      `json:"about"`  // the post
	Reason  string   `json:"reason"` // see the constants
	Credits []string `json:"credits,omitempty"`
	Hour    string   `json:"hour,omitempty"`  // a bad time: that of the principal's day in which it came, "14"
	Alone   bool     `json:"alone,omitempty"` // no thumb stands on the post: the reason is the dismissal itself
}

// Reasons of a Faulted.
const (
	FaultWrong      = "wrong"      // what it said: a check is opened, attention stays as it is
	FaultIrrelevant = "irrelevant" // its topic
	FaultBadTime    = "badtime"    // its hour
	FaultBadNews    = "badnews"    // nothing at all
	FaultWithdrawn  = "withdrawn"  // the reason is taken back: the dismissal counts as if none was given
)

func (Gated) Kind() Kind           { return "gated" }
func (WeightsReset) Kind() Kind    { return "weights.reset" }
func (WeightsRestored) Kind() Kind { return "weights.restored" }
func (Faulted) Kind() Kind         { return "faulted" }
