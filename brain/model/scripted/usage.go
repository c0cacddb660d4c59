package scripted

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"citadel/brain/model"
)

// imageTokens is what an image counts.
const imageTokens = 1000

// Tokens is how many tokens a text counts: one for four bytes, begun ones counted.
func Tokens(text string) int { return (len(text) + 3) / 4 }

// stretch is a piece of a prompt, in the order in which caches see it.
type stretch struct {
	text   string // what it is recognised by
	tokens int
	mark   bool // a cache_control ends it
}

// stretches are the pieces of a request: tools, instructions, messages.
func stretches(r Request) []stretch {
	var out []stretch
	for _, t := range r.Tools {
		text := t.Name + t.Description + string(t.Params)
		out = append(out, stretch{text: "tool " + text, tokens: Tokens(text)})
	}
	if len(r.Schema) > 0 {
		out = append(out, stretch{text: "schema " + string(r.Schema), tokens: Tokens(string(r.Schema))})
	}
	for _, p := range r.System {
		out = append(out, stretch{text: "system " + p.Text, tokens: Tokens(p.Text), mark: p.Cache})
	}
	marks := r.Marks
	for i, m := range r.Messages {
		for _, p := range m.Parts {
			out = append(out, stretch{text: string(m.From) + " " + partText(p), tokens: partTokens(p)})
		}
		if len(marks) > 0 && marks[0] == i {
			marks = marks[1:]
			if len(out) > 0 {
				out[len(out)-1].mark = true
			}
		}
	}
	return out
}

func partText(p model.Part) string {
	switch {
	case p.Image != nil:
		return "image " + p.Image.MIME + string(p.Image.Data)
	case p.Call != nil:
		return "call " + p.Call.ID + p.Call.Tool + string(p.Call.Args)
	case p.Result != nil:
		return "result " + p.Result.ID + p.Result.Text
	case p.Thought != nil:
		return "thought " + string(p.Thought.Raw)
	}
	return "text " + p.Text
}

func partTokens(p model.Part) int {
	switch {
	case p.Image != nil:
		return imageTokens
	case p.Call != nil:
		return Tokens(p.Call.Tool + string(p.Call.Args))
	case p.Result != nil:
		return Tokens(p.Result.Text)
	case p.Thought != nil:
		return Tokens(string(p.Thought.Raw))
	}
	return Tokens(p.Text)
}

// length is all that a request has to be read for, cached or not.
func length(r Request) int {
	n := 0
	for _, p := range stretches(r) {
		n += p.tokens
	}
	return n
}

// read is what a request that is answered costs to be read, and remembers what it marks as
// to be cached. Only on Anthropic's wire is anything cached.
func (s *Server) read(r Request) Usage {
	var u Usage
	all := stretches(r)
	total, last := 0, 0 // last: tokens up to the last mark
	var digests []string
	var upTo []int
	var h hash.Hash = sha256.New()
	fmt.Fprintf(h, "%q", r.Model)
	for _, p := range all {
		total += p.tokens
		fmt.Fprintf(h, "%q", p.text)
		if p.mark {
			last = total
			digests = append(digests, hex.EncodeToString(h.Sum(nil)))
			upTo = append(upTo, total)
		}
	}
	if r.Wire == Anthropic {
		s.mu.Lock()
		defer s.mu.Unlock()
		for i, d := range digests {
			if s.cached[d] {
				u.CacheRead = upTo[i]
			}
			s.cached[d] = true
		}
		u.CacheWrite = last - u.CacheRead
	}
	u.In = total - u.CacheRead - u.CacheWrite
	return u
}

// written is what a reply costs to be written.
func written(r Reply) int {
	bytes := 0
	for _, p := range r.Text {
		bytes += len(p)
	}
	n := Tokens(r.Thinking) + Tokens(r.Redacted) + (bytes+3)/4
	for _, c := range r.Calls {
		n += Tokens(c.Tool + c.Args)
	}
	return n
}
