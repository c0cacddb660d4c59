// Package change answers the commands that change the mind: keep, correct, forget and
// undo, rules and settings (which model answers, and today's ceiling among them), reminders,
// loops and decisions. No model takes part; "redo" only names the question that one is to
// answer again.
//
// A command writes nothing itself. What it would change stands in the reply and is
// recorded with the post in one commit; what is sensitive is only asked for (SPEC §2.1).
// Each reply says what was changed and which word takes it back.
//
// # Corrections
//
// "no, Ana lives in Braga" is a command, and is held against all that is known. What says only what
// is right ("no, Braga", package amend) is a correction by what was said before it, so it is looked
// for also in what is no command, and held against the last exchange alone: it replaces one thing,
// asks which of several, or says that it corrects nothing. After a "no" nothing new is kept that
// does not stand by itself.
//
// # What a change rests on
//
// A change that carries words of the turn rests on the turn's message, so forgetting the
// message forgets it. A change that only points at something (closing, cancelling, moving)
// rests on that thing instead: forgetting the message "cancel r12" must not bring the
// reminder back. What undo writes again rests on the event that stated it first.
package change
