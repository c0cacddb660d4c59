// Package slack is Slack as a chat platform, by Socket Mode: the program dials out, and
// needs no address of its own.
//
// Hearing. Slack holds events for a few minutes only. So after each greeting, the first and
// every one after a connection broke, the conversations are read: what was said since the
// cursor, edits, emoji, and what is no longer there. What comes over the connection
// meanwhile waits, and both are handed on in the order of their timestamps. An event is
// acknowledged to Slack once the sink has taken it; a copy is acknowledged and goes no
// further, as long as it is remembered. What is not acknowledged in time Slack gives up, also
// while the connection lives: so the conversations are read again now and then (see Look),
// while nothing comes: the newest of each, and its threads in turn. Such a look moves no position, so that what it does
// not come to is found after the next greeting; and it believes only at the second time that something is gone.
//
// A conversation that Slack says cannot be read is not passed over: the cursor notes from when
// on it is missed, and it is read from there once it can be. Anything else than Slack's own
// word is no answer, and is asked for again.
//
// The direct conversations of people whose words do not count (see Heed) are read beside and behind everything else, so that
// however many there are, they hold up nobody. Who took a message back Slack does not say: it is taken for its author.
//
// What is not caught up with, while nobody listened for longer than Slack itself delivers again: a reply below a message
// that is further back than the newest thousand of the principal's own conversation, or two hundred of another, but in the
// dozen threads there in which somebody was heard last; an emoji there, or in another than the thirty threads that were
// replied to last; that the first message of a conversation was taken back more than a day after it was said; an emoji
// taken off in that time, of others than the newest two dozen; what was taken back in that time
// of what an account said before it was unlocked last; and buttons pressed then, for which
// Slack shows an error.
//
// Sending. A post is a Markdown block, with the same words as plain text for notifications.
// Its key goes along as metadata, which nobody sees and by which Find finds it. A draft is a
// message with metadata of its own, and its post is an edit of it.
//
// Keys are made of the workspace, the conversation and Slack's own timestamps:
//
//	T1/D1/1700000001.000100                         a message
//	T1/D1/1700000001.000100/edit/1700000003.000000/4f1c                    its edit, found in the history
//	T1/D1/1700000001.000100/edit/1700000003.000000/4f1c/1700000003.218800  the same, told over the connection
//	T1/D1/1700000001.000100/delete
//	T1/D1/1700000001.000100/react/U1/+1/1700000006.000100
//	T1/D1/1700000001.000100/press/U1/button-0/1700000007.1
//	T1/command/TRIGGER
//
// The id of a message is its timestamp. Words that somebody passes on have the id of the
// message that does so with "+1" behind it, and so on; a slash command has "command/TRIGGER".
package slack
