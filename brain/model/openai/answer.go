package openai

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

var (
	errJSON    = errors.New("not JSON")
	errRefusal = errors.New("the model refused")
	errFilter  = errors.New("the provider's filter stopped the answer")
)

// answer is an answer as it comes.
type answer struct {
	asked model.Request
	key   string
	split bool // thinking may stand in the text

	text    strings.Builder
	tags    splitter
	calls   calling
	thought thought
	hid     int // bytes of thinking
	refused bool
	finish  string // why it stopped; empty: it has not
	usage   *sdk.CompletionUsage
	settled bool // the usage is that of the whole answer
	model   string
}

// take reads one event of the stream, and says whether there was something in it.
func (a *answer) take(event []byte) (something bool, err error) {
	if len(event) == 0 || event[0] != '{' {
		return false, &model.Error{Reason: model.Broken, Err: wire.ErrForm}
	}
	var c sdk.ChatCompletionChunk
	if json.Unmarshal(event, &c) != nil {
		return false, &model.Error{Reason: model.Broken, Err: wire.ErrForm}
	}
	if said(json.RawMessage(c.JSON.ExtraFields["error"].Raw())) || string(c.Object) == "error" {
		return false, judge(200, nil, event, a.key)
	}
	if c.Model != "" {
		a.model = c.Model
	}
	before := a.finish
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // only one was asked for
		}
		heard, err := a.piece(choice.Delta)
		if err != nil {
			return false, err
		}
		something = something || heard
		if choice.FinishReason != "" {
			a.finish = choice.FinishReason
		}
	}
	if c.JSON.Usage.Valid() && max(c.Usage.PromptTokens, c.Usage.CompletionTokens) > 0 {
		a.usage, a.settled = &c.Usage, a.finish != ""
	}
	return something || a.finish != before, nil
}

// piece reads what one event adds.
func (a *answer) piece(d sdk.ChatCompletionChunkChoiceDelta) (something bool, err error) {
	text, thinking := d.Content, ""
	if raw := d.JSON.Content.Raw(); strings.HasPrefix(raw, "[") {
		text, thinking = contents(raw)
	}
	for _, field := range reasoningFields {
		var s string
		if json.Unmarshal([]byte(d.JSON.ExtraFields[field].Raw()), &s) == nil && s != "" {
			thinking += s
			if a.thought.Field == "" {
				a.thought.Field = field
			}
			if a.thought.Field == field {
				a.thought.Text += valid(s)
			}
			break // some send the same under both names
		}
	}
	a.hid += len(thinking)
	if d.Refusal != "" {
		a.refused = true
	}
	a.hear(text)
	for i, t := range d.ToolCalls {
		if err := a.calls.add(t, i); err != nil {
			return false, &model.Error{Reason: model.Broken, Err: err}
		}
	}
	return text != "" || thinking != "" || d.Refusal != "" || len(d.ToolCalls) > 0, nil
}

// contents are the texts of a content that is a list, as Mistral sends it, apart from those
// that are thinking.
func contents(raw string) (text, thinking string) {
	var parts []struct {
		Type, Text string
		Thinking   json.RawMessage
	}
	if json.Unmarshal([]byte(raw), &parts) != nil {
		return "", ""
	}
	for _, p := range parts {
		if p.Type == "text" {
			text += p.Text
		} else {
			thinking += p.Text + string(p.Thinking)
		}
	}
	return text, thinking
}

// hear passes on a piece of text.
func (a *answer) hear(piece string) {
	if piece == "" {
		return
	}
	piece = valid(piece)
	if a.split {
		piece = a.tags.add(piece)
	}
	a.say(piece)
}

func (a *answer) say(piece string) {
	if piece == "" {
		return
	}
	if !a.split {
		a.text.WriteString(piece)
	}
	if a.asked.OnText != nil {
		a.asked.OnText(piece)
	}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// close ends the answer, or what there is of it, and makes it a response. failed is why the
// stream ended early, if it did; it no longer matters where the answer was whole by then.
func (a *answer) close(failed error) (model.Response, error) {
	if a.split {
		a.say(a.tags.end())
	}
	r := model.Response{Text: a.text.String(), Model: a.model}
	if a.split {
		r.Text = a.tags.text.String()
	}
	if r.Model == "" {
		r.Model = a.asked.Model
	}
	whole := a.finish != ""
	if failed == nil && !whole {
		failed = &model.Error{Reason: model.Cut, Err: wire.ErrCut}
	}
	r.Usage = a.bill(r.Text, whole)
	if !whole {
		return r, failed
	}
	stop, e := a.stop()
	if e != nil {
		return r, e
	}
	r.Stop = stop
	if stop == model.Length {
		a.calls.all = nil // the last of them is half a call
	}
	r.Calls = a.calls.named(taken(a.asked.Messages))
	if slices.ContainsFunc(r.Calls, func(c model.Call) bool { return c.Tool == "" }) {
		return r, &model.Error{Reason: model.Broken, Err: errUnnamed}
	}
	r.Message = a.message(r)
	if len(a.asked.Schema) > 0 && !json.Valid([]byte(r.Text)) && (r.Text != "" || len(r.Calls) == 0) {
		return r, &model.Error{Reason: model.Malformed, Err: errJSON}
	}
	return r, nil
}

// stop is why the answer ended. What nobody knows counts as its natural end.
func (a *answer) stop() (model.Stop, *model.Error) {
	switch strings.ToLower(a.finish) {
	case "content_filter", "safety", "recitation", "prohibited_content", "blocklist":
		return "", &model.Error{Reason: model.Refused, Err: errFilter}
	case "error", "abort", "cancelled":
		return "", &model.Error{Reason: model.Cut, Err: wire.ErrCut}
	case "insufficient_system_resource": // DeepSeek
		return "", &model.Error{Reason: model.Overloaded, Err: wire.ErrCut}
	case "length", "max_tokens", "model_length":
		if !a.refused {
			return model.Length, nil
		}
	}
	switch {
	case a.refused:
		return "", &model.Error{Reason: model.Refused, Err: errRefusal}
	case len(a.calls.all) > 0:
		return model.Wants, nil // many servers say "stop" although there are calls
	}
	return model.Done, nil
}

// message is the answer as it is to be sent back. What was thought goes with calls only: it
// is wanted within a loop and nowhere else.
func (a *answer) message(r model.Response) model.Message {
	m := model.Message{From: model.Assistant}
	t := a.thought
	for i, c := range a.calls.all {
		if len(c.extra) > 0 {
			if t.Calls == nil {
				t.Calls = make(map[string]json.RawMessage)
			}
			t.Calls[r.Calls[i].ID] = c.extra
		}
	}
	if len(r.Calls) > 0 && (t.Text != "" || len(t.Calls) > 0) {
		if raw, err := json.Marshal(t); err == nil { // texts and JSON can always be written
			m.Parts = append(m.Parts, model.Part{Thought: &model.Thought{Model: a.asked.Model, Raw: raw}})
		}
	}
	if r.Text != "" {
		m.Parts = append(m.Parts, model.Part{Text: r.Text})
	}
	for _, c := range r.Calls {
		m.Parts = append(m.Parts, model.Part{Call: &c})
	}
	return m
}
