// Package providers is who may be sent words, because the principal was told, and which
// models do not answer as they should.
package providers

import (
	"encoding/json"
	"maps"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Named is a provider that the principal is told of.
type Named struct {
	Host  string    `json:"host"`
	Roles []string  `json:"roles,omitempty"`
	On    time.Time `json:"on"`
	Post  event.Seq `json:"post,omitempty"`
	Sent  bool      `json:"sent"` // the post arrived, or the terminal showed it
}

// Degraded is a role whose usual model does not answer.
type Degraded struct {
	event.ProviderDegraded
	Since time.Time `json:"since"` // however often its substitute changed
}

// Fold is the state. Its fields are for reading. Who stands in Named without being Sent is
// about to be named; a provider whose post failed stands there no more.
type Fold struct {
	Named    map[string]Named    `json:"named"`    // by provider
	Degraded map[string]Degraded `json:"degraded"` // by role
}

// New gives the state in which nobody was named.
func New() *Fold { return &Fold{Named: map[string]Named{}, Degraded: map[string]Degraded{}} }

// Name implements memory.Fold.
func (f *Fold) Name() string { return "providers" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 1 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.ProviderNamed:
		n := Named{Host: p.Host, Roles: p.Roles, On: r.At, Sent: p.Terminal}
		if !p.Terminal {
			n.Post = r.Cause()
		}
		// Who is named again, for another role, was named before.
		if old := f.Named[p.Provider]; old.Host == p.Host && old.Sent {
			n.Sent = true
		}
		f.Named[p.Provider] = n
	case event.PostSent:
		for name, n := range f.Named {
			if n.Post == p.Post && n.Post != 0 {
				n.Sent = true
				f.Named[name] = n
			}
		}
	case event.PostFailed:
		f.lost(p.Post)
	case event.Forgotten:
		for _, s := range p.Seqs {
			f.lost(s)
		}
	case event.ProviderDegraded:
		d := Degraded{p, r.At}
		if old, ok := f.Degraded[p.Role]; ok && old.Provider == p.Provider && old.Model == p.Model {
			d.Since = old.Since
		}
		f.Degraded[p.Role] = d
	case event.ProviderRestored:
		delete(f.Degraded, p.Role)
	}
}

// lost takes back what a post was to say that will not arrive: it is to be said anew.
func (f *Fold) lost(post event.Seq) {
	maps.DeleteFunc(f.Named, func(_ string, n Named) bool { return n.Post == post && n.Post != 0 && !n.Sent })
}

// Told says whether it is among what the principal was told of that this model fails, or that
// its provider fails in the same way. Its argument is Degraded, or a copy of it.
func Told(of map[string]Degraded, provider, model, reason string) bool {
	for _, d := range of {
		if d.Provider == provider && (d.Model == model || d.Reason == reason) {
			return true
		}
	}
	return false
}

// May says whether words may go to a provider at a host.
func (f *Fold) May(provider, host string) bool {
	n, ok := f.Named[provider]
	return ok && n.Sent && n.Host == host
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}
