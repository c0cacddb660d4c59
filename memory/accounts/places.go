package accounts

import (
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
)

// Channel is a shared place that is read along.
type Channel struct {
	Place event.Place `json:"place"` // without a thread
	Title string      `json:"title,omitempty"`
	Since time.Time   `json:"since"` // what was said before, by the platform's clock, is not read
}

// Room is a shared place in which the principal spoke to the agent.
type Room struct {
	Place event.Place `json:"place"` // without a thread
	Title string      `json:"title"`
}

// mostRooms is how many rooms are remembered, the newest: so many can be named.
const mostRooms = 200

// TooEarly says whether what was said at a moment, by the platform's clock, was said before
// the place was read along. Here a second's doubt does not count for who speaks: nobody
// loses what he meant for the agent.
func (c Channel) TooEarly(at time.Time) bool { return at.Before(c.Since.Truncate(time.Second)) }

// moved has what is known of a shared place go on in another.
func (f *Fold) moved(from, to event.Place) {
	if c, open := f.Reads(from); open {
		if there, already := f.Reads(to); already && there.Since.Before(c.Since) {
			c.Since = there.Since
		}
		f.close(to)
		f.close(from)
		c.Place = to
		f.Channels = append(f.Channels, c)
	}
	title := f.TitleOf(from)
	f.Rooms = slices.DeleteFunc(f.Rooms, func(m Room) bool { return m.Place.SharesRoom(from) })
	if title != "" && !slices.ContainsFunc(f.Rooms, func(m Room) bool { return m.Place.SharesRoom(to) }) {
		f.Rooms = append(f.Rooms, Room{Place: to, Title: title})
	}
}

// Move is that a shared place goes on as another.
type Move struct {
	From event.Place `json:"from"` // without a thread
	To   event.Place `json:"to"`
}

// mostMoves is how many of them are remembered, the newest.
const mostMoves = 200

// goesOn notes a move. What went on as the place that moves now goes on as the new one, too.
func (f *Fold) goesOn(from, to event.Place) {
	moves := slices.DeleteFunc(slices.Clone(f.Moves), func(m Move) bool { return m.From == from || m.From == to })
	for i := range moves {
		if moves[i].To == from {
			moves[i].To = to
		}
	}
	moves = append(moves, Move{From: from, To: to})
	f.Moves = slices.Clone(moves[max(0, len(moves)-mostMoves):])
}

// Now is where a shared place goes on: the place itself, unless it moved.
func (f *Fold) Now(at event.Place) event.Place {
	for _, m := range f.Moves {
		if m.From.SharesRoom(at) {
			return m.To
		}
	}
	return at
}

// Was is the place that went on as this one, the last of several; zero where none did.
func (f *Fold) Was(at event.Place) event.Place {
	for _, m := range slices.Backward(f.Moves) {
		if m.To.SharesRoom(at) {
			return m.From
		}
	}
	return event.Place{}
}

// Knows says whether a shared place is read along, or the principal spoke to the agent there.
func (f *Fold) Knows(at event.Place) bool {
	_, open := f.Reads(at)
	return open || f.TitleOf(at) != ""
}

func (f *Fold) close(at event.Place) {
	f.Channels = slices.DeleteFunc(f.Channels, func(c Channel) bool { return c.Place.SharesRoom(at) })
}

// Called finds the shared places that people call by a title: those that are read along,
// and those in which the principal spoke to the agent. Case and the mark before a channel's
// name do not count.
func (f *Fold) Called(title string) (found []Room) {
	plain := func(s string) string { return strings.ToLower(strings.TrimLeft(strings.TrimSpace(s), "#~")) }
	rooms := slices.Clone(f.Rooms)
	for _, c := range f.Channels {
		rooms = append(rooms, Room{Place: c.Place, Title: c.Title})
	}
	for _, m := range rooms {
		known := slices.ContainsFunc(found, func(x Room) bool { return x.Place == m.Place })
		if !known && plain(title) != "" && plain(m.Title) == plain(title) {
			found = append(found, m)
		}
	}
	return found
}

// TitleOf is what people call a shared place; empty if it is not known.
func (f *Fold) TitleOf(at event.Place) string {
	for _, m := range f.Rooms {
		if m.Place.SharesRoom(at) {
			return m.Title
		}
	}
	c, _ := f.Reads(at)
	return c.Title
}

// Audience says who can read a place on a platform with accounts: what was said for a
// direct conversation with one of them, and Shared for every other.
func (f *Fold) Audience(at event.Place) event.Audience {
	for _, a := range f.Linked {
		if a.Place.SharesRoom(at) {
			return a.Audience
		}
	}
	return event.Shared
}

// Reads says whether a shared place is read along.
func (f *Fold) Reads(at event.Place) (Channel, bool) {
	i := slices.IndexFunc(f.Channels, func(c Channel) bool { return c.Place.SharesRoom(at) })
	if i < 0 {
		return Channel{}, false
	}
	return f.Channels[i], true
}
