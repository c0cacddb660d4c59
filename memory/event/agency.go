package event

import "time"

// ThoughtsSet is what the agent has in mind, the most pressing first: at most ten. It takes the
// place of the list before.
type ThoughtsSet struct {
	Thoughts []string `json:"thoughts,omitempty"`
}

// Mused is what the agent thought to itself of what was told in one place since it did so last (SPEC §16). From names
// the notes it was made of. It is no evidence of anything: it is in no search, and nothing is learned from it.
type Mused struct {
	Audience Audience  `json:"audience,omitempty"`
	Place    Place     `json:"place,omitzero"`   // the room, of a shared place
	UpTo     Seq       `json:"up_to,omitempty"`  // the last event that it looked at; zero where no model answered, so that the next looks again
	Lines    []Musing  `json:"lines,omitempty"`  // the most pressing first
	By       string    `json:"by,omitempty"`     // the model; empty where none answered
	Faults   []string  `json:"faults,omitempty"` // what was dropped of its answer, and why; they hold nobody's words
	On       time.Time `json:"on"`
}

// Musing is one sentence of it, and the notes it rests on.
type Musing struct {
	Text  string `json:"text"`
	Cites []Seq  `json:"cites"`
}

// GrowthSown is something the agent wants to become better at, over weeks.
type GrowthSown struct {
	Text string `json:"text"`
}

// GrowthFed is a piece of evidence that it did: by three of them it moves on a stage.
type GrowthFed struct {
	Growth Seq    `json:"growth"`
	Text   string `json:"text"`
}

// GrowthEnded takes it off the list.
type GrowthEnded struct {
	Growth Seq `json:"growth"`
}

// GrowthRestored takes a GrowthEnded back.
type GrowthRestored struct {
	Growth Seq `json:"growth"`
}

// CuriosityRaised is a topic the agent wants to know more of.
type CuriosityRaised struct {
	Topic string `json:"topic"`
}

// CuriosityFollowed is something found out about it. A topic that was shelved is taken up again
// by it.
type CuriosityFollowed struct {
	Curiosity Seq    `json:"curiosity"`
	Note      string `json:"note,omitempty"`
}

// CuriosityShelved lays a topic aside.
type CuriosityShelved struct {
	Curiosity Seq `json:"curiosity"`
}

// Discovered is something outside that bears on what the principal deals with, or on what the agent wonders about. Its title
// is its source's own, word for word: no word of it is taken for the agent's. It rests on the look that brought it.
type Discovered struct {
	Client    string     `json:"client,omitempty"`    // of the causal graph, whom it names
	Thing     string     `json:"thing,omitempty"`     // of that client's, by its name in the graph, where it names that and not him
	Curiosity Seq        `json:"curiosity,omitempty"` // on which it bears, where it is about no client
	Title     string     `json:"title"`
	Source    ToolSource `json:"source"`
	By        string     `json:"by,omitempty"` // model that chose it; none where a rule did
}

// IntentionSet is something the agent means to bring up: at a moment or, where that is zero, when
// a conversation begins next.
type IntentionSet struct {
	Text string    `json:"text"`
	At   time.Time `json:"at,omitzero"`
	On   time.Time `json:"on"`

	// About is the loop or card that it is about: once that is closed there is nothing to bring up any more.
	About Seq `json:"about,omitempty"`
}

// IntentionEnded says that it was brought up, or is not meant any more.
type IntentionEnded struct {
	Intention Seq    `json:"intention"`
	Outcome   string `json:"outcome"` // "done" or "dropped"
}

// CommitmentMade is something the agent itself promised to do.
type CommitmentMade struct {
	Text string    `json:"text"`
	On   time.Time `json:"on"`
}

// CommitmentClosed says that the promise was kept, or is not to be kept any more.
type CommitmentClosed struct {
	Commitment Seq    `json:"commitment"`
	Outcome    string `json:"outcome"` // "done" or "dropped"
}

// CommitmentReopened takes a CommitmentClosed back. It carries the promise anew, under its old
// number.
type CommitmentReopened struct {
	Commitment Seq `json:"commitment"`
	CommitmentMade
}

func (Mused) Kind() Kind              { return "mused" }
func (ThoughtsSet) Kind() Kind        { return "thoughts.set" }
func (GrowthSown) Kind() Kind         { return "growth.sown" }
func (GrowthFed) Kind() Kind          { return "growth.fed" }
func (GrowthEnded) Kind() Kind        { return "growth.ended" }
func (GrowthRestored) Kind() Kind     { return "growth.restored" }
func (CuriosityRaised) Kind() Kind    { return "curiosity.raised" }
func (CuriosityFollowed) Kind() Kind  { return "curiosity.followed" }
func (CuriosityShelved) Kind() Kind   { return "curiosity.shelved" }
func (Discovered) Kind() Kind         { return "discovered" }
func (IntentionSet) Kind() Kind       { return "intention.set" }
func (IntentionEnded) Kind() Kind     { return "intention.ended" }
func (CommitmentMade) Kind() Kind     { return "commitment.made" }
func (CommitmentClosed) Kind() Kind   { return "commitment.closed" }
func (CommitmentReopened) Kind() Kind { return "commitment.reopened" }

func (p IntentionSet) When() time.Time   { return p.On }
func (p CommitmentMade) When() time.Time { return p.On }

func (p Mused) When() time.Time { return p.On }
