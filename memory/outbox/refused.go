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
	Since  time.Time   `json:"since"` // when the first was given up
	Posts  int         `json:"posts"`
	Last   event.Seq   `json:"last"` // the newest of them; its text is in the ledger
}

// mostRefused is how many rooms and reasons are remembered, the newest: so many can be read.
const mostRefused = 20

// Refuses says whether posts for a room were given up for a reason, and nothing left there since.
func (f *Fold) Refuses(at event.Place, reason string) bool {
	return slices.ContainsFunc(f.Refused, func(x Refused) bool { return x.Place.SharesRoom(at) && x.Reason == reason })
}

// failed notes a post that was given up. One that was forgotten before it left is none: nobody
// is to miss it.
func (f *Fold) failed(r ledger.Record, p event.PostFailed) {
	i := slices.IndexFunc(f.Posts, func(x Post) bool { return x.Seq == p.Post })
	if i < 0 || p.Reason == event.PostForgotten {
		return
	}
	at := f.Posts[i].Place
	at.Thread = ""
	x := Refused{Place: at, Reason: p.Reason, Since: r.At}
	all := slices.Clone(f.Refused)
	if n := slices.IndexFunc(all, func(o Refused) bool { return o.Place == at && o.Reason == p.Reason }); n >= 0 {
		x = all[n]
		all = slices.Delete(all, n, n+1)
	}
	x.Posts++
	x.Last = p.Post
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
