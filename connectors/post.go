package connectors

// Post is one message that the mind sends.
type Post struct {
	// Key is the idempotency key, unique among all posts. A connector with a
	// Finder sends it along, so that the post can be found by it later.
	Key   string
	Place Place
	// ReplyTo is the message to show this as a reply to; empty for none. A
	// platform that cannot, or no longer has that message, posts without it.
	ReplyTo MessageID
	// Handle is the mind's own number of this post, "m412"; the console shows it
	// as #412. Platforms with links of their own do not show it.
	Handle string
	// Text is the CommonMark subset of MESSAGES, Layout. The connector renders it
	// in its own dialect. Longer than Limits.Max is refused with TooLong, blank
	// text with Invalid.
	Text string
	// Banner is what a notification of it says, where that is ours to choose; empty for the text.
	Banner string
	// Links gives the address of what a handle names, for the links of Text (src:m412): the
	// permalink on this platform. A handle that is not in it has none.
	Links    map[string]string
	Pictures []Picture // shown with the text, in order; left out where Limits.Pictures is false
	Buttons  []Button  // in order; where Limits.Buttons is false they are left out
	Silent   bool      // without a notification, where the platform can
	// Again marks a post that may have been shown before, because an earlier
	// attempt ended in doubt and nobody can tell.
	Again bool
	// Answers names what the post answers; nil for a message nobody asked for.
	Answers *Answer
}

// Button is one that a person may press; the press comes back as an Event of
// kind Press with the same Token.
type Button struct {
	Label string // one to three words
	Token string // opaque, at most 64 bytes (Telegram's limit)
}

// Picture is an image that goes with a post. The text says all that it shows.
type Picture struct {
	Name string // with its ending: "weights.png"
	MIME string // "image/png"
	Alt  string // what it shows, in one sentence
	Data []byte // at most MaxPicture; the connector only reads it
}

// MaxPicture is the largest picture of a post, in bytes: what every platform takes.
const MaxPicture = 10 << 20

// Answer ties what the mind does to the event that made it do so.
type Answer struct {
	To       MessageID // the event's ID()
	Turn     uint64    // number of the turn; 0 if there was none
	By       string    // "command:NAME", "procedure:NAME", "model:NAME", "crisis", "shrug"
	Category string    // what the message was classified as (SPEC §5); may be empty
	Tier     string    // how much mind the turn got (SPEC §5); may be empty
}
