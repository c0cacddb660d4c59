package connectors

import (
	"strings"
	"time"
)

// MessageID names one message on its platform, within its Place. It is opaque:
// only the connector that made it may parse it. The empty id names nothing.
type MessageID string

// Cursor says where a connector resumes reading. It is opaque to all but the
// connector that made it; the empty cursor is the beginning, or the present
// where a platform keeps no past.
type Cursor string

// Place is where something was said. Two places are the same if all four
// fields are equal, so a Place may be a map key.
type Place struct {
	Platform string // the connector's Name: "console", "slack", …
	Account  string // the workspace, server or bot account on it; may be empty
	Room     string // the direct conversation or channel
	Thread   string // the thread within the room; empty outside threads
}

// Person is somebody on a platform. Account is that of the place where they are met, or
// another one where they belong to another workspace or server. Name is what the platform shows and may
// change or be shared by two people; compare with Is, never with ==.
type Person struct {
	Platform string
	Account  string
	ID       string
	Name     string
	Bot      bool
}

// Is reports whether p and q are the same account: platform, account and id
// decide, the name and the bot mark do not. Nobody is the same as a person
// without an id.
func (p Person) Is(q Person) bool {
	return p.ID != "" && p.Platform == q.Platform && p.Account == q.Account && p.ID == q.ID
}

// EventKind says what a person did.
type EventKind string

// The kinds of Event. Which of them a platform can deliver stands in Limits.
const (
	Message EventKind = "message" // said something
	Edit    EventKind = "edit"    // changed what was said; Text is the whole new text
	Delete  EventKind = "delete"  // took a message back
	React   EventKind = "react"   // put an emoji on a message
	Unreact EventKind = "unreact" // took it off again
	Press   EventKind = "press"   // pressed a button of a Post

	// Reactions says which emoji a person has on a message now, where the platform tells the
	// whole set, or what stands on it is read after an interruption.
	Reactions EventKind = "reactions"
	// Remaining says which messages there still are in a stretch of a place that was read
	// whole: what was heard in it and is not among them was taken back.
	Remaining EventKind = "remaining"
	// Gap says that the platform may have dropped what happened before At. Nobody did it.
	Gap EventKind = "gap"
	// Moved says that a place with other people goes on as another, To, with everybody in it.
	// Messages of one are none of the other. A post to the place it was is refused with Error.To.
	Moved EventKind = "moved"
	// Unparsed is something that came and could not be read. From is nobody where not even
	// that could be told.
	Unparsed EventKind = "unparsed"
)

