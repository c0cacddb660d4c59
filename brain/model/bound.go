package model

import "math"

// What a request is counted as where it is not text. The figures are generous on purpose:
// they decide how much is set aside, never how much is paid.
const (
	perPiece     = 16    // tokens around a message, a tool or a passage
	perImage     = 6_000 // tokens of a picture, several times an ordinary one
	toolPreamble = 1_000 // what providers add unseen where there are tools or a schema: some hundreds
)

// Bound is how many tokens a request is at most, without what the model answers. Nobody
// counts exactly but the provider, so every two ASCII characters count as one token and
// every other byte as one: about twice what English is. Where a model was seen to count
// more than that, the pool multiplies it: see Pool.Factor.
func Bound(r Request) int {
	head, rest := measure(r)
	return head + rest
}

// measure bounds the part that is written into the cache, and the part after it.
func measure(r Request) (head, rest int) {
	n := 0
	for _, t := range r.Tools {
		n += perPiece + text(t.Name) + text(t.Description) + text(t.Params)
	}
	if len(r.Tools) > 0 {
		n += toolPreamble
	}
	if len(r.Schema) > 0 {
		n += toolPreamble + text(r.Schema)
	}
	for _, p := range r.System {
		n += perPiece + text(p.Text)
		if p.Cache {
			head = n
		}
	}
	for _, m := range r.Messages {
		n += perPiece
		for _, p := range m.Parts {
			n += part(p)
		}
	}
	return head, n + perPiece - head
}

// part bounds one piece of a message.
func part(p Part) int {
	n := text(p.Text)
	if p.Image != nil {
		n += perImage
	}
	if p.Call != nil {
		n += perPiece + text(p.Call.ID) + text(p.Call.Tool) + text(p.Call.Args)
	}
	if p.Result != nil {
		n += perPiece + text(p.Result.ID) + text(p.Result.Text)
	}
	if p.Thought != nil {
		n += perPiece + text(p.Thought.Raw)
	}
	return n
}

// text bounds the tokens of a text.
func text[T ~string | ~[]byte](s T) int { return halves(twice(s)) }

// twice is twice the bound, so that a text may be counted in pieces.
func twice[T ~string | ~[]byte](s T) int {
	n := len(s)
	for i := range len(s) {
		n += int(s[i] >> 7) // the second half of a byte that is not ASCII
	}
	return n
}

func halves(twice int) int { return (twice + 1) / 2 }

// times is a count with a factor, rounded up, and never less than the count.
func times(n int, factor float64) int {
	if factor <= 1 {
		return n
	}
	return int(math.Ceil(min(float64(n)*factor, tooMany)))
}
