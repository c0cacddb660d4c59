package model

import (
	"context"
	"encoding/json"
)

// Client completes conversations with the models of one provider.
type Client interface {
	// Complete asks once and waits for the whole answer. It never repeats a call, ends soon
	// after ctx does, and may be called by several goroutines. The error is an *Error, or
	// ctx's own where ctx ended. With an error too, Response holds the Text that had come
	// and the Usage as far as it is known: what was used up before it failed is to be paid.
	Complete(ctx context.Context, r Request) (Response, error)
}

// Lister says which models a provider has. Drivers that can be asked have it beside Client.
type Lister interface {
	// Models gives at most MaxListed models, in the provider's order. It asks once, costs
	// nothing and holds no words of the conversation; the error is an *Error or ctx's own.
	Models(ctx context.Context) ([]Listed, error)
}

// Listed is a model that a provider says it has. What it does not say is 0.
type Listed struct {
	Name   string
	Window int // tokens it can read and write together
	MaxOut int // tokens of one answer
}

// MaxListed bounds a list of models. Who offers more is asked for by name.
const MaxListed = 1000

// MaxStream bounds what is read of one answer, in bytes of the wire: 128,000 tokens, each
// sent as an event of its own, stay well below it. More is Broken, so that a server which
// never ends cannot fill the memory.
const MaxStream = 48 << 20

// Request is one call. It is plain data but for OnText, and a client does not change it.
type Request struct {
	Model    string
	System   []Passage // in order, before everything else
	Messages []Message // oldest first; the last is the user's
	Tools    []Tool    // in this order, which should not change between calls; some while Messages holds calls

	// Schema, where not empty, is the JSON schema that the answer has to fulfil. The answer
	// is then JSON, else the error is Malformed (also where MaxTokens cut it off), but whether
	// it fulfils the schema is for the caller to check. An answer that only calls tools has
	// no text and is not looked at.
	Schema json.RawMessage

	MaxTokens  int // of the answer, thinking included; at least 1
	Creativity Creativity
	Effort     Effort

	// Temperature and Thinking say how Creativity and Effort reach the model asked. Whoever
	// knows its Card fills them in (Pool does); a driver goes by them and by Effort, and
	// never by Creativity or the name of a model. A nil Temperature is not sent. With
	// NoThinking no Effort is sent; with Adaptive, NoEffort switches thinking off; with
	// Always, NoEffort is the lowest there is.
	Temperature *float64
	Thinking    Thinking

	// OnText, where not nil, hears the text of the answer as it comes, in order, each piece
	// once. It is called before Complete returns, by one goroutine at a time, and must not
	// block. Text that came before a failure was heard all the same.
	OnText func(piece string)
}

// Passage is a stretch of the instructions.
type Passage struct {
	Text string
	// Cache marks the end of what stays the same from call to call: everything up to here,
	// tools included, is cached for an hour where the provider offers that.
	Cache bool
}

// Message is what one side said.
type Message struct {
	From  Side
	Parts []Part
}

// Side is who says a message.
type Side string

// The two sides. Instructions belong to Request.System.
const (
	User      Side = "user"
	Assistant Side = "assistant"
)

// Part is a piece of a message: exactly one of its fields is set.
type Part struct {
	Text    string   `json:"text,omitempty"`
	Image   *Image   `json:"image,omitempty"`
	Call    *Call    `json:"call,omitempty"`
	Result  *Result  `json:"result,omitempty"`
	Thought *Thought `json:"thought,omitempty"`
}

// Says makes a message of one text.
func Says(from Side, text string) Message {
	return Message{From: from, Parts: []Part{{Text: text}}}
}

// Image is a picture shown to the model.
type Image struct {
	MIME string `json:"mime"` // image/png, image/jpeg, image/webp or image/gif
	Data []byte `json:"data"`
}

// Call is a tool that the model wants to be called.
type Call struct {
	ID   string          `json:"id"` // opaque, unique within the conversation
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"` // as the model wrote them: perhaps not JSON at all
}

// Result is what a tool said, for the call of that ID.
type Result struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Failed bool   `json:"failed,omitempty"`
}

// Thought is what a model wants back unchanged while a loop of tool calls goes on. It is
// bound to that model and to everything before it: it is dropped when either changes.
type Thought struct {
	Model string          `json:"model"` // Request.Model of the call that brought it
	Raw   json.RawMessage `json:"raw"`   // the provider's form; only its driver reads it
}

// Tool is something the model may ask to be called.
type Tool struct {
	Name        string // letters, digits, "_" and "-", at most 64
	Description string
	Params      json.RawMessage // JSON schema of an object
}

// Response is one answer.
type Response struct {
	Text    string  // all of it, without thinking
	Calls   []Call  // in the order they were asked for; none unless Stop is Wants
	Message Message // the whole answer as it is to be sent back in the next call
	Usage   Usage
	Stop    Stop
	Model   string // as the provider names what answered
}

// Stop is why an answer ended.
type Stop string

// The ways to end. A refusal and a full context are errors.
const (
	Done   Stop = "done"
	Wants  Stop = "tools"  // it waits for the results of its calls
	Length Stop = "length" // MaxTokens was reached; calls that were begun are left out
)

// Usage is what a call used up, in tokens. The four counts do not overlap.
//
// Exact says that the provider counted all of it. Where an answer broke off it is false:
// what was read may be known by then and is not 0, but Out is only what was seen to be
// written, and thinking that is not shown costs too. All zero: nothing is known.
type Usage struct {
	In         int  `json:"in"`  // read, and neither from the cache nor into it
	Out        int  `json:"out"` // written, thinking included
	CacheRead  int  `json:"cache_read,omitempty"`
	CacheWrite int  `json:"cache_write,omitempty"` // for an hour
	Exact      bool `json:"exact,omitempty"`
}

// Tokens is everything that went in, from wherever it was read.
func (u Usage) Tokens() int { return u.In + u.CacheRead + u.CacheWrite }

// Creativity is how freely a model is to write. Where a model takes a temperature it
// becomes one, else it is put into words.
type Creativity uint8

// The levels, from exact to free.
const (
	Plain  Creativity = iota // facts and forms
	Low                      // short answers
	Medium                   // conversation
	High                     // proposals, dreams
)

// Effort is how much a model is to think before it answers.
type Effort uint8

// The levels. None is no thinking where that can be had.
const (
	NoEffort Effort = iota
	LowEffort
	MediumEffort
	HighEffort
)

// String is the level in lower case: "none", "low", "medium" or "high".
func (e Effort) String() string {
	return [...]string{"none", "low", "medium", "high"}[min(e, HighEffort)]
}

// String is the level in lower case: "plain", "low", "medium" or "high".
func (c Creativity) String() string {
	return [...]string{"plain", "low", "medium", "high"}[min(c, High)]
}
