// Package thread is the conversation: which messages wait for an answer, which turn is
// open, the rolling window of turns, and what of it has not been integrated into memory.
//
// It holds numbers, not words: what was said is looked up in the ledger, so that a
// forgotten message leaves nothing behind here.
package thread

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Turn is one exchange: the messages and what was said to them.
type Turn struct {
	ID       event.Seq   `json:"id"` // its turn.began
	Messages []event.Seq `json:"messages"`
	Posts    []event.Seq `json:"posts,omitempty"`
	Began    time.Time   `json:"began"`
	Ended    time.Time   `json:"ended,omitzero"`
	Outcome  string      `json:"outcome,omitempty"`
	By       string      `json:"by,omitempty"`
	Category string      `json:"category,omitempty"`
	Tier     string      `json:"tier,omitempty"`
	Quiet    bool        `json:"quiet,omitempty"`
	Void     bool        `json:"void,omitempty"`   // nothing came of it
	Handed   bool        `json:"handed,omitempty"` // it is over what he passed on

	// Knows is, while it is open, the newest event that it took into account, by message: what joined it was read later.
	Knows map[event.Seq]event.Seq `json:"knows,omitempty"`
}

// reads gives the turn with messages as they are after an event.
func (t Turn) reads(messages []event.Seq, upTo event.Seq) *Turn {
	t.Messages = append(slices.Clip(t.Messages), messages...)
	knows := maps.Clone(t.Knows)
	if knows == nil {
		knows = map[event.Seq]event.Seq{}
	}
	for _, m := range messages {
		knows[m] = upTo
	}
	t.Knows = knows
	return &t
}

// Waiting is a message without an answer.
type Waiting struct {
	Message event.Seq   `json:"message"`
	Place   event.Place `json:"place"`
	At      time.Time   `json:"at"`                // when it was recorded
	Alone   bool        `json:"alone,omitempty"`   // it is not to be answered together with others
	Handed  bool        `json:"handed,omitempty"`  // the principal passed it on: it is looked at, and not answered
	Anew    event.Seq   `json:"anew,omitempty"`    // it waits again because of this: it was edited, or a recording in it came late
	Without event.Seq   `json:"without,omitempty"` // a file was taken out of it, which is no word
	Late    []event.Seq `json:"late,omitempty"`    // it was answered but for these files, which came since: they alone are
}

// Deferred is a message that is answered beside the conversation.
type Deferred struct {
	ID      event.Seq   `json:"id"` // its event
	Message event.Seq   `json:"message"`
	Place   event.Place `json:"place"`
	At      time.Time   `json:"at"`
	Turn    event.Seq   `json:"turn"` // in which it was set aside; any other that answers it ends it
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Waiting []Waiting   `json:"waiting"`
	Open    *Turn       `json:"open,omitempty"`
	Aside   []Deferred  `json:"aside,omitempty"` // oldest first
	Window  []Turn      `json:"window"`          // ended turns, oldest first
	Handed  []Turn      `json:"handed"`          // those over what he passed on, which are none of the conversation; oldest first
	Unread  []event.Seq `json:"unread"`          // messages not yet integrated, oldest first
	Again   []event.Seq `json:"again"`           // those of which a model has not had its look yet, oldest first
	Unsaid  []event.Seq `json:"unsaid"`          // taken back by their author, not yet followed
	Newest  event.Seq   `json:"newest"`          // the newest message of the principal
	Place   event.Place `json:"place"`           // where that was
	Turns   int         `json:"turns"`           // ever
	Held    time.Time   `json:"held,omitzero"`
	HeldFor string      `json:"held_for,omitempty"`
	Crisis  event.Seq   `json:"crisis,omitempty"` // the last turn that answered a crisis
}

