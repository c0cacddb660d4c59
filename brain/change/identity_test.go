package change_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/change"
	"citadel/brain/identity"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	versions "citadel/memory/identity"
)

// How the agent works is taken, kept, gone back on and frozen by a word, and each word says what holds then.
func TestIdentity(t *testing.T) {
	w := turntest.New(t).At("2026-11-22 18:30")
	said := w.Say("shorter, please")
	propose := func(version int) {
		lines := slices.Clone(identity.Founding())
		old := lines[2]
		lines[2] = "You keep an answer under 80 words, and leave the rest out."
		seq := w.Write(event.IdentityProposed{
			Version: version, Lines: lines, Distance: .04, Alone: true, By: "scripted-1", On: w.Now,
			Changes: []event.IdentityChange{{Old: old, New: lines[2], Quotes: []event.IdentityQuote{{Message: said, Words: "shorter, please"}}}},
		}, said)
		w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "shown", Subject: event.SubjectIdentity, About: seq}).Resting(said))
	}
	ask := func(text string) string {
		t.Helper()
		tn := w.Turn(w.Say(text))
		r, err := change.Answer(t.Context(), tn)
		if err != nil || r == nil {
			t.Fatalf("%q is answered with %v, %v", text, r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(tn, r)
		return r.Text.String()
	}
	for _, c := range []struct {
		says, want string
		holds      int
		frozen     bool
	}{
		{"take it", "No change is proposed", 1, false},
		{"keep", "No change is proposed", 1, false},
		{"revert", "there is none before it", 1, false},
		{"propose 2", "", 1, false},
		{"keep the old one", "Version 1 stays; version 2 does not start", 1, false},
		{"take it", "From now on version 2 holds", 2, false},
		{"undo", "version 1 holds again", 1, false},
		{"revert 2", "version 2, since 22 Nov 2026, holds again", 2, false},
		{"undo", "version 1 holds again", 1, false},
		{"revert 9", "no version 9", 1, false},
		{"propose 3", "", 1, false},
		{"freeze identity", "no change to how I work with you any more", 1, true},
		{"freeze identity", "frozen already", 1, true},
		{"undo", "how I work with you", 1, false},
		{"take it", "version 3 holds", 3, false},
		{"revert", "version 2, since", 2, false},
		{"revert to version 1", "the founding one, holds again", 1, false},
		{"revert to version 1", "there is none before it", 1, false},
		{"unfreeze identity", "not frozen", 1, false},
	} {
		switch c.says {
		case "propose 2":
			propose(2)
		case "propose 3":
			propose(3)
		default:
			if got := ask(c.says); !strings.Contains(got, c.want) {
				t.Errorf("%q: %s", c.says, got)
			}
		}
		var f versions.Fold
		w.Mind.Read(func(v memory.View) { f = *v.Identity })
		if f.Now != c.holds || f.Frozen != c.frozen {
			t.Errorf("%q leaves version %d, frozen %v", c.says, f.Now, f.Frozen)
		}
	}
}
