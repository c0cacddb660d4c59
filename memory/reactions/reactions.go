// Package reactions is which emoji stand on which messages and posts, so that what a
// platform tells as a whole set, or tells twice, becomes what changed. Platforms tell the sets
// of single messages, and a long post is several: each is kept by itself, and what stands on the
// post is what stands on any of them.
package reactions

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Most is how many messages with reactions, of each account, are remembered. An older one is
// taken for one without any.
const Most = 2000

// On is what one account has standing on one message, or on one of those that are one post.
type On struct {
	About   event.Seq    `json:"about"`
	Message string       `json:"message,omitempty"` // the platform's id; empty for what was told before it was kept
	Person  event.Person `json:"person,omitzero"`   // without a name; zero for what was told before accounts were
	Emojis  []string     `json:"emojis"`            // in the order they were put there
}

// MostUnplaced is how many messages that nobody knows yet are remembered with what stands on
// them: answers are written one at a time, and a draft that was withdrawn never becomes known.
const MostUnplaced = 50

// Unplaced is what one account has standing on one message that is not known yet.
type Unplaced struct {
	Place   event.Place  `json:"place"`
	Message string       `json:"message"`
	Person  event.Person `json:"person"`
	Emojis  []string     `json:"emojis"`
	On      time.Time    `json:"on"` // when they were told of last, by the platform
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Messages []On       `json:"messages"`           // oldest reaction first
	Unplaced []Unplaced `json:"unplaced,omitempty"` // oldest change first
}

// New gives the state in which nothing was reacted to.
func New() *Fold { return &Fold{Messages: []On{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "reactions" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Reacted:
		emojis := slices.Clone(f.There(p.About, p.Message, p.Person))
		if slices.Contains(emojis, p.Emoji) {
			return
		}
		f.drop(p.About, p.Message, p.Person)
		f.Messages = append(f.Messages, On{About: p.About, Message: p.Message, Person: nameless(p.Person), Emojis: append(emojis, p.Emoji)})
		if over := len(f.Messages) - Most; over > 0 {
			f.Messages = slices.Clone(f.Messages[over:])
		}
	case event.Unreacted:
		left := slices.Clone(f.There(p.About, p.Message, p.Person))
		if p.Emoji != "" {
			left = slices.DeleteFunc(left, func(e string) bool { return e == p.Emoji })
		} else {
			left = nil
		}
		i := f.find(p.About, p.Message, p.Person)
		switch {
		case i < 0:
		case len(left) == 0:
			f.drop(p.About, p.Message, p.Person)
		default:
			f.Messages[i].Emojis = left
		}
	case event.Unplaced:
		who := nameless(p.Person)
		f.Unplaced = slices.DeleteFunc(slices.Clone(f.Unplaced), func(u Unplaced) bool { return u.on(p.Place, p.Message) && u.Person == who })
		if len(p.Emojis) > 0 {
			f.Unplaced = append(f.Unplaced, Unplaced{Place: p.Place, Message: p.Message, Person: who, Emojis: p.Emojis, On: p.On})
		}
		f.Unplaced = f.Unplaced[max(0, len(f.Unplaced)-MostUnplaced):]
	case event.Forgotten:
		f.Messages = slices.DeleteFunc(f.Messages, func(o On) bool { return slices.Contains(p.Seqs, o.About) })
	}
}

// on says whether it is on that message. A message's id is the platform's, and stands for one
// room; threads do not matter to it.
func (u Unplaced) on(at event.Place, message string) bool {
	at.Thread, u.Place.Thread = "", ""
	return u.Place == at && u.Message == message
}

// On gives what stands on a message that was not known, one for each account.
func (f *Fold) On(at event.Place, message string) []Unplaced {
	return slices.DeleteFunc(slices.Clone(f.Unplaced), func(u Unplaced) bool { return !u.on(at, message) })
}

func nameless(p event.Person) event.Person {
	p.Name = ""
	return p
}

// find finds what an account has on a message. What an old event tells without saying whose it
// is, or on which message of a post, belongs to the first who changes it, or on which it is changed.
func (f *Fold) find(about event.Seq, message string, by event.Person) int {
	for _, of := range []On{{Message: message, Person: nameless(by)}, {Person: nameless(by)}, {}} {
		i := slices.IndexFunc(f.Messages, func(o On) bool { return o.About == about && o.Message == of.Message && o.Person == of.Person })
		if i >= 0 {
			return i
		}
	}
	return -1
}

func (f *Fold) drop(about event.Seq, message string, by event.Person) {
	if i := f.find(about, message, by); i >= 0 {
		f.Messages = slices.Delete(f.Messages, i, i+1)
	}
}

// There gives the emoji that an account has on a message, which may be one of several that are
// one post.
func (f *Fold) There(about event.Seq, message string, by event.Person) []string {
	if i := f.find(about, message, by); i >= 0 {
		return f.Messages[i].Emojis
	}
	return nil
}

// Of gives the emoji that an account has on a post or message, whatever part of it they are on,
// each once.
func (f *Fold) Of(about event.Seq, by event.Person) (emojis []string) {
	who := nameless(by)
	for _, o := range f.Messages {
		if o.About != about || o.Person != who && o.Person != (event.Person{}) {
			continue
		}
		for _, e := range o.Emojis {
			if !slices.Contains(emojis, e) {
				emojis = append(emojis, e)
			}
		}
	}
	return emojis
}

// Changes gives what has to be put on and taken off so that exactly these emoji of an
// account stand on a message.
func (f *Fold) Changes(about event.Seq, message string, by event.Person, now []string) (put, taken []string) {
	before := f.There(about, message, by)
	for _, e := range now {
		if !slices.Contains(before, e) && !slices.Contains(put, e) {
			put = append(put, e)
		}
	}
	for _, e := range before {
		if !slices.Contains(now, e) {
			taken = append(taken, e)
		}
	}
	return put, taken
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
