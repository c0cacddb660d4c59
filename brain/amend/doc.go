// Package amend reads short corrections and finds what they replace: "no, Braga", "not Porto,
// Braga", "actually it is 4413". Such a message says only what is right. What was wrong stands in
// the exchange before it, and has to be found there.
//
// The principle is one: what is right takes the place of the one stretch of the same kind in what
// was said last. A name takes the place of a name, an amount that of an amount with the same unit, a
// day that of a day, a time that of a time, a grade that of a grade. Where there are several such
// stretches it is the caller's to ask which, and where there is none nothing is replaced. What is of
// no kind ("no, later", "no, thanks", "no, it was fun") is no correction but talk.
//
// It leans one way: a correction that is missed can be said in full, one that is imagined falsifies
// what is known.
//
//	read.go     a message → what is right, of which kind
//	kind.go     of which kind some words are
//	stretch.go  a statement → its values, each with its kind
//	name.go     a statement → the names for which another can stand
//	place.go    a statement → where the correction fits, and the statement with it
//
// English only. Everything is a pure function of its arguments.
package amend
