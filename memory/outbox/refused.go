package outbox

import (
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Refused is what a room did not take for one reason, since it took something last: a room
// that takes posts again has nothing here.
type Refused struct {
	Place  event.Place `json:"place"` // without a thread
	Reason string      `json:"reason"`
	Since  time.Time   `json:"since"` // when the first was refused
	At     time.Time   `json:"at"`    // when the last was
	Posts  int         `json:"posts"`
	Last   event.Seq   `json:"last"` // the newest of them; its text is in the ledger
}

// mostRefused is how many rooms and reasons are remembered, the newest: so many can be read.
const mostRefused = 20

// RefusedFor is how long after the last refusal it is named. A room that is gone takes nothing
// ever again, and what nobody has put right, or written to it about, for a month is no news: it
// would stand in every status for good. Whoever is away for three weeks still finds it.
const RefusedFor = 30 * 24 * time.Hour

// Refusing lists what is refused at a moment, the newest last.
func (f *Fold) Refusing(now time.Time) (all []Refused) {
	for _, x := range f.Refused {
		if now.Sub(x.At) < RefusedFor {
			all = append(all, x)
		}
	}
	return all
}

// Refuses says whether, at a moment, posts for a room were refused for a reason, and nothing left
// there since.
func (f *Fold) Refuses(at event.Place, reason string, now time.Time) bool {
	return slices.ContainsFunc(f.Refusing(now), func(x Refused) bool { return x.Place.SharesRoom(at) && x.Reason == reason })
}

// refuse notes a post that its room does not take. One that was barred before it was given up
// counts once.
func (f *Fold) refuse(r ledger.Record, post event.Seq, reason string) {
	i := slices.IndexFunc(f.Posts, func(x Post) bool { return x.Seq == post })
	if i < 0 {
		return
	}
	at := f.Posts[i].Place
	at.Thread = ""
	x := Refused{Place: at, Reason: reason, Since: r.At}
	all := slices.Clone(f.Refused)
	if n := slices.IndexFunc(all, func(o Refused) bool { return o.Place == at && o.Reason == reason }); n >= 0 {
		if r.At.Sub(all[n].At) < RefusedFor {
			x = all[n]
		}
		all = slices.Delete(all, n, n+1)
	}
	if !f.Posts[i].Barred || x.Posts == 0 {
		x.Posts++
	}
	x.At, x.Last = r.At, post
	all = append(all, x)
	f.Refused = slices.Clone(all[max(0, len(all)-mostRefused):])
}

// took forgets what a room refused: it takes posts again.
func (f *Fold) took(post event.Seq) {
	if i := slices.IndexFunc(f.Posts, func(x Post) bool { return x.Seq == post }); i >= 0 {
		at := f.Posts[i].Place
		f.Refused = slices.DeleteFunc(slices.Clone(f.Refused), func(x Refused) bool { return x.Place.SharesRoom(at) })
	}
}
