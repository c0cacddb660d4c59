// Package beliefs is how far what was learned can be relied on: the evidence of each memory,
// counted at its root, what contradicts what, and what waits for the principal's verdict
// (SPEC §13.5; TRUST, Confirming).
//
// Stored are base, count, roots and last evidence; confidence is always worked out from them.
// Evidence is what came from outside: a message, a measurement. The walk from a memory to it
// stops at everything the agent said, so a thought that is repeated, quoted in an answer and
// learned again from there has as many roots as it had at first, and is believed as much.
package beliefs
