package beliefs

import (
	"cmp"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// Dispute is two memories of which at most one can hold.
type Dispute struct {
	Seq   event.Seq `json:"seq"`
	Asked time.Time `json:"asked,omitzero"` // when it was put before the principal, if it was
	event.Disputed
}

// disputed opens a dispute between two memories that are held.
func (f *Fold) disputed(r ledger.Record, p event.Disputed) {
	held := func(s event.Seq) bool { _, ok := f.find(s); return ok }
	if sides := Between(p, slices.DeleteFunc(slices.Clone(r.From), func(s event.Seq) bool { return !held(s) })); len(sides) == 2 {
		p.Between = sides
		f.disputes = append(f.disputes, Dispute{Seq: r.Seq, Disputed: p})
	}
}

// Between gives both sides of a dispute that rests on the given memories, the older first: the
// newer may stand there alone. See event.Disputed.
func Between(p event.Disputed, from []event.Seq) []event.Seq {
	sides := slices.Clone(p.Between)
	for _, s := range from {
		if len(sides) == 1 && sides[0] != s {
			sides = append(sides, s)
		}
	}
	return sides
}

// asked notes when a dispute was first put before the principal.
func (f *Fold) asked(dispute event.Seq, at time.Time) {
	for i := range f.disputes {
		if d := &f.disputes[i]; d.Seq == dispute && d.Asked.IsZero() {
			d.Asked = at
		}
	}
}

// Disputes are those that wait for the principal, oldest first.
func (f *Fold) Disputes() []Dispute {
	return slices.DeleteFunc(slices.Clone(f.disputes), func(d Dispute) bool { _, ended := f.ended(d); return ended })
}

// DisputeOver gives the oldest open dispute in which a memory stands.
func (f *Fold) DisputeOver(memory event.Seq) (Dispute, bool) {
	for _, d := range f.disputes {
		if _, ended := f.ended(d); !ended && slices.Contains(d.Between, memory) {
			return d, true
		}
	}
	return Dispute{}, false
}

// Ended are the settlements still to be recorded: disputes that ended by themselves, since one
// side was superseded or lost what it rested on. Oldest first.
func (f *Fold) Ended() []event.Settled {
	var out []event.Settled
	for _, d := range f.disputes {
		if s, ended := f.ended(d); ended {
			out = append(out, s)
		}
	}
	return out
}

func (f *Fold) ended(d Dispute) (event.Settled, bool) {
	s := event.Settled{Dispute: d.Seq}
	for i, side := range d.Between {
		other := d.Between[1-i]
		at, held := f.find(side)
		switch {
		case !held:
			s.How = event.Unrooted
		case f.over(at):
			s.How = event.Replaced
		default:
			continue
		}
		if j, ok := f.find(other); ok && !f.over(j) {
			s.Keeps = other
		}
		return s, true
	}
	return s, false
}

// Proposals are the memories that wait for the principal's verdict, at most limit, in the
// order in which they are worth asking about: those he was never asked about first, then what
// more speaks for, then the newest. What he said himself is no proposal unless he was not sure of it, nor
// is what no longer holds, nor what he skipped twice.
func (f *Fold) Proposals(limit int) []event.Seq {
	var waiting []int
	for i, c := range f.cells {
		asks := sources[c.source] != formula.Principal && c.flags&confirmed == 0 || c.flags&unsure != 0
		if asks && c.flags&(over|judged) == 0 && c.skips < Skips {
			waiting = append(waiting, i)
		}
	}
	count := func(i int) int {
		if m := f.more[f.cells[i].seq]; m != nil {
			return m.count
		}
		return 1
	}
	slices.SortFunc(waiting, func(a, b int) int {
		x, y := f.cells[a], f.cells[b]
		return cmp.Or(cmp.Compare(x.flags&proposed, y.flags&proposed), cmp.Compare(x.skips, y.skips), cmp.Compare(count(b), count(a)), cmp.Compare(y.seq, x.seq))
	})
	var out []event.Seq
	for _, i := range waiting[:min(limit, len(waiting))] {
		out = append(out, f.cells[i].seq)
	}
	return out
}

// Unasked are the first of Proposals that he was never asked about, and that stand in no open dispute:
// which of two statements holds is asked by itself. What he was not sure of himself is among them only once he
// looks: who says "maybe" does not want to be asked the next morning. Nor is a theory before something new bore it out:
// it is a guess, and no guess is brought up unasked.
func (f *Fold) Unasked(limit int) (out []event.Seq) {
	for _, seq := range f.Proposals(len(f.cells)) {
		i, ok := f.find(seq)
		if !ok || f.cells[i].flags&(proposed|unsure) != 0 || len(out) == limit {
			continue
		}
		if b := f.belief(i); b.Source == formula.Theory && b.Confidence(0) < formula.SaidUnasked {
			continue
		}
		if _, disputed := f.DisputeOver(seq); !disputed {
			out = append(out, seq)
		}
	}
	return out
}

// Waiting is how many proposals there are in all, for a list that shows a few of them.
func (f *Fold) Waiting() int { return len(f.Proposals(len(f.cells))) }
