// Package dedupe tells how a statement stands to one that is there already: does it say the
// same, name another value, deny it, speak against it, or say something else. It is the gate
// before every write of a memory (SPEC §13.5).
//
// What is called the same is merged, and what is merged is lost as a statement of its own. So
// the whole package leans one way: a duplicate that is missed costs a row, a denial or a new
// value that is merged costs the truth. Same is therefore a proof, not a score. Two statements
// are the same only if, written one way, they have the same words in the same places, the same
// numbers with the same signs, bounds and units, the same polarity, modality and tense, the same
// quantity, the same doubt and the same source.
//
// How alike their vectors are is not asked. It proves nothing, for "drives" and "does not drive"
// are nearly one to any embedder; and as a sieve behind the proof, with the thresholds of
// SPEC §13.5, it only loses: when it was tried, 8 of 43 shipped duplicates, and nothing gained.
//
// How it reads:
//
//	token.go, sign.go            words, contractions, spellings, and the signs between them
//	value.go, clock.go, date.go  numbers, money, units, times and dates written one way
//	sense.go, verb.go            subject, verb, its tense and modality, what follows, in phrases
//	relate.go, difference.go     the two held against each other
//
// English only, like the reader it builds on (TRUST, Language); of another language only what
// is word for word the same is the same.
package dedupe
