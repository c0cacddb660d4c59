// Package agency is what the agent goes by of itself, beside what it was told: what it has in
// mind, what it wants to become better at, what it wonders about, what it means to bring up
// (SPEC §17), which reasons it has thought of that may join what it was told, and what it came upon
// outside. What it promised stands in package loops, with all else that is open.
//
// Everything here is small by rule, and the rules hold whoever writes: a list that is full lets go
// of its last.
package agency

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Bounds (SPEC §17), and for what has none there, of ours.
const (
	MostThoughts   = 10
	MostGrowth     = 5
	MostCuriosity  = 50
	MostIntentions = 50
	MostTheories   = 100
	MostFindings   = 50
	mostMarks      = 50 // places

	stepUp = 3                   // pieces of evidence by which a growth thread moves on
	idle   = 60 * 24 * time.Hour // without any it is archived
)

// Stage of a growth thread.
type Stage string

// The stages.
const (
	Seed        Stage = "seed"
	Growing     Stage = "growing"
	Integrating Stage = "integrating"
)

// Thought is something in mind.
type Thought struct {
	Seq  event.Seq `json:"seq"` // of the list it stands in
	Text string    `json:"text"`
}

// Growth is something to become better at.
type Growth struct {
	Seq      event.Seq   `json:"seq"`
	Text     string      `json:"text"`
	Evidence []event.Seq `json:"evidence,omitempty"` // oldest first
	Last     time.Time   `json:"last"`               // when something was last done for it
}

// Stage is how far it has come.
func (g Growth) Stage() Stage {
	switch n := len(g.Evidence); {
	case n >= 2*stepUp:
		return Integrating
	case n >= stepUp:
		return Growing
	}
	return Seed
}

// Curiosity is a topic.
type Curiosity struct {
	Seq     event.Seq `json:"seq"`
	Topic   string    `json:"topic"`
	Depth   int       `json:"depth,omitempty"` // how often it was followed
	Last    time.Time `json:"last"`
	Shelved bool      `json:"shelved,omitempty"`
}

// Intention is something to bring up.
type Intention struct {
	Seq event.Seq `json:"seq"`
	event.IntentionSet
}

// Theory is a reason that was thought of, for as long as it is in mind: also one that was turned down, so that it is
// not thought of again. How far it can be relied on stands in package beliefs.
type Theory struct {
	Seq  event.Seq   `json:"seq"` // of the memory
	Text string      `json:"text"`
	Of   []event.Seq `json:"of"` // what it joins, and what that was made of
}

// Finding is something outside that was found, for as long as it is in mind.
type Finding struct {
	Seq event.Seq `json:"seq"`
	event.Discovered
	At   time.Time `json:"at"`             // when it was found
	Told bool      `json:"told,omitempty"` // a message of the agent's rests on it
}

// Musing is something that the agent thought of by itself.
type Musing struct {
	Seq event.Seq `json:"seq"`
	event.Musing
	On time.Time `json:"on"`
}

// Mark is the last event that was thought over of what was told in one place.
type Mark struct {
	Audience event.Audience `json:"audience"`
	Place    event.Place    `json:"place,omitzero"` // the room, of a shared place
	UpTo     event.Seq      `json:"up_to"`
}

// Mulled is for how long it is in mind.
const Mulled = 24 * time.Hour

// Fold is the state. Read it by its methods.
type Fold struct {
	Thoughts   []Thought   `json:"thoughts"`    // the most pressing first
	Growths    []Growth    `json:"growths"`     // oldest first
	Ended      []Growth    `json:"ended"`       // taken off the list, so that they can be put back
	Curious    []Curiosity `json:"curiosities"` // oldest first
	Intentions []Intention `json:"intentions"`  // oldest first
	Theories   []Theory    `json:"theories"`    // oldest first
	Findings   []Finding   `json:"findings"`    // oldest first

	Musings []Musing `json:"musings,omitempty"` // of the last day, the newest first, and of one time the most pressing
	Mused   []Mark   `json:"mused,omitempty"`   // how far each place was thought over, the newest last

	Reached time.Time `json:"reached,omitzero"` // when the principal was last told of one by itself
}

