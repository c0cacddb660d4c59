// Package spending is what language models have cost: by day, by turn and by run of a job,
// with what is set aside for calls under way. The ceilings are checked against it.
//
// It holds sums. What each call cost is looked up in the ledger.
package spending

import (
	"encoding/json"
	"maps"
	"slices"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Aside is money set aside for a call that has not ended.
type Aside struct {
	Most    int64     `json:"most"`
	Day     string    `json:"day"`
	Message event.Seq `json:"message,omitempty"`
	Run     string    `json:"run,omitempty"`
}

// Fold is the state, in millionths of a US dollar. Its fields are for reading.
type Fold struct {
	Days     map[string]int64    `json:"days"`     // "2026-11-20": spent; this month's and the one's before
	Messages map[event.Seq]int64 `json:"messages"` // spent on turns that have not ended, by their first message
	Runs     map[string]int64    `json:"runs"`     // spent on runs that have not ended, by Run
	Asides   map[event.Seq]Aside `json:"asides"`   // by model.asked
	Told     map[string]int      `json:"told"`     // by period: per cent that were told of
	Newest   string              `json:"newest"`   // the latest day seen
}

// New gives the state in which nothing was spent.
func New() *Fold {
	return &Fold{Days: map[string]int64{}, Messages: map[event.Seq]int64{}, Runs: map[string]int64{}, Asides: map[event.Seq]Aside{}, Told: map[string]int{}}
}

// Run names a run of a job.
func Run(job, slot string) string {
	if job == "" {
		return ""
	}
	return job + "/" + slot
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "spending" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.ModelAsked:
		f.Asides[r.Seq] = Aside{Most: p.Most, Day: p.Day, Message: p.Message, Run: Run(p.Job, p.Slot)}
		f.reach(p.Day)
	case event.ModelCalled:
		delete(f.Asides, r.Cause())
		f.Days[p.Day] += p.Cost
		if p.Message != 0 {
			f.Messages[p.Message] += p.Cost
		}
		if p.Job != "" {
			f.Runs[Run(p.Job, p.Slot)] += p.Cost
		}
		f.reach(p.Day)
	case event.TurnEnded:
		// A turn that ended is not tried again: what was set aside for it stays aside.
		clear(f.Messages)
	case event.JobRan:
		delete(f.Runs, Run(p.Job, p.Slot))
	case event.SpendTold:
		f.Told[p.Period] = max(f.Told[p.Period], p.Share)
	}
}

// reach lets go of what lies before the month before a day.
func (f *Fold) reach(day string) {
	if day <= f.Newest || len(day) < len("2006-01") {
		return
	}
	f.Newest = day
	oldest := monthBefore(day[:7])
	maps.DeleteFunc(f.Days, func(d string, _ int64) bool { return d < oldest })
	maps.DeleteFunc(f.Told, func(d string, _ int) bool { return d < oldest })
}

// monthBefore gives the month before one, both as "2026-11".
func monthBefore(month string) string {
	y, m := number(month[:4]), number(month[5:])
	if m--; m < 1 {
		y, m = y-1, 12
	}
	return string([]byte{byte('0' + y/1000%10), byte('0' + y/100%10), byte('0' + y/10%10), byte('0' + y%10), '-', byte('0' + m/10), byte('0' + m%10)})
}

func number(s string) int {
	n := 0
	for _, c := range s {
		n = n*10 + int(c-'0')
	}
	return n
}

// Day is what a day has cost, with what is set aside for it.
func (f *Fold) Day(day string) (spent, aside int64) {
	for _, a := range f.Asides {
		if a.Day == day {
			aside += a.Most
		}
	}
	return f.Days[day], aside
}

// Month is what a month ("2026-11") has cost, with what is set aside for it.
func (f *Fold) Month(month string) (spent, aside int64) {
	for d, n := range f.Days {
		if len(d) > 7 && d[:7] == month {
			spent += n
		}
	}
	for _, a := range f.Asides {
		if len(a.Day) > 7 && a.Day[:7] == month {
			aside += a.Most
		}
	}
	return spent, aside
}

// Message is what the turn that answers a message has cost, with what is set aside for it.
func (f *Fold) Message(m event.Seq) int64 {
	n := f.Messages[m]
	for _, a := range f.Asides {
		if a.Message == m {
			n += a.Most
		}
	}
	return n
}

// Spent is what a run of a job has cost, with what is set aside for it.
func (f *Fold) Spent(run string) int64 {
	n := f.Runs[run]
	for _, a := range f.Asides {
		if a.Run == run {
			n += a.Most
		}
	}
	return n
}

// Open lists the reservations without a receipt, oldest first.
func (f *Fold) Open() []event.Seq { return slices.Sorted(maps.Keys(f.Asides)) }

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
