// Package spending is what language models have cost: by day and month, by turn and by run
// of a job, with what is set aside for calls under way. The ceilings are checked against it.
//
// It holds sums. What each call cost is looked up in the ledger. The events it adds up hold
// no words and cannot be forgotten, so a sum is the same however much is forgotten.
package spending

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Aside is money set aside for a call that has not ended.
type Aside struct {
	Most    int64     `json:"most"`
	Day     string    `json:"day"`
	Message event.Seq `json:"message,omitempty"` // the turn's, while that has not ended
	Run     string    `json:"run,omitempty"`     // likewise
	Line    string    `json:"line,omitempty"`    // of the budget
	Model   string    `json:"model,omitempty"`   // see Model
	Bound   int       `json:"bound,omitempty"`   // tokens that go in, as they were reckoned
}

// Tally is what a turn or a run has cost that has not ended.
type Tally struct {
	Spent int64  `json:"spent"`
	Day   string `json:"day"` // the newest it was spent on
}

// Mark is what else is known of a day or a month.
type Mark struct {
	First   event.Seq `json:"first"`             // the first event about it: every call of it comes after
	Last    event.Seq `json:"last"`              // the newest
	Of      int64     `json:"of,omitempty"`      // the ceiling that Told is a share of
	Reached int64     `json:"reached,omitempty"` // the highest ceiling that kept a call from being made
	Stated  bool      `json:"stated,omitempty"`  // the principal has its statement
}

// Turn is the turn under way.
type Turn struct {
	ID       event.Seq   `json:"id,omitempty"`
	Messages []event.Seq `json:"messages,omitempty"`
}

// Fold is the state, in millionths of a US dollar. Its fields are for reading. A day is
// "2026-11-20", a month "2026-11".
type Fold struct {
	Days     map[string]int64    `json:"days"`     // spent, by the day the money was set aside
	Months   map[string]int64    `json:"months"`   // the same, by month
	Lines    map[string]int64    `json:"lines"`    // the same, by day and line of the budget: see Line
	Told     map[string]int      `json:"told"`     // by day or month: per cent of the ceiling that were told of
	Marks    map[string]Mark     `json:"marks"`    // by day or month
	Messages map[event.Seq]Tally `json:"messages"` // turns that have not ended, by their first message
	Runs     map[string]Tally    `json:"runs"`     // runs that have not ended, by Run
	Asides   map[event.Seq]Aside `json:"asides"`   // by model.asked
	Over     map[string]int      `json:"over"`     // by Model: see Factor, per mille
	Turn     Turn                `json:"turn"`
}

// keep is how many days and months are remembered together: those about which something
// was recorded last, so that a clock which was wrong for a while pushes out none that
// counts. It is a quarter of a year, for the month before and its statement.
const keep = 100

// mostOver bounds what is learned from one odd count, per mille: with byte-level tokens a
// bound is never short by more than two, the rest is for what a provider adds.
const mostOver = 4000

// New gives the state in which nothing was spent.
func New() *Fold {
	return &Fold{
		Days: map[string]int64{}, Months: map[string]int64{}, Lines: map[string]int64{}, Told: map[string]int{}, Marks: map[string]Mark{},
		Messages: map[event.Seq]Tally{}, Runs: map[string]Tally{}, Asides: map[event.Seq]Aside{}, Over: map[string]int{},
	}
}

// Run names a run of a job; "" where there is none.
func Run(job, slot string) string {
	if job == "" {
		return ""
	}
	return job + "/" + slot
}

// Model names a model of a provider.
func Model(provider, name string) string { return provider + "/" + name }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "spending" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 2 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.ModelAsked:
		f.Asides[r.Seq] = Aside{
			Most: p.Most, Day: p.Day, Message: p.Message, Run: Run(p.Job, p.Slot), Line: p.Line, Model: Model(p.Provider, p.Model), Bound: p.Bound,
		}
		f.touch(r.Seq, p.Day, month(p.Day))
	case event.ModelCalled:
		f.called(r, p)
	case event.SpendReached:
		f.touch(r.Seq, p.Period)
		m := f.Marks[p.Period]
		m.Reached = max(m.Reached, p.Ceiling)
		f.Marks[p.Period] = m
	case event.SpendTold:
		f.touch(r.Seq, p.Period)
		f.told(p)
	case event.TurnBegan:
		f.Turn = Turn{ID: r.Seq, Messages: p.Messages}
	case event.TurnJoined:
		if r.Cause() == f.Turn.ID {
			f.Turn.Messages = slices.Concat(f.Turn.Messages, p.Messages)
		}
	case event.TurnEnded:
		if r.Cause() == f.Turn.ID {
			f.turnEnded()
		}
	case event.JobRan:
		f.runEnded(Run(p.Job, p.Slot))
	}
}

func (f *Fold) called(r ledger.Record, p event.ModelCalled) {
	f.touch(r.Seq, p.Day, month(p.Day))
	f.Days[p.Day] += p.Cost
	f.Months[month(p.Day)] += p.Cost
	if p.Line != "" {
		f.Lines[line(p.Day, p.Line)] += p.Cost
	}
	a, ok := f.Asides[r.Cause()]
	if !ok {
		return
	}
	delete(f.Asides, r.Cause())
	// A turn or run that has ended meanwhile has no ceiling any more: the call outlived it.
	if a.Message != 0 {
		f.Messages[a.Message] = Tally{Spent: f.Messages[a.Message].Spent + p.Cost, Day: p.Day}
	}
	if a.Run != "" {
		f.Runs[a.Run] = Tally{Spent: f.Runs[a.Run].Spent + p.Cost, Day: p.Day}
	}
	if tokens := p.In + p.CacheRead + p.CacheWrite; !p.Guessed && a.Bound > 0 && tokens > a.Bound {
		over := mostOver
		if tokens < a.Bound*(mostOver/1000) {
			over = (tokens*1000 + a.Bound - 1) / a.Bound
		}
		f.Over[a.Model] = max(f.Over[a.Model], over)
	}
}

