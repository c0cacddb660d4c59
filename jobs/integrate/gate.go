package integrate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/appointment"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// ErrNoProvenance is a memory that does not say where it comes from, or names no event that
// states it (SPEC §13.1).
var ErrNoProvenance = errors.New("a memory without provenance")

// verdict is what becomes of one write.
type verdict struct {
	keep     bool // it is written; else what is there says it already
	again    *memoryOf
	echo     bool                 // of again: it adds nothing, but is recorded
	over     map[event.Seq]string // what it supersedes, and why
	under    []memoryOf           // what says otherwise since later: it is history as it is written
	against  []memoryOf           // what it cannot be true together with
	agreeing []memoryOf           // related memories that it is consistent with
}

// weigh holds a memory that is about to be written against what is known (SPEC §13.5). What
// says the same reinforces; another value, or a denial, supersedes what was known before it,
// and never strengthens it, and is history itself where it was said before; where neither can be put first both stay, and it is disputed.
func weigh(n memoryOf, known []memoryOf) verdict {
	v := verdict{keep: true, over: map[event.Seq]string{}}
	for i := range known {
		k := &known[i]
		rel, doubtless := stands(*k, n)
		switch {
		case rel == extract.Same && firmness(n.learned) <= firmness(k.learned):
			return verdict{again: k}
		case rel == extract.Same, doubtless && firmer(n.learned, k.learned):
			v.over[k.seq] = event.Firmer
		case doubtless:
			return verdict{again: k, echo: true}
		case rel == extract.Contradiction:
			v.against = append(v.against, *k)
		case rel == extract.Different:
			if related(*k, n) {
				v.agreeing = append(v.agreeing, *k)
			}
		case k.later(n) && !firmer(n.learned, k.learned):
			v.under = append(v.under, *k)
		case k.later(n), firmer(k.learned, n.learned):
			v.against = append(v.against, *k) // the newer of the two is the less sure
		default:
			v.over[k.seq] = event.Changed
		}
	}
	v.spare(n, known)
	if len(v.under) > 0 { // what no longer holds questions nothing, and supports nothing
		v.against, v.agreeing = nil, nil
	}
	return v
}

// spare leaves appointments standing that the new statement may not be of: another of the sort at another time, one at
// another time than what is called off, and those of which one is called off where nobody can tell which: "the meeting is cancelled" of the one with Priya, or the one with Tom.
func (v *verdict) spare(n memoryOf, known []memoryOf) {
	another := func(older, newer memoryOf) bool {
		return older.item.Attribute == "" && newer.item.Attribute == "" &&
			appointment.Another(older.learned.Quote, older.learned.On, newer.lead+newer.learned.Quote, newer.learned.On)
	}
	v.under = slices.DeleteFunc(v.under, func(k memoryOf) bool { return another(n, k) })
	c, changes := appointment.ReadChange(n.learned.Quote, n.learned.On)
	off := changes && c.Off
	for _, k := range known {
		if v.over[k.seq] == event.Changed && (another(k, n) || off && c.Elsewhere(k.learned.Quote)) {
			delete(v.over, k.seq)
		}
	}
	if !off || len(v.over) < 2 {
		return
	}
	var either []event.Seq
	for _, k := range known {
		for _, other := range known {
			if v.over[k.seq] == event.Changed && v.over[other.seq] == event.Changed && c.Either(k.learned.Quote, other.learned.Quote) {
				either = append(either, k.seq)
			}
		}
	}
	for _, seq := range either {
		delete(v.over, seq)
	}
}

// later says whether a memory is of something said after what another is of: by when it was said, since a platform may
// tell of it late. Of one moment the message that came later is, as some platforms give whole seconds; and where a
// clock ran back, so that the earlier one would have been said after the later was recorded, the order of the ledger
// decides (SPEC §2.1).
func (k memoryOf) later(n memoryOf) bool {
	first, second := k, n
	if k.said() > n.said() {
		first, second = n, k
	}
	ranBack := first.said() != 0 && !second.at.IsZero() && first.learned.On.After(second.at)
	if ranBack || k.learned.On.Equal(n.learned.On) {
		return k.said() > n.said()
	}
	return k.learned.On.After(n.learned.On)
}

// said is the wording that a memory is of, or the newest event that it rests on; zero if it is not known.
func (k memoryOf) said() event.Seq {
	if k.source != 0 || len(k.from) == 0 {
		return k.source
	}
	return slices.Max(k.from)
}

// unvalued is the verdict if values are not looked at.
func (v verdict) unvalued(known []memoryOf) verdict {
	for i := range known {
		if v.over[known[i].seq] == event.Changed {
			return verdict{again: &known[i]}
		}
	}
	return v
}

