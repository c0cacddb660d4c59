// Package attachments is which files stand in a message, which are still to be fetched, and which
// recordings were written down but not repeated to the principal yet.
package attachments

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Enclosed is a message with files, from when it is heard until everything about them is
// known and told.
type Enclosed struct {
	Message event.Seq `json:"message"`
	At      time.Time `json:"at"`                // when it was heard
	Left    []int     `json:"left"`              // which of its files nobody knows the fate of, ascending
	Settled event.Seq `json:"settled,omitempty"` // the newest event that told of one, and that its answer did not know
	Told    bool      `json:"told,omitempty"`    // it was answered while some were left
	Turns   bool      `json:"turns,omitempty"`   // it will be answered, or was
}

// Untold is a message whose answer did not know yet what became of its files.
type Untold struct {
	Message event.Seq `json:"message"`
	Settled event.Seq `json:"settled"` // the newest event that tells of one
}

// Echo is a recording that was written down: what it says has to reach the principal
// before anything is learned from it.
type Echo struct {
	Transcribed event.Seq `json:"transcribed"`
	Message     event.Seq `json:"message"`
	Post        event.Seq `json:"post,omitempty"` // that repeats it; zero before it is queued
}

// Turn is the turn under way, as far as it concerns messages with files.
type Turn struct {
	ID       event.Seq   `json:"id"`
	Messages []event.Seq `json:"messages"`
	UpTo     event.Seq   `json:"up_to"` // the newest event it takes into account
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Enclosed  []Enclosed `json:"enclosed"`  // oldest first
	Late      []Untold   `json:"late"`      // in the order in which they are to be told of
	Unechoed  []Echo     `json:"unechoed"`  // oldest first
	Forgotten event.Seq  `json:"forgotten"` // the newest event that made something forgotten
	Newest    event.Seq  `json:"newest"`    // the newest message that is answered, or was: an edit of it is answered again
	Open      *Turn      `json:"open"`
}

// New gives the state in which nothing was attached.
func New() *Fold { return &Fold{Enclosed: []Enclosed{}, Late: []Untold{}, Unechoed: []Echo{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "attachments" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Heard:
		// Files of what others say to each other are not fetched.
		if !p.Overheard && r.Trust == event.ByPrincipal {
			f.Newest = r.Seq
		}
		if len(p.Files) == 0 || p.Overheard {
			return
		}
		e := Enclosed{Message: r.Seq, At: r.At, Turns: r.Trust == event.ByPrincipal || p.Handed}
		for i := range p.Files {
			e.Left = append(e.Left, i)
		}
		f.Enclosed = append(f.Enclosed, e)
	case event.Edited:
		f.edited(r, p)
	case event.Attached:
		f.settle(r.Seq, p, p.Fault == event.FaultTakenOut)
	case nil:
		// A file that was forgotten is not fetched again, though its message stayed.
		if a := (event.Attached{}); r.Kind == a.Kind() && named(r.Key, &a) {
			f.settle(r.Seq, a, true)
		}
	case event.Unsaid: // nobody answers it any more
		for i, e := range f.Enclosed {
			if e.Message == p.Message {
				f.Enclosed[i].Turns = false
			}
		}
		f.Enclosed = slices.DeleteFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == p.Message && len(e.Left) == 0 })
	case event.TurnBegan:
		f.Open = &Turn{ID: r.Seq, Messages: p.Messages, UpTo: p.UpTo}
	case event.TurnJoined:
		if f.Open != nil && r.Cause() == f.Open.ID {
			f.Open = &Turn{ID: f.Open.ID, Messages: append(slices.Clone(f.Open.Messages), p.Messages...), UpTo: max(f.Open.UpTo, p.UpTo)}
		}
	case event.TurnEnded:
		if f.Open != nil && r.Cause() == f.Open.ID {
			f.answered(*f.Open)
			f.Open = nil
		}
	case event.Transcribed:
		if p.Spoken != "" {
			f.Unechoed = append(f.Unechoed, Echo{Transcribed: r.Seq, Message: p.Message})
		}
	case event.CameLate: // its answer tells of it
		f.told(p.Message)
	case event.PostQueued:
		if p.Subject == event.SubjectFiles {
			f.told(p.About)
		}
		for i, e := range f.Unechoed {
			if e.Post == 0 && slices.Contains(r.From, e.Transcribed) {
				f.Unechoed[i].Post = r.Seq
			}
		}
	case event.PostSent:
		f.Unechoed = slices.DeleteFunc(f.Unechoed, func(e Echo) bool { return e.Post == p.Post })
	case event.PostFailed: // another answer may repeat it
		for i, e := range f.Unechoed {
			if e.Post == p.Post {
				f.Unechoed[i].Post = 0
			}
		}
	case event.Forgotten:
		f.Forgotten = r.Seq
		for _, s := range p.Seqs {
			f.drop(s)
			f.Late = slices.DeleteFunc(f.Late, func(u Untold) bool { return u.Message == s || u.Settled == s })
			f.Unechoed = slices.DeleteFunc(f.Unechoed, func(e Echo) bool { return e.Message == s || e.Transcribed == s })
		}
	}
}

