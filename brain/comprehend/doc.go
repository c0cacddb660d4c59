// Package comprehend is what a language model reads out of a stretch of talk (SPEC §13.4): what
// it is asked, and what of its answer holds.
//
// A model guesses where it does not know, so nothing of an answer is taken on trust. Each item
// names the one message that states it and quotes it word for word; every number and name in
// its sentence was said by the person, and the quote bears the sentence out and does not deny it
// (borne.go); of other people nothing delicate is kept (TRUST, Other people's words). What does not
// hold is dropped, with the reason and without the words, and what holds is kept: one bad item
// spoils no other.
//
// What is quoted as plainly said is the principal's own word. What the model concludes from it
// (a belief, a pattern, an intent; also what the agent said before his "yes") is its inference, and
// stays a proposal until he confirms it.
//
// The same call lists how one thing bears on another (SPEC §14): see Links. What something merely
// is, what was a guess, and an end that nobody named make no link.
package comprehend
