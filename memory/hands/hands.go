// Package hands is what the agent did with its tools and what it may do: cards that wait for the
// principal's word, what he allowed or denied for good, calls whose end is not known, and the calls
// of late, so that none is made twice unawares (SPEC §11).
//
// It holds no words but the addresses that calls reached: arguments and results are looked up in
// the ledger.
package hands

import (
	"encoding/json"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Late is how many turns back a call still counts as one of late (SPEC §11).
const Late = 10

// Card is a call that waits for the principal's word.
type Card struct {
	Seq    event.Seq `json:"seq"`
	At     time.Time `json:"at"`
	Tool   string    `json:"tool"`
	Digest string    `json:"digest"`
	Lapses time.Time `json:"lapses"`
	Given  event.Seq `json:"given,omitempty"` // his yes; the call was not claimed yet
	Held   bool      `json:"held,omitempty"`  // it is not in view: it was prepared, or put aside
	Shown  bool      `json:"shown,omitempty"` // it was in view once, with all that it asks for
	Until  time.Time `json:"until,omitzero"`  // when it is shown again; zero where that is when he asks

	Upon event.Seq `json:"upon,omitempty"` // the watch or loop that it waits for

	Place    event.Place    `json:"place,omitzero"` // where it was put aside
	Audience event.Audience `json:"audience,omitempty"`
}

// Open says whether it may still be answered.
func (c Card) Open(now time.Time) bool { return c.Given == 0 && now.Before(c.Lapses) }

// Good is when a card lapses that is shown now: what was prepared is kept for long, and a card in view is not.
func (c Card) Good(now time.Time) time.Time {
	if last := now.Add(day); last.Before(c.Lapses) {
		return last
	}
	return c.Lapses
}

// Call is one that was claimed.
type Call struct {
	Seq    event.Seq `json:"seq"`
	At     time.Time `json:"at"`
	Tool   string    `json:"tool"`
	Digest string    `json:"digest"`
	Turn   int       `json:"turn"` // how many turns had ended before it
}

// Met is somebody whom a call reached.
type Met struct {
	Address string    `json:"address"`
	Call    event.Seq `json:"call"` // the first
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Cards    []Card            `json:"cards"`    // that wait or lapsed of late, oldest first
	Under    []Call            `json:"under"`    // claimed, and their end is not written; oldest first
	Recent   []Call            `json:"recent"`   // of the class world, of the last turns, oldest first
	Policies map[string]string `json:"policies"` // by tool; see Policy
	As       map[string]string `json:"as"`       // by tool: what it said of itself when its policy was set
	Met      []Met             `json:"met"`      // whom calls reached, oldest first
	Turns    int               `json:"turns"`    // that ended, ever
	Calls    int               `json:"calls"`    // claimed, ever
}

// New gives the state of an agent that did nothing yet.
func New() *Fold {
	return &Fold{Cards: []Card{}, Under: []Call{}, Recent: []Call{}, Met: []Met{}, Policies: map[string]string{}, As: map[string]string{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "hands" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 5 }

// day is how long a card is good that is shown (SPEC §11).
const day = 24 * time.Hour

// kept is how long a card that lapsed is remembered, so that a late press is told so. Ours.
const kept = 90 * 24 * time.Hour

// Apply implements memory.Fold. What names a thing that is not there changes nothing.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.ApprovalAsked:
		f.Cards = slices.DeleteFunc(f.Cards, func(c Card) bool { return r.At.Sub(c.Lapses) > kept })
		f.Cards = append(f.Cards, Card{Seq: r.Seq, At: r.At, Tool: p.Tool, Digest: p.Digest, Lapses: p.Lapses, Held: p.Held, Until: p.Until, Upon: p.Upon})
	case event.PostQueued:
		if p.Subject == event.SubjectApproval {
			f.card(p.About, func(c *Card) {
				c.Held, c.Until, c.Upon, c.Shown, c.Lapses = false, time.Time{}, 0, true, c.Good(r.At)
			})
		}
	case event.ApprovalHeld:
		f.card(p.Approval, func(c *Card) {
			c.Held, c.Until, c.Upon, c.Lapses, c.Place, c.Audience = !p.Back, p.Until, p.Upon, p.Lapses, p.Place, p.Audience
		})
	case event.WatchSeen:
		f.came(p.Watch, r.At)
	case event.LoopClosed:
		f.came(p.Loop, r.At)
	case event.ApprovalGiven:
		f.card(p.Approval, func(c *Card) { c.Given = r.Seq })
	case event.ApprovalDropped:
		f.drop(p.Approval)
	case event.ToolCalled:
		f.called(r, p)
	case event.ToolReturned:
		if len(r.Causes) > 0 {
			f.Under = slices.DeleteFunc(f.Under, func(c Call) bool { return c.Seq == r.Causes[0] })
		}
	case event.TurnEnded:
		f.Turns++
		f.Recent = slices.DeleteFunc(f.Recent, func(c Call) bool { return f.Turns-c.Turn >= Late })
	case event.PolicySet:
		delete(f.Policies, p.Tool)
		delete(f.As, p.Tool)
		if p.Policy != "" {
			f.Policies[p.Tool] = p.Policy
		}
		if p.Policy != "" && p.As != "" {
			f.As[p.Tool] = p.As
		}
	case event.Forgotten:
		for _, s := range p.Seqs {
			f.drop(s)
			gone := func(c Call) bool { return c.Seq == s }
			f.Under, f.Recent = slices.DeleteFunc(f.Under, gone), slices.DeleteFunc(f.Recent, gone)
			f.Met = slices.DeleteFunc(f.Met, func(m Met) bool { return m.Call == s })
		}
	}
}

func (f *Fold) called(r ledger.Record, p event.ToolCalled) {
	f.Calls++
	f.drop(p.Approval)
	if p.Class == "reads" {
		return // it changes nothing: made once more, it does no harm
	}
	call := Call{Seq: r.Seq, At: r.At, Tool: p.Tool, Digest: p.Digest, Turn: f.Turns}
	f.Under = append(f.Under, call)
	if p.Class == "world" {
		f.Recent = append(f.Recent, call)
	}
	for _, a := range p.Reaches {
		if !slices.ContainsFunc(f.Met, func(m Met) bool { return m.Address == a }) {
			f.Met = append(f.Met, Met{Address: a, Call: r.Seq})
		}
	}
}

// Policy is what the principal wants of a tool, as far as that is for what it says of itself now: what he allowed he
// allowed as it was. Changed says that it was something else.
func (f *Fold) Policy(tool, as string) (policy string, changed bool) {
	policy = f.Policies[tool]
	if was := f.As[tool]; policy == event.PolicyAllow && was != "" && was != as {
		return "", true
	}
	return policy, false
}

// Reached are the addresses that calls reached, which the principal let happen.
func (f *Fold) Reached() []string {
	all := make([]string, len(f.Met))
	for i, m := range f.Met {
		all[i] = m.Address
	}
	return all
}

// came releases what waits for a watch or a loop: it is due from now on, and has a day then.
func (f *Fold) came(of event.Seq, at time.Time) {
	for i := range f.Cards {
		if c := &f.Cards[i]; c.Held && c.Upon == of && of != 0 {
			if c.Until, c.Upon = at, 0; c.Lapses.Before(at.Add(day)) {
				c.Lapses = at.Add(day)
			}
		}
	}
}

func (f *Fold) card(seq event.Seq, fn func(*Card)) {
	for i := range f.Cards {
		if f.Cards[i].Seq == seq {
			fn(&f.Cards[i])
		}
	}
}

func (f *Fold) drop(card event.Seq) {
	f.Cards = slices.DeleteFunc(f.Cards, func(c Card) bool { return c.Seq == card })
}

// Card finds one that waits, or lapsed of late.
func (f *Fold) Card(seq event.Seq) (Card, bool) {
	i := slices.IndexFunc(f.Cards, func(c Card) bool { return c.Seq == seq })
	if i < 0 {
		return Card{}, false
	}
	return f.Cards[i], true
}

// Open are the cards that can be answered, oldest first.
func (f *Fold) Open(now time.Time) (open []Card) {
	for _, c := range f.Cards {
		if c.Open(now) {
			open = append(open, c)
		}
	}
	return open
}

// Same finds the newest call of late of the class world that is the same as another.
func (f *Fold) Same(digest string) (Call, bool) {
	for _, c := range slices.Backward(f.Recent) {
		if c.Digest == digest {
			return c, true
		}
	}
	return Call{}, false
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
