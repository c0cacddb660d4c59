// Package folder is a chat platform in a folder: the reference connector, and
// the one through which the whole product is tested when its process is killed.
//
// The platform is three files, which only grow. A line is a JSON object, written
// with one write(2); a kill between two writes loses nothing, since the page
// cache outlives the process. A last line without its ending is being written,
// or never will be; the next writer ends it, and readers pass over what is not
// an object they know.
//
//	said     what the person did, by the far side (Far):
//	         {"kind":"message","text":"…","reply":"said-0","at":"…"}
//	         {"kind":"edit","message":"said-0","text":"…"} and so on
//	acked    keys of events, by the connector, once the sink returned nil:
//	         {"key":"said-0"}
//	shown    posts, drafts and ends of turns, by the connector:
//	         {"key":"…","text":"…","to":"said-0", …}, {"draft":7,"text":"…", …}
//	         (without a text: withdrawn) or {"finished":"said-0"}
//
// An event's key, and a message's id, is "said-" and the byte at which its line
// begins; a post's id is "shown-" and its byte. A Cursor is the byte in said up
// to which everything was handed on.
//
// One process runs the connector at a time; the far side may be any number of
// others, of which one at a time speaks.
package folder
