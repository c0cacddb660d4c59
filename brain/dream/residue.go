// Package dream is what a night makes of its day (SPEC §16; S1 "The dreams"): which notes of the day go in, what
// a model is asked, and what of its answer holds.
//
// An earlier dream cannot go in. Dreams that fed the next night turned dark within a week, by nothing but their
// own echo (S1, "Which leads me to what broke"). So a Residue takes records of a day by methods that name their
// kind, there is none for a dream, and a note cannot be made in any other way.
//
// Nothing sensitive goes in either, and none of it comes out: no health, grief, danger, quarrel or faith, no names
// and no figures. Too much is left out rather than too little: a picture lacks nothing by it.
package dream

import (
	"cmp"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"citadel/brain/grave"
	"citadel/memory/event"
)

// Residue is what one day left. The zero Residue is an empty day's.
type Residue struct {
	Night string // the day: "2026-11-19"

	notes []note
	seen  map[string]bool // what happened and what with, in lower case
}

// note is one thing of it.
type note struct {
	seq    event.Seq
	what   string // what happened with it: see the constants
	text   string
	charge float64 // how it coloured the day, -1 to 1
	weight float64 // how much the day is told by it
}

// What happened with a note.
const (
	learned = "came up"
	opened  = "was left open"
	closed  = "got done"
	dropped = "was let go"
	decided = "was decided"
	felt    = "was felt"
	erred   = "went wrong"
	mused   = "was on the agent's mind in the evening"
)

// What a day is coloured by, where nobody said how he felt. A win counts for more than a loose end: dreams are
// not to default to anxiety.
const (
	chargeDone    = .6
	chargeDecided = .25
	chargeDropped = -.1
	chargeErred   = -.35
)

// Most of a day that goes in, and of each note, in bytes.
const (
	mostNotes = 24
	longest   = 240
)

// Learned takes a memory of the day in, unless others said it, or a model thought of it.
func (r *Residue) Learned(seq event.Seq, l event.Learned) {
	if l.Provenance != event.Reported && l.Provenance != event.Imported && l.Provenance != event.Generated && fit(l.Text, l.Quote, l.Value) {
		r.add(note{seq, learned, l.Text, 0, l.Importance})
	}
}

// Opened takes in what was left open.
func (r *Residue) Opened(seq event.Seq, l event.LoopOpened) {
	if fit(l.Text, l.Quote) {
		r.add(note{seq, opened, l.Text, 0, .5})
	}
}

// Closed takes in what got done or was let go, and what it was.
func (r *Residue) Closed(seq event.Seq, end event.LoopClosed, was event.LoopOpened) {
	if !fit(was.Text, was.Quote) {
		return
	}
	if end.Outcome == "done" {
		r.add(note{seq, closed, was.Text, chargeDone, .9})
	} else {
		r.add(note{seq, dropped, was.Text, chargeDropped, .4})
	}
}

// Decided takes in what was decided.
func (r *Residue) Decided(seq event.Seq, d event.DecisionRecorded) {
	if fit(d.Text, d.Reason) {
		r.add(note{seq, decided, d.Text, chargeDecided, .8})
	}
}

// Felt takes in what the principal said of his own feelings. Nothing grave goes in.
func (r *Residue) Felt(seq event.Seq, f event.Felt) {
	if !f.Grave && fit(f.Feeling, f.Cause) {
		r.add(note{seq, felt, strings.TrimSpace(f.Feeling + " " + f.Cause), f.Valence * f.Intensity, .7})
	}
}

// Erred takes in that the agent was wrong, and none of the words.
func (r *Residue) Erred(seq event.Seq) {
	r.add(note{seq, erred, "something was taken for what it is not", chargeErred, .3})
}

// Journaled takes in what the evening's entry of the journal would have otherwise. It colours nothing: what went wrong
// did so already.
func (r *Residue) Journaled(seq event.Seq, j event.Journaled) {
	var texts []string
	for _, l := range j.Lines {
		if l.Part == event.JournalDifferently && fit(l.Text) {
			texts = append(texts, l.Text)
		}
	}
	r.add(note{seq, mused, strings.Join(texts, " "), 0, .25})
}

func (r *Residue) add(n note) {
	n.text = strings.Join(strings.Fields(n.text), " ")
	if len(n.text) > longest {
		n.text = strings.ToValidUTF8(n.text[:longest], "") + " …"
	}
	key := n.what + " " + strings.ToLower(n.text)
	if n.what == erred { // each is one, and has no words of its own
		key += strconv.FormatUint(uint64(n.seq), 10)
	}
	if n.text != "" && !r.seen[key] {
		if r.seen == nil {
			r.seen = map[string]bool{}
		}
		r.seen[key] = true
		r.notes = append(r.notes, n)
	}
}

// Notes are the events that go in, in their order: of a huge day those that tell most of it.
func (r *Residue) Notes() (seqs []event.Seq) {
	for _, n := range r.chosen() {
		seqs = append(seqs, n.seq)
	}
	return seqs
}

func (r *Residue) chosen() []note {
	all := slices.Clone(r.notes)
	slices.SortStableFunc(all, func(a, b note) int { return cmp.Compare(b.weight, a.weight) })
	all = all[:min(len(all), mostNotes)]
	slices.SortFunc(all, func(a, b note) int { return cmp.Compare(a.seq, b.seq) })
	return all
}

// Mood is how the day went, from -1 to 1, by rules: the mean of what coloured it, nearer to nothing the less there
// was of that.
func (r *Residue) Mood() float64 {
	sum, n := 0.0, 1.0
	for _, n2 := range r.notes {
		if n2.charge != 0 {
			sum, n = sum+n2.charge, n+1
		}
	}
	return min(1, max(-1, sum/n))
}

// seed is the same for the same notes of the same day.
func (r *Residue) seed() uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, r.Night) // a hash takes everything
	for _, n := range r.chosen() {
		_, _ = io.WriteString(h, " "+strconv.FormatUint(uint64(n.seq), 10)+n.what)
	}
	return h.Sum64()
}

// fit says whether words may go into a dream, and whether a dream may say them.
func fit(texts ...string) bool {
	return !slices.ContainsFunc(texts, grave.Touched)
}
