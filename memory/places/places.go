// Package places is where the principal is reached: the place he used last, and for each
// connector how far it has been read.
package places

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Fold is the state. Its fields are for reading.
type Fold struct {
	Last     event.Place       `json:"last"`     // the last private place he spoke in
	Audience event.Audience    `json:"audience"` // who can read it
	Cursors  map[string]string `json:"cursors"`  // by connector: where it resumes
	Direct   []Spot            `json:"direct"`   // where each account spoke last, the newest last
	Threads  []event.Place     `json:"threads"`  // those in which anybody was heard, the one of the newest message last; 256 at most

	Links map[event.Seq]event.Person `json:"links"` // whose account a link is

	Silent map[string]time.Time `json:"silent"` // connectors that give no sign of life, and since when
	Unread map[string]Unread    `json:"unread"` // by connector: what came from the principal and could not be read
}

// Unread is what could not be read.
type Unread struct {
	N    int       `json:"n"`
	Last event.Seq `json:"last"`
	At   time.Time `json:"at"` // when that was written down
}

// Spot is a direct conversation with one account.
type Spot struct {
	Place    event.Place    `json:"place"` // without a thread
	Audience event.Audience `json:"audience"`
	Person   event.Person   `json:"person"` // without a name
}

// New gives the state before anything was heard.
func New() *Fold {
	return &Fold{
		Cursors: map[string]string{}, Direct: []Spot{}, Threads: []event.Place{}, Links: map[event.Seq]event.Person{}, Silent: map[string]time.Time{},
		Unread: map[string]Unread{},
	}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "places" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 5 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.Heard:
		if r.Trust == event.ByPrincipal && p.Audience != event.Shared {
			f.spoke(Spot{Place: p.Place, Audience: p.Audience, Person: p.Person})
		}
		f.within(p.Place)
		f.resume(p.Place.Platform, p.Cursor)
	case event.Edited:
		f.resume(p.Connector, p.Cursor)
	case event.Unsaid:
		f.resume(p.Connector, p.Cursor)
	case event.Reacted:
		f.resume(p.Connector, p.Cursor)
	case event.Unreacted:
		f.resume(p.Connector, p.Cursor)
	case event.Unplaced:
		f.resume(p.Connector, p.Cursor)
	case event.Passed:
		f.resume(p.Connector, p.Cursor)
	case event.PlaceMoved:
		f.resume(p.Connector, p.Cursor)
	case event.Skipped:
		f.resume(p.Connector, p.Cursor)
	case event.PairingFailed:
		f.resume(p.Connector, p.Cursor)
	case event.Unparsed:
		f.resume(p.Connector, p.Cursor)
		f.Unread[p.Connector] = Unread{N: f.Unread[p.Connector].N + 1, Last: r.Seq, At: r.At}
	case event.Missed:
		f.resume(p.Connector, p.Cursor)
	case event.AccountLinked:
		f.Links[r.Seq] = nameless(p.Person)
		if p.Place != (event.Place{}) && f.Last == (event.Place{}) {
			f.spoke(Spot{Place: p.Place, Audience: p.Audience, Person: p.Person})
		}
	case event.AudienceSet:
		who, known := f.Links[p.Link]
		for i, s := range f.Direct {
			if known && s.Person == who {
				f.Direct[i].Audience = p.Audience
			}
		}
		f.newest()
	case event.AccountLocked:
		f.leave(p.Link)
	case event.AccountUnlinked:
		f.leave(p.Link)
		delete(f.Links, p.Link)
	case event.ConnectorSilent:
		f.Silent[p.Connector] = p.Since
	case event.ConnectorBack:
		delete(f.Silent, p.Connector)
	}
}

func nameless(p event.Person) event.Person {
	p.Name = ""
	return p
}

// spoke notes where an account spoke last.
func (f *Fold) spoke(s Spot) {
	s.Person, s.Place.Thread = nameless(s.Person), ""
	f.Direct = slices.DeleteFunc(f.Direct, func(o Spot) bool { return o.Person == s.Person })
	f.Direct = append(f.Direct, s)
	f.newest()
}

// mostThreads is how many are remembered.
const mostThreads = 256

// within notes in which thread somebody was heard.
func (f *Fold) within(at event.Place) {
	if at.Thread == "" {
		return
	}
	f.Threads = append(slices.DeleteFunc(f.Threads, func(p event.Place) bool { return p == at }), at)
	f.Threads = f.Threads[max(0, len(f.Threads)-mostThreads):]
}

// leave forgets where an account is reached: the one used before it counts again.
func (f *Fold) leave(link event.Seq) {
	if who, known := f.Links[link]; known {
		f.Direct = slices.DeleteFunc(f.Direct, func(s Spot) bool { return s.Person == who })
		f.newest()
	}
}

func (f *Fold) newest() {
	f.Last, f.Audience = event.Place{}, ""
	if n := len(f.Direct); n > 0 {
		f.Last, f.Audience = f.Direct[n-1].Place, f.Direct[n-1].Audience
	}
}

func (f *Fold) resume(connector, cursor string) {
	if cursor != "" {
		f.Cursors[connector] = cursor
	}
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
