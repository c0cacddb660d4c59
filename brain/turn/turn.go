// Package turn is what the steps of one turn pass to each other: what was heard and
// under which circumstances (Turn), and what is to be said and changed (Reply). Both are
// plain data.
package turn

import (
	"context"
	"slices"
	"strings"
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
	Edited  event.Seq // the edit that gave it this text, or itself where it was heard only as edited; else zero
	Typed   event.Seq // the same of the words beside a recording
	Text    string
	On      time.Time
	ReplyTo event.Seq   // a post of ours, or a message; in a thread our newest post there
	Under   event.Seq   // what the thread hangs under that it was said in; zero outside threads
	Removed []string    // kinds of secret that were taken out before it was kept
	Files   []File      // as they stand in it now: none that was taken out or forgotten
	Late    []event.Seq // what of these came after it was answered: the recording among them alone is answered now; else empty

	Emptied   bool   // it was nothing but files, and none of them stands in it any more
	Forwarded string // whose words it passes on
	Veiled    bool   // characters stood in it that cannot be seen, and were left out of Text

	// Spoken is what a machine heard in a recording that came with the message, where its text
	// is that. Such words are talk: they command nothing.
	Spoken      *event.Transcribed
	Transcribed event.Seq // by which a recording was written down, once; its words may be gone again. Zero for none
}

// Mended says whether a message was edited after it was heard: what it says may have been said otherwise, and answered.
func (m Message) Mended() bool { return m.Edited != 0 && m.Edited != m.Seq }

// Says says whether a file is the recording that the message says: it is told of as words.
func (m Message) Says(f File) bool { return m.Spoken != nil && f.Seq == m.Spoken.File }

// ToHear says whether a recording is kept with the message that nobody has listened to.
func (m Message) ToHear() bool {
	return m.Spoken == nil && m.Transcribed == 0 && slices.ContainsFunc(m.Files, func(f File) bool { return f.Voice() })
}

// Only leaves the message those of its files that these events tell of.
func (m *Message) Only(kept []event.Seq) {
	m.Files = slices.DeleteFunc(m.Files, func(f File) bool { return !slices.Contains(kept, f.Seq) })
}

// OnlyFiles says whether a message is nothing but files: no words stand beside them, and none were heard in them.
func (m Message) OnlyFiles() bool {
	return len(m.Files) > 0 && m.Spoken == nil && strings.TrimSpace(m.Text) == ""
}

// Handed says whether all messages are somebody else's, which the principal passed on.
func (t *Turn) Handed() bool {
	return !slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Forwarded == "" })
}

// NoYes says why a message can be nobody's yes to anything; "" where it can be (TRUST, Approval by accident).
func (m Message) NoYes() string {
	switch {
	case m.Edited != 0:
		return "An edit approves nothing"
	case m.Forwarded != "":
		return "What you pass on approves nothing"
	case m.Veiled:
		return "A message with characters that cannot be seen approves nothing"
	}
	return ""
}

