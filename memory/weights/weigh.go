package weights

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
)

// fixed never move: nothing that the principal presses says anything about them.
var fixed = []string{
	event.SignalBoundary, "rule", "correction", "safety",
	event.SubjectReminder, event.SubjectAccount, event.SubjectOutage, event.SubjectUnsaid, event.SubjectWelcome,
}

// warning never fall below 1: what they say is not less true for being unwelcome.
var warning = []string{event.SignalPrediction, event.SignalCommitment, event.SignalThread, event.SubjectConflict, event.SubjectDispute}

// Fixed says whether reactions never move the weight of a kind; a section is as its kind.
func Fixed(of string) bool { return slices.Contains(fixed, kind(of)) }

// Warns says whether the weight of a kind never falls below 1; a section is as its kind.
func Warns(of string) bool { return slices.Contains(warning, kind(of)) }

func kind(of string) string {
	k, _, _ := strings.Cut(of, "/")
	return k
}

// Weight is what reactions made of one kind, section or topic.
type Weight struct {
	Of         string
	Multiplier float64 // 0.50 to 1.50
	Up, Down   int     // reactions that count
	Left       float64 // of all of them, faded
	Newest     event.Seq
}

// tally is what is left of the reactions on one thing.
type tally struct{ up, down float64 }

// enough is how much must be left of reactions for them to move anything: five, to the nearest
// whole one. They begin to fade at once, so that five would otherwise never be five.
const enough = formula.ObservationsNeeded - 0.5

func (t tally) multiplier(of string) float64 {
	m := 1.0
	if t.up+t.down >= enough && !Fixed(of) {
		m = formula.AttentionMultiplier(t.up, t.down)
	}
	if Warns(of) {
		m = max(m, formula.ProtectiveMultiplier)
	}
	return m
}

// Multiplier is the weight of one kind, section or topic at a moment: 0.50 to 1.50, and 1 while
// fewer than five reactions are left. The moment is not to be earlier than a month before the
// newest event.
func (f *Fold) Multiplier(of string, at time.Time) float64 {
	var t tally
	f.each(at, func(o Observation, left float64) {
		if slices.Contains(o.credits(), of) && f.counts(o, of, at) {
			t.add(o, left)
		}
	})
	return t.multiplier(of)
}

func (t *tally) add(o Observation, left float64) {
	if o.Dismissed {
		t.down += left
	} else {
		t.up += left
	}
}

// Weights lists what reactions count for at a moment, the heaviest first and of equal ones that
// with the most reactions, fixed things left out. See Multiplier.
func (f *Fold) Weights(at time.Time) []Weight {
	index := map[string]int{}
	var all []Weight
	var tallies []tally
	f.each(at, func(o Observation, left float64) {
		for _, of := range o.credits() {
			if Fixed(of) || !f.counts(o, of, at) {
				continue
			}
			i, known := index[of]
			if !known {
				i = len(all)
				index[of], all, tallies = i, append(all, Weight{Of: of}), append(tallies, tally{})
			}
			tallies[i].add(o, left)
			if o.Dismissed {
				all[i].Down++
			} else {
				all[i].Up++
			}
			all[i].Newest = o.Seq
		}
	})
	for i, t := range tallies {
		all[i].Multiplier, all[i].Left = t.multiplier(all[i].Of), t.up+t.down
	}
	slices.SortFunc(all, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(formula.Hundredths(b.Multiplier), formula.Hundredths(a.Multiplier)), cmp.Compare(b.Up+b.Down, a.Up+a.Down), cmp.Compare(a.Of, b.Of))
	})
	return all
}

// each calls see with the reactions that speak at a moment and what is left of each, in their
// order.
func (f *Fold) each(at time.Time, see func(o Observation, left float64)) {
	for _, o := range f.Observations {
		if age := at.Sub(o.On); !o.Overruled && age >= 0 && age <= Lasting {
			see(o, formula.ObservationLeft(age.Hours()/24))
		}
	}
}

