package beliefs

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Held is what is known of one memory.
type Held struct {
	formula.Belief
	Roots []event.Seq // external events it rests on, ascending
	Last  time.Time   // when the newest evidence for it was, to the second
	Over  bool        // it was superseded: history, no longer what holds

	Foretold []Outcome // predictions that rested on it and were decided, oldest first; they are in its base
}

// Confidence is how far the memory can be relied on at a moment (SPEC §13.5, "One law").
func (h Held) Confidence(now time.Time) float64 {
	return h.Belief.Confidence(now.Sub(h.Last).Hours() / 24)
}

// Skips after which a proposal is left alone (TRUST, Confirming).
const Skips = 2

// Fold is the state. Read it by its methods.
type Fold struct {
	// Echoes has the agent's own words counted as evidence, too. It is set before anything is applied, and
	// only by a simulation that shows what becomes of a thought then.
	Echoes bool

	// What was said or measured by somebody else: only that is evidence. What stands for it, as
	// an edit for its message, has an alias.
	outside numbers
	alias   map[event.Seq]event.Seq

	// Messages that were superseded. A job that read one of them just then may write a memory of it
	// later, which never held: so a memory whose only root is such a message is over, whichever came
	// first.
	fallen map[event.Seq]bool

	// Roots of memories that ceased to hold or took the place of an older one: at least of those that still are so.
	// It is made of cells.
	turned map[event.Seq]bool

	cells    []cell // ascending by number
	more     map[event.Seq]*more
	disputes []Dispute // not settled, oldest first

	forecasts []forecast          // those that rest on something, oldest first
	behind    map[event.Seq][]int // which of them rest on a memory or a message; made of forecasts
}

// cell is what most memories are: one root, and nobody spoke of them again. A mind holds
// hundreds of thousands, so a cell is 32 bytes and what few have stands elsewhere.
type cell struct {
	seq    event.Seq
	root   event.Seq // the first; zero for none
	last   int64     // seconds since 1970
	source uint8     // index into sources
	flags  flags
	skips  uint8
}

type flags uint8

const (
	confirmed flags = 1 << iota
	contradicted
	over     // superseded
	proposed // was put before the principal
	judged   // has a verdict, so that it is no proposal any more
	renews   // it was learned in place of an older one
	unsure   // the principal said it himself, and that he was not sure of it
)

// more is what else is known of a memory that was reinforced or judged.
type more struct {
	count    int         // as formula.Belief counts it
	roots    []event.Seq // beyond the first, ascending
	agreed   []event.Seq // roots that once lent it base, ascending
	verdicts []verdict   // oldest first
}

// verdict is one word of the principal, with what it changed, so that it can be taken back.
type verdict struct {
	gained int   // by which the count changed
	before flags // of confirmed, contradicted and judged
	skip   bool
}

// verdictFlags are those that a verdict changes.
const verdictFlags = confirmed | contradicted | judged

// New gives the state in which nothing is held.
func New() *Fold {
	return &Fold{alias: map[event.Seq]event.Seq{}, fallen: map[event.Seq]bool{}, turned: map[event.Seq]bool{}, more: map[event.Seq]*more{}, behind: map[event.Seq][]int{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "beliefs" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 9 }

// Apply implements memory.Fold. What names a memory that is not held changes nothing: it was
// forgotten, or never was.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	if p == nil {
		return
	}
	if len(r.From) == 0 && r.Trust != event.ByAgent && r.Trust != "" {
		f.outside.add(r.Seq)
	}
	switch p := p.(type) {
	case event.Edited:
		f.alias[r.Seq] = p.Message
	case event.Transcribed:
		f.alias[r.Seq] = p.Message
	case event.Attached:
		f.alias[r.Seq] = p.Message
	case event.Learned:
		f.learned(r, p)
	case event.Superseded:
		f.mark(p.Memory, over, true)
		if f.outside.has(p.Memory) {
			f.fallen[p.Memory] = true
		}
	case event.Restored:
		f.mark(p.Memory, over, false)
		delete(f.fallen, p.Memory)
	case event.Reinforced:
		f.reinforced(r, p)
	case event.Proposed:
		f.mark(p.Memory, proposed, true)
		f.asked(p.Dispute, r.At)
	case event.Judged:
		f.judged(r, p)
	case event.Disputed:
		f.disputed(r, p)
	case event.Settled:
		f.disputes = slices.DeleteFunc(f.disputes, func(d Dispute) bool { return d.Seq == p.Dispute })
	case event.PredictionMade:
		f.foretold(r.Seq, p)
	case event.PredictionResolved:
		f.toldOf(p.Prediction, said{Seq: r.Seq, Outcome: p.Outcome})
	case event.PredictionReopened:
		f.toldOf(p.Prediction, said{Seq: r.Seq})
	case event.Forgotten:
		f.forgotten(p.Seqs)
	}
}

