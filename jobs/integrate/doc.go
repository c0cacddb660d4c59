// Package integrate makes memories of what the principal said, first by rules, without a model
// (SPEC §13.4): facts, preferences and statements, promises that stay open, decisions to
// propose. It keeps the words as said.
//
// Messages are read in two ways, which are one job with slots numbered 1, 2, 3 …, so that
// whoever takes the next slot takes the messages with it, and no message is read twice:
//
//   - when the window has reached forty turns, the unread messages of its oldest ten, which
//     leave it with that; the conversation asks for it with Leaving before each turn;
//   - every half hour, what was unread and answered before it. The window stays as it is.
//
// A message is integrated when an event.Integrated names it, in the same commit as
// everything that was made of it. That is written also if nothing was made.
//
// # What is learned
//
// Only what the principal said himself, in English (TRUST, Language): nothing of a command,
// a question, a forwarded text, a message of a quiet turn (TRUST, Crisis), or one he has
// taken back as wrong. What he reports of others is kept as reported. Feelings are not:
// reading moods is off until he asks for it (TRUST, Reading moods). Nor are standing orders,
// which only he can make a rule.
//
// # What is known already
//
// Every item passes the gate of package dedupe before it is written (SPEC §13.5). One that says
// again what is known reinforces it: the message counts as evidence, unless what is known rests
// on it already. One that gives another value for the same thing, or denies it, supersedes what
// was known, and never strengthens it; both stay, as history. What was said earlier never
// replaces what was said later. Where the later of two is less sure, was only passed on, or is
// plainly the opposite, or where two others tell of one thing what cannot both be so, neither is put
// first: both stand, and an event.Disputed leaves it to the principal. What gives the same value of the
// same matter by another mouth lends a belief support. What only gives back what the agent had just
// posted is an echo, and no evidence.
//
// Of an edited message, what was made of its old text is withdrawn, unless the new text says it too:
// what it lent to other memories lapses, what it replaced holds again, and what another message says
// as well is made of that one. A slip that is mended keeps the time at which the thing was first said.
//
// # The second look
//
// Where a language model is set up it reads the same messages again, as a job of its own: see
// Comprehension and package comprehend. How one thing bears on another it reads as well, which
// becomes edges of the causal graph, each resting on the message that says it.
package integrate
