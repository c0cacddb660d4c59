// Package reactions is which emoji stand on which messages and posts, so that what a
// platform tells as a whole set, or tells twice, becomes what changed.
package reactions

import (
	"encoding/json"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Most is how many messages with reactions, of each account, are remembered. An older one is
// taken for one without any.
const Most = 2000

// On is what one account has standing on one message.
type On struct {
	About  event.Seq    `json:"about"`
	Person event.Person `json:"person,omitzero"` // without a name; zero for what was told before accounts were
	Emojis []string     `json:"emojis"`          // in the order they were put there
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Messages []On `json:"messages"` // oldest reaction first
}

// New gives the state in which nothing was reacted to.
func New() *Fold { return &Fold{Messages: []On{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "reactions" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 2 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Reacted:
		emojis := slices.Clone(f.Of(p.About, p.Person))
		if slices.Contains(emojis, p.Emoji) {
			return
		}
		f.drop(p.About, p.Person)
		f.Messages = append(f.Messages, On{About: p.About, Person: nameless(p.Person), Emojis: append(emojis, p.Emoji)})
		if over := len(f.Messages) - Most; over > 0 {
			f.Messages = slices.Clone(f.Messages[over:])
		}
	case event.Unreacted:
		left := slices.Clone(f.Of(p.About, p.Person))
		if p.Emoji != "" {
			left = slices.DeleteFunc(left, func(e string) bool { return e == p.Emoji })
		} else {
			left = nil
		}
		i := f.find(p.About, p.Person)
		switch {
		case i < 0:
		case len(left) == 0:
			f.drop(p.About, p.Person)
		default:
			f.Messages[i].Emojis = left
		}
	case event.Forgotten:
		f.Messages = slices.DeleteFunc(f.Messages, func(o On) bool { return slices.Contains(p.Seqs, o.About) })
	}
}

func nameless(p event.Person) event.Person {
	p.Name = ""
	return p
}

// find finds what an account has on a message. What an old event tells without saying whose
// it is belongs to the first who changes it.
func (f *Fold) find(about event.Seq, by event.Person) int {
	of := func(by event.Person) int {
		return slices.IndexFunc(f.Messages, func(o On) bool { return o.About == about && o.Person == by })
	}
	if i := of(nameless(by)); i >= 0 {
		return i
	}
	return of(event.Person{})
}

func (f *Fold) drop(about event.Seq, by event.Person) {
	if i := f.find(about, by); i >= 0 {
		f.Messages = slices.Delete(f.Messages, i, i+1)
	}
}

// Of gives the emoji that an account has on a message.
func (f *Fold) Of(about event.Seq, by event.Person) []string {
	if i := f.find(about, by); i >= 0 {
		return f.Messages[i].Emojis
	}
	return nil
}

// Changes gives what has to be put on and taken off so that exactly these emoji of an
// account stand on a message.
func (f *Fold) Changes(about event.Seq, by event.Person, now []string) (put, taken []string) {
	before := f.Of(about, by)
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