// New gives the state of an agent with nothing in mind.
func New() *Fold {
	return &Fold{Thoughts: []Thought{}, Growths: []Growth{}, Ended: []Growth{}, Curious: []Curiosity{}, Intentions: []Intention{}, Theories: []Theory{}, Findings: []Finding{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "agency" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 4 }

// Apply implements memory.Fold. What names a thing that is not there changes nothing.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.ThoughtsSet:
		f.Thoughts = []Thought{}
		for _, text := range p.Thoughts[:min(len(p.Thoughts), MostThoughts)] {
			f.Thoughts = append(f.Thoughts, Thought{Seq: r.Seq, Text: text})
		}
	case event.Mused:
		f.muse(r.Seq, p)
	case event.GrowthSown:
		f.Growths = slices.DeleteFunc(f.Growths, func(g Growth) bool { return g.archived(r.At) })
		f.Growths = newest(append(f.Growths, Growth{Seq: r.Seq, Text: p.Text, Last: r.At}), MostGrowth)
	case event.GrowthFed:
		for i := range f.Growths {
			if g := &f.Growths[i]; g.Seq == p.Growth {
				g.Evidence, g.Last = append(slices.Clone(g.Evidence), r.Seq), r.At
			}
		}
	case event.GrowthEnded:
		f.Growths, f.Ended = move(f.Growths, f.Ended, p.Growth)
		f.Ended = newest(f.Ended, MostGrowth)
	case event.GrowthRestored:
		f.Ended, f.Growths = move(f.Ended, f.Growths, p.Growth)
		f.Growths = newest(f.Growths, MostGrowth)
	case event.CuriosityRaised:
		f.Curious = newest(append(f.Curious, Curiosity{Seq: r.Seq, Topic: p.Topic, Last: r.At}), MostCuriosity)
	case event.CuriosityFollowed:
		f.curiosity(p.Curiosity, func(c *Curiosity) { c.Depth, c.Last, c.Shelved = c.Depth+1, r.At, false })
	case event.CuriosityShelved:
		f.curiosity(p.Curiosity, func(c *Curiosity) { c.Last, c.Shelved = r.At, true })
	case event.Discovered:
		f.Findings = newest(append(f.Findings, Finding{Seq: r.Seq, Discovered: p, At: r.At}), MostFindings)
	case event.PostQueued:
		f.told(r.From)
		if p.Subject == event.SubjectOutreach {
			f.Reached = r.At
		}
	case event.IntentionSet:
		f.Intentions = newest(append(f.Intentions, Intention{Seq: r.Seq, IntentionSet: p}), MostIntentions)
	case event.IntentionEnded:
		f.Intentions = slices.DeleteFunc(f.Intentions, func(i Intention) bool { return i.Seq == p.Intention })
	case event.Learned:
		if p.Sort == event.SortTheory {
			f.Theories = newest(append(f.Theories, Theory{Seq: r.Seq, Text: p.Text, Of: slices.Clone(r.From)}), MostTheories)
		}
	case event.Forgotten:
		f.forgotten(p.Seqs)
	}
}

// muse takes in what the agent thought of by itself, and lets go of what it did a day before.
func (f *Fold) muse(seq event.Seq, p event.Mused) {
	if before := f.MusedUpTo(p.Audience, p.Place); p.UpTo > before {
		others := slices.DeleteFunc(slices.Clone(f.Mused), func(m Mark) bool { return m.of(p.Audience, p.Place) })
		f.Mused = newest(append(others, Mark{p.Audience, p.Place, p.UpTo}), mostMarks)
	}
	var all []Musing
	for _, m := range p.Lines {
		all = append(all, Musing{seq, m, p.On})
	}
	all = append(all, f.Musing(p.On)...)
	f.Musings = all[:min(len(all), MostThoughts)]
}

func (m Mark) of(a event.Audience, room event.Place) bool { return m.Audience == a && m.Place == room }

// MusedUpTo is the last event that was thought over of what was told in a place, zero for none. The room is that of a
// shared place.
func (f *Fold) MusedUpTo(a event.Audience, room event.Place) event.Seq {
	for _, m := range f.Mused {
		if m.of(a, room) {
			return m.UpTo
		}
	}
	return 0
}

