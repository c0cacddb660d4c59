package scripted

import (
	"encoding/json"
	"net/http"
	"strings"

	"citadel/brain/model"
)

// Wire is a protocol.
type Wire uint8

// The wires.
const (
	Anthropic Wire = iota
	OpenAI
)

// Request is what a client asked, as it came and as it was understood. It is not changed
// after it was recorded.
type Request struct {
	N      int // from 1, in the order of arrival, of all that were asked of the script
	Wire   Wire
	Path   string // "/v1/messages"
	Header http.Header
	Body   []byte

	Model       string
	Stream      bool
	MaxTokens   int // 0: none was sent
	Temperature *float64
	Effort      string // "low", …; empty: none was sent
	Thinking    string // Anthropic's "adaptive", "disabled" or "enabled"; empty: none was sent
	Schema      json.RawMessage

	System   []model.Passage // Cache: a cache_control ends it
	Messages []model.Message // tool messages of OpenAI's are results of the user
	Marks    []int           // which of Messages hold a cache_control, in order
	Tools    []model.Tool

	Texts  []string // embeddings
	Prompt string   // image
	Sound  model.Sound

	past    *past // Anthropic: what a thought of the answer is bound to
	usage   bool  // OpenAI: the stream is to end with the usage
	base64  bool  // embeddings are to be sent so
	pieces  bool  // the transcription is to say how sure it is
	verbose bool  // the transcription is to say its length
}

// Last is the last text that the user said; empty if none.
func (r Request) Last() string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].From != model.User {
			continue
		}
		for j := len(r.Messages[i].Parts) - 1; j >= 0; j-- {
			if t := r.Messages[i].Parts[j].Text; t != "" {
				return t
			}
		}
	}
	return ""
}

// Instructions are all of System, with an empty line in between.
func (r Request) Instructions() string {
	var b strings.Builder
	for i, p := range r.System {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// Results are the tool results since the last answer of the model, in order.
func (r Request) Results() []model.Result {
	var out []model.Result
	for i := len(r.Messages) - 1; i >= 0 && r.Messages[i].From == model.User; i-- {
		var here []model.Result
		for _, p := range r.Messages[i].Parts {
			if p.Result != nil {
				here = append(here, *p.Result)
			}
		}
		out = append(here, out...)
	}
	return out
}