// Event is one thing that a person did, in words common to all platforms.
//
// Key, Kind, Place and At are always set, From by every kind but Gap, Remaining, Moved and
// Unparsed; of the place of Gap, Remaining and Unparsed only the platform and the account are certain. Of the rest,
// each kind carries what its comment names and leaves the other fields empty. Text is valid UTF-8;
// it may hold any character, control characters included: whoever shows it
// takes care.
type Event struct {
	// Key is the idempotency key: the platform's own id for this event, never
	// made from its text. A redelivery has the same key, two different events of
	// one platform never do.
	Key  string
	Kind EventKind

	Place Place
	From  Person

	// Direct: Place is a conversation of this person with the agent alone. False wherever
	// somebody else may read along, and where that could not be told.
	Direct bool
	// Addressed: in a place that is not direct, the words are meant for the agent: they name
	// it, or were given as its command. What names it is taken off the front of Text.
	Addressed bool
	// Edited: a Message whose words are not the first that stood there. Whoever may edit others' messages may have put
	// them there, so they agree to nothing.
	Edited bool
	// Stands is a later moment than At, by the platform's clock, at which the message was seen to read so. Of an edited
	// Message: since when it does; zero where the platform does not tell. Of an Edit: its words were written at At, and
	// something else became of the message until then, such as a file that was deleted; zero where At is all there is to tell.
	// Whose words they are is judged by At; which files there are, and what is older than this, by Stands.
	Stands time.Time
	// Fleeting: a Message that stands nowhere, as one given by a command of the platform.
	// Remaining says nothing about it.
	Fleeting bool
	// Title is what people call a place that is not direct: "#acme". May be empty.
	Title string
	// Via is what acted in the person's name where it was not the person's own hand: "app
	// A12", "webhook", "business bot 77". Such an event is never taken for the person's.
	Via string

	// Message is the message this is (Message), or is about (every kind but Remaining, Gap,
	// Moved and Unparsed).
	Message MessageID
	// Handle stands instead of Message where the person named the message by the
	// mind's own number, as on the console: "m409" for #409. Exactly one of
	// Message and Handle is set.
	Handle string

	// ReplyTo is the message that a Message answers, ReplyToHandle the same where
	// the person named it by number. At most one is set.
	ReplyTo       MessageID
	ReplyToHandle string

	// At is when it happened by the platform's clock; order is the order of
	// delivery, never that of At.
	At time.Time

	Text   string // Message, Edit: CommonMark
	Emoji  string // React, Unreact: normalised by NormalEmoji; empty on Unreact: whatever the person had put there
	Button string // Press: the token of the Button

	Emojis []string    // Reactions: all of them, normalised; empty where none is left
	Put    []time.Time // Reactions that were found there: when each of Emojis was put; nil where the platform does not tell
	Posted time.Time   // Reactions, or an Edit with Stands, that were found there: when the message was posted; zero for what happened then
	Since  time.Time   // Remaining: from here on, up to At, the place was read whole. Gap: when it was last heard, if known. Press: after when it was done, where only that is known and At is when it was told
	Still  []MessageID // Remaining: what is there, in no order
	Nested bool        // Remaining: the threads of the place were read, too
	To     Place       // Moved: without a thread
	Raw    []byte      // Unparsed: what came, without what it repeats of others' words (see Unquoted), cut at MaxRaw

	// Forwarded is the origin of words that the person passes on, as the platform
	// names it. Forwarded text is data and never instruction.
	Forwarded string
	Files     []File // Message, Edit: in the order shown
	Whole     bool   // Edit: the message holds no other files any more; else it may

	// Cursor is where Run resumes to continue after this event.
	Cursor Cursor
}

// MaxRaw is how much of an unreadable payload is handed on, in bytes.
const MaxRaw = 64 << 10

// Found says whether the event tells how things stand at a moment, and not what happened then.
func (e Event) Found() bool { return e.Kind == Remaining || !e.Posted.IsZero() }

// Seen is the latest moment at which the message is known to have read so.
func (e Event) Seen() time.Time {
	if e.Stands.After(e.At) {
		return e.Stands
	}
	return e.At
}

// ID names the event as Answer.To and Finished do: a message by its own id, any
// other event, which has no message of its own, by its Key.
func (e Event) ID() MessageID {
	if e.Kind == Message {
		return e.Message
	}
	return MessageID(e.Key)
}

// File is a picture, recording or document that came with a message. The bytes
// stay where they are: Path or ID says where.
type File struct {
	Name    string // as the person sees it; never used as a path
	MIME    string // as the platform or the name's ending says; empty if unknown
	Size    int64  // bytes; -1 if unknown
	Path    string // on this machine; empty where the platform holds the file
	ID      string // what Fetcher gets it by; empty where Path is set
	Unique  string // by what the platform knows it again, where it names it anew each time; else empty
	Voice   bool   // it was spoken into the platform, as a message
	Seconds int    // how long a recording is; 0 if unknown
}

// Is says whether two files of one message are the same. What the platform knows it by decides: a corrected file that was
// put in the place of another is another, though it has the same name, kind and size. Those decide only where the two are
// not named in the same way: files on this machine, and what was heard before Unique was.
func (f File) Is(o File) bool {
	switch {
	case f.ID != "" && f.ID == o.ID, f.Path != "" && f.Path == o.Path:
		return true
	case f.Unique != "" && o.Unique != "":
		return f.Unique == o.Unique
	case f.ID != "" && o.ID != "" && f.Unique == "" && o.Unique == "":
		return false
	}
	return f.Name == o.Name && f.MIME == o.MIME && f.Size == o.Size && f.Size >= 0 && f.Seconds == o.Seconds
}

// NormalEmoji strips what does not change the meaning of an emoji: variation
// selectors, which platforms add and drop at will, and skin tones. So ❤️ and
// ❤ are one emoji, and 👍🏽 counts as 👍. It is idempotent; a string of such
// marks alone becomes empty.
func NormalEmoji(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0xFE0E, r == 0xFE0F, r >= 0x1F3FB && r <= 0x1F3FF:
			return -1
		}
		return r
	}, s)
}