// Musing are the thoughts of the last day, the newest first.
func (f *Fold) Musing(now time.Time) []Musing {
	return slices.DeleteFunc(slices.Clone(f.Musings), func(m Musing) bool { return now.Sub(m.On) >= Mulled })
}

// newest keeps so many of a list, the last ones.
func newest[T any](list []T, most int) []T {
	return append([]T{}, list[max(0, len(list)-most):]...)
}

// move takes a growth thread from one list to the other.
func move(from, to []Growth, seq event.Seq) (left, more []Growth) {
	i := slices.IndexFunc(from, func(g Growth) bool { return g.Seq == seq })
	if i < 0 {
		return from, to
	}
	return slices.Delete(slices.Clone(from), i, i+1), append(slices.Clone(to), from[i])
}

func (f *Fold) curiosity(seq event.Seq, fn func(*Curiosity)) {
	for i := range f.Curious {
		if f.Curious[i].Seq == seq {
			fn(&f.Curious[i])
		}
	}
}

// told marks what a message rests on: it is not told again.
func (f *Fold) told(rests []event.Seq) {
	for i := range f.Findings {
		if g := &f.Findings[i]; !g.Told && slices.Contains(rests, g.Seq) {
			g.Told = true
		}
	}
}

// Since are the findings since a moment, oldest first.
func (f *Fold) Since(moment time.Time) []Finding {
	return slices.DeleteFunc(slices.Clone(f.Findings), func(g Finding) bool { return g.At.Before(moment) })
}

// Untold are those that no message rests on.
func (f *Fold) Untold(since time.Time) []Finding {
	return slices.DeleteFunc(f.Since(since), func(g Finding) bool { return g.Told })
}

func (f *Fold) forgotten(seqs []event.Seq) {
	gone := func(s event.Seq) bool { return slices.Contains(seqs, s) }
	f.Thoughts = slices.DeleteFunc(f.Thoughts, func(t Thought) bool { return gone(t.Seq) })
	f.Musings = slices.DeleteFunc(slices.Clone(f.Musings), func(m Musing) bool { return gone(m.Seq) })
	for _, list := range []*[]Growth{&f.Growths, &f.Ended} {
		*list = slices.DeleteFunc(*list, func(g Growth) bool { return gone(g.Seq) })
		for i := range *list {
			g := &(*list)[i]
			if g.Evidence = slices.DeleteFunc(g.Evidence, gone); len(g.Evidence) == 0 {
				g.Evidence = nil
			}
		}
	}
	f.Curious = slices.DeleteFunc(f.Curious, func(c Curiosity) bool { return gone(c.Seq) })
	f.Intentions = slices.DeleteFunc(f.Intentions, func(i Intention) bool { return gone(i.Seq) })
	f.Theories = slices.DeleteFunc(f.Theories, func(t Theory) bool { return gone(t.Seq) })
	f.Findings = slices.DeleteFunc(f.Findings, func(g Finding) bool { return gone(g.Seq) })
}

// archived says that nothing was done for it in 60 days.
func (g Growth) archived(now time.Time) bool { return now.Sub(g.Last) > idle }

// Growing are the growth threads that are not archived, oldest first.
func (f *Fold) Growing(now time.Time) []Growth {
	return slices.DeleteFunc(slices.Clone(f.Growths), func(g Growth) bool { return g.archived(now) })
}

// Topic is what is wondered about by its number; "" where it is not any more.
func (f *Fold) Topic(seq event.Seq) string {
	for _, c := range f.Curious {
		if c.Seq == seq && !c.Shelved {
			return c.Topic
		}
	}
	return ""
}

// Wondering are the topics that are not shelved, oldest first.
func (f *Fold) Wondering() []Curiosity {
	return slices.DeleteFunc(slices.Clone(f.Curious), func(c Curiosity) bool { return c.Shelved })
}

// Due are the intentions whose moment has come and, where a conversation begins, those without
// one; oldest first.
func (f *Fold) Due(now time.Time, begins bool) []Intention {
	return slices.DeleteFunc(slices.Clone(f.Intentions), func(i Intention) bool {
		return i.At.IsZero() && !begins || i.At.After(now)
	})
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
