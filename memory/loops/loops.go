// Package loops is what is still open: loops of the principal's, what the agent promised, and
// reminders with the next time they are due. What is done lies in the ledger.
package loops

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Loop is something still to be done.
type Loop struct {
	Seq event.Seq `json:"seq"`
	event.LoopOpened
}

// Reminder is a promise to say something at Next.
type Reminder struct {
	Seq  event.Seq `json:"seq"`
	Next time.Time `json:"next"` // when it is due, a snooze included
	event.ReminderSet
}

// Commitment is something the agent promised and has not done.
type Commitment struct {
	Seq event.Seq `json:"seq"`
	event.CommitmentMade
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Loops     []Loop              `json:"loops"`     // oldest first
	Reminders []Reminder          `json:"reminders"` // in the order they were made
	Fired     map[event.Seq]Fired `json:"fired"`     // by post: for "done" and "snooze" in reply

	Commitments []Commitment `json:"commitments,omitempty"` // oldest first

	// Asked are the loops and promises of which the principal was asked once what became of them, open or not: the
	// newest of them, in the order he was asked. AskedAt is when that was last.
	Asked   []event.Seq `json:"asked,omitempty"`
	AskedAt time.Time   `json:"asked_at,omitzero"`
}

// Fired is a reminder that was said and not yet answered with "done".
type Fired struct {
	Reminder event.Seq `json:"reminder"`
	Text     string    `json:"text"`
	At       time.Time `json:"at"`
}

// keepAsked is how many of those that were asked about are held: more than are ever open and that old.
const keepAsked = 500

// keepFired is how many delivered reminders can still be snoozed.
const keepFired = 50

// New gives the state in which nothing is open.
func New() *Fold {
	return &Fold{Loops: []Loop{}, Reminders: []Reminder{}, Fired: map[event.Seq]Fired{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "loops" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 2 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.LoopOpened:
		f.Loops = append(f.Loops, Loop{Seq: r.Seq, LoopOpened: p})
	case event.LoopClosed:
		f.Loops = slices.DeleteFunc(f.Loops, func(l Loop) bool { return l.Seq == p.Loop })
	case event.LoopReopened:
		f.Loops = append(f.Loops, Loop{Seq: p.Loop, LoopOpened: p.LoopOpened})
	case event.CommitmentMade:
		f.Commitments = append(f.Commitments, Commitment{Seq: r.Seq, CommitmentMade: p})
	case event.CommitmentClosed:
		f.Commitments = slices.DeleteFunc(f.Commitments, func(c Commitment) bool { return c.Seq == p.Commitment })
	case event.CommitmentReopened:
		f.Commitments = append(f.Commitments, Commitment{Seq: p.Commitment, CommitmentMade: p.CommitmentMade})
	case event.ReminderRestored:
		f.Reminders = append(f.Reminders, Reminder{Seq: p.Reminder, Next: p.Next, ReminderSet: p.ReminderSet})
	case event.ReminderSet:
		f.Reminders = append(f.Reminders, Reminder{Seq: r.Seq, Next: p.At, ReminderSet: p})
	case event.ReminderMoved:
		f.each(p.Reminder, func(m *Reminder) {
			m.Next = p.To
			if !p.Once {
				m.At = p.To
			}
		})
	case event.ReminderFired:
		f.fired(r, p)
	case event.ReminderCancelled:
		f.Reminders = slices.DeleteFunc(f.Reminders, func(m Reminder) bool { return m.Seq == p.Reminder })
	case event.PostQueued:
		if p.Subject == event.SubjectFollowUp {
			f.Asked = append(slices.Clone(f.Asked), p.About)
			f.Asked, f.AskedAt = f.Asked[max(0, len(f.Asked)-keepAsked):], r.At
		}
	case event.Forgotten:
		gone := func(s event.Seq) bool { return slices.Contains(p.Seqs, s) }
		f.Loops = slices.DeleteFunc(f.Loops, func(l Loop) bool { return gone(l.Seq) })
		f.Reminders = slices.DeleteFunc(f.Reminders, func(m Reminder) bool { return gone(m.Seq) })
		f.Commitments = slices.DeleteFunc(f.Commitments, func(c Commitment) bool { return gone(c.Seq) })
		for post, m := range f.Fired {
			if gone(m.Reminder) {
				delete(f.Fired, post)
			}
		}
	}
}

// fired keeps a recurring reminder with its next time and lets go of any other.
func (f *Fold) fired(r ledger.Record, p event.ReminderFired) {
	f.each(p.Reminder, func(m *Reminder) {
		f.Fired[r.Cause()] = Fired{Reminder: m.Seq, Text: m.Text, At: p.Slot}
		m.Next = p.Next
	})
	if p.Next.IsZero() {
		f.Reminders = slices.DeleteFunc(f.Reminders, func(m Reminder) bool { return m.Seq == p.Reminder })
	}
	for len(f.Fired) > keepFired {
		oldest := event.Seq(0)
		for post := range f.Fired {
			if oldest == 0 || post < oldest {
				oldest = post
			}
		}
		delete(f.Fired, oldest)
	}
}

func (f *Fold) each(seq event.Seq, fn func(*Reminder)) {
	for i := range f.Reminders {
		if f.Reminders[i].Seq == seq {
			fn(&f.Reminders[i])
		}
	}
}

// Due gives the reminders due at now, in the order they are due.
func (f *Fold) Due(now time.Time) []Reminder {
	var due []Reminder
	for _, m := range f.Reminders {
		if !m.Next.After(now) {
			due = append(due, m)
		}
	}
	slices.SortStableFunc(due, func(a, b Reminder) int { return a.Next.Compare(b.Next) })
	return due
}

// Reminder finds one that is set.
func (f *Fold) Reminder(seq event.Seq) (Reminder, bool) {
	i := slices.IndexFunc(f.Reminders, func(m Reminder) bool { return m.Seq == seq })
	if i < 0 {
		return Reminder{}, false
	}
	return f.Reminders[i], true
}

// AsLeft says whether a reminder is still as an event left it: due at the time that the event gave it, or not set where the
// event ended it. It is false for every other event.
func (f *Fold) AsLeft(p event.Payload) bool {
	of, _ := event.OfReminder(p)
	m, set := f.Reminder(of)
	switch p := p.(type) {
	case event.ReminderMoved:
		return set && m.Next.Equal(p.To)
	case event.ReminderRestored:
		return set && m.Next.Equal(p.Next)
	case event.ReminderCancelled:
		return !set
	}
	return false
}

// Loop finds one that is open.
func (f *Fold) Loop(seq event.Seq) (Loop, bool) {
	i := slices.IndexFunc(f.Loops, func(l Loop) bool { return l.Seq == seq })
	if i < 0 {
		return Loop{}, false
	}
	return f.Loops[i], true
}

// Commitment finds one that is open.
func (f *Fold) Commitment(seq event.Seq) (Commitment, bool) {
	i := slices.IndexFunc(f.Commitments, func(c Commitment) bool { return c.Seq == seq })
	if i < 0 {
		return Commitment{}, false
	}
	return f.Commitments[i], true
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