// stands gives the relation of a memory to a new one, and whether only doubt sets them apart.
func stands(k, n memoryOf) (rel extract.Relation, doubtless bool) {
	rel = k.stated.Standing(n.stated)
	if rel == extract.Different && quarrel(k.item, n.item) {
		return extract.Contradiction, false
	}
	return rel, rel == extract.Different && k.learned.Hedged != n.learned.Hedged && k.stated.ButForDoubt(n.stated)
}

// quarrel says whether two others tell of one thing what cannot both be so. Neither takes back what the other said.
func quarrel(old, new extract.Item) bool {
	if old.Source == "" || new.Source == "" || strings.EqualFold(old.Source, new.Source) {
		return false
	}
	old.Source, new.Source = "", ""
	rel := dedupe.Standing(old, new)
	return rel == extract.ChangedValue || rel == extract.Negation || rel == extract.Contradiction
}

// related says whether a new statement bears a belief out: it gives the same value of the same matter of the same
// subject, in other words or by another mouth. Another value bears nothing out: who likes tea need not like jazz.
// What the principal said himself needs no such help.
func related(k, n memoryOf) bool {
	return k.learned.Provenance != event.Stated && k.item.Subject != "" && k.item.Attribute != "" && k.item.Value != "" &&
		k.item.Subject == n.item.Subject && k.item.Attribute == n.item.Attribute && k.item.Negated == n.item.Negated &&
		strings.EqualFold(k.item.Value, n.item.Value)
}

// find gives the first of the memories that stands to the new one in one of these ways.
func (r *reading) find(all []memoryOf, n memoryOf, rels ...extract.Relation) *memoryOf {
	for i := range all {
		if slices.Contains(rels, all[i].stated.Standing(n.stated)) {
			return &all[i]
		}
	}
	return nil
}

// write gives the events of a verdict; at is the place of the first of them in the run.
func (r *reading) write(m said, n memoryOf, v verdict, at int) (writes []jobs.Write, err error) {
	if n.learned.Provenance == event.Unprovided || m.source == 0 {
		return nil, fmt.Errorf("%w: %s/%s", ErrNoProvenance, n.learned.Sort, n.learned.Attribute)
	}
	from := []event.Seq{n.source}
	if n.item.Leans { // it goes, and is read again, when the message that names him is forgotten
		from = append(from, r.prior[m.seq].rec.Seq)
	}
	if v.again != nil {
		return []jobs.Write{r.reinforce(m, *v.again, event.Again, v.echo)}, nil
	}
	against := make([]event.Seq, 0, len(v.over))
	for seq := range v.over {
		against = append(against, seq)
	}
	slices.Sort(against)
	if len(against) > 0 {
		n.learned.Supersedes = against
	}
	here := ledger.Here(at)
	writes = append(writes, jobs.Write{Payload: n.learned, From: from})
	for _, seq := range against {
		writes = append(writes, jobs.Write{
			Payload: event.Superseded{Memory: seq, By: n.source, On: n.learned.On, Reason: v.over[seq]},
			From:    from, Because: []event.Seq{here},
		})
	}
	for _, k := range v.under { // where the newer one goes, this holds
		writes = append(writes, jobs.Write{
			Payload: event.Superseded{Memory: here, By: k.said(), On: k.learned.On, Reason: event.Changed},
			From:    []event.Seq{n.source, k.seq, here}, Because: []event.Seq{here},
		})
	}
	for _, k := range v.against {
		writes = append(writes, disputed(m, n, k, here))
	}
	for _, k := range v.agreeing[:min(len(v.agreeing), mostAgreeing)] {
		writes = append(writes, r.reinforce(m, k, event.Agreeing, false))
	}
	return writes, nil
}

// mostAgreeing bounds how many beliefs one statement lends support to.
const mostAgreeing = 3

// reinforce records that a memory was said again, or agreed with. Only a message that no
// earlier evidence for it rests on counts.
func (r *reading) reinforce(m said, k memoryOf, as string, echo bool) jobs.Write {
	p := event.Reinforced{Memory: k.seq, As: as}
	if !echo {
		r.in.Read(func(v memory.View) {
			h, _ := v.Beliefs.Of(k.seq)
			for _, root := range v.Beliefs.Roots(m.source) {
				if !slices.Contains(h.Roots, root) {
					p.Roots = append(p.Roots, root)
				}
			}
		})
	}
	// It rests on the memory too: where that is forgotten, the message is read again.
	return jobs.Write{Payload: p, From: []event.Seq{k.seq, m.source}, Because: []event.Seq{m.source}}
}

// disputed opens the question which of two memories holds; the new one is the write here.
func disputed(m said, n memoryOf, k memoryOf, here event.Seq) jobs.Write {
	p := event.Disputed{Between: []event.Seq{k.seq}, Audience: n.learned.Audience, Place: n.learned.Place}
	if k.learned.Audience != p.Audience || k.learned.Place != p.Place {
		p.Audience, p.Place = event.Private, event.Place{} // told where both may be
	}
	return jobs.Write{Payload: p, From: []event.Seq{k.seq, here}, Because: []event.Seq{m.source}}
}
