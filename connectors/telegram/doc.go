// Package telegram is Telegram as a chat platform: the Bot API, dialled out, by
// long polling. It needs no address that others can reach.
//
// Hearing. The poll loop is our own: the SDK's tells Telegram that an update was
// taken before anybody has it. Here an update is confirmed by the poll after the
// one that brought it, once sink returned nil for it and for all before it. The
// first poll of a Run confirms nothing, whatever the cursor says, so that a
// cursor that is too new loses nothing; what was confirmed does not come again.
// An id says nothing about age: after a quiet week Telegram begins anew, lower.
// Telegram keeps what nobody fetched for 24 hours; a hole in the ids behind such
// a silence is a Gap. Telegram never tells of deletions, and perhaps not of
// reactions in direct chats (see Telegram.Reactions).
//
// Sending. Every post is plain words and entities, so nothing in them has to be
// escaped. There is no way to look back, hence no Finder: an attempt in doubt is
// made again and says "(again)". Drafts are Telegram's own, which fade by
// themselves and are replaced by the message that follows.
//
// The token is part of every address; no error and no log line holds one.
package telegram
