// Package accounts is who may speak and who can read along: the principal's linked
// accounts, the shared places he allowed to be read, those who do not want to be kept, and
// how often a code was guessed wrongly. The kinds it folds are sensitive; it also says, in
// Decide, what the owner of them writes when asked.
package accounts

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// MostFailed is how many wrong codes lock linking until the host opens it again (TRUST,
// Taking over a chat account).
const MostFailed = 10

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
}

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

// Fold is the state. Its fields are for reading.
type Fold struct {
	Linked   []Account     `json:"linked"`   // oldest first
	Channels []Channel     `json:"channels"` // oldest first
	Rooms    []Room        `json:"rooms"`    // that have a title; newest last
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
		Linked: []Account{}, Channels: []Channel{}, Rooms: []Room{}, Former: []event.Place{}, Skipped: []string{}, Told: []string{},
	}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "accounts" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

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
				a.Locked, a.Unlocked, a.Speaks = false, r.Seq, or(p.Since, r.At)
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

// TooEarly says whether what was said at a moment, by the platform's clock, was said before
// the place was read along. Here a second's doubt does not count for who speaks: nobody
// loses what he meant for the agent.
func (c Channel) TooEarly(at time.Time) bool { return at.Before(c.Since.Truncate(time.Second)) }

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
		if h.Audience != event.Shared {
			f.reached(a, h.Place)
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

// passed remembers, for one day, which strangers were told.
func (f *Fold) passed(r ledger.Record, p event.Passed) {
	if !p.Told {
		return
	}
	if day := r.At.UTC().Format(time.DateOnly); day != f.Day {
		f.Day, f.Told = day, nil
	}
	f.Told = append(f.Told, p.Sender)
}

func (f *Fold) change(link event.Seq, fn func(*Account)) {
	for i := range f.Linked {
		if f.Linked[i].Link == link {
			fn(&f.Linked[i])
		}
	}
}

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

// Knows says whether a shared place is read along, or the principal spoke to the agent there.
func (f *Fold) Knows(at event.Place) bool {
	_, open := f.Reads(at)
	return open || f.TitleOf(at) != ""
}

func (f *Fold) close(at event.Place) {
	f.Channels = slices.DeleteFunc(f.Channels, func(c Channel) bool { return c.Place.SharesRoom(at) })
}

// same says whether two persons are one account; names do not count.
func same(a, b event.Person) bool {
	return a.ID != "" && a.Platform == b.Platform && a.Account == b.Account && a.ID == b.ID
}

// Title is what people call a platform.
func Title(platform string) string {
	if platform == "" {
		return ""
	}
	return strings.ToUpper(platform[:1]) + platform[1:]
}

// endingLength is how many characters of an account's id are told: enough to know it again,
// too few to write to it.
const endingLength = 4

// Ending is the end of the account's id, by which it is told from others.
func (a Account) Ending() string {
	id := []rune(a.Person.ID)
	return string(id[max(0, len(id)-endingLength):])
}

// Named finds the accounts that are meant by what somebody typed: a platform, the end of an
// id (four characters at least, or all of it), or both. Case does not count.
func (f *Fold) Named(typed string) (found []Account) {
	words := strings.Fields(strings.ToLower(typed))
	if len(words) == 0 || len(words) > 2 {
		return nil
	}
	for _, a := range f.Linked {
		id, platform := strings.ToLower(a.Person.ID), strings.ToLower(a.Person.Platform)
		ends := func(w string) bool {
			return w == id || len([]rune(w)) >= endingLength && strings.HasSuffix(id, w)
		}
		switch {
		case len(words) == 1 && (words[0] == platform || ends(words[0])),
			len(words) == 2 && words[0] == platform && ends(words[1]):
			found = append(found, a)
		}
	}
	return found
}

// Call is how an account is named so that no other linked one is meant: its platform, with
// the end of its id where that has several.
func (f *Fold) Call(a Account) string {
	if len(f.Named(a.Person.Platform)) < 2 {
		return a.Person.Platform
	}
	if call := a.Person.Platform + " " + a.Ending(); len(f.Named(call)) < 2 {
		return call
	}
	return a.Person.Platform + " " + a.Person.ID
}

// Others lists the accounts that may speak, without one.
func (f *Fold) Others(link event.Seq) (others []Account) {
	for _, a := range f.Linked {
		if a.Link != link && !a.Locked {
			others = append(others, a)
		}
	}
	return others
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

// Of gives the linked account of a person; ok is false for a stranger. A locked account is
// given too.
func (f *Fold) Of(p event.Person) (a Account, ok bool) {
	i := slices.IndexFunc(f.Linked, func(a Account) bool { return same(a.Person, p) })
	if i < 0 {
		return Account{}, false
	}
	return f.Linked[i], true
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

// Skips says whether somebody, by the hash of the account, does not want to be kept.
func (f *Fold) Skips(sender string) bool {
	_, found := slices.BinarySearch(f.Skipped, sender)
	return found
}

// ToldOn is how many strangers were told on a day.
func (f *Fold) ToldOn(day string) int {
	if f.Day != day {
		return 0
	}
	return len(f.Told)
}

// WasTold says whether a stranger was told already on this day (UTC, "2026-11-20"), by the
// keyed hash of account and day.
func (f *Fold) WasTold(sender, day string) bool {
	return f.Day == day && slices.Contains(f.Told, sender)
}

// Barred says whether codes are refused until the host allows them again.
func (f *Fold) Barred() bool { return f.Failed >= MostFailed }

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}

// ErrNotAsked: the request names nothing that can be asked for.
var ErrNotAsked = errors.New("the request cannot be met")

// Decide is the owner's answer to a request about accounts and places; ok is false if it is
// about something else. It is pure; that the request is the principal's own was checked by
// the ledger.
func Decide(a event.Asked) (p event.Payload, ok bool, err error) {
	switch a.What {
	case event.AskUnlink:
		p = event.AccountUnlinked{Link: a.Ref}
	case event.AskLock:
		p = event.AccountLocked{Link: a.Ref}
	case event.AskUnlock:
		p = event.AccountUnlocked{Link: a.Ref, Since: a.On}
	case event.AskAudience:
		p = event.AudienceSet{Link: a.Ref, Audience: event.Audience(a.Text)}
		if a.Text != string(event.Private) && a.Text != string(event.Work) {
			return nil, true, fmt.Errorf("%w: %q is not who can read a direct conversation", ErrNotAsked, a.Text)
		}
	case event.AskChannel, event.AskNoChannel:
		if a.Place.Platform == "" || a.Place.Room == "" {
			return nil, true, fmt.Errorf("%w: no place is named", ErrNotAsked)
		}
		at := a.Place
		at.Thread = ""
		if a.What == event.AskNoChannel {
			return event.ChannelClosed{Place: at}, true, nil
		}
		return event.ChannelOpened{Place: at, Title: a.Text, Since: a.On}, true, nil
	default:
		return nil, false, nil
	}
	if a.Ref == 0 {
		return nil, true, fmt.Errorf("%w: no account is named", ErrNotAsked)
	}
	return p, true, nil
}
