package inspect

import (
	"strings"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// lines word the receipt of a prompt: what it held and how much of it, the tone it asked
// for word for word, and what was taken out of the answer (TRUST, Hidden persuasion).
func (p *prompted) lines(yield func(*phrase.Text, error) bool) bool {
	at := []event.Seq{p.seq}
	size, parts := 0, make([]string, 0, len(p.Parts))
	for _, part := range p.Parts {
		size += part.Bytes
		name := part.Name
		switch part.Name {
		case "history":
			name = phrase.Count(p.Turns, "turn") + " of the conversation"
		case "noticed":
			name = "what was noticed"
		case "memories":
			name = phrase.Count(len(part.Seqs), "memory")
		case "rules":
			name = phrase.Count(len(part.Seqs), "rule")
		}
		parts = append(parts, name)
	}
	shown := new(phrase.Text).Claim(at, "Shown, %s bytes: %s", phrase.Thousands(size), strings.Join(parts, ", "))
	if n := len(p.Unshown); n > 0 {
		shown.Claim(at, "; left out: %s", phrase.Count(n, "memory"))
	}
	if p.Left > 0 {
		shown.Claim(at, "; older: %s", phrase.Count(p.Left, "turn"))
	}
	if !yield(shown, nil) {
		return false
	}
	for _, part := range p.Parts {
		if part.Text == "" {
			continue
		}
		if !yield(new(phrase.Text).Claim(at, "Told of the %s: \"%s\"", part.Name, strings.Join(strings.Fields(part.Text), " ")), nil) {
			return false
		}
	}
	if len(p.Removed) == 0 {
		return true
	}
	t := new(phrase.Text).Say("Taken out of the answer: ")
	for i, r := range p.Removed {
		if i > 0 {
			t.Say(", ")
		}
		t.Claim(at, "%s (%d)", r.Kind, r.Times)
	}
	return yield(t, nil)
}
