// Package simulate lives the life of one made-up person against the whole product, on a clock of its own:
// two years pass in two minutes, and the same seed is the same life.
//
// The person (Person) stands on a platform in memory, as people do on the real ones: says things, asks,
// reacts, corrects, moves, is silent, goes away. What is said when is written down before it begins (see
// write), so that it is known what is true at any time, and every question has an answer to hold the one
// that came against. Between two things that are said the clock is moved from one moment at which something
// is due to the next, and all that is due then is done, by the same conversation, jobs and ledger that a
// deployed one has; only the platform, the clock and where the ledger lies are others.
//
// Every day is held against what must always be so (see Invariants). What cannot be always so, how much of
// what was told is found again after a month, is measured instead.
//
// Parts of the mind can be left out, one at a time: what changes then is what the part is for.
package simulate
