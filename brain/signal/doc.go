// Package signal is what a mind may notice in a turn (SPEC §6): one short file for each source,
// and in table.go all of them with their base weights. What enters a prompt of it is for
// package gate to choose.
//
// A source is a pure function over the folds at one moment and a Query. It reads no ledger and
// no store: what a search of the collections brought stands in the Query, and words that a fold
// does not hold are left out of a line and looked up afterwards. It gives the best first, and as
// much as it likes; the table says how many of it are taken.
//
// Who may see what is decided in one place, for all that sources give: see Gather. A source that
// forgets to ask cannot tell a secret.
//
// # Relevance
//
// Relevance is the mean of two likenesses to what was said: of words, the cosine of the two
// bags of stems, each weighed by how rare it is, and of meaning. Meaning is the likeness that the
// store found with the vectors made when the thing was written; where it found none, the local
// embedder reads both texts.
//
// How rare a word is says the numbered table that the local embedder ships with, and no count
// over the principal's own memories. Such a count would hold his words in one more place that
// forgetting must reach, would make two minds with the same past disagree whenever one of them
// was digested, and for the few lines that are compared here tells hardly more.
package signal
