package connectors

import (
	"context"
	"io"
	"time"
)

// Sink takes one event. It returns nil once the event is durable, or was so
// already under the same Key: only then may the connector acknowledge it. Any
// error means that it is not, and the event has to come again. A Sink may block
// for as long as a disk write takes; it does not wait for an answer. It is
// called by one goroutine at a time for each connector.
type Sink func(ctx context.Context, e Event) error

// Connector is one chat platform. Its value can be compared: a pointer, as a rule.
type Connector interface {
	// Name is the platform's: lower-case letters, constant, equal to
	// Place.Platform of every event. It may not block.
	Name() string

	// Limits says what the platform can do. Constant; it may not block.
	Limits() Limits

	// Run hears: it hands every event after from to sink, one at a time, in the
	// platform's order, and acknowledges each only after sink returned nil for
	// it. Events may come more than once, also some from before the cursor; a
	// copy has the Key of the first. However the platform delivers: an edit comes
	// after the message it changes, unless that is never handed on. After a restart everything that was not
	// acknowledged comes again, if Limits.Redelivers.
	//
	// Run blocks. It returns nil when the platform has said its last (a console
	// whose input ended), ctx's error soon after ctx ended, and the sink's error,
	// wrapped, when sink failed: later events do not overtake the one that
	// failed. Everything else is an *Error. Broken connections it mends itself;
	// what it returns with Temporary may be run again, from the last cursor.
	//
	// One Run at a time; it may be called again once it returned. It leaves no
	// goroutine behind, except one that is blocked in a read that cannot be
	// interrupted (a terminal), which ends with that read.
	Run(ctx context.Context, from Cursor, sink Sink) error

	// Send shows one post and returns the id of its message. It tries once, does
	// not split, pace or repeat, and is not idempotent. It may block as long as a
	// network call takes, ends soon after ctx does, may be called from several
	// goroutines, also while Run runs, and from within sink's caller. Posts sent
	// one after the other appear in that order.
	//
	// A post whose turn has a draft in its place settles it; see Drafter.
	//
	// Every error is an *Error. Reason Unknown says that the post may have
	// arrived, every other reason that it did not.
	Send(ctx context.Context, p Post) (MessageID, error)
}

// Finder is a Connector that can look back.
type Finder interface {
	// Find reports whether a post with p's key was delivered to p's place since the
	// moment of its first attempt, and its id; a zero moment looks back as far as a
	// few hundred messages. False with a nil error says that
	// sending it again makes no second one: it did not arrive, or the platform
	// takes both for one. If it was delivered more than once, the first is returned.
	// Every error is an *Error and says that the question stays open.
	Find(ctx context.Context, p Post, since time.Time) (MessageID, bool, error)
}

// Heeder is a Connector that asks whose words count, so that whoever else writes holds up nobody: of him it
// need not read what was missed, ask who he is, or keep a trace.
type Heeder interface {
	// Heed is called once, before Run. person says whether somebody's words are the principal's, as far as the
	// account tells, and room whether a channel is read along. Neither blocks, and what they say may change at
	// any time. Without Heed everybody's words count.
	Heed(person func(Person) bool, room func(Place) bool)
}

// Reminded is a Connector whose platform does not tell everything that happened while it was not heard: by what is known
// it finds out which emoji were taken off, and what became of a thread that stands far back.
type Reminded interface {
	// Remind is called once, before Run. standing says which messages carry emoji of the principal's on this platform, and
	// threads in which threads somebody was heard there, the newest first. Neither blocks, and what they say changes with
	// what is handed on.
	Remind(standing func() []Standing, threads func() []Place)
}

// Standing is that somebody has emoji on a message.
type Standing struct {
	From    Person
	Message MessageID
}

// Finisher is a Connector that has to know when a turn is over, because a
// person or a program at the other end waits for it.
type Finisher interface {
	// Finished says that nothing more will be said to the event named by a.To
	// (see Event.ID). It is called once for each event that sink took, after the
	// last Send of the turn returned, also if the turn was silent or the event
	// began no turn. That may be before sink itself returned. Calling it again, or
	// for an event of an earlier process, does nothing. Every error is an *Error.
	Finished(ctx context.Context, a Answer) error
}

// Editor is a Connector that can change what it sent.
type Editor interface {
	// Edit makes the message show p instead: text and buttons, also none. It is
	// idempotent, notifies nobody and does not split. A message that is gone is
	// Gone. Every error is an *Error.
	Edit(ctx context.Context, id MessageID, p Post) error
}

