package prompt

import "citadel/memory/event"

// Receipt says what entered a prompt, for "why more": all of it, tone included.
type Receipt struct {
	Tier  string
	Head  string // hex SHA-256 of what stands above the breakpoint, tools included
	Parts []Part // in the order of the prompt

	Turns int // of the window, shown word for word
	Left  int // of the window, left out

	Memories []event.Seq // shown, in the order shown
	Unshown  []event.Seq // given and left out, by falling score
	Cut      []Cut       // texts of which the model saw head and tail only
}

// Part is a stretch of the prompt: tools, primer, rules, identity, time, place, tone, people,
// blind spots, noticed, correction, pattern, scope, history, memories or message. Parts without text are missing.
type Part struct {
	Name  string
	Bytes int
	Seqs  []event.Seq // whose words it holds, where it holds words
	Text  string      // of time to scope where they are nobody's words, and name nobody
}

// Cut is a text that was too long.
type Cut struct {
	Seq       event.Seq
	Shown, Of int // bytes
}

// Bytes is the size of the prompt without the marks of the wire.
func (r Receipt) Bytes() int {
	n := 0
	for _, p := range r.Parts {
		n += p.Bytes
	}
	return n
}

func (r *Receipt) add(p Part) {
	if p.Bytes > 0 {
		r.Parts = append(r.Parts, p)
	}
}
