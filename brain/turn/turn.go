// Package turn is what the steps of one turn pass to each other: what was heard and
// under which circumstances (Turn), and what is to be said and changed (Reply). Both are
// plain data.
package turn

import (
	"context"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// Message is one message the turn answers, with its text as it stands now.
type Message struct {
	Seq     event.Seq
	Edited  event.Seq // the edit that gave it this text, or zero
	Text    string
	On      time.Time
	ReplyTo event.Seq // a post of ours, or a message
	Removed []string  // kinds of secret that were taken out before it was kept
	Files   []event.File

	Forwarded string // whose words it passes on
}

// Turn is one turn as its steps see it. They read the mind through it and write nothing.
type Turn struct {
	Mind     *memory.Mind // for reading: without a pen nobody can write
	Store    store.Store  // what is remembered, searchable
	Messages []Message    // oldest first, at least one
	Text     string       // their texts, joined by line breaks
	Place    event.Place
	Audience event.Audience
	Now      time.Time        // in the principal's present zone
	UpTo     event.Seq        // the newest event when it was assembled
	Command  *command.Command // nil unless the whole message is one
	Category string           // SPEC §5, as package classify names them
	Tier     string
	Question bool // it asks something
	Lack     Lack // why no model answers it
	Host     Host

	// Begin makes the turn durable before anything is spent on it, and gives its number. The
	// first call writes, later ones give the same. Where nobody calls it the turn is written
	// when it ends.
	Begin func(ctx context.Context) (event.Seq, error)
	// Draft, where not nil, hears the whole text of the answer so far, each time there is
	// more of it. It does not block. Once it was called the turn has spoken.
	Draft func(text string)
	// Joined, where not nil, takes the messages that came since: they belong to the turn from
	// then on. It gives nil where there are none.
	Joined func(ctx context.Context) ([]Message, error)
}

// Lack is why no language model answers a turn.
type Lack string

// The reasons. The zero value is that none is set up.
const (
	NoModel Lack = ""
	Down    Lack = "down"    // none that is set up answers
	Spent   Lack = "spent"   // the ceiling of the day or month is reached
	Dear    Lack = "dear"    // this answer could cost more than one may
	Unnamed Lack = "unnamed" // the principal is not told yet where his words would go
	Balked  Lack = "balked"  // it would not answer this, or could not read so much
)

// Host is what the turn may know of the program it runs in.
type Host struct {
	Version  string
	Home     string    // the folder that holds everything
	Began    time.Time // when this process took up the mind
	Country  string    // ISO 3166 alpha-2, for the emergency number; may be empty
	Line     [2]string // name and number of a crisis line the principal configured
	Trusted  string    // a person to name in a crisis, if configured
	Quiet    string    // configured quiet hours, "22:00-07:00"
	Ceilings Ceilings
	Jobs     []Job // for "jobs" and "status"

	// Models are the language models that are set up, by role, and within a role in order of
	// fail-over. Without any the mind works as if there were no such thing.
	Models  []Model
	Dearest string // the model whose price counts for those that have none
	// Here names the platforms on which only who has this computer can write: what needs the
	// host or a second account may be asked for there (TRUST, Accounts).
	Here []string
}

// Ceilings are the hard limits of spending, in US dollars.
type Ceilings struct{ Turn, Job, Day, Month float64 }

// Job is a background job as "jobs" lists it.
type Job struct {
	Name  string
	Every string // in words: "every 30 min", "when due"
	Help  string // what it does, one line
}

// Last is the newest message.
func (t *Turn) Last() Message { return t.Messages[len(t.Messages)-1] }

// Heard lists the numbers of the messages: what the turn's changes rest on.
func (t *Turn) Heard() []event.Seq {
	seqs := make([]event.Seq, 0, len(t.Messages))
	for _, m := range t.Messages {
		if m.Edited != 0 {
			seqs = append(seqs, m.Edited)
			continue
		}
		seqs = append(seqs, m.Seq)
	}
	return seqs
}

// Read gives the folds at this moment.
func (t *Turn) Read(fn func(v memory.View)) { t.Mind.Read(fn) }

// Event gives one event and its payload; the payload is nil if it was forgotten.
func (t *Turn) Event(ctx context.Context, seq event.Seq) (ledger.Record, event.Payload, error) {
	r, err := t.Mind.Event(ctx, seq)
	if err != nil {
		return r, nil, err
	}
	p, err := r.Payload()
	return r, p, err
}

// Write is a change that a reply makes. It is caused by the turn; who may write it is
// settled by the kind.
type Write struct {
	Payload event.Payload
	From    []event.Seq // whose words it carries; the turn's messages where nil
	Key     string
}

// Reply is what a turn says and changes.
type Reply struct {
	By      string        // "command:NAME", "procedure:NAME", "model:NAME", "crisis", "shrug"
	Text    phrase.Text   // nothing to say where empty
	Writes  []Write       // in order
	Found   []event.Found // what recall brought, for the receipt
	Among   int           // of how many candidates
	Buttons []event.Button
	Subject string        // what kind of post it is, where something depends on it: "card", "welcome"
	About   event.Seq     // the decision, loop, reminder or proposal it is about
	Direct  bool          // answer in the direct message, wherever it was asked
	Quiet   bool          // kept out of memory, mood and dreams
	Hold    time.Duration // no unasked messages for so long
	Forget  *Forgetting
	Leave   bool // the person wants to leave: "exit"

	// Redo asks for an old message to be answered again instead: nothing else of the reply
	// counts then.
	Redo *Redo
}

// Redo is a question to be answered again.
type Redo struct {
	Message event.Seq
	Tier    string // at least this one, where not empty
}

// Forgetting is done before the reply is queued. Receipt words the outcome.
type Forgetting struct {
	Plan    ledger.Plan
	Receipt func(done ledger.Record, events int) phrase.Text
}

// Says makes a reply of one text.
func Says(by string, text *phrase.Text) *Reply { return &Reply{By: by, Text: *text} }

// Made is the handle of what the last change makes, for the text that tells of it: its
// number is filled in when it is known.
func (r *Reply) Made(letter byte) string { return event.Unnumbered(letter, len(r.Writes)-1) }

// Shift makes the text and the buttons name what they name when the reply's changes come
// after so many others.
func (r *Reply) Shift(by int) {
	to := func(letter string, i int) string { return event.Unnumbered(letter[0], i+by) }
	r.Text = r.Text.Renumber(to)
	for i := range r.Buttons {
		r.Buttons[i].Says = event.Renumber(r.Buttons[i].Says, to, func(int, int) {})
	}
}

// Change adds a change that rests on the turn's own messages.
func (r *Reply) Change(p event.Payload) *Reply {
	r.Writes = append(r.Writes, Write{Payload: p})
	return r
}
