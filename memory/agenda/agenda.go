// Package agenda is when background work ran: for each job the last slot it closed, the slot it
// has claimed and not closed, and what the principal asked to have run. What a run did lies in the
// ledger.
package agenda

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Run is where a job stands.
type Run struct {
	Last     string    `json:"last,omitempty"`     // the last slot closed, but for those that were asked for
	At       time.Time `json:"at,omitzero"`        // when one was closed last
	Outcome  string    `json:"outcome,omitempty"`  // how
	Cost     int64     `json:"cost,omitempty"`     // what language models cost in it, in millionths of a US dollar
	Claimed  string    `json:"claimed,omitempty"`  // a slot begun and not closed
	Attempts int       `json:"attempts,omitempty"` // at the claimed slot
	Spent    int64     `json:"spent,omitempty"`    // in the claimed slot

	// Worked is when a slot was closed last by work: one that was missed is none, and what was
	// asked for is beside the calendar.
	Worked time.Time `json:"worked,omitzero"`

	Wanted   event.Seq `json:"wanted,omitempty"` // the request to run it now; zero once it ran
	WantedAt time.Time `json:"wanted_at,omitzero"`
}

// wanted begins the names of the slots that were asked for.
const wanted = "wanted-"

// WantedSlot names the slot of a request to run a job.
func WantedSlot(request event.Seq) string { return wanted + strconv.FormatUint(uint64(request), 10) }

// Fold is the state. Its fields are for reading.
type Fold struct {
	Jobs   map[string]Run `json:"jobs"`
	Booked []event.Span   `json:"booked,omitempty"` // the appointments of the last day that was looked at
	Day    string         `json:"day,omitempty"`    // that day, where he was: "2026-11-20"
}

// New gives the state in which no job ever ran.
func New() *Fold { return &Fold{Jobs: map[string]Run{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "agenda" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.JobBegan:
		j := f.Jobs[p.Job]
		j.Claimed, j.Attempts = p.Slot, p.Attempt
		f.Jobs[p.Job] = j
	case event.JobWanted:
		j := f.Jobs[p.Job]
		j.Wanted, j.WantedAt = r.Seq, r.At
		f.Jobs[p.Job] = j
	case event.ModelCalled:
		if j, ok := f.Jobs[p.Job]; ok && j.Claimed == p.Slot {
			j.Spent += p.Cost
			f.Jobs[p.Job] = j
		}
	case event.DayBooked:
		f.Booked, f.Day = p.Spans, p.Day
	case event.JobRan:
		f.Jobs[p.Job] = f.Jobs[p.Job].closed(p, r.At)
	}
}

// Busy says whether the principal has an appointment at a moment, and until when.
func (f *Fold) Busy(now time.Time) (until time.Time, busy bool) {
	for again := true; again; { // one may follow another
		again = false
		for _, s := range f.Booked {
			at := now
			if busy {
				at = until
			}
			if !at.Before(s.From) && at.Before(s.To) {
				until, busy, again = s.To, true, true
			}
		}
	}
	return until, busy
}

// Taken is how much of the time until a moment of the same day the principal has appointments. It is known only of
// the day whose calendars were read last.
func (f *Fold) Taken(now, until time.Time) (taken time.Duration, known bool) {
	if now.Format(time.DateOnly) != f.Day {
		return 0, false
	}
	spans := slices.SortedFunc(slices.Values(f.Booked), func(a, b event.Span) int { return a.From.Compare(b.From) })
	for at := now; len(spans) > 0; spans = spans[1:] {
		from, to := spans[0].From, spans[0].To
		if from.Before(at) {
			from = at // two at once take the time of one
		}
		if to.After(until) {
			to = until
		}
		if to.After(from) {
			taken, at = taken+to.Sub(from), to
		}
	}
	return taken, true
}

// closed is where a job stands after a slot was closed.
func (j Run) closed(p event.JobRan, at time.Time) Run {
	cost := int64(0)
	if j.Claimed == p.Slot {
		cost = j.Spent
	}
	j.Claimed, j.Attempts, j.Spent = "", 0, 0
	j.At, j.Outcome, j.Cost = at, p.Outcome, cost
	if strings.HasPrefix(p.Slot, wanted) {
		if WantedSlot(j.Wanted) == p.Slot {
			j.Wanted, j.WantedAt = 0, time.Time{}
		}
		return j
	}
	j.Last = p.Slot
	if p.Outcome != event.JobMissed {
		j.Worked = at
	}
	return j
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