// counts says whether no reset has ended a reaction for one thing.
func (f *Fold) counts(o Observation, of string, at time.Time) bool {
	return !slices.ContainsFunc(f.Resets, func(r Reset) bool {
		return r.Seq > o.Seq && (r.Of == "" || r.Of == of) && !r.At.After(at)
	})
}

// Behind lists the reactions that move one kind, section or topic, newest first.
func (f *Fold) Behind(of string, at time.Time) []Observation {
	var all []Observation
	f.each(at, func(o Observation, _ float64) {
		if slices.Contains(o.credits(), of) && !Fixed(of) && f.counts(o, of, at) {
			all = append(all, o)
		}
	})
	slices.Reverse(all)
	return all
}

// Counted is how many reactions move anything, and when the first of them was put; none of them
// may have moved anything far enough to tell.
func (f *Fold) Counted(at time.Time) (n int, since time.Time) {
	f.each(at, func(o Observation, _ float64) {
		if !slices.ContainsFunc(o.credits(), func(of string) bool { return !Fixed(of) && f.counts(o, of, at) }) {
			return
		}
		if n++; since.IsZero() || o.On.Before(since) {
			since = o.On
		}
	})
	return n, since
}

// Move is how a weight has changed.
type Move struct {
	Of       string
	From, To float64
}

// Moved is the largest move of the last month: from what a weight was a month ago, of the
// reactions that stand now, to what it is. It is the zero Move where none is as large as half of
// a hundredth.
func (f *Fold) Moved(now time.Time) (most Move) {
	before := f.Weights(now.AddDate(0, -1, 0))
	was := func(of string) float64 {
		if i := slices.IndexFunc(before, func(w Weight) bool { return w.Of == of }); i >= 0 {
			return before[i].Multiplier
		}
		return 1
	}
	after := f.Weights(now)
	for _, w := range before { // what a reset ended, or what has faded away
		if !slices.ContainsFunc(after, func(a Weight) bool { return a.Of == w.Of }) {
			after = append(after, Weight{Of: w.Of, Multiplier: 1})
		}
	}
	for _, w := range after {
		m := Move{Of: w.Of, From: was(w.Of), To: w.Multiplier}
		if m.size() >= 0.005 && m.size() > most.size() {
			most = m
		}
	}
	return most
}

func (m Move) size() float64 { return max(m.To-m.From, m.From-m.To) }

// Due says whether a kind of signal that was dismissed to less than 0.7 is to get a place in the
// turn that is being made: it has had none in the nineteen before it.
func (f *Fold) Due(kind string, at time.Time) bool {
	return f.Turns+1-f.Entered[kind] >= formula.RareTurns && f.Multiplier(kind, at) < formula.RareMultiplier
}

// Dismissal is the reaction by which a message is dismissed, if it is: the newest on it.
func (f *Fold) Dismissal(about event.Seq) (reaction event.Seq, dismissed bool) {
	i := slices.IndexFunc(f.Observations, func(o Observation) bool { return o.About == about && o.Dismissed && !o.Overruled })
	if i < 0 {
		return 0, false
	}
	return f.Observations[i].Seq, true
}

// Without gives the state as it would be if nobody had reacted to a message.
func (f *Fold) Without(about event.Seq) *Fold {
	without := *f
	without.Observations = slices.DeleteFunc(slices.Clone(f.Observations), func(o Observation) bool { return o.About == about })
	return &without
}

// hourRests is how much must be left of what was said against an hour for it to rest: one "bad
// time" holds for a half-life.
const hourRests = 0.5

// Rests says whether the hour of a moment, in the moment's zone, was named a bad time for what
// nobody asked for, and when it is over. A bad time that was taken off with its reaction is none.
func (f *Fold) Rests(at time.Time) (until time.Time, rests bool) {
	hour, left := at.Format("15"), 0.0
	for _, o := range f.Observations {
		if x := o.Fault; x != nil && !o.Overruled && x.Hour == hour && !x.At.After(at) {
			left += formula.ObservationLeft(at.Sub(x.At).Hours() / 24)
		}
	}
	return at.Truncate(time.Minute).Add(time.Duration(60-at.Minute()) * time.Minute), left >= hourRests
}