// forgotten drops what is gone, takes the count of roots that are, and lets go of a memory that
// has no root left. A replay, in which what was forgotten has no payload, comes to the same.
func (f *Fold) forgotten(seqs []event.Seq) {
	gone := func(s event.Seq) bool { return slices.Contains(seqs, s) }
	lost := map[event.Seq]bool{}
	for i := range f.cells {
		c := f.cells[i]
		lost[c.seq] = f.unroot(i, gone)
		lost[c.seq] = lost[c.seq] || gone(c.seq)
		f.settleCell(i)
	}
	f.cells = slices.DeleteFunc(f.cells, func(c cell) bool { return lost[c.seq] })
	maps.DeleteFunc(f.more, func(s event.Seq, _ *more) bool { return lost[s] })
	f.turn()
	for _, s := range seqs {
		f.outside.remove(s)
		delete(f.alias, s)
		delete(f.fallen, s)
	}
	f.disputes = slices.DeleteFunc(f.disputes, func(d Dispute) bool { return gone(d.Seq) })
	f.unforetold(gone)
}

// unroot takes roots from a memory, with what they counted, and says whether it has none left that had one.
func (f *Fold) unroot(i int, gone func(event.Seq) bool) (lost bool) {
	c := &f.cells[i]
	m := f.more[c.seq]
	if m != nil {
		before := len(m.roots)
		m.roots = slices.DeleteFunc(m.roots, gone)
		m.count = max(1, m.count-before+len(m.roots))
		m.agreed = slices.DeleteFunc(m.agreed, gone)
	}
	if c.root == 0 || !gone(c.root) {
		return false
	}
	c.root = 0
	if m == nil || len(m.roots) == 0 {
		return true
	}
	c.root, m.roots, m.count = m.roots[0], m.roots[1:], max(1, m.count-1)
	return false
}

func (f *Fold) find(seq event.Seq) (int, bool) {
	return slices.BinarySearchFunc(f.cells, seq, func(c cell, s event.Seq) int { return cmp.Compare(c.seq, s) })
}

func (f *Fold) mark(seq event.Seq, what flags, on bool) {
	if i, ok := f.find(seq); ok {
		f.cells[i].flags &^= what
		if on {
			f.cells[i].flags |= what
		}
		f.turnOf(i)
	}
}

// turn works out anew what turned.
func (f *Fold) turn() {
	clear(f.turned)
	for i := range f.cells {
		f.turnOf(i)
	}
}

func (f *Fold) turnOf(i int) {
	if f.cells[i].flags&(over|renews) != 0 {
		for _, s := range f.rootsOf(i) {
			f.turned[s] = true
		}
	}
}

// Turned says whether of what was learned of a message something may be over, or have taken the place of something
// older. False is certain; of what is no message it is never said.
func (f *Fold) Turned(message event.Seq) bool {
	return f.turned[message] || f.fallen[message] || !f.outside.has(message)
}

func (f *Fold) moreOf(i int) *more {
	seq := f.cells[i].seq
	if f.more[seq] == nil {
		f.more[seq] = &more{count: 1}
	}
	return f.more[seq]
}

// belief is the stored part of one memory, without what is disputed.
func (f *Fold) belief(i int) formula.Belief {
	c := f.cells[i]
	b := formula.NewBelief(sources[c.source])
	b.Confirmed, b.Contradicted = c.flags&confirmed != 0, c.flags&contradicted != 0
	if m := f.more[c.seq]; m != nil {
		b.Count = m.count
		for range m.agreed {
			b = b.Consistent()
		}
	}
	for _, o := range f.outcomes(i) {
		b = b.Predicted(o.P, o.Right)
	}
	return b
}

func (f *Fold) rootsOf(i int) []event.Seq {
	c := f.cells[i]
	if c.root == 0 {
		return nil
	}
	roots := []event.Seq{c.root}
	if m := f.more[c.seq]; m != nil {
		for _, s := range m.roots {
			roots = insert(roots, s)
		}
	}
	return roots
}

// over says whether a memory no longer holds.
func (f *Fold) over(i int) bool {
	c := f.cells[i]
	if c.flags&over != 0 {
		return true
	}
	m := f.more[c.seq]
	return f.fallen[c.root] && (m == nil || len(m.roots) == 0)
}

// Fallen are the messages that were superseded themselves, ascending. What only rests on one of them
// does not hold.
func (f *Fold) Fallen() []event.Seq { return slices.Sorted(maps.Keys(f.fallen)) }

// Of gives what is known of a memory; false if it is not held. One that is under dispute is
// contradicted for as long as that is open.
func (f *Fold) Of(memory event.Seq) (Held, bool) {
	i, ok := f.find(memory)
	if !ok {
		return Held{}, false
	}
	c := f.cells[i]
	h := Held{Belief: f.belief(i), Roots: f.rootsOf(i), Last: time.Unix(c.last, 0).UTC(), Over: f.over(i), Foretold: f.outcomes(i)}
	if _, open := f.DisputeOver(memory); open {
		h.Contradicted = true
	}
	return h, true
}

// State is the little of a memory that is asked of hundreds at a time.
type State struct {
	Held   bool // it is a memory, and was not forgotten
	Over   bool // see Held.Over
	Renews bool // it took the place of an older one
	Own    bool // it is a conclusion of the agent's own: nobody stated it
}

// ideas are what nobody states.
var ideas = []formula.Source{formula.Model, formula.Theory}

// State gives that of a memory.
func (f *Fold) State(memory event.Seq) State {
	i, ok := f.find(memory)
	if !ok {
		return State{}
	}
	return State{
		Held: true, Over: f.over(i), Renews: f.cells[i].flags&renews != 0, Own: slices.Contains(ideas, sources[f.cells[i].source]),
	}
}

// Len is how many memories are held, history included.
func (f *Fold) Len() int { return len(f.cells) }
