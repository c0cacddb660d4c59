package turn

import (
	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Made is the call of a tool that the principal's word ran: the one that approved it answers nothing
// by itself, so whoever answers goes on from what came of it (SPEC §11). What was done is told to
// the principal before that, in the words of the program.
type Made struct {
	Message event.Seq // of his, that led to the call; zero where that is not known any more
	Tool    string
	Args    string      // as it ran
	Brought string      // what came of it, for a model: words of others are set apart in it
	Told    phrase.Text // the same, for the principal
	World   bool        // it may have changed something outside the mind
	Done    bool        // as far as is known it did what it was to do
	Seqs    []event.Seq // of the call and its receipt
}
