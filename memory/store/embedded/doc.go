// Package embedded is a store in memory: a term index of ours over the items, a
// copy of their texts, and their vectors. A follower fills it from the ledger at
// start. Nothing of it is written to disk but the vectors, which take long to make:
// see KeepVectors.
//
// # Structure
//
// A document is an item under a small number of our own, given in the order of
// arrival and never given twice. Per term there is one list of postings, pairs
// of document and count, as delta-coded variable-length bytes. What scoring reads
// of every document it meets stands in two compact arrays (spot, brief), the rest in
// another (record), and the texts in slabs of bytes. A memory is found by its number in a
// sorted list of documents.
//
// Ranking, from counts to order, is that of package ranking.
//
// Vectors stand in one slab for each embedder (slab.go), in blocks that never move,
// and are compared one and all: at the size of one person's memory that takes a few
// milliseconds, at the speed of reading them, and finds exactly the nearest. An index
// of neighbours would be faster, find less, and hold on to what is to be forgotten.
// Where a query says how alike is alike enough, a sketch of each vector tells first which
// need not be read (sketch.go).
//
// # Concurrency
//
// Searches run side by side. A writer prepares its items aside and enters them
// in small lots, and only while a lot is entered do searches wait, for a
// millisecond or so.
//
// # Forgetting
//
// Remove overwrites text and vector with zeros, in the file of vectors too, rewrites the posting list of every term
// the text held, drops terms and speakers that nothing else holds, and empties
// the writer's cache of stems and what searches remember of their terms. What stays of a removed
// item is the gap in the numbering of documents and in the slabs, won back when the
// index is built anew at the next start. Strings already handed to callers are theirs to drop.
package embedded
