// Package decisions is what the principal decided: proposals that wait for his word, and
// the decisions he confirmed, each with what came of looking at it again.
package decisions

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Proposal is a decision that was overheard and not confirmed.
type Proposal struct {
	Seq event.Seq `json:"seq"`
	event.DecisionProposed
}

// Decision is one that counts.
type Decision struct {
	Seq event.Seq `json:"seq"`
	event.DecisionRecorded
	Revisions []Revision `json:"revisions,omitempty"` // oldest first

	// Advice is what models last made of the evidence; nil once the principal has spoken since.
	Advice *Advice `json:"advice,omitempty"`
	// Asked is when it was asked, since he last spoke, whether it still holds; oldest first.
	Asked []time.Time `json:"asked,omitempty"`
}

// Advice is a recommendation that waits for the principal's word.
type Advice struct {
	Seq event.Seq `json:"seq"`
	event.DecisionAdvised
}

// Revision is what came of looking at a decision again.
type Revision struct {
	Seq event.Seq `json:"seq"`
	event.DecisionRevised
}

// ReviewFrom is when a decision made now is looked at again, where the principal names no
// time: half a year on, in the morning.
func ReviewFrom(now time.Time) time.Time {
	y, m, d := now.Date()
	return time.Date(y, m, d+reviewDays, ReviewHour, 0, 0, 0, now.Location())
}

const (
	reviewDays = 182
	// ReviewHour is when a decision is looked at again on a day that was named without a time.
	ReviewHour = 9
)

// What asking about a decision comes to where no answer comes: it is asked again once, after a
// while, and then left alone (TRUST, Confirming).
const (
	mostAsked  = 2
	askedAgain = 14 * 24 * time.Hour
)

// AskAt is when the principal is to be asked whether the decision still holds; zero for never.
func (d Decision) AskAt() time.Time {
	at := d.ReviewAt()
	switch n := len(d.Asked); {
	case at.IsZero() || d.Reversed() || n >= mostAsked:
		return time.Time{}
	case n > 0:
		return d.Asked[n-1].Add(askedAgain)
	}
	return at
}

// Number is what a decision is known by: that of its proposal, where it had one, so that
// confirming it does not rename it.
func (d Decision) Number() event.Seq {
	if d.Proposal != 0 {
		return d.Proposal
	}
	return d.Seq
}

