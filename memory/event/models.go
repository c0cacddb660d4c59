package event

import "time"

// ModelAsked sets money aside for a call of a language model, before it is made. It holds
// no words and cannot be forgotten. A call without a ModelCalled died with its process, and
// counts for all that was set aside.
type ModelAsked struct {
	Role     string `json:"role"`
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Day      string `json:"day"`               // "2026-11-20", where the principal is: whose ceilings it counts against
	Message  Seq    `json:"message,omitempty"` // the first message that the turn answers
	Job      string `json:"job,omitempty"`
	Slot     string `json:"slot,omitempty"`
	For      string `json:"for,omitempty"`   // kind of turn, as "spend" lists it
	Line     string `json:"line,omitempty"`  // of the budget, where it has a ceiling of its own
	Most     int64  `json:"most"`            // millionths of a US dollar
	Bound    int    `json:"bound,omitempty"` // tokens that go in, at most, as they were reckoned
	Unpriced bool   `json:"unpriced,omitempty"`
	Try      int    `json:"try"` // from 1, over all models asked for the same answer

	MaxTokens  int    `json:"max_tokens"`
	Creativity string `json:"creativity,omitempty"`
	Effort     string `json:"effort,omitempty"`
	Tools      int    `json:"tools,omitempty"`
}

// ModelCalled says how a call ended and what it cost. Its first cause is the ModelAsked.
// It holds no words and cannot be forgotten, so that forgetting what was said does not
// change what was spent.
type ModelCalled struct {
	Role       string `json:"role"`
	Provider   string `json:"provider"`
	Model      string `json:"model"`
	Day        string `json:"day"`
	Message    Seq    `json:"message,omitempty"`
	Job        string `json:"job,omitempty"`
	Slot       string `json:"slot,omitempty"`
	For        string `json:"for,omitempty"`
	Line       string `json:"line,omitempty"`
	Outcome    string `json:"outcome"` // "ok", "lost" (its process died), or a reason
	Stop       string `json:"stop,omitempty"`
	In         int    `json:"in"` // tokens; the counts do not overlap
	Out        int    `json:"out"`
	CacheRead  int    `json:"cache_read,omitempty"`
	CacheWrite int    `json:"cache_write,omitempty"`
	Cost       int64  `json:"cost"`              // millionths of a US dollar
	Guessed    bool   `json:"guessed,omitempty"` // the provider did not say; Cost is the most it can be
	Unpriced   bool   `json:"unpriced,omitempty"`
	Took       int64  `json:"took"` // milliseconds
}

// ModelExchanged is what was said in a call: the answer as the model wrote it. It rests on
// the messages of the turn and is forgotten with them. Its first cause is the ModelCalled.
type ModelExchanged struct {
	Digest string     `json:"digest"` // hex SHA-256 of the request
	Text   string     `json:"text,omitempty"`
	Calls  []ToolCall `json:"calls,omitempty"`
	Stop   string     `json:"stop,omitempty"`
}

// ToolCall is a tool that a model wanted to be called.
type ToolCall struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
	Args string `json:"args,omitempty"` // as the model wrote them: perhaps not JSON
}

// Prompted is the receipt of a prompt: all that a model was shown for a turn, in its order,
// and what was left out. Words of people are named by number, never repeated.
type Prompted struct {
	Tier    string       `json:"tier"`
	Head    string       `json:"head"` // hex SHA-256 of what stays the same from turn to turn
	Parts   []PromptPart `json:"parts"`
	Turns   int          `json:"turns,omitempty"`   // of the conversation, shown
	Left    int          `json:"left,omitempty"`    // of the conversation, left out
	Unshown []Seq        `json:"unshown,omitempty"` // memories that were found and left out
	Removed []Removed    `json:"removed,omitempty"` // what was taken out of the answer

	// Lenses are the mental models that were in view, Applied those of them that the answer
	// shows to have been put to use.
	Lenses  []string `json:"lenses,omitempty"`
	Applied []string `json:"applied,omitempty"`

	// Controls are the control lines the answer held. What of them was done stands beside this.
	Controls []ControlLine `json:"controls,omitempty"`
}

// ControlLine is a line by which a model wants something recorded (SPEC §11).
type ControlLine struct {
	Verb  string `json:"verb"`
	Fault string `json:"fault,omitempty"` // why it was not done
}

// PromptPart is a stretch of a prompt.
type PromptPart struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	Seqs  []Seq  `json:"seqs,omitempty"` // whose words it holds
	Text  string `json:"text,omitempty"` // of tone and the like, which are nobody's words
}

// Removed counts what of one kind was taken out of an answer before it was said.
type Removed struct {
	Kind  string `json:"kind"`
	Times int    `json:"times"`
}

// ProviderNamed says that the principal is told to whom his words go: in the post that is
// its first cause, or at the terminal. Nothing is sent to a provider before.
type ProviderNamed struct {
	Provider string   `json:"provider"`
	Host     string   `json:"host"` // another host is another provider
	Roles    []string `json:"roles,omitempty"`
	Terminal bool     `json:"terminal,omitempty"`
}

// ProviderDegraded says that the usual model of a role did not answer, and since when.
// The principal was told in the same turn.
type ProviderDegraded struct {
	Role     string `json:"role"`
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Reason   string `json:"reason"`
	Fallback string `json:"fallback,omitempty"` // the model that answered instead; none where empty
}

// ProviderRestored ends that. The principal was told in the same turn.
type ProviderRestored struct {
	Role  string    `json:"role"`
	Model string    `json:"model"`
	Since time.Time `json:"since"`
}

// SpendReached says that a ceiling kept a call from being made, and that not even the
// least of it would have fitted under what is spent: the ceiling is reached. It is written
// once for each ceiling of a period; more money makes another ceiling.
type SpendReached struct {
	Period  string `json:"period"`  // "2026-11-20" or "2026-11"
	Ceiling int64  `json:"ceiling"` // millionths of a US dollar, as the two below
	Spent   int64  `json:"spent"`
	Wanted  int64  `json:"wanted"` // at most, by the call that was not made
}

// SpendTold says that the principal was told, by a post of its own or in an answer, how
// much of a ceiling is spent; or what a month came to.
type SpendTold struct {
	Period  string `json:"period"`            // "2026-11-20" or "2026-11"
	Share   int    `json:"share,omitempty"`   // 80 or 100, per cent; 0 is the statement of a month that is over
	Ceiling int64  `json:"ceiling,omitempty"` // which one, in millionths of a US dollar; 0 for a statement
}

// TurnJoined adds messages to the turn under way: they came while it was thinking.
type TurnJoined struct {
	Messages []Seq `json:"messages"`
	UpTo     Seq   `json:"up_to,omitempty"`
}

func (ModelAsked) Kind() Kind       { return "model.asked" }
func (ModelCalled) Kind() Kind      { return "model.called" }
func (ModelExchanged) Kind() Kind   { return "model.exchanged" }
func (Prompted) Kind() Kind         { return "prompted" }
func (ProviderNamed) Kind() Kind    { return "provider.named" }
func (ProviderDegraded) Kind() Kind { return "provider.degraded" }
func (ProviderRestored) Kind() Kind { return "provider.restored" }
func (SpendReached) Kind() Kind     { return "spend.reached" }
func (SpendTold) Kind() Kind        { return "spend.told" }
func (TurnJoined) Kind() Kind       { return "turn.joined" }