// Turn is one turn as its steps see it. They read the mind through it and write nothing.
type Turn struct {
	Mind     *memory.Mind // for reading: without a pen nobody can write
	Store    store.Store  // what is remembered, searchable
	Messages []Message    // oldest first, at least one
	Text     string       // their texts, joined by line breaks
	Place    event.Place  // where it was asked
	Audience event.Audience
	Was      event.Place      // the shared place that goes on as this one, as memory.Sight.Was
	Reader   memory.Sight     // who will read the reply, where it goes to another place than that; see Sight
	Now      time.Time        // in the principal's present zone
	HideZone bool             // where that is may not be told where the turn was asked; see Zone
	UpTo     event.Seq        // the newest event when it was assembled
	Command  *command.Command // nil unless the whole message is one
	Category string           // SPEC §5, as package classify names them
	Tier     string
	Question bool // it asks something
	Lack     Lack // why no model answers it
	Host     Host
	Made     *Made // a call that this turn ran, from which the answer goes on; nil in any other turn
	// Did, where not nil, tells what calls of tools did outside the mind in this turn, as they are made:
	// where the turn ends without its answer, that is said all the same.
	Did *phrase.Text
	// Seconded is the message with which another account asked for what this turn's command
	// does; zero where it is this account's own wish alone.
	Seconded event.Seq

	// Begin makes the turn durable before anything is spent on it, and gives its number. The
	// first call writes, later ones give the same. Where nobody calls it the turn is written
	// when it ends.
	Begin func(ctx context.Context) (event.Seq, error)
	// Draft, where not nil, hears the whole text of the answer so far, each time there is
	// more of it. It does not block. Once it was called the turn has spoken.
	Draft func(text string)
	// Doing, where not nil, hears what is being done for the answer, one sentence in the past
	// tense, each time it is something else. It does not block. Where no model is asked, nor
	// hears a recording, there is nothing to tell.
	Doing func(what string)
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

// Lacking says why no language model takes part, in words that follow a colon.
func (t *Turn) Lacking() string {
	switch {
	case !t.Host.Reasons():
		return "no language model is set up"
	case t.Lack == Spent:
		return "the ceiling for language models is reached"
	case t.Lack == Dear:
		return "it could cost more than one answer may"
	case t.Lack == Unnamed:
		return "I have yet to tell you where your words would go"
	case t.Lack == Balked:
		return "the language model would not answer it"
	}
	return "no language model answers now"
}

// Host is what the turn may know of the program it runs in.
type Host struct {
	Version  string
	Home     string    // the folder that holds everything, but for what the next two name
	Ledger   string    // the PostgreSQL server and database that keep the ledger; empty is Home
	Search   string    // the Weaviate server that has the memories; empty is this process
	Afar     []string  // servers on other computers that hold words of the principal, as people call them
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
	// Copies are the places beside the ledger that hold words of it.
	Copies []Copy
	// Trouble, where not nil, is what keeps the memory store from knowing everything; nil while
	// nothing does.
	Trouble func() error
	// Refill, where not nil, tells why the memory store was filled anew since the start, and
	// whether it still is.
	Refill func() (r memory.Refill, over bool)
	// Tools, where not nil, are the names of what the agent can do, sorted.
	Tools func() []string
	// As, where not nil, is the digest of what one of them says of itself, as a policy names it.
	As func(tool string) string
	// Called, where not nil, is how people address the agent on a platform: "@citadel".
	Called func(platform string) string
}

// Kept says where everything is, in words of the format `%s`.
func (h Host) Kept() (format string, places []any) {
	if h.Ledger == "" {
		return "`%s`", []any{h.Home}
	}
	return "PostgreSQL at `%s`; settings and files in `%s`", []any{h.Ledger, h.Home}
}

// Name is how people address the agent on a platform.
func (h Host) Name(platform string) string {
	if h.Called != nil {
		if name := h.Called(platform); name != "" {
			return name
		}
	}
	return "@citadel"
}

// Copy is a place beside the ledger that holds words of it, so that they are found or come up
// faster. It follows the ledger, forgetting included, and may be behind or out of reach.
type Copy struct {
	Name string // as people call it: "the search store"
	// Await waits until the copy has followed the ledger up to an event, or ctx ends. Where it
	// has already, it gives nil, also if ctx is over.
	Await func(ctx context.Context, seq event.Seq) error
}

// Behind names the copies that have not followed the ledger up to an event when ctx ends. It
// waits for them until then.
func (h Host) Behind(ctx context.Context, seq event.Seq) (names []string) {
	for _, c := range h.Copies {
		if c.Await(ctx, seq) != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// Ceilings are the hard limits of spending, in US dollars.
type Ceilings struct{ Turn, Job, Day, Month float64 }

// Job is a background job as "jobs" lists it.
type Job struct {
	Name  string
	Every string // in words: "every 30 min", "when due"
	Help  string // what it does, one line
	// Next says when it is looked at again, if nothing happens meanwhile; zero if only something new
	// makes it due. now is in the principal's present zone.
	Next     func(v memory.View, now time.Time) time.Time
	Anytime  bool // it can be run when the principal says so
	Promised bool // it does what he asked for, and is not to be paused
}

// AtHost says whether only who has this computer can write where the turn takes place.
func (t *Turn) AtHost() bool { return slices.Contains(t.Host.Here, t.Place.Platform) }

// Sure says whether what one account alone may not ask for may be done: it was asked for on
// the host, or from two accounts (TRUST, Accounts).
func (t *Turn) Sure() bool { return t.AtHost() || t.Seconded != 0 }

// Last is the newest message.
func (t *Turn) Last() Message { return t.Messages[len(t.Messages)-1] }

// Asked is who reads the place where the turn was asked.
func (t *Turn) Asked() memory.Sight {
	return memory.Sight{Place: t.Place, Audience: t.Audience, Was: t.Was}
}

// Here says whether something was said in the room of the turn, or in the one that goes on as it.
func (t *Turn) Here(at event.Place) bool { return t.Asked().In(at) }

// Sight is who will read the reply, and so what may be gathered for it.
func (t *Turn) Sight() memory.Sight {
	if t.Reader != (memory.Sight{}) {
		return t.Reader
	}
	return t.Asked()
}

// Direct gives the places where the principal alone reads, the best first for an answer to
// what was asked here; see memory.View.Direct.
func (t *Turn) Direct() (direct []memory.Sight) {
	t.Read(func(v memory.View) { direct = v.Direct(t.Place) })
	return direct
}

// Setting gives a setting of the principal and the event that made it, as far as the reader
// may know: no value where it was made in a place that is more private.
func (t *Turn) Setting(ctx context.Context, name string) (value string, made event.Seq, err error) {
	t.Read(func(v memory.View) { value, made = v.Principal.Settings[name], v.Principal.Set[name] })
	if value == "" || t.Sight().Private() {
		return value, made, nil
	}
	if shown, err := t.Mind.Shown(ctx, t.Sight(), made); err != nil || !shown {
		return "", 0, err
	}
	return value, made, nil
}

// Zone names a zone of the principal's for people: by its city or, where that may not be
// told, by its distance from Greenwich at a moment.
func (t *Turn) Zone(loc *time.Location, at time.Time) string {
	if t.HideZone || strings.HasPrefix(loc.String(), "Etc/GMT") { // which has the sign turned round
		return at.In(loc).Format("GMT-07:00")
	}
	return phrase.City(loc.String())
}

// There is a moment by the clock of where the principal was then.
func (t *Turn) There(at time.Time) time.Time { return at.In(t.where(at)) }

// FullDay words the day of a moment, and Day does so within this year in short, by the calendar of where
// the principal was: what he called tomorrow is told beside the day on which he said it (TRUST, Travel).
func (t *Turn) FullDay(at time.Time) string { return phrase.FullDay(at, t.Now.In(t.where(at))) }

// Day is FullDay in short.
func (t *Turn) Day(at time.Time) string { return phrase.Day(at, t.Now.In(t.where(at))) }

func (t *Turn) where(at time.Time) (zone *time.Location) {
	t.Read(func(v memory.View) { zone = v.Principal.ZoneAt(at) })
	if zone == nil || !at.Before(t.Now) {
		return t.Now.Location()
	}
	return zone
}

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
	Seen    []event.Seq   // what else lay before whoever made it: if one is forgotten meanwhile, the turn is begun again
	Latest  bool          // made from all that was learned so far: if more is meanwhile, the turn is begun again
	Buttons []event.Button
	Charts  []event.Chart // drawn when the answer is sent; its text has the same figures
	Art     *event.Art    // drawn when the answer is sent
	Subject string        // what kind of post it is, where something depends on it: "card", "welcome"
	About   event.Seq     // the decision, loop, reminder or proposal it is about
	Once    bool          // it asks whether to do what cannot be undone: better not asked than asked twice
	Direct  bool          // answer in a direct message, should others read along where it was asked
	To      memory.Sight  // in which one: that of the reader it was gathered for; the best where zero
	Cards   []Card        // calls that wait for the principal's word, each a post of its own after the answer
	Others  []event.Seq   // words of others that lay before whoever made it: what it repeats of them is theirs
	Quiet   bool          // kept out of memory, mood and dreams
	Hold    time.Duration // no unasked messages for so long
	Forget  *Forgetting
	Leave   bool // the person wants to leave: "exit"

	// Replaces are the events that set up what a write of the reply stands in place of: they are taken back, and told.
	Replaces []event.Seq

	// From is a call that the principal's word ran: a model, where one answers, goes on from it
	// behind what the reply says.
	From *Made

	// Redo asks for an old message to be answered again instead, or for this one in other
	// words: nothing else of the reply counts then.
	Redo *Redo
}

// Card is a post that asks for the principal's word on one call.
type Card struct {
	Text    phrase.Text
	Buttons []event.Button
	From    []event.Seq // whose words the call carries
	About   event.Seq   // the card that is in view from now on; zero where it was before, or is made with this answer
}

// Redo is a question to be answered again.
type Redo struct {
	Message event.Seq
	Text    string // what is answered of the message, as if nothing else had been said; all of it where empty
	Tier    string // at least this one, where not empty
	List    bool   // it asks for a list, by a command or in words: what lists it does so again
	// Reader, where set, is for whom it is gathered although others may read the place: he
	// said so. No model answers it then: words are shown as they are, and nothing around them.
	Reader memory.Sight
}

// Forgetting is done before the reply is queued. Receipt words the outcome.
type Forgetting struct {
	Plan    ledger.Plan
	Receipt func(Forgotten) phrase.Text
}

// Forgotten is what became of a Forgetting.
type Forgotten struct {
	Record  ledger.Record // of the event.Forgotten
	Events  int           // of the ledger, with that
	Behind  []string      // copies that have not followed yet
	Lingers bool          // the ledger's own files could not be cleaned yet
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
	buttons := func(all []event.Button) {
		for i := range all {
			all[i].Says = event.Renumber(all[i].Says, to, func(int, int) {})
		}
	}
	r.Text = r.Text.Renumber(to)
	buttons(r.Buttons)
	for i := range r.Cards {
		r.Cards[i].Text = r.Cards[i].Text.Renumber(to)
		buttons(r.Cards[i].Buttons)
	}
}

// Idle says whether a reply says nothing and does nothing: what it answers was taken in silence.
func (r *Reply) Idle() bool {
	return r.Text.Empty() && len(r.Writes) == 0 && len(r.Cards) == 0 && r.Forget == nil && r.From == nil && r.Redo == nil &&
		r.Hold == 0 && !r.Quiet && !r.Leave
}

// Change adds a change that rests on the turn's own messages.
func (r *Reply) Change(p event.Payload) *Reply {
	r.Writes = append(r.Writes, Write{Payload: p})
	return r
}
