// Package attachments is which files stand in a message, which are still to be fetched, and which
// recordings were written down but not repeated to the principal yet.
package attachments

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Enclosed is a message with files, from when it is heard until everything about them is
// known and told.
type Enclosed struct {
	Message event.Seq   `json:"message"`
	At      time.Time   `json:"at"`               // when it was heard
	Left    []int       `json:"left"`             // which of its files nobody knows the fate of, ascending
	Spoken  []int       `json:"spoken,omitempty"` // which of its files are recordings, by what the platform says, ascending
	News    []event.Seq `json:"news,omitempty"`   // the events that told of one, and that no answer knew, ascending
	Told    bool        `json:"told,omitempty"`   // it was answered: what becomes known since has to be told by itself, unless it is answered anew
	Turns   bool        `json:"turns,omitempty"`  // it will be answered, or was
	Gone    bool        `json:"gone,omitempty"`   // its author deleted it: nobody answers it any more
}

// late says whether something has to be told by itself.
func (e Enclosed) late() bool { return e.Turns && e.Told && len(e.News) > 0 }

// over says whether nothing of it is of interest any more.
func (e Enclosed) over() bool {
	return len(e.Left) == 0 && (!e.Turns || e.Told && len(e.News) == 0)
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
	ID   event.Seq               `json:"id"`
	UpTo map[event.Seq]event.Seq `json:"up_to"` // by message, the newest event that is taken into account
}

// with gives the turn with messages that it takes into account as they are after an event.
func (t Turn) with(messages []event.Seq, upTo event.Seq) *Turn {
	t.UpTo = maps.Clone(t.UpTo)
	for _, m := range messages {
		t.UpTo[m] = upTo
	}
	return &t
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Enclosed  []Enclosed `json:"enclosed"`  // oldest first
	Unechoed  []Echo     `json:"unechoed"`  // oldest first
	Forgotten event.Seq  `json:"forgotten"` // the newest event that made something forgotten
	Open      *Turn      `json:"open"`
}

// New gives the state in which nothing was attached.
func New() *Fold { return &Fold{Enclosed: []Enclosed{}, Unechoed: []Echo{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "attachments" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 10 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Heard:
		// Files of what others say to each other are not fetched.
		if len(p.Files) == 0 || p.Overheard {
			return
		}
		e := Enclosed{Message: r.Seq, At: r.At, Turns: r.Trust == event.ByPrincipal || p.Handed}
		e.came(0, p.Files)
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
	case event.Unsaid: // nobody answers it any more, nor tells of a file that was taken out
		f.of(p.In, func(e *Enclosed) { e.News = without(e.News, func(n event.Seq) bool { return n == p.Message }) })
		f.of(p.Message, func(e *Enclosed) { e.Gone, e.Turns, e.News = true, false, nil })
	case event.TurnBegan:
		whole := without(p.Messages, func(m event.Seq) bool { return slices.Contains(p.Apart, m) })
		f.Open = Turn{ID: r.Seq, UpTo: map[event.Seq]event.Seq{}}.with(whole, p.UpTo)
		for _, m := range whole {
			f.of(m, func(e *Enclosed) { e.Turns = !e.Gone })
		}
	case event.TurnJoined:
		if f.Open != nil && r.Cause() == f.Open.ID { // it knows no more than before of those that it had
			f.Open = f.Open.with(p.Messages, p.UpTo)
		}
	case event.TurnEnded:
		if f.Open != nil && r.Cause() == f.Open.ID {
			f.answered(*f.Open, p.Outcome == event.Stopped && p.By == event.ByStop)
			f.Open = nil
		}
	case event.Transcribed:
		f.of(p.Message, func(e *Enclosed) { e.News = without(e.News, func(n event.Seq) bool { return n == p.File }) }) // its echo tells of it
		if p.Spoken != "" {
			f.Unechoed = append(f.Unechoed, Echo{Transcribed: r.Seq, Message: p.Message})
		}
	case event.CameLate: // its answer tells of them
		f.of(p.Message, func(e *Enclosed) {
			e.News = without(e.News, func(n event.Seq) bool { return slices.Contains(p.Files, n) })
		})
	case event.PostQueued:
		if p.Subject == event.SubjectFiles {
			f.told(p.About, toldIn(r.Key))
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
			for i := range f.Enclosed {
				f.Enclosed[i].News = without(f.Enclosed[i].News, func(n event.Seq) bool { return n == s })
			}
			f.Enclosed = without(f.Enclosed, Enclosed.over)
			f.Unechoed = slices.DeleteFunc(f.Unechoed, func(e Echo) bool { return e.Message == s || e.Transcribed == s })
		}
	}
}

// edited has the files that came with an edit fetched. What becomes of them is told by itself, where no answer to the
// edit does.
func (f *Fold) edited(r ledger.Record, p event.Edited) {
	if len(p.Files) == 0 || p.Overheard {
		return
	}
	if !slices.ContainsFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == p.Message }) {
		f.Enclosed = append(f.Enclosed, Enclosed{Message: p.Message})
	}
	f.of(p.Message, func(e *Enclosed) {
		e.At, e.Left = r.At, slices.Clone(e.Left)
		if !e.Turns { // it is new here, or was ended by a "stop"
			e.Turns, e.Told = true, true
		}
		e.came(p.First, p.Files)
	})
}

