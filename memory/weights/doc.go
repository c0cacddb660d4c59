// Package weights is what reactions have made of attention: for each kind of signal, and for
// each kind, section and topic of what is said unasked, a multiplier between 0.50 and 1.50
// (SPEC §6; TRUST, Thumbs teach flattery).
//
// # What is kept
//
// The fold holds the reactions themselves and no sums. A sum that fades cannot be undone
// exactly: taking 0.93 of a thumb off a total leaves other bits than never having added it. Of
// the reactions that stand the weights are computed at any moment, in the order in which they
// were put; one that is taken off leaves nothing behind, to the bit. They fade by when they
// were put and the moment that is asked about, so a replay computes the same. What is older than
// Lasting counts for nothing and is let go a little later.
//
// # What counts
//
// A reaction names what it is credited to (event.Reacted.Credits), looked up when it was
// recorded. One with no sense or no credits is not kept. Of several on one message the newest
// speaks. Silence is nothing: only reactions are here.
//
// A dismissal with a reason (event.Faulted) counts against what the reason says, in place of
// its credits. A reset ends what came before it, and is itself only a mark, so that taking it
// back brings everything back as it was.
//
// # What does not move
//
// A few kinds are fixed, and those that warn never fall below 1. A kind that was dismissed to
// less than 0.7 still gets one place in twenty turns, counted here from the receipts of the
// gate, so that what was dismissed can come back.
package weights
