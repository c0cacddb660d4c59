// Package embedded is a store in memory: a term index of ours over the items and
// a copy of their texts. Nothing of it is written to disk; a follower fills it
// from the ledger at start.
//
// # Structure
//
// A document is an item under a small number of our own, given in the order of
// arrival and never given twice. Per term there is one list of postings, pairs
// of document and count, as delta-coded variable-length bytes. What scoring reads
// of every document it meets stands in one compact array (spot), the rest in
// another (record), and the texts in slabs of bytes.
//
// Ranking, from counts to order, is that of package ranking.
//
// # Concurrency
//
// Searches run side by side. A writer prepares its items aside and enters them
// in small lots, and only while a lot is entered do searches wait, for a
// millisecond or so.
//
// # Forgetting
//
// Remove overwrites the text with zeros, rewrites the posting list of every term
// the text held, drops terms and speakers that nothing else holds, and empties
// the writer's cache of stems. What stays of a removed item is the gap in the
// numbering of documents and in the slabs, won back when the index is built anew
// at the next start. Strings already handed to callers are theirs to drop.
package embedded
