package memory

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Sight is who reads a place, and so what may be shown there (TRUST, Private into public):
//
//   - a private place shows everything;
//   - a work place what was said in work places and in shared ones;
//   - a shared place what was said in that very room, its threads included, and nothing else.
//
// It is the one answer to that question: whoever gathers words for a reply, a prompt or a
// search asks it. The zero Sight is that of a private place. Sights are comparable.
type Sight struct {
	Place    event.Place
	Audience event.Audience
	Was      event.Place // of a shared place: the one that went on as it, whose words are its own; zero for none
}

// Sight is who reads a place, by what is known of it.
func (v View) Sight(at event.Place, a event.Audience) Sight {
	s := Sight{Place: at, Audience: a}
	if a == event.Shared {
		s.Was = v.Accounts.Was(at)
	}
	return s
}

// In says whether a place is the room of this one, or of the one that went on as it.
func (s Sight) In(p event.Place) bool {
	return s.Place.SharesRoom(p) || s.Was != (event.Place{}) && s.Was.SharesRoom(p)
}

// Private says that everything may be shown.
func (s Sight) Private() bool { return s.Audience == "" || s.Audience == event.Private }

// Shows says whether what was said in a place, to an audience, may be shown. What was said
// in a shared place that nobody noted is shown in private alone.
func (s Sight) Shows(a event.Audience, p event.Place) bool {
	switch {
	case s.Private():
		return true
	case a == event.Work:
		return s.Audience == event.Work
	case a == event.Shared && p != (event.Place{}):
		return s.Audience == event.Work || s.In(p)
	}
	return false
}

// ShowsAll says whether everything that these sights saw may be shown.
func (s Sight) ShowsAll(of []Sight) bool {
	for _, o := range of {
		if !s.Shows(o.Audience, o.Place) {
			return false
		}
	}
	return true
}

// With is the audience and room of what rests on words from both: the strictest. What was
// said in two shared rooms may be told in neither, but to a work place.
func (s Sight) With(o Sight) Sight {
	known := Sight{Audience: event.Work} // what a work place shows, shared ones included
	switch {
	case !known.ShowsAll([]Sight{s, o}):
		return Sight{Audience: event.Private}
	case s.Audience == event.Shared && o.Audience == event.Shared && s.In(o.Place):
		return s
	case s.Audience == event.Shared && o.Audience == event.Shared && o.In(s.Place):
		return o
	}
	return known
}

// Room is what is noted of the place in a thing made from words that were said there: the
// room where it is shared, and nothing where nobody else reads it.
func (s Sight) Room() event.Place {
	if s.Audience != event.Shared {
		return event.Place{}
	}
	s.Place.Thread = ""
	return s.Place
}

// Audiences names those whose items a search for this sight may bring (store.Query).
func (s Sight) Audiences() []string {
	switch {
	case s.Private():
		return []string{string(event.Private), string(event.Work), string(event.Shared)}
	case s.Audience == event.Work:
		return []string{string(event.Work), string(event.Shared)}
	}
	if s.Place == (event.Place{}) {
		return []string{nobody}
	}
	rooms := []string{Readers(event.Shared, s.Place)}
	if s.Was != (event.Place{}) {
		rooms = append(rooms, Readers(event.Shared, s.Was))
	}
	return rooms
}

// nobody is an audience that no item has.
const nobody = "nobody"

// Readers names who may read what was said in a place: an audience or, of a shared place,
// that room (store.Item).
func Readers(a event.Audience, p event.Place) string {
	switch {
	case a == event.Work:
		return string(event.Work)
	case a == event.Shared && p != (event.Place{}):
		// Quoted, so that no room is the beginning of another.
		return string(a) + "/" + p.Platform + "/" + strconv.Quote(p.Account) + "/" + strconv.Quote(p.Room)
	}
	return string(event.Private)
}

// Roots gives who could read the words that stand behind events, one Sight for each: of
// what was said its place, of what was made from it also what it names itself. An event of
// the machinery, with no words behind it, has none. Of what is forgotten nobody can say any
// more, and it counts as private.
func (m *Mind) Roots(ctx context.Context, seqs ...event.Seq) ([]Sight, error) {
	var found []Sight
	seen := map[event.Seq]bool{0: true}
	for len(seqs) > 0 {
		seq := seqs[0]
		seqs = seqs[1:]
		if seen[seq] {
			continue
		}
		seen[seq] = true
		r, err := m.Event(ctx, seq)
		if errors.Is(err, ledger.ErrNoEvent) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("memory: roots: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return nil, fmt.Errorf("memory: roots: %w", err)
		}
		if p == nil {
			found = append(found, Sight{})
			continue
		}
		if own, ok := readBy(p); ok {
			found = append(found, own)
		}
		switch p := p.(type) {
		case event.Heard, event.PostQueued, event.Digested: // said there, whatever it rests on
		case event.Edited:
			seqs = append(seqs, p.Message)
		default:
			seqs = append(seqs, r.From...)
		}
	}
	return found, nil
}

// Shown says whether an event may be shown: there are words behind it, and each of them may.
func (m *Mind) Shown(ctx context.Context, s Sight, seq event.Seq) (bool, error) {
	roots, err := m.Roots(ctx, seq)
	return len(roots) > 0 && s.ShowsAll(roots), err
}

// readBy is what an event itself says of who may read it.
func readBy(p event.Payload) (Sight, bool) {
	switch p := p.(type) {
	case event.Heard:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.PostQueued:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.Attached:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.Learned:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.LoopOpened:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.LoopReopened:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.ReminderSet:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.ReminderRestored:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.DecisionProposed:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.DecisionReopened:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.DecisionRecorded:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.Digested:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.Mused:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	case event.EdgeDrawn:
		return Sight{Place: p.Place, Audience: p.Audience}, true
	}
	return Sight{}, false
}
