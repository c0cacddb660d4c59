package scripted

import (
	"time"

	"citadel/brain/model"
)

// Script says what a server answers.
type Script struct {
	// Answer is asked for each request that has a valid form, in the order of arrival, by
	// one goroutine at a time. It may compute the reply from the request, and must not block
	// (Reply.Hold does). Nil: Queue answers.
	Answer func(r Request) Reply
	// Queue is answered one after another. After the last one, requests get 500 and show in
	// Server.Invalid.
	Queue []Reply

	// Cards are the models it has; another one is 404. What a card lacks is refused, as is
	// more than its window. Empty: those of Cards.
	Cards []model.Card
	// Key, where not empty, is the only one it takes. Otherwise any does, and on OpenAI's
	// wire none.
	Key string
	// Unkept does not keep what it was asked: Requests is empty, and a server that is asked for years does not grow.
	Unkept bool
	// InMemory makes a server without a socket, reached by Server.Client alone. It is what
	// a testing/synctest bubble needs, where every wait is over at once.
	InMemory bool
}

// Queue is a script of replies, one after another.
func Queue(replies ...Reply) Script { return Script{Queue: replies} }

// Answers is a script that computes each reply from its request.
func Answers(answer func(Request) Reply) Script { return Script{Answer: answer} }

// Says is a reply of a text, in pieces: each is an event of the stream.
func Says(pieces ...string) Reply { return Reply{Text: pieces} }

// Calls is a reply that wants tools to be called.
func Calls(calls ...Call) Reply { return Reply{Calls: calls} }

// Fails is a reply that goes wrong. A text before the failure is added as Reply.Text.
func Fails(kind Kind) Reply { return Reply{Fault: Fault{Kind: kind}} }

// Reply is one answer. On the wire it comes in this order: Delay, headers, thinking, text,
// calls, stop and usage. Where nothing is asked to be streamed, it comes as one object.
type Reply struct {
	Thinking string   // signed on Anthropic's wire, reasoning_content on OpenAI's
	Redacted string   // a redacted_thinking block of this data; Anthropic's wire only
	Text     []string // in pieces; empty ones are sent too
	Calls    []Call

	// Stop is the reason to stop as the wire names it ("max_tokens", "length", …). Empty is
	// the natural one: end_turn or stop, with calls tool_use or tool_calls.
	Stop  string
	Usage *Usage // nil is what the rule of the package gives
	Model string // as which the model answers; empty is as it was asked

	// Delay passes before the first byte.
	Delay time.Duration
	// Hold, where not nil, stops the stream after HoldAfter pieces of text until it is
	// closed, the client is gone, or the server is closed.
	Hold      <-chan struct{}
	HoldAfter int
	// Pace passes before each piece of text.
	Pace time.Duration

	// Local makes a chat completion come as from a server that is not OpenAI's; nil is OpenAI.
	Local *Local

	// Fault goes wrong instead of the answer, or after Text has been sent.
	Fault Fault

	Vectors    [][]float32 // embeddings; nil are computed from the texts
	Picture    []byte      // image; nil is a small PNG
	Transcript string      // transcription
	Seconds    float64     // its length, as billed
	Doubtful   []string    // words of the transcription that the model is not sure of
}

// Call is a tool to be called.
type Call struct {
	ID   string // empty is computed: "toolu_1_1" or "call_1_1" from the numbers of request and call
	Tool string
	Args string // as the model writes them; they need not be JSON
}

// Usage is the bill, as the services count: on Anthropic's wire In excludes the cached
// tokens, on OpenAI's the two are added up and CacheWrite is not sent.
type Usage struct {
	In, Out, CacheRead, CacheWrite int
}

// Fault is something that goes wrong. The zero value is nothing.
type Fault struct {
	Kind  Kind
	After string // Limited, Overloaded: the header Retry-After as it is sent; empty is none
	Max   int    // TooLong: the window in the message; 0 is the card's
	Bytes []byte // Garbage: what is sent
}

// Kind is a way to go wrong. Where a wire has no form of its own for one, that is said.
type Kind uint8

// The ways.
const (
	None Kind = iota

	// Instead of an answer.
	Limited     // 429, with Fault.After
	Overloaded  // 529 overloaded_error; OpenAI: 503
	Internal    // 500
	HTML        // 502 with a page of HTML
	ErrorText   // 500 with {"error":"text"}
	BadKey      // 401 whose message repeats the key
	Forbidden   // 403: the key may not use this model
	NoCredit    // OpenAI: 429 insufficient_quota; Anthropic: 400 "credit balance is too low"
	Unbilled    // Anthropic: 402 billing_error; OpenAI: 402
	NoModel     // 404
	TooLong     // 400: "prompt is too long: N tokens > M maximum", OpenAI: context_length_exceeded
	TooLarge    // 413: request_too_large
	BadRequest  // 400: something in the request is not as it should be
	FilteredIn  // OpenAI: 400 content_filter, the prompt was refused; Anthropic: as Refusal
	Hang        // nothing, until the client is gone or the server is closed
	Drop        // the connection is closed before the first byte
	Page        // 200 with a page of HTML
	Redirect    // 307 to another path, which has nothing: who follows it shows in Server.Invalid
	EmptyAnswer // 200, a stream without an event

	// After the text of the reply.
	OverloadedLate // 200, then an error event in the stream
	CutShort       // the stream ends in good order, but without stop and usage
	Reset          // the connection is lost in the middle of an event
	Stall          // nothing more, until the client is gone or the server is closed
	Garbage        // Fault.Bytes instead of the rest of the stream, which then ends
	Endless        // the text is repeated, four times what a driver may read, while somebody listens
	WindowFull     // Anthropic: stop_reason model_context_window_exceeded; OpenAI: finish_reason length
	Refusal        // Anthropic: stop_reason refusal; OpenAI: the text is in the field refusal
	Filtered       // OpenAI: finish_reason content_filter; Anthropic: as Refusal
	NoUsage        // all in good order, but nothing is said of tokens
)
