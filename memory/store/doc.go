// Package store is where memories are searched: the interface that recall works
// against, whatever stands behind it. Package embedded holds them in memory;
// storetest is the suite that every store passes.
//
// A store is a projection of the ledger, written by a follower from its own
// cursor. It holds copies of words, never the only ones: it may be dropped and
// filled again.
//
// # Who may see what
//
// Every item carries the audience of its place (TRUST, "Private into public"),
// and every query names the audiences whose items it may hold. What lies outside
// them takes no part at all: it is not returned, it is nobody's neighbour, it
// does not count in document frequencies or mean lengths, so that the order of an
// answer says nothing about it either.
//
// # Order
//
// Hits come by relevance. Age is worth a few hundredths at most, because a
// ranking in which it decides loses more than half of what should be found. A
// caller that shows hits to a model or a person puts them newest first
// (NewestFirst): the older of two statements is usually worded closer to the
// question, and only the date tells which one holds.
package store
