package model

import "slices"

// Shortfall is what of a request a model could not be given, because its card says that it
// cannot take it. The zero value is nothing.
type Shortfall struct {
	Tools  int // were left out: the model could not call any
	Images int // were replaced by a note that there had been one
}

// adapt makes a request fit a card. It is the only place that knows what to do about what a
// model cannot do:
//
//   - Creativity becomes a temperature where the model takes one and does not think, else a
//     line of wording.
//   - Effort is said as the card's Thinking has it, and not at all where it has none.
//   - A schema that the model cannot be held to is put into words; the answer is checked
//     either way.
//   - Tools are left out. Without tools, calls and results that were exchanged become text.
//   - Pictures become a note.
//   - Thoughts of another model are left out.
//   - An answer is not asked to be longer than the model writes, nor than its window leaves.
//
// Wording is put behind all instructions, so that what is cached stays byte for byte the
// same. The request given is not changed, and neither is what it points to.
func adapt(r Request, c Card) (Request, Shortfall) {
	var short Shortfall
	r.Model = c.Name
	r.Thinking, r.Effort = c.Thinking, c.effort(r.Effort)

	var words []Passage
	r.Temperature = nil
	if c.Temperature && r.Effort == NoEffort {
		r.Temperature = new(temperatures[min(r.Creativity, High)])
	} else if w := manners[min(r.Creativity, High)]; w != "" {
		words = append(words, Passage{Text: w})
	}
	if len(r.Schema) > 0 && !c.Schema {
		words = append(words, Passage{Text: schemaWording + string(r.Schema)})
		r.Schema = nil
	}
	if !c.Cache && slices.ContainsFunc(r.System, func(p Passage) bool { return p.Cache }) {
		r.System = slices.Clone(r.System)
		for i := range r.System {
			r.System[i].Cache = false
		}
	}
	if len(words) > 0 {
		r.System = append(slices.Clip(r.System), words...)
	}
	if !c.Tools && len(r.Tools) > 0 {
		short.Tools, r.Tools = len(r.Tools), nil
	}
	r.Messages, short.Images = c.readable(r.Messages, len(r.Tools) > 0)
	r.MaxTokens = c.room(r)
	return r, short
}

// temperatures by creativity, for models that take one.
var temperatures = [...]float64{Plain: 0, Low: 0.3, Medium: 0.7, High: 1}

// manners by creativity, for models that do not. Conversation is what they are made for and
// needs no word.
var manners = [...]string{
	Plain:  "How to write this: exactly and soberly. Say what is so, in the plainest words; add nothing and vary nothing.",
	Low:    "How to write this: briefly, in the most usual words.",
	Medium: "",
	High:   "How to write this: freely. Look for what is not obvious, and prefer the unexpected thought to the safe one.",
}

const schemaWording = "Answer with one JSON value and nothing else: no code fence, no words before or after it. It must fulfil this JSON schema:\n"

// effort is the nearest effort that the model can be told.
func (c Card) effort(e Effort) Effort {
	switch {
	case c.Thinking == NoThinking:
		return NoEffort
	case c.Thinking == Always && e == NoEffort:
		return LowEffort
	}
	return min(e, HighEffort)
}

// room is how long the answer may be: what was asked for, as far as the model writes that
// much and its window leaves room beside the prompt. Because the prompt is counted
// generously, a quarter of the window is always left to the answer.
func (c Card) room(r Request) int {
	n := r.MaxTokens
	if c.MaxOut > 0 {
		n = min(n, c.MaxOut)
	}
	if c.Window > 0 {
		n = min(n, max(c.Window-Bound(r), c.Window/4, 1))
	}
	return n
}

// readable gives the messages as the model can read them, with tools or without, and how
// many pictures that cost. It copies only what it changes.
func (c Card) readable(messages []Message, tools bool) ([]Message, int) {
	images := 0
	strange := func(p Part) bool {
		return p.Thought != nil && p.Thought.Model != c.Name || p.Image != nil && !c.Images || (p.Call != nil || p.Result != nil) && !tools
	}
	if !slices.ContainsFunc(messages, func(m Message) bool { return slices.ContainsFunc(m.Parts, strange) }) {
		return messages, 0
	}
	out := make([]Message, 0, len(messages))
	for _, m := range messages {
		parts := make([]Part, 0, len(m.Parts))
		for _, p := range m.Parts {
			switch {
			case !strange(p):
				parts = append(parts, p)
			case p.Image != nil:
				images++
				parts = append(parts, Part{Text: "[a picture, which you cannot see]"})
			case p.Call != nil:
				parts = append(parts, Part{Text: "[called " + p.Call.Tool + " with " + string(p.Call.Args) + "]"})
			case p.Result != nil && p.Result.Failed:
				parts = append(parts, Part{Text: "[the call failed]\n" + p.Result.Text})
			case p.Result != nil:
				parts = append(parts, Part{Text: "[the call gave]\n" + p.Result.Text})
			}
		}
		if len(parts) > 0 || len(m.Parts) == 0 {
			out = append(out, Message{From: m.From, Parts: parts})
		}
	}
	return out, images
}
