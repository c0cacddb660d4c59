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

	Calls    Calls    // the tools of earlier turns
	Digest   Digest   // in place of the turns of the window that are left out
	Squeezed Squeezed // what was left out because the request had no room for it
}

// Calls are tools of earlier turns, each turn's summarised as one line.
type Calls struct {
	Calls         int
	Before, After int // tokens at most
}

// Digest stands for turns that are not shown word for word.
type Digest struct {
	Text          string
	Seqs          []event.Seq // whose words it holds
	Left          []event.Seq // messages that it stands for
	Before, After int         // tokens at most: of those turns, and of the text
}

// Squeezed is how far a request was made to fit.
type Squeezed struct {
	Turns         int // that would have been shown, and are in the digest
	Before, After int // tokens of the request at most
}

// Part is a stretch of the prompt: tools, primer, rules, identity, time, place, tone, stance, people,
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

func (r *Receipt) add(p Part) {
	if p.Bytes > 0 {
		r.Parts = append(r.Parts, p)
	}
}
