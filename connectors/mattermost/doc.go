// Package mattermost is Mattermost as a chat platform: it hears over the websocket and over
// REST, and speaks over REST.
//
// # Hearing
//
// The websocket tells what happens, as long as it holds. What happened while it did not is
// read over REST, room by room, before anything that the new connection tells of: new posts
// page by page (GET posts?after, which leaves none out), and what changed (GET posts?since)
// for edits, deletions and reactions. A connection that comes back within minutes is sent
// what it missed by the server itself. Since both ways leave something out now and then,
// the reading is done once more half a minute later; what was handed on is known by its Key.
//
// The key of a message is its post's id; of an edit, a deletion and a set of reactions the
// id and what makes it this one; of what only the websocket tells the connection's id and
// the number of the event on it.
//
// The principal's own conversations and the channels that are read along come first (see Heed),
// and what is live right behind them. All other rooms are read between live events, one call at
// a time, or before an event of theirs.
//
// A room whose reading fails three times in a row is passed over, so that the others are
// heard: it is owed, and read from where that began at every catching up and every two
// minutes. Of more than sixteen such rooms the one owed longest is given up, with a Gap.
// Somebody else's own conversation is passed over and never owed: nothing of him stands in a
// cursor.
//
// # Cursor
//
// A Cursor is "1.W.K….N.O.S.U", without what is empty of N, O, S and U at its end: W is a moment of
// the server's clock in milliseconds, base 36, up to which everything was handed on except for
// what arrived late; K… are the beginnings of hashes, eight characters each, of the keys of what
// was handed on within the minute before W, since that minute is read again. N is the time of the youngest that was handed on where
// something older may be missing still, as happens while a room is read. O are the rooms owed,
// "-" between them: each its id and the moment to read it from. S is the moment from which the
// rooms have to be read that were put off; empty where none was. U is the moment from which on what
// was said and what changed is read once more; empty where that was done. No id of a post is in it, as posts are deleted.
//
// The empty cursor is the beginning of every direct conversation, and the present of all
// other rooms. A room that the agent was added to is read from there on.
//
// # Speaking
//
// A post carries its Key in props.citadel_key, where Find looks for it, and a
// pending_post_id made from the key and the token: within half a minute of the first
// attempt the server itself takes a second one for the first, also from a new process. A
// draft carries "turn/N" in props.citadel_draft until the post settles it by an edit.
//
// Limits.Max is what every Mattermost takes (4000 runes, ten of them kept for a mark), not
// what this one may take (MaxPostSize, mostly 16383): Limits are constant and known before
// the server is asked, a post that is refused is lost, and clients fold longer ones anyway.
//
// # Buttons
//
// The server calls the agent for each press, so they need a port that it can reach: Listen
// and Callback. A call has no signature; what proves it is a MAC over room, post and button
// in the button's context, which the server shows to nobody. Bind the port to an interface
// that only the server reaches, or put TLS before it.
package mattermost
