package beliefs

import (
	"slices"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// source tells where a memory comes from for the law of confidence. What nobody outside
// states is the agent's own idea, whatever it says of itself.
func source(p event.Learned, rooted bool) formula.Source {
	switch {
	case p.Sort == event.SortTheory:
		return formula.Theory
	case !rooted:
		return formula.Model
	}
	switch p.Provenance {
	case event.Stated:
		return formula.Principal
	case event.Observed:
		return formula.Observed
	case event.Reported:
		return formula.ThirdParty
	case event.Inferred:
		return formula.Inferred
	case event.Imported:
		return formula.Imported
	}
	return formula.Model
}

// sources are numbered as they are stored: the order is part of the checkpoint.
var sources = [...]formula.Source{formula.Model, formula.Principal, formula.Observed, formula.ThirdParty, formula.Inferred, formula.Imported, formula.Theory}

func (f *Fold) learned(r ledger.Record, p event.Learned) {
	roots := f.Roots(r.From...)
	c := cell{seq: r.Seq, last: p.On.Unix()}
	from := source(p, len(roots) > 0)
	c.source = uint8(slices.Index(sources[:], from))
	if formula.NewBelief(from).Confirmed {
		c.flags |= confirmed
	}
	if len(p.Supersedes) > 0 {
		c.flags |= renews
	}
	if from == formula.Principal && p.Hedged {
		c.flags |= unsure
	}
	if len(roots) > 0 {
		c.root = roots[0]
	}
	f.cells = append(f.cells, c)
	if len(roots) > 1 {
		m := &more{count: len(roots), roots: roots[1:]}
		if from == formula.Theory { // they say what it joins, and none of them that it belongs together
			m.count = 1
		}
		f.more[r.Seq] = m
	}
	f.turnOf(len(f.cells) - 1)
}

// Roots gives the external events under some others, ascending and each once: the walk of
// SPEC §2.1. A message is its own root, an edit or a transcript has that of its message, a
// memory those it was made of. Whatever the agent said ends the walk and has none.
func (f *Fold) Roots(from ...event.Seq) []event.Seq {
	var roots []event.Seq
	for _, s := range from {
		if m, ok := f.alias[s]; ok {
			s = m
		}
		if f.outside.has(s) {
			roots = append(roots, s)
		} else if h, ok := f.Of(s); ok {
			roots = append(roots, h.Roots...)
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// reinforced counts the roots that are new. A root that agreed lends base, once; one that
// says the same counts, once.
func (f *Fold) reinforced(r ledger.Record, p event.Reinforced) {
	i, ok := f.find(p.Memory)
	if !ok {
		return
	}
	roots := f.Roots(p.Roots...)
	if p.As == event.Lapsed {
		f.unroot(i, func(s event.Seq) bool { return slices.Contains(roots, s) })
		f.settleCell(i)
		return
	}
	m := f.moreOf(i)
	known := f.rootsOf(i)
	if f.Echoes {
		roots = slices.Clone(p.Roots)
	}
	news := slices.DeleteFunc(roots, func(s event.Seq) bool { return slices.Contains(known, s) })
	switch p.As {
	case event.Again:
		for _, s := range news {
			if f.cells[i].root == 0 {
				f.cells[i].root = s // its first: what was a mere thought has one root now
				continue
			}
			m.roots = insert(m.roots, s)
			m.count++
		}
	case event.Agreeing:
		news = slices.DeleteFunc(news, func(s event.Seq) bool { return slices.Contains(m.agreed, s) })
		for _, s := range news {
			m.agreed = insert(m.agreed, s)
		}
	}
	if len(news) > 0 && p.As == event.Again {
		f.cells[i].last = max(f.cells[i].last, r.At.Unix())
	}
	f.settleCell(i)
}

func insert(list []event.Seq, s event.Seq) []event.Seq {
	i, _ := slices.BinarySearch(list, s)
	return slices.Insert(list, i, s)
}

// settleCell lets go of what says nothing.
func (f *Fold) settleCell(i int) {
	m := f.more[f.cells[i].seq]
	if m != nil && m.count == 1 && len(m.roots)+len(m.agreed)+len(m.verdicts) == 0 {
		delete(f.more, f.cells[i].seq)
	}
}

// judged takes the principal's word.
func (f *Fold) judged(r ledger.Record, p event.Judged) {
	i, ok := f.find(p.Memory)
	if !ok {
		return
	}
	c, m := &f.cells[i], f.moreOf(i)
	defer f.settleCell(i)
	if p.Verdict == event.Withdrawn {
		if n := len(m.verdicts); n > 0 {
			last := m.verdicts[n-1]
			m.verdicts = m.verdicts[:n-1]
			m.count = max(1, m.count-last.gained)
			c.flags = c.flags&^verdictFlags | last.before
			if last.skip {
				c.skips--
			}
		}
		return
	}
	v := verdict{before: c.flags & verdictFlags}
	b := f.belief(i)
	switch p.Verdict {
	case event.Confirmed:
		b = b.Confirm()
		c.flags |= judged
		c.last = max(c.last, r.At.Unix())
	case event.Rejected:
		b = b.Correct()
		c.flags |= judged
	case event.Skipping:
		v.skip = true
		c.skips++
	default:
		return
	}
	v.gained = b.Count - m.count
	m.count = b.Count
	c.flags = c.flags &^ (confirmed | contradicted)
	if b.Confirmed {
		c.flags |= confirmed
	}
	if b.Contradicted {
		c.flags |= contradicted
	}
	m.verdicts = append(m.verdicts, v)
}
