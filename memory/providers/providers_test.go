package providers_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/providers"
)

const (
	acme  = "api.acme.example"
	other = "eu.acme.example"
)

var began = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// step is an event, caused by a post where that is not 0.
type step struct {
	payload event.Payload
	post    event.Seq
}

func apply(f *providers.Fold, steps ...step) {
	for i, s := range steps {
		r := ledger.Record{Seq: event.Seq(100 + i), Kind: s.payload.Kind(), At: began.Add(time.Duration(i) * time.Minute)}
		if s.post != 0 {
			r.Causes = []event.Seq{s.post}
		}
		f.Apply(r, s.payload)
	}
}

// reload goes over a checkpoint.
func reload(t *testing.T, f *providers.Fold) *providers.Fold {
	t.Helper()
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	g := providers.New()
	g.Named["left over"] = providers.Named{Sent: true}
	if err := g.Load(saved); err != nil {
		t.Fatal(err)
	}
	if again, err := g.Save(); err != nil || string(again) != string(saved) {
		t.Fatalf("saved as\n%s\nand then as\n%s (%v)", saved, again, err)
	}
	return g
}

// Words go to nobody who was not named, and a name counts once it has arrived.
func TestWhoMayBeSentWords(t *testing.T) {
	named := func(host string, post event.Seq) step {
		return step{event.ProviderNamed{Provider: "acme", Host: host, Roles: []string{"primary"}, Terminal: post == 0}, post}
	}
	sent, failed := func(p event.Seq) step { return step{event.PostSent{Post: p}, p} }, func(p event.Seq) step { return step{event.PostFailed{Post: p}, p} }
	forgot := func(p event.Seq) step { return step{event.Forgotten{Seqs: []event.Seq{1, p}}, 0} }
	for name, c := range map[string]struct {
		steps []step
		may   bool // acme, at its host
		known bool // it stands there, sent or about to be
	}{
		"nobody":                     {nil, false, false},
		"at the terminal":            {[]step{named(acme, 0)}, true, true},
		"in a post on its way":       {[]step{named(acme, 7)}, false, true},
		"in a post that arrived":     {[]step{named(acme, 7), sent(7)}, true, true},
		"in another post":            {[]step{named(acme, 7), sent(8)}, false, true},
		"in a post that failed":      {[]step{named(acme, 7), failed(7)}, false, false},
		"after one that failed":      {[]step{named(acme, 7), failed(7), named(acme, 8), sent(8)}, true, true},
		"another post failed":        {[]step{named(acme, 7), failed(8), sent(7)}, true, true},
		"its post was forgotten":     {[]step{named(acme, 7), forgot(7)}, false, false},
		"forgotten when it was read": {[]step{named(acme, 7), sent(7), forgot(7)}, true, true},
		"another host":               {[]step{named(other, 0)}, false, true},
		"it moved":                   {[]step{named(acme, 0), named(other, 7)}, false, true},
		"it came back":               {[]step{named(other, 0), named(acme, 7), sent(7)}, true, true},
		"once more, for other roles": {[]step{named(acme, 0), named(acme, 7)}, true, true},
		"once more, and that failed": {[]step{named(acme, 7), sent(7), named(acme, 8), failed(8)}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			f := providers.New()
			for _, s := range c.steps {
				apply(f, s)
				f = reload(t, f)
			}
			if got := f.May("acme", acme); got != c.may {
				t.Errorf("may be sent words: %v", got)
			}
			if _, known := f.Named["acme"]; known != c.known {
				t.Errorf("it stands there: %v", known)
			}
			if f.May("acme", "") || f.May("", acme) || f.May("zenith", acme) {
				t.Error("somebody else may")
			}
		})
	}
}

func TestDegraded(t *testing.T) {
	down := func(role, model, instead string) step {
		return step{event.ProviderDegraded{Role: role, Provider: "acme", Model: model, Reason: "overloaded", Fallback: instead}, 5}
	}
	f := providers.New()
	apply(f, down("primary", "big", ""), down("primary", "big", "small"), down("adversary", "big", ""))
	f = reload(t, f)
	want := map[string]providers.Degraded{
		"primary":   {event.ProviderDegraded{Role: "primary", Provider: "acme", Model: "big", Reason: "overloaded", Fallback: "small"}, began},
		"adversary": {event.ProviderDegraded{Role: "adversary", Provider: "acme", Model: "big", Reason: "overloaded"}, began.Add(2 * time.Minute)},
	}
	if d := cmp.Diff(want, f.Degraded); d != "" {
		t.Error(d)
	}
	apply(f, step{event.ProviderRestored{Role: "adversary", Model: "big"}, 5}, down("primary", "bigger", ""))
	if d, ok := f.Degraded["primary"]; !ok || d.Model != "bigger" || !d.Since.Equal(began.Add(time.Minute)) || len(f.Degraded) != 1 {
		t.Errorf("another model of the role: %+v", f.Degraded)
	}
}