// came notes files that nobody knows the fate of yet, and that count on from first.
func (e *Enclosed) came(first int, files []event.File) {
	for n, f := range files {
		e.Left = append(e.Left, first+n)
		if f.Voice {
			e.Spoken = append(slices.Clip(e.Spoken), first+n)
		}
	}
}

// of changes what is known of a message, and drops it where nothing of it is of interest any more.
func (f *Fold) of(message event.Seq, change func(*Enclosed)) {
	i := slices.IndexFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == message })
	if i < 0 {
		return
	}
	if change(&f.Enclosed[i]); f.Enclosed[i].over() {
		f.drop(message)
	}
}

const keyForm = "attached/%d/%d"

// Key is the key of the event that says what became of a file of a message. It is still known
// once that is forgotten.
func Key(message event.Seq, index int) string { return fmt.Sprintf(keyForm, message, index) }

func named(key string, a *event.Attached) bool {
	n, err := fmt.Sscanf(key, keyForm, &a.Message, &a.Index)
	return n == 2 && err == nil
}

const toldForm = "files/%d/%d"

// ToldKey is the key of a post that tells by itself what became of files of a message: of all news up to an event.
func ToldKey(message, upTo event.Seq) string { return fmt.Sprintf(toldForm, message, upTo) }

// toldIn is up to which event a post tells.
func toldIn(key string) (upTo event.Seq) {
	var message event.Seq
	if n, err := fmt.Sscanf(key, toldForm, &message, &upTo); n != 2 || err != nil {
		return math.MaxUint64
	}
	return upTo
}

// settle notes what became of a file. What was given up because it is old is told of only where it was promised, and what
// is gone nowhere: it was taken out of the message, or is forgotten.
func (f *Fold) settle(seq event.Seq, p event.Attached, gone bool) {
	f.of(p.Message, func(e *Enclosed) {
		e.Left = without(e.Left, func(n int) bool { return n == p.Index })
		late := p.Fault == event.FaultLate && !e.Told
		if !gone && !late {
			e.News = append(slices.Clip(e.News), seq)
		}
		if late && len(e.Left) == 0 { // nobody waits for an answer any more
			e.Turns = false
		}
	})
}

// answered notes that a turn is over: what it did not know has to be told by itself. Of what was broken off nothing is,
// unless an answer before has promised it.
func (f *Fold) answered(t Turn, broken bool) {
	for _, e := range slices.Clone(f.Enclosed) {
		upTo, of := t.UpTo[e.Message]
		if !of {
			continue
		}
		f.of(e.Message, func(e *Enclosed) {
			switch {
			case broken && !e.Told: // nothing was promised
				e.Turns, e.News = false, nil
				return
			case broken: // what was is told by itself
				return
			}
			e.Told, e.News = true, without(e.News, func(n event.Seq) bool { return n <= upTo })
		})
	}
}

// told notes that all news of a message were told, up to an event.
func (f *Fold) told(message, upTo event.Seq) {
	f.of(message, func(e *Enclosed) { e.News = without(e.News, func(n event.Seq) bool { return n <= upTo }) })
}

// without gives a list without some, and leaves that which was given.
func without[T any](list []T, some func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), some)
}

func (f *Fold) drop(message event.Seq) {
	f.Enclosed = slices.DeleteFunc(f.Enclosed, func(e Enclosed) bool { return e.Message == message })
}

// Late lists the messages that were answered before it was known what became of files of theirs that is known now,
// oldest first. One that waits for another answer learns it from that.
func (f *Fold) Late() (all []Enclosed) {
	for _, e := range f.Enclosed {
		if e.late() {
			all = append(all, e)
		}
	}
	return all
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
