// Package inspect is the commands that look into the mind and change nothing: help, find,
// show, memories, people, loops, reminders, decisions, rules, jobs, accounts, why,
// revisit, replay, diag, status, spend, privacy, model, export and more.
//
// Each is one function in the file that bears its name; desk.go has the list. All of them
// work without a language model: they look up, quote and count. What would need reasoning
// is refused, with the evidence beside it.
//
// # What may be seen
//
// A reply shows what was said where its readers are the same or fewer (TRUST, Private into
// public): sight.go decides, and every event passes it before it is worded. In a channel
// find and show see that channel alone; all else answers in the direct message.
//
// # Lists and "more"
//
// A list is cut where a message ends (MESSAGES, rule 2), and "more" gives the next page.
// Nothing is kept between two pages: the second one is computed anew, as it stood before
// the message that asked for the first, and the entries of the first are left out. The
// post of a further page names that message in About and its number in Subject ("page 3").
// The receipt of "why" names in About the post that it explains.
package inspect