// New gives the state of an empty conversation.
func New() *Fold {
	return &Fold{Waiting: []Waiting{}, Window: []Turn{}, Handed: []Turn{}, Unread: []event.Seq{}, Again: []event.Seq{}, Unsaid: []event.Seq{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "thread" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 9 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch r.Kind {
	case "heard":
		f.heard(r, p)
	case "edited":
		if e, ok := p.(event.Edited); ok && (r.Trust == event.ByPrincipal || r.Trust == event.ByTool) && !e.Overheard { // by a tool: words below a recording
			f.edited(r, e)
		}
	case "transcribed":
		if t, ok := p.(event.Transcribed); ok && t.Spoken != "" && !slices.Contains(f.Unread, t.Message) {
			f.Unread = append(f.Unread, t.Message)
		}
	case "superseded":
		if s, ok := p.(event.Superseded); ok {
			f.anew(s.Again)
		}
	case "unsaid":
		if u, ok := p.(event.Unsaid); ok {
			f.drop(u.Message)
			f.Unsaid = append(f.Unsaid, u.Message)
			f.without(u.In, r.Seq)
		}
	case "turn.began":
		f.began(r, p)
	case "turn.joined":
		if j, ok := p.(event.TurnJoined); ok && f.Open != nil && r.Cause() == f.Open.ID {
			f.Open = f.Open.reads(j.Messages, j.UpTo)
		}
	case "came.late":
		if c, ok := p.(event.CameLate); ok {
			f.cameLate(r, c)
		}
	case "deferred":
		if d, ok := p.(event.Deferred); ok {
			f.deferred(r, d)
		}
	case "post.queued":
		if q, ok := p.(event.PostQueued); ok && q.Subject == event.SubjectUnsaid {
			f.followed(q.About)
		}
		if f.Open != nil && r.Cause() == f.Open.ID {
			f.Open.Posts = append(f.Open.Posts, r.Seq)
		}
	case "turn.ended":
		f.ended(r, p)
	case "integrated":
		if i, ok := p.(event.Integrated); ok {
			f.integrated(i)
		}
	case "forgotten":
		if g, ok := p.(event.Forgotten); ok {
			f.forgotten(g)
			if g.Reason == "unsaid" {
				f.followed(r.Cause())
			}
		}
	case "held":
		if h, ok := p.(event.Held); ok {
			f.Held, f.HeldFor = h.Until, h.Reason
		}
	}
}

func (f *Fold) heard(r ledger.Record, p event.Payload) {
	h, ok := p.(event.Heard)
	switch {
	case !ok && r.Trust == event.ByPrincipal: // it is forgotten, and no older one becomes the newest by that
		f.Newest = r.Seq
		return
	case !ok, h.Overheard:
		return
	case h.Handed && r.Trust == event.ByThirdParty:
		f.Waiting = append(f.Waiting, Waiting{Message: r.Seq, Place: h.Place, At: r.At, Handed: true})
		return
	case r.Trust != event.ByPrincipal:
		return
	}
	f.Newest, f.Place = r.Seq, h.Place
	f.Waiting = append(f.Waiting, Waiting{Message: r.Seq, Place: h.Place, At: r.At, Alone: h.Alone})
	f.Unread = append(f.Unread, r.Seq)
}

// edited makes a message wait again if it is the latest, or what it set up stands still, and be read again in any case
// (TRUST, Edits and deletions). Where only what came late of an older one waits, the words beside it were answered. What
// words alone were asked for is not done anew because a file came to them: of that is told by itself. A model that
// answered them has not seen it.
func (f *Fold) edited(r ledger.Record, e event.Edited) {
	if !slices.Contains(f.Unread, e.Message) {
		f.Unread = append(f.Unread, e.Message)
	}
	changed := func(w *Waiting) {
		if w.Anew, w.Alone = r.Seq, e.Alone; e.Message == f.Newest && !e.Stood {
			w.Late = nil
		}
	}
	if f.again(r, e.Message, changed) || e.Stood && !f.byModel(e.Message) {
		return
	}
	at, again := f.Place, e.Again != (event.Place{})
	if again {
		at = e.Again
	}
	inTurn := f.Open != nil && slices.Contains(f.Open.Messages, e.Message)
	if e.Message == f.Newest || inTurn || again {
		f.Waiting = append(f.Waiting, Waiting{Message: e.Message, Place: at, At: r.At, Anew: r.Seq, Alone: e.Alone})
	}
}

// byModel says whether a model answered a message last.
func (f *Fold) byModel(message event.Seq) bool {
	for _, t := range slices.Backward(f.Window) {
		if slices.Contains(t.Messages, message) {
			return strings.HasPrefix(t.By, "model:")
		}
	}
	return false
}

// cameLate has the recordings of a message answered that came after its answer; with all that it says, where that was not
// given yet.
func (f *Fold) cameLate(r ledger.Record, c event.CameLate) {
	more := func(w *Waiting) {
		if w.Anew = r.Seq; len(w.Late) > 0 {
			w.Late = append(slices.Clip(w.Late), c.Files...)
		}
	}
	if !f.again(r, c.Message, more) {
		f.Waiting = append(f.Waiting, Waiting{Message: c.Message, Place: c.Place, At: r.At, Handed: c.Handed, Anew: r.Seq, Late: c.Files})
	}
}

// Waits says whether a message is still to be answered, or anew: in its turn, in one under way, or beside the conversation.
func (f *Fold) Waits(message event.Seq) bool {
	return slices.ContainsFunc(f.Waiting, func(w Waiting) bool { return w.Message == message }) ||
		slices.ContainsFunc(f.Aside, func(d Deferred) bool { return d.Message == message })
}

// again says whether a message waits for its answer, and has that changed which is known of it. What was set aside is not
// answered yet, and waits from now on: as it stands now it may ask for something else.
func (f *Fold) again(r ledger.Record, message event.Seq, changed func(*Waiting)) bool {
	if i := slices.IndexFunc(f.Waiting, func(w Waiting) bool { return w.Message == message }); i >= 0 {
		changed(&f.Waiting[i])
		return true
	}
	i := slices.IndexFunc(f.Aside, func(d Deferred) bool { return d.Message == message })
	if i < 0 {
		return false
	}
	w := Waiting{Message: message, Place: f.Aside[i].Place, At: r.At}
	changed(&w)
	f.Waiting = append(f.Waiting, w)
	f.Aside = slices.Delete(slices.Clone(f.Aside), i, i+1)
	return true
}

// without has a message that waits answered without a file that was taken out of it. What was answered is not answered anew.
func (f *Fold) without(message, unsaid event.Seq) {
	for i := range f.Waiting {
		if f.Waiting[i].Message == message {
			f.Waiting[i].Without = unsaid
		}
	}
}

// began opens a turn. One that was open before died with its process: what it was to
// answer is in the new one or waits again.
func (f *Fold) began(r ledger.Record, p event.Payload) {
	b, ok := p.(event.TurnBegan)
	if !ok {
		return
	}
	handed := slices.ContainsFunc(f.Waiting, func(w Waiting) bool { return w.Handed && slices.Contains(b.Messages, w.Message) })
	f.Open = Turn{ID: r.Seq, Began: r.At, Handed: handed}.reads(b.Messages, b.UpTo)
}

// deferred sets aside a message of the open turn.
func (f *Fold) deferred(r ledger.Record, d event.Deferred) {
	i := slices.IndexFunc(f.Waiting, func(w Waiting) bool { return w.Message == d.Message })
	if i < 0 || f.Open == nil || r.Cause() != f.Open.ID {
		return
	}
	f.Aside = append(f.Aside, Deferred{ID: r.Seq, Message: d.Message, Place: f.Waiting[i].Place, At: r.At, Turn: f.Open.ID})
}

func (f *Fold) ended(r ledger.Record, p event.Payload) {
	e, ok := p.(event.TurnEnded)
	if !ok || f.Open == nil || r.Cause() != f.Open.ID {
		return
	}
	t := *f.Open
	f.Open = nil
	t.Ended, t.Outcome, t.By, t.Category, t.Tier, t.Quiet, t.Void = r.At, e.Outcome, e.By, e.Category, e.Tier, e.Quiet, e.Void
	// An edit that the turn did not take into account makes its message wait for another.
	f.Waiting = slices.DeleteFunc(f.Waiting, func(w Waiting) bool {
		return slices.Contains(t.Messages, w.Message) && max(w.Anew, w.Without) <= t.Knows[w.Message]
	})
	t.Knows = nil
	f.Aside = slices.DeleteFunc(f.Aside, func(d Deferred) bool {
		return d.Turn != t.ID && slices.Contains(t.Messages, d.Message)
	})
	if e.Quiet {
		quiet := func(s event.Seq) bool { return slices.Contains(t.Messages, s) }
		f.Unread, f.Again = slices.DeleteFunc(f.Unread, quiet), slices.DeleteFunc(f.Again, quiet)
		f.Crisis = t.ID
	}
	if t.Handed {
		f.Handed = append(slices.Clone(f.Handed[max(0, len(f.Handed)-mostHanded+1):]), t)
		return
	}
	f.Turns++
	f.Window = append(f.Window, t)
}

// mostHanded is how many turns over what he passed on are known, at most: as many as the window may hold.
const mostHanded = formula.WindowTrigger

// mostAgain bounds what waits for a model: of what is older, what the rules made of it stays.
const mostAgain = 2000

// integrated takes messages off the list of what is unread and, where they left with it,
// the oldest turns out of the window.
func (f *Fold) integrated(i event.Integrated) {
	read := func(s event.Seq) bool { return slices.Contains(i.Messages, s) }
	f.Again = slices.DeleteFunc(f.Again, read)
	if i.By == event.ByRules { // a model's look says nothing of an edit since
		f.Unread = slices.DeleteFunc(f.Unread, read)
	}
	if i.Again {
		f.Again = append(f.Again, i.Messages...)
		slices.Sort(f.Again)
		f.Again = slices.Clone(f.Again[max(0, len(f.Again)-mostAgain):])
	}
	if i.Left {
		n := min(formula.WindowBatch, len(f.Window))
		f.Window = slices.Clone(f.Window[n:])
		f.Handed = slices.DeleteFunc(f.Handed, func(t Turn) bool { return len(f.Window) > 0 && t.ID < f.Window[0].ID })
	}
}

func (f *Fold) forgotten(g event.Forgotten) {
	for _, s := range g.Seqs {
		f.drop(s)
		f.followed(s)
	}
	f.anew(g.Again)
}

// anew has messages read again.
func (f *Fold) anew(messages []event.Seq) {
	for _, s := range messages {
		if !slices.Contains(f.Unread, s) {
			f.Unread = append(f.Unread, s)
		}
	}
}

func (f *Fold) followed(message event.Seq) {
	f.Unsaid = slices.DeleteFunc(f.Unsaid, func(s event.Seq) bool { return s == message })
}

func (f *Fold) drop(message event.Seq) {
	f.Waiting = slices.DeleteFunc(f.Waiting, func(w Waiting) bool { return w.Message == message })
	f.Aside = slices.DeleteFunc(f.Aside, func(d Deferred) bool { return d.Message == message })
	gone := func(s event.Seq) bool { return s == message }
	f.Unread, f.Again = slices.DeleteFunc(f.Unread, gone), slices.DeleteFunc(f.Again, gone)
}

// Leaving gives the turns that must be integrated before the next prompt is built: the
// oldest ten, once the window has reached forty (SPEC §4).
func (f *Fold) Leaving() []Turn {
	if len(f.Window) < formula.WindowTrigger {
		return nil
	}
	return f.Window[:formula.WindowBatch]
}

// Over lists the ended turns that are known, those over what he passed on first; each oldest first.
func (f *Fold) Over() []Turn { return slices.Concat(f.Handed, f.Window) }

// Last is the newest ended turn.
func (f *Fold) Last() (Turn, bool) {
	if len(f.Window) == 0 {
		return Turn{}, false
	}
	return f.Window[len(f.Window)-1], true
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
