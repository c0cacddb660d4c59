// Package outbox is what is to be said and has not been delivered yet: for each post its
// intent, its attempts and, when the receipt comes, nothing any more.
package outbox

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Post is a post on its way. Its text is in the ledger.
type Post struct {
	Seq       event.Seq   `json:"seq"`
	Place     event.Place `json:"place"`
	At        time.Time   `json:"at"`
	After     time.Time   `json:"after,omitzero"` // not before
	Tries     int         `json:"tries,omitempty"`
	Attempted time.Time   `json:"attempted,omitzero"` // for the first time: it may have arrived since
	Doubt     bool        `json:"doubt,omitempty"`    // what of it has no receipt may have arrived: an attempt began and did not surely fail
	Asked     bool        `json:"asked,omitempty"`    // an answer, or a reminder
	Parts     []string    `json:"parts,omitempty"`    // the platform's ids of those that arrived, in order
	Ends      []int       `json:"ends,omitempty"`     // where each part ends, as it was cut last; see event.PostAttempted
	Moved     bool        `json:"moved,omitempty"`    // it was to go somewhere else at first
	Barred    bool        `json:"barred,omitempty"`   // its room does not allow it, as Fold.Refused has it
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Posts []Post `json:"posts"` // oldest first
	Sent  int    `json:"sent"`  // ever

	Refused []Refused `json:"refused"` // what could not be delivered, the newest last; Refusing leaves out what is long ago
}

// New gives an empty outbox.
func New() *Fold { return &Fold{Posts: []Post{}, Refused: []Refused{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "outbox" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 9 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.PostQueued:
		f.Posts = append(f.Posts, Post{Seq: r.Seq, Place: p.Place, At: r.At, After: p.After, Asked: p.Asked()})
	case event.PostMoved:
		for i := range f.Posts {
			if x := &f.Posts[i]; x.Seq == p.Post {
				*x = x.moved(p)
			}
		}
	case event.PostAttempted:
		for i := range f.Posts {
			if f.Posts[i].Seq == p.Post {
				f.Posts[i].Tries, f.Posts[i].Doubt = p.Try, true
				if f.Posts[i].Attempted.IsZero() {
					f.Posts[i].Attempted = r.At
				}
				if len(p.Ends) > 0 {
					f.Posts[i].Ends = p.Ends
				}
			}
		}
	case event.PostUnsent:
		for i := range f.Posts {
			if f.Posts[i].Seq == p.Post {
				f.Posts[i].Doubt = false
			}
		}
	case event.PostPart:
		for i := range f.Posts {
			if x := &f.Posts[i]; x.Seq == p.Post && p.Part == len(x.Parts) {
				x.Parts = append(slices.Clip(x.Parts), p.Message)
			}
		}
	case event.PostSent:
		f.took(p.Post)
		f.drop(p.Post)
		f.Sent++
	case event.PostBarred:
		f.refuse(r, p.Post, p.Reason)
		for i := range f.Posts {
			if f.Posts[i].Seq == p.Post {
				f.Posts[i].Barred = true
			}
		}
	case event.PostFailed:
		if p.Reason != event.PostForgotten { // nobody is to miss what was forgotten before it left
			f.refuse(r, p.Post, p.Reason)
		}
		f.drop(p.Post)
	case event.Forgotten:
		for _, s := range p.Seqs {
			f.drop(s)
		}
	}
}

// moved is a post on its way to another place. Nothing of it stands there, unless that is its own place
// that goes on: then what arrived counts, and what may have arrived is in doubt.
func (p Post) moved(to event.PostMoved) Post {
	next := Post{Seq: p.Seq, Place: to.Place, At: p.At, After: p.After, Asked: p.Asked, Moved: true}
	if to.Goes {
		next.Parts, next.Ends = p.Parts, p.Ends
	}
	if to.Goes && to.Maybe {
		next.Tries, next.Attempted, next.Doubt = p.Tries, p.Attempted, true
	}
	return next
}

func (f *Fold) drop(post event.Seq) {
	f.Posts = slices.DeleteFunc(f.Posts, func(p Post) bool { return p.Seq == post })
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
