package weights

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Lasting is for how long a reaction counts: ten half-lives, after which a thousandth of it is
// left.
const Lasting = 600 * day

// letGo is how long one is kept: past Lasting by more than a month, so that the weights of a
// month ago can be told exactly.
const letGo = Lasting + 40*day

const day = 24 * time.Hour

// Observation is one reaction that stands on a message.
type Observation struct {
	Seq       event.Seq    `json:"seq"` // of the reaction
	About     event.Seq    `json:"about"`
	Person    event.Person `json:"person,omitzero"` // without a name
	Emoji     string       `json:"emoji"`
	Dismissed bool         `json:"dismissed,omitempty"` // else acknowledged
	On        time.Time    `json:"on"`
	Credits   []string     `json:"credits"`
	Fault     *Fault       `json:"fault,omitempty"`     // why it was dismissed
	Overruled bool         `json:"overruled,omitempty"` // a newer one on the same message speaks
	Alone     bool         `json:"alone,omitempty"`     // no thumb was put: a reason was given, and goes with it
}

// Fault is why a post was dismissed.
type Fault struct {
	Reason  string    `json:"reason"`
	Credits []string  `json:"credits,omitempty"`
	Hour    string    `json:"hour,omitempty"`
	At      time.Time `json:"at"`
}

// credits is what the reaction counts for.
func (o Observation) credits() []string {
	if o.Fault != nil {
		return o.Fault.Credits
	}
	return o.Credits
}

// Reset ends what was observed before it.
type Reset struct {
	Seq event.Seq `json:"seq"`
	Of  string    `json:"of,omitempty"` // everything where empty
	At  time.Time `json:"at"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Observations []Observation  `json:"observations"`   // oldest first
	Resets       []Reset        `json:"resets"`         // likewise
	Turns        int            `json:"turns"`          // that had a gate
	Entered      map[string]int `json:"entered"`        // by kind of signal: the newest such turn that it entered
	Asked        time.Time      `json:"asked,omitzero"` // when the reason of a dismissal was last asked for
	Day          int64          `json:"day"`            // since 1970: the newest on which old reactions were let go
}

// New gives the state in which nothing was reacted to.
func New() *Fold {
	return &Fold{Observations: []Observation{}, Resets: []Reset{}, Entered: map[string]int{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "weights" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	f.age(r.At)
	switch p := p.(type) {
	case event.Reacted:
		f.reacted(r, p)
	case event.Unreacted:
		f.Observations = slices.DeleteFunc(f.Observations, func(o Observation) bool {
			return o.About == p.About && o.Person == nameless(p.Person) && (p.Emoji == "" || o.Emoji == p.Emoji)
		})
		f.overrule(p.About)
	case event.Faulted:
		f.faulted(r, p)
	case event.Gated:
		f.Turns++
		for _, s := range p.Signals {
			if s.Kept {
				f.Entered[s.Kind] = f.Turns
			}
		}
	case event.PostQueued:
		if p.Subject == event.SubjectFault {
			f.Asked = r.At
		}
	case event.WeightsReset:
		f.Resets = append(f.Resets, Reset{Seq: r.Seq, Of: p.Of, At: r.At})
	case event.WeightsRestored:
		f.Resets = slices.DeleteFunc(f.Resets, func(x Reset) bool { return x.Seq == p.Reset })
	}
}

func (f *Fold) reacted(r ledger.Record, p event.Reacted) {
	if p.Sense != event.Acknowledge && p.Sense != event.Dismiss || len(p.Credits) == 0 {
		return
	}
	o := Observation{
		Seq: r.Seq, About: p.About, Person: nameless(p.Person), Emoji: p.Emoji,
		Dismissed: p.Sense == event.Dismiss, On: p.On, Credits: p.Credits,
	}
	if o.On.IsZero() || o.On.After(r.At) { // a platform's clock may be ahead of ours
		o.On = r.At
	}
	if slices.ContainsFunc(f.Observations, func(x Observation) bool {
		return x.About == o.About && x.Person == o.Person && x.Emoji == o.Emoji
	}) {
		return
	}
	f.Observations = append(f.Observations, o)
	f.overrule(o.About)
}

// faulted gives the dismissals of a post their reason, or takes it from them.
func (f *Fold) faulted(r ledger.Record, p event.Faulted) {
	if _, stands := f.Dismissal(p.About); p.Alone && !stands && p.Reason != event.FaultWithdrawn {
		f.Observations = append(f.Observations, Observation{Seq: r.Seq, About: p.About, Dismissed: true, On: r.At, Alone: true})
		f.overrule(p.About)
	}
	if p.Reason == event.FaultWithdrawn {
		f.Observations = slices.DeleteFunc(f.Observations, func(o Observation) bool { return o.About == p.About && o.Alone })
		f.overrule(p.About)
	}
	for i := range f.Observations {
		o := &f.Observations[i]
		switch {
		case o.About != p.About || !o.Dismissed:
		case p.Reason == event.FaultWithdrawn:
			o.Fault = nil
		default:
			o.Fault = &Fault{Reason: p.Reason, Credits: p.Credits, Hour: p.Hour, At: r.At}
		}
	}
}

// overrule lets the newest reaction on a message speak for it.
func (f *Fold) overrule(about event.Seq) {
	newest := true
	for i := len(f.Observations) - 1; i >= 0; i-- {
		if o := &f.Observations[i]; o.About == about {
			o.Overruled, newest = !newest, false
		}
	}
}

// age lets go of what counts for nothing any more, once a day of the ledger's clock.
func (f *Fold) age(now time.Time) {
	today := now.Unix() / int64(day/time.Second)
	if today <= f.Day {
		return
	}
	f.Day = today
	f.Observations = slices.DeleteFunc(f.Observations, func(o Observation) bool { return now.Sub(o.On) > letGo })
	f.Resets = slices.DeleteFunc(f.Resets, func(x Reset) bool { return now.Sub(x.At) > letGo })
}

func nameless(p event.Person) event.Person {
	p.Name = ""
	return p
}

// If gives the state as it would be after one more event, and leaves this one as it is.
func (f *Fold) If(r ledger.Record, p event.Payload) *Fold {
	next := *f
	next.Observations, next.Resets, next.Entered = slices.Clone(f.Observations), slices.Clone(f.Resets), maps.Clone(f.Entered)
	next.Apply(r, p)
	return &next
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
