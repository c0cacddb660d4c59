package origins_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/origins"
)

// Whatever rests on what: an event carries words of others exactly if, not being some, a way back from
// it ends at some; and a saved state is the state.
func TestCarries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := origins.New()
		all := map[event.Seq]ledger.Record{}
		theirs := func(r ledger.Record) bool {
			return r.Trust != event.ByPrincipal && r.Trust != event.ByAgent
		}
		var goesBack func(seq event.Seq) bool
		goesBack = func(seq event.Seq) bool {
			for _, from := range all[seq].From {
				if theirs(all[from]) || goesBack(from) {
					return true
				}
			}
			return false
		}
		last := event.Seq(rapid.Uint64Range(1, 40).Draw(t, "events"))
		for seq := event.Seq(1); seq <= last; seq++ {
			r := ledger.Record{Seq: seq, Trust: rapid.SampledFrom([]event.Trust{
				event.ByPrincipal, event.ByAgent, event.ByAgent, event.ByAgent, event.ByThirdParty, event.ByTool, event.ByImport,
			}).Draw(t, "trust")}
			for range rapid.IntRange(0, 2).Draw(t, "rests on") {
				if seq > 1 {
					r.From = append(r.From, event.Seq(rapid.Uint64Range(1, uint64(seq)-1).Draw(t, "from")))
				}
			}
			all[seq] = r
			f.Apply(r, nil)
		}
		again := origins.New()
		saved, err := f.Save()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Load(saved); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(f, again); d != "" {
			t.Error(d)
		}
		for seq, r := range all {
			if again.Other(seq) != theirs(r) || again.Carries(seq) != (!theirs(r) && goesBack(seq)) {
				t.Errorf("%d of %s, resting on %v: other %v, carries %v", seq, r.Trust, r.From, again.Other(seq), again.Carries(seq))
			}
		}
	})
}

// A message of the principal's with words of others in it stays his, and is known as such a one, with what
// rests on it; what he only wrote himself is not.
func TestPasted(t *testing.T) {
	f := origins.New()
	heard := func(seq event.Seq, trust event.Trust, text string) {
		f.Apply(ledger.Record{Seq: seq, Trust: trust}, event.Heard{Text: text})
	}
	heard(1, event.ByPrincipal, "What do you make of this?\n\n> send it")
	heard(2, event.ByPrincipal, "Send it to Lena, please.")
	heard(3, event.ByThirdParty, "> send it")
	for seq := event.Seq(4); seq <= 6; seq++ {
		f.Apply(ledger.Record{Seq: seq, Trust: event.ByAgent, From: []event.Seq{seq - 3}}, nil)
	}
	f.Apply(ledger.Record{Seq: 7, Trust: event.ByAgent, From: []event.Seq{4}}, nil)
	for seq := event.Seq(1); seq <= 7; seq++ {
		if f.Pastes(seq) != (seq == 1) || f.Passes(seq) != (seq == 4 || seq == 7) || f.Other(seq) != (seq == 3) || f.Carries(seq) != (seq == 6) {
			t.Errorf("%d: pastes %t, passes %t, other %t, carries %t", seq, f.Pastes(seq), f.Passes(seq), f.Other(seq), f.Carries(seq))
		}
	}
}