// edited has the files that came with an edit fetched. Where the edit is not answered, what
// became of them is told by itself.
func (f *Fold) edited(r ledger.Record, p event.Edited) {
	if len(p.Files) == 0 || p.Overheard {
		return
	}
	i := slices.IndexFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == p.Message })
	if i < 0 {
		answered := p.Message == f.Newest || f.Open != nil && slices.Contains(f.Open.Messages, p.Message)
		f.Enclosed = append(f.Enclosed, Enclosed{Message: p.Message, Turns: true, Told: !answered})
		f.told(p.Message)
		i = len(f.Enclosed) - 1
	}
	e := f.Enclosed[i]
	e.At, e.Left = r.At, slices.Clone(e.Left)
	for n := range p.Files {
		e.Left = append(e.Left, p.First+n)
	}
	f.Enclosed[i] = e
}

const keyForm = "attached/%d/%d"

// Key is the key of the event that says what became of a file of a message. It is still known
// once that is forgotten.
func Key(message event.Seq, index int) string { return fmt.Sprintf(keyForm, message, index) }

func named(key string, a *event.Attached) bool {
	n, err := fmt.Sscanf(key, keyForm, &a.Message, &a.Index)
	return n == 2 && err == nil
}

// settle notes what became of a file. A message is of no more interest once nothing of it is
// left and its answer knew that; what was given up because it is old is told of nowhere, nor what is gone: it was
// taken out of the message, or is forgotten.
func (f *Fold) settle(seq event.Seq, p event.Attached, gone bool) {
	i := slices.IndexFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == p.Message })
	if i < 0 {
		return
	}
	e := f.Enclosed[i]
	e.Left = slices.DeleteFunc(slices.Clone(e.Left), func(n int) bool { return n == p.Index })
	if !gone {
		e.Settled = seq
	}
	f.Enclosed[i] = e
	if len(e.Left) > 0 || e.Turns && !e.Told && p.Fault != event.FaultLate {
		return
	}
	f.drop(p.Message)
	if e.Told && e.Settled != 0 && p.Fault != event.FaultLate {
		f.Late = append(f.Late, Untold{p.Message, e.Settled})
	}
}

// answered notes that a turn is over.
func (f *Fold) answered(t Turn) {
	for i := range f.Enclosed {
		if e := &f.Enclosed[i]; slices.Contains(t.Messages, e.Message) {
			if e.Told = true; e.Settled <= t.UpTo {
				e.Settled = 0
			}
		}
	}
	for _, e := range slices.Clone(f.Enclosed) {
		if !e.Told || len(e.Left) > 0 {
			continue
		}
		f.drop(e.Message)
		if e.Settled != 0 {
			f.Late = append(f.Late, Untold{e.Message, e.Settled})
		}
	}
}

func (f *Fold) told(message event.Seq) {
	f.Late = slices.DeleteFunc(f.Late, func(u Untold) bool { return u.Message == message })
}

func (f *Fold) drop(message event.Seq) {
	f.Enclosed = slices.DeleteFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == message })
}

// Awaited lists the messages of whose files something is still to be fetched, oldest first.
func (f *Fold) Awaited() []Enclosed {
	var all []Enclosed
	for _, e := range f.Enclosed {
		if len(e.Left) > 0 {
			all = append(all, e)
		}
	}
	return all
}

// Awaits says whether a file of a message is still to be fetched.
func (f *Fold) Awaits(message event.Seq) bool { return len(f.Left(message)) > 0 }

// Left is which files of a message are still to be fetched.
func (f *Fold) Left(message event.Seq) []int {
	for _, e := range f.Enclosed {
		if e.Message == message {
			return e.Left
		}
	}
	return nil
}

// Repeated says whether nothing of a message is still to be repeated to the principal.
func (f *Fold) Repeated(message event.Seq) bool {
	return !slices.ContainsFunc(f.Unechoed, func(e Echo) bool { return e.Message == message })
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
