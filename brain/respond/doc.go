// Package respond answers with a language model: it gathers what the model is shown, lets
// it work, and decides what of its answer may be said.
//
//	tier.go    how much mind a turn gets (SPEC §5)
//	past.go    the window of the conversation, in words
//	recall.go  memories beside the message, and the tool that looks for more
//	notice.go  what else comes to mind, and the gate that chooses of it
//	people.go  how the principal deals with those who are named (package filter)
//	tone.go    how the answer should sound, and what to watch for
//	say.go     the answer, cleaned, with what it rests on
//	wish.go    what of a model's own wishes is done
//	delegate.go  a question handed on to a second model, which only looks
//	prepare.go  a call made ready, which waits for another time
//	intend.go  what the agent meant to bring up, and the answer does
//	note.go    what is said beside it: that a model does not answer, that money ran out
//
// What a place may not show is left out here, where it is gathered: it never reaches a
// prompt (TRUST, Private into public).
//
// Where no model answers, the reply is nil and the turn says why: what can be answered
// without one is answered by package procedure.
package respond
