package event

// The stages in which less is shown of a conversation (SPEC §7), from the first to the last.
const (
	StageCalls  = "calls"  // tools that earlier turns called are one line each
	StageDigest = "digest" // the old part of the conversation is a digest
	StageMiddle = "middle" // what takes up more than its share of the window is summarised
	StageEnds   = "ends"   // the model rejected the size: the first two turns and the last three
)

// Compressed says that a model was shown less than what was said: one for each stage of a turn.
// What was left out stays in the ledger. The text of a digest rests on the messages of which it
// holds words, and is forgotten with any of them; the other stages hold nobody's words.
type Compressed struct {
	Stage  string `json:"stage"`
	Turns  int    `json:"turns,omitempty"`  // of the conversation
	Rounds int    `json:"rounds,omitempty"` // of the turn under way, where these were summarised
	Calls  int    `json:"calls,omitempty"`  // of tools, in earlier turns
	Left   []Seq  `json:"left,omitempty"`   // messages whose words are not shown any more
	Before int    `json:"before"`           // tokens at most, of what was summarised; of the last two stages of the whole request
	After  int    `json:"after"`            // of what stands in its place
	Text   string `json:"text,omitempty"`   // of a digest, as it was shown
}

// Kind implements Payload.
func (Compressed) Kind() Kind { return "compressed" }