// Reactor is a Connector that can put an emoji on a message.
type Reactor interface {
	// React puts the emoji on a message in a place, or takes it off. What is so
	// already is no error. Every error is an *Error; an emoji that the platform
	// does not have is Invalid.
	React(ctx context.Context, at Place, id MessageID, emoji string, on bool) error
}

// Worker is a Connector that can show that an answer is being made.
type Worker interface {
	// Working shows it in a place, about the message that is to be answered, or
	// ends showing it. Where Limits.WorkingEvery is not 0 it fades by itself after
	// a little longer than that and is called again to keep it. Every error is an
	// *Error and of no consequence.
	Working(ctx context.Context, at Place, id MessageID, on bool) error
}

// Fetcher is a Connector whose platform holds the files of messages.
type Fetcher interface {
	// Fetch writes the bytes of a file to w. It stops at w's first error and
	// returns it, wrapped. Other errors are *Error: Gone where the platform no
	// longer has it, Forbidden where it may not be read.
	Fetch(ctx context.Context, f File, w io.Writer) error
}

// Linker is a Connector whose messages have addresses.
type Linker interface {
	// Link is the address at which a person finds a message; "" if it is not known
	// yet, or there is none. It may not block.
	Link(at Place, id MessageID) string
}

// Pulse is a Connector that can prove that it hears.
type Pulse interface {
	// Heard is when the platform last proved that it reaches us: a ping, a poll that
	// ended well, an event. Zero before the first. It may not block.
	Heard() time.Time
}

// Checker is a Connector that can examine how it is set up.
type Checker interface {
	// Check asks the platform, without changing anything or saying anything to
	// anybody, and tells what it found, the good included, in a fixed order. It may
	// take several network calls and ends soon after ctx does; what it could not
	// find out is a finding too.
	Check(ctx context.Context) []Finding
}

// Finding is one thing that Check looked at.
type Finding struct {
	Well bool
	What string // one sentence: "The bot token is that of @citadel in the workspace Acme."
	Do   string // what to do about it, naming the exact scope or setting; empty where Well
}

// Identifier is a Connector that can say as whom it is known.
type Identifier interface {
	// Identify asks the platform. Every error is an *Error; Forbidden means that the
	// token is refused.
	Identify(ctx context.Context) (Self, error)
}

// Self is the agent's own account on a platform.
type Self struct {
	Account string // as in Place.Account: the workspace, server or bot account
	Title   string // what people call that: "Acme (acme.slack.com)"
	ID      string // of the agent on it
	Name    string // how people address the agent: "@citadel"
	Address string // a link that opens the conversation with it; may be empty
}

// Limits are the numbers and abilities in which platforms differ. The zero
// value is a platform that can only pass messages.
type Limits struct {
	// Max is the longest text of one post, by Measure; 0 is no limit.
	Max int
	// Measure counts a CommonMark text the way the platform does once it is
	// rendered, or more. It is pure and never negative; nil counts bytes.
	Measure func(string) int
	// PerMinute is how many posts a minute one place may get; 0 is no limit.
	PerMinute int
	// EditWindow is for how long a sent post may be changed; 0 is never.
	EditWindow time.Duration

	// DraftEvery is how long to wait after a draft before the next text of it; 0
	// is no wait.
	DraftEvery time.Duration

	// DraftLate is for how long a draft may still appear after the call that was to show it was
	// given up, or the process that made it was killed; 0 where none stays that appears so late.
	DraftLate time.Duration

	// WorkingEvery is how often Working has to be called to stay shown; 0 where it
	// stays until it is ended.
	WorkingEvery time.Duration

	Drafts     bool // answers may be shown while they are written; see Drafter
	Notifies   bool // the first text of a draft is what a notification says, and no later one is
	Threads    bool // posts may go into Place.Thread
	Replies    bool // Post.ReplyTo is shown, to exactly that message
	Pictures   bool // posts may carry pictures
	Described  bool // pictures are shown with what they show in words, to those who want that
	Buttons    bool // posts may carry buttons, presses come back
	Reactions  bool // React and Unreact events arrive
	Edits      bool // Edit events arrive
	Deletes    bool // Delete events arrive
	Redelivers bool // what was not acknowledged comes again after a restart
}

// Length measures text by Measure, or in bytes where that is nil.
func (l Limits) Length(text string) int {
	if l.Measure == nil {
		return len(text)
	}
	return l.Measure(text)
}