// Rests lists the events that say what the decision is now: the one that recorded it, and what came of
// looking at it again, oldest first. Who may not see every one of them may not be told it.
func (d Decision) Rests() []event.Seq {
	seqs := []event.Seq{d.Seq}
	for _, r := range d.Revisions {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// Standing is what the decision says now.
func (d Decision) Standing() string {
	for _, r := range slices.Backward(d.Revisions) {
		if r.How == event.Amend {
			return r.Text
		}
	}
	return d.Text
}

// Said is the decision as it stands, with the reason it was made for while it has not got other
// words since.
func (d Decision) Said() string {
	said := d.Standing()
	if said == d.Text && d.Reason != "" {
		said += ", because " + d.Reason
	}
	return said
}

// Reversed says whether the decision no longer holds.
func (d Decision) Reversed() bool {
	return len(d.Revisions) > 0 && d.Revisions[len(d.Revisions)-1].How == event.Reverse
}

// ReviewAt is when it is to be looked at again; zero for never.
func (d Decision) ReviewAt() time.Time {
	if n := len(d.Revisions); n > 0 {
		return d.Revisions[n-1].Review
	}
	return d.Review
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Proposals []Proposal `json:"proposals"` // oldest first
	Decisions []Decision `json:"decisions"` // oldest first
}

// New gives the state without any decision.
func New() *Fold { return &Fold{Proposals: []Proposal{}, Decisions: []Decision{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "decisions" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 2 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.DecisionProposed:
		f.Proposals = append(f.Proposals, Proposal{Seq: r.Seq, DecisionProposed: p})
	case event.DecisionReopened:
		f.reopen(p)
	case event.DecisionDeclined:
		f.withdraw(p.Proposal)
	case event.DecisionRecorded:
		f.withdraw(p.Proposal)
		f.Decisions = append(f.Decisions, Decision{Seq: r.Seq, DecisionRecorded: p})
	case event.DecisionRevised:
		f.revised(r, p)
	case event.DecisionRestored:
		f.each(p.Decision, func(d *Decision) { d.takeBack(func(r Revision) bool { return r.Seq >= p.Revision }) })
	case event.DecisionAdvised:
		f.each(p.Decision, func(d *Decision) { d.Advice = &Advice{Seq: r.Seq, DecisionAdvised: p} })
	case event.PostQueued:
		if p.Subject == event.SubjectReview {
			f.each(p.About, func(d *Decision) { d.Asked = append(slices.Clone(d.Asked), r.At) })
		}
	case event.Forgotten:
		gone := func(s event.Seq) bool { return slices.Contains(p.Seqs, s) }
		f.Proposals = slices.DeleteFunc(f.Proposals, func(q Proposal) bool { return gone(q.Seq) })
		f.Decisions = slices.DeleteFunc(f.Decisions, func(d Decision) bool { return gone(d.Seq) })
		for i := range f.Decisions {
			d := &f.Decisions[i]
			d.takeBack(func(r Revision) bool { return gone(r.Seq) })
			if d.Advice != nil && gone(d.Advice.Seq) {
				d.Advice = nil
			}
		}
	}
}

// takeBack drops revisions as if they had not been.
func (d *Decision) takeBack(which func(Revision) bool) {
	d.Revisions = slices.DeleteFunc(slices.Clone(d.Revisions), which)
	if len(d.Revisions) == 0 {
		d.Revisions = nil
	}
}

// reopen puts a proposal back where it was, among those of its time.
func (f *Fold) reopen(p event.DecisionReopened) {
	f.withdraw(p.Proposal)
	i := slices.IndexFunc(f.Proposals, func(q Proposal) bool { return q.Seq > p.Proposal })
	if i < 0 {
		i = len(f.Proposals)
	}
	f.Proposals = slices.Insert(f.Proposals, i, Proposal{Seq: p.Proposal, DecisionProposed: p.DecisionProposed})
}

func (f *Fold) withdraw(proposal event.Seq) {
	f.Proposals = slices.DeleteFunc(f.Proposals, func(p Proposal) bool { return p.Seq == proposal })
}

func (f *Fold) revised(r ledger.Record, p event.DecisionRevised) {
	if p.How == event.Withdraw {
		f.Decisions = slices.DeleteFunc(f.Decisions, func(d Decision) bool { return d.Seq == p.Decision })
		return
	}
	f.each(p.Decision, func(d *Decision) {
		d.Revisions = append(slices.Clone(d.Revisions), Revision{Seq: r.Seq, DecisionRevised: p})
		d.Advice, d.Asked = nil, nil
	})
}

func (f *Fold) each(seq event.Seq, fn func(*Decision)) {
	for i := range f.Decisions {
		if f.Decisions[i].Seq == seq && seq != 0 {
			fn(&f.Decisions[i])
		}
	}
}

// Decision finds one that was recorded, by its own number or that of its proposal.
func (f *Fold) Decision(seq event.Seq) (Decision, bool) {
	i := slices.IndexFunc(f.Decisions, func(d Decision) bool { return d.Seq == seq || d.Proposal == seq && seq != 0 })
	if i < 0 {
		return Decision{}, false
	}
	return f.Decisions[i], true
}

// Proposal finds one that waits.
func (f *Fold) Proposal(seq event.Seq) (Proposal, bool) {
	i := slices.IndexFunc(f.Proposals, func(p Proposal) bool { return p.Seq == seq })
	if i < 0 {
		return Proposal{}, false
	}
	return f.Proposals[i], true
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