func (f *Fold) told(p event.SpendTold) {
	m := f.Marks[p.Period]
	switch {
	case p.Share == 0:
		m.Stated = true
	case p.Ceiling == m.Of:
		f.Told[p.Period] = max(f.Told[p.Period], p.Share)
	default:
		m.Of, f.Told[p.Period] = p.Ceiling, p.Share
	}
	f.Marks[p.Period] = m
}

// turnEnded lets go of what the turn under way has cost. A turn that died with its process
// has not ended: its messages are answered by another, under the same ceiling, even if
// others are answered between.
func (f *Fold) turnEnded() {
	for _, m := range f.Turn.Messages {
		delete(f.Messages, m)
	}
	for seq, a := range f.Asides {
		if slices.Contains(f.Turn.Messages, a.Message) {
			a.Message = 0
			f.Asides[seq] = a
		}
	}
	f.Turn = Turn{}
}

func (f *Fold) runEnded(run string) {
	delete(f.Runs, run)
	for seq, a := range f.Asides {
		if a.Run == run {
			a.Run = ""
			f.Asides[seq] = a
		}
	}
}

// touch notes that something was recorded about a day or month, and lets go of those that
// nothing was recorded about for longest, with the turns and runs last heard of then.
func (f *Fold) touch(seq event.Seq, periods ...string) {
	for _, p := range periods {
		m, known := f.Marks[p]
		if !known {
			m.First = seq
		}
		m.Last = seq
		f.Marks[p] = m
	}
	for len(f.Marks) > keep {
		oldest := slices.MinFunc(slices.Collect(maps.Keys(f.Marks)), func(a, b string) int {
			return cmp.Or(cmp.Compare(f.Marks[a].Last, f.Marks[b].Last), cmp.Compare(b, a)) // a day before its month
		})
		delete(f.Marks, oldest)
		delete(f.Days, oldest)
		maps.DeleteFunc(f.Lines, func(of string, _ int64) bool { return strings.HasPrefix(of, oldest+"/") })
		delete(f.Months, oldest)
		delete(f.Told, oldest)
		maps.DeleteFunc(f.Messages, func(_ event.Seq, t Tally) bool { return t.Day == oldest })
		maps.DeleteFunc(f.Runs, func(_ string, t Tally) bool { return t.Day == oldest })
	}
}

// month is the month of a day.
func month(day string) string { return day[:min(len(day), len("2006-01"))] }

// Day is what a day has cost, and what is set aside for it.
func (f *Fold) Day(day string) (spent, aside int64) {
	for _, a := range f.Asides {
		if a.Day == day {
			aside += a.Most
		}
	}
	return f.Days[day], aside
}

// Line is what a line of the budget has cost on a day, and what is set aside for it.
func (f *Fold) Line(day, of string) (spent, aside int64) {
	for _, a := range f.Asides {
		if a.Day == day && a.Line == of {
			aside += a.Most
		}
	}
	return f.Lines[line(day, of)], aside
}

// line names a line of a day.
func line(day, of string) string { return day + "/" + of }

// Month is what a month has cost, and what is set aside for it.
func (f *Fold) Month(of string) (spent, aside int64) {
	for _, a := range f.Asides {
		if month(a.Day) == of {
			aside += a.Most
		}
	}
	return f.Months[of], aside
}

// Message is what the turn that answers a message has cost, with what is set aside for it.
// All tries of the turn count together; nothing is left of it once it has ended.
func (f *Fold) Message(m event.Seq) int64 {
	n := f.Messages[m].Spent
	for _, a := range f.Asides {
		if a.Message == m {
			n += a.Most
		}
	}
	return n
}

// Spent is what a run of a job has cost, with what is set aside for it. All attempts count
// together; nothing is left of it once its slot is closed.
func (f *Fold) Spent(run string) int64 {
	n := f.Runs[run].Spent
	for _, a := range f.Asides {
		if a.Run == run {
			n += a.Most
		}
	}
	return n
}

// Share is how many per cent of a ceiling of a day or month the principal was told of: 0,
// 80 or 100. Another ceiling begins from 0.
func (f *Fold) Share(period string, ceiling int64) int {
	if f.Marks[period].Of != ceiling {
		return 0
	}
	return f.Told[period]
}

// Reached says whether a ceiling of a day or month kept a call from being made.
func (f *Fold) Reached(period string, ceiling int64) bool {
	return ceiling > 0 && f.Marks[period].Reached >= ceiling
}

// Factor is by how much more than reckoned a model was seen to count what goes in: at
// least 1, at most 4.
func (f *Fold) Factor(model string) float64 { return float64(max(1000, f.Over[model])) / 1000 }

// Open lists the reservations without a receipt, oldest first.
func (f *Fold) Open() []event.Seq { return slices.Sorted(maps.Keys(f.Asides)) }

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
