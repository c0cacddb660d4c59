package signal

import (
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// Signal is one thing that may enter a prompt: one line, or a few that belong together.
type Signal struct {
	Kind  string // event.SignalLoop and so on
	Name  string // by which a receipt calls it: a handle, never anybody's words
	Lines []Line
	Seqs  []event.Seq // the events that made it, beside those of its lines; for who may see it

	Base   float64 // weight, 0 to 1; that of its source where zero
	At     int     // where it stands in a prompt (SPEC §7); filled in by Gather
	Charge float64 // emotional charge, 0 to 1
	// Protective says that no feedback makes it weigh less than its base weight (TRUST, Thumbs).
	Protective bool

	Relevance float64 // to what was said, 0 to 1; filled in by Gather
}

// Line is one statement of a signal.
type Line struct {
	Seq    event.Seq // what an answer cites it by; zero for what nobody said
	Letter byte      // of its handle
	On     time.Time // when it was said
	Text   string    // word for word, or as it was learned; looked up by Gather where it is empty
	Note   string    // what the program adds: "due Tue 24 Nov", "possibly"
	ID     string    // of what is the program's own: a mental model; such a line is not compared again
}

// Cites lists the events by which an answer can cite the signal.
func (s Signal) Cites() []event.Seq {
	var seqs []event.Seq
	for _, l := range s.Lines {
		if l.Seq != 0 {
			seqs = append(seqs, l.Seq)
		}
	}
	return seqs
}

// Query is what sources look at beside the folds. Only Text and Now are needed.
type Query struct {
	Text string // the messages to answer
	Tail string // what the principal said just before, for messages that lean on it
	Tier string
	// Begins says that a conversation begins with the message, after a pause.
	Begins bool
	Now    time.Time    // in the principal's present zone
	Sight  memory.Sight // who will read the answer
	Near   []store.Hit  // what Collections found, best first
	// Shown are the things that stand in the prompt anyway, as memories beside the message.
	Shown map[event.Seq]bool
	Kept  *Kept // what the turn before read of the same texts; may be nil

	words *reader // of Text and Tail, made when it is first needed
}

// Source gives signals of one kind.
type Source struct {
	Kind   string
	Base   float64 // weight of its signals where they name no other (SPEC §6)
	At     int     // where they stand in a prompt (SPEC §7)
	Most   int     // how many of them are taken
	Gather func(memory.View, *Query) []Signal
}
