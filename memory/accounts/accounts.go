// Package accounts is who may speak and who can read along: the principal's linked
// accounts, the shared places he allowed to be read, those who do not want to be kept, and
// how often a code was guessed wrongly. The kinds it folds are sensitive; it also says, in
// Decide, what the owner of them writes when asked.
package accounts

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Account is one linked account.
type Account struct {
	Link     event.Seq      `json:"link"` // the event that linked it
	Person   event.Person   `json:"person"`
	Place    event.Place    `json:"place"` // the direct conversation; zero until it is known
	Audience event.Audience `json:"audience"`
	How      string         `json:"how"`
	Since    time.Time      `json:"since"`
	Seen     time.Time      `json:"seen,omitzero"`   // when it last said something
	Spoke    event.Seq      `json:"spoke,omitempty"` // the message
	Locked   bool           `json:"locked,omitempty"`

	// Speaks is from when on what it does is the principal's, by the platform's clock: what was
	// done before it was linked, or while it was locked, is not, however late that comes. Zero
	// where the host names the account.
	Speaks   time.Time `json:"speaks,omitzero"`
	Unlocked event.Seq `json:"unlocked,omitempty"` // the end of the last lock
	Told     bool      `json:"told,omitempty"`     // who else can read it was said, by the host or the principal himself

	// Late is how much later than by the platform's clock its newest messages were written down by the
	// host's, in milliseconds, oldest first: the least of it is how far the two clocks are apart.
	Late []int64 `json:"late,omitempty"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Linked   []Account     `json:"linked"`   // oldest first
	Channels []Channel     `json:"channels"` // oldest first
	Rooms    []Room        `json:"rooms"`    // that have a title; newest last
	Moves    []Move        `json:"moves"`    // of shared places; newest last
	Former   []event.Place `json:"former"`   // direct conversations of accounts that were unlinked
	Veil     string        `json:"veil"`     // the key of all hashes here, hex; empty until one is needed
	Skipped  []string      `json:"skipped"`  // hashes of accounts, sorted
	Told     []string      `json:"told"`     // of strangers who were told today: keyed hash of account and day
	Day      string        `json:"day,omitempty"`
	Failed   int           `json:"failed"` // wrong codes since the host last allowed any
	Last     event.Seq     `json:"last"`   // the one of them that was too many; zero while codes count
}

// New gives the state in which nobody is linked.
func New() *Fold {
	return &Fold{
		Linked: []Account{}, Channels: []Channel{}, Rooms: []Room{}, Moves: []Move{}, Former: []event.Place{}, Skipped: []string{}, Told: []string{},
	}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "accounts" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 10 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.AccountLinked:
		f.Linked = slices.DeleteFunc(f.Linked, func(a Account) bool { return same(a.Person, p.Person) })
		a := Account{Link: r.Seq, Person: p.Person, Audience: p.Audience, Told: p.Told, How: p.How, Since: r.At, Speaks: p.Since}
		if p.How == "code" {
			a.Speaks = or(p.Since, r.At)
		}
		f.Linked = append(f.Linked, a)
		f.reached(&f.Linked[len(f.Linked)-1], p.Place)
	case event.AccountUnlinked:
		f.change(p.Link, func(a *Account) {
			if a.Place != (event.Place{}) {
				f.Former = append(f.Former, a.Place)
			}
		})
		f.Linked = slices.DeleteFunc(f.Linked, func(a Account) bool { return a.Link == p.Link })
	case event.AccountLocked:
		f.change(p.Link, func(a *Account) { a.Locked = true })
	case event.AccountUnlocked:
		f.change(p.Link, func(a *Account) {
			if a.Locked {
				a.Locked, a.Unlocked, a.Speaks = false, r.Seq, a.there(or(p.Since, r.At), r.At)
			}
		})
	case event.AudienceSet:
		f.change(p.Link, func(a *Account) { a.Audience, a.Told = p.Audience, true })
	case event.ChannelOpened:
		since := or(p.Since, r.At)
		if c, open := f.Reads(p.Place); open {
			since = c.Since
		}
		f.close(p.Place)
		f.Channels = append(f.Channels, Channel{Place: p.Place, Title: p.Title, Since: since})
	case event.ChannelClosed:
		f.close(p.Place)
	case event.PlaceMoved:
		f.moved(p.From, p.To)
		f.goesOn(p.From, p.To)
	case event.Veiled:
		if f.Veil == "" {
			f.Veil = p.Key
		}
	case event.Skipped:
		if i, found := slices.BinarySearch(f.Skipped, p.Sender); !found {
			f.Skipped = slices.Insert(f.Skipped, i, p.Sender)
		}
	case event.PairingFailed:
		if f.Failed++; f.Failed == MostFailed {
			f.Last = r.Seq
		}
		if p.Told {
			f.told(r, p.Sender)
		}
	case event.PairingReopened:
		f.Failed, f.Last = 0, 0
	case event.Heard:
		f.heard(r, p)
	case event.Passed:
		f.passed(r, p)
	}
}

// or is a moment, or another where that is not known.
func or(t, otherwise time.Time) time.Time {
	if t.IsZero() {
		return otherwise
	}
	return t
}

// clocks is how much later than a platform's the clock may be by which an account was
// unlocked: that of another platform, or of the host. Telegram counts whole seconds, and
// clocks that are kept by the network differ by less than one.
const clocks = 2 * time.Second

// TooEarly says whether what the account did at a moment, by its platform's clock, was done
// before its words were the principal's.
func (a Account) TooEarly(at time.Time) bool { return at.Before(a.Speaks.Add(-clocks)) }

// mostLate is of how many messages it is kept how late they were.
const mostLate = 8

// mostApart is how far apart two clocks are taken to be at most. What is more was not told in time.
const mostApart = time.Hour

// there gives a moment by the platform's clock. By which clock it was asked for is told by when that was
// written down: at once by the host's own, for platforms keep the time of the network, as this one does.
func (a Account) there(asked, written time.Time) time.Time {
	if len(a.Late) == 0 || written.Sub(asked).Abs() >= clocks {
		return asked
	}
	if apart := time.Duration(slices.Min(a.Late)) * time.Millisecond; apart.Abs() <= mostApart {
		return asked.Add(-apart)
	}
	return asked
}

// heard notes when an account last spoke, and where it is reached.
func (f *Fold) heard(r ledger.Record, h event.Heard) {
	if r.Trust == event.ByPrincipal && h.Title != "" {
		at := h.Place
		at.Thread = ""
		f.Rooms = slices.DeleteFunc(f.Rooms, func(m Room) bool { return m.Place == at })
		f.Rooms = append(f.Rooms, Room{Place: at, Title: h.Title})
		f.Rooms = slices.Clone(f.Rooms[max(0, len(f.Rooms)-mostRooms):])
	}
	for i := range f.Linked {
		a := &f.Linked[i]
		if !same(a.Person, h.Person) {
			continue
		}
		a.Seen, a.Spoke = r.At, r.Seq
		if !h.On.IsZero() {
			f.late(i, r.At.Sub(h.On))
		}
		if h.Audience != event.Shared {
			f.reached(a, h.Place)
		}
	}
}

// late notes how late a message of an account was. Where that tells that the clocks of the host and the platform
// are otherwise apart than they were, the host's was set, or messages had waited: how far it is from those of the
// other accounts is not known any more until they speak again.
func (f *Fold) late(i int, by time.Duration) {
	a := &f.Linked[i]
	was := a.Late
	a.Late = append(slices.Clone(was[max(0, len(was)+1-mostLate):]), by.Milliseconds())
	if len(was) == 0 || time.Duration(slices.Min(was)-slices.Min(a.Late)).Abs()*time.Millisecond < clocks {
		return
	}
	for j := range f.Linked {
		if j != i {
			f.Linked[j].Late = nil
		}
	}
}

// reached notes where an account is reached.
func (f *Fold) reached(a *Account, at event.Place) {
	if at == (event.Place{}) {
		return
	}
	at.Thread = ""
	a.Place = at
	f.Former = slices.DeleteFunc(f.Former, func(p event.Place) bool { return p == at })
}

func (f *Fold) change(link event.Seq, fn func(*Account)) {
	for i := range f.Linked {
		if f.Linked[i].Link == link {
			fn(&f.Linked[i])
		}
	}
}

// same says whether two persons are one account; names do not count.
func same(a, b event.Person) bool {
	return a.ID != "" && a.Platform == b.Platform && a.Account == b.Account && a.ID == b.ID
}

// Shut says why nothing may be said in a place any more: it is the direct conversation of
// an account that is locked or was unlinked. Empty for every other place.
func (f *Fold) Shut(at event.Place) string {
	at.Thread = ""
	for _, a := range f.Linked {
		if a.Place == at && a.Locked {
			return "the account is locked"
		}
	}
	if slices.Contains(f.Former, at) {
		return "the account is not linked any more"
	}
	return ""
}

// Of gives the linked account of a person; ok is false for a stranger. A locked account is
// given too.
func (f *Fold) Of(p event.Person) (a Account, ok bool) {
	i := slices.IndexFunc(f.Linked, func(a Account) bool { return same(a.Person, p) })
	if i < 0 {
		return Account{}, false
	}
	return f.Linked[i], true
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
