package inspect_test

import (
	"slices"
	"testing"

	"citadel/brain/identity"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "identity" shows the lines that hold, and why one of them is not the founding one.
func TestIdentity(t *testing.T) {
	w := live(t)
	turntest.Golden(t, w.Mind, "identity-founding", w.ask("identity"))
	said := []event.Seq{w.Say("shorter, please"), w.Say("Shorter, please!"), w.Say("just the answer")}
	lines := slices.Clone(identity.Founding())
	c := event.IdentityChange{Old: lines[2], New: "You keep an answer under 80 words, and leave the rest out.", Quotes: []event.IdentityQuote{
		{Message: said[0], Words: "shorter, please"}, {Message: said[1], Words: "Shorter, please"}, {Message: said[2], Words: "just the answer"},
	}}
	lines[2] = c.New
	seq := w.record(event.Self, event.IdentityProposed{Version: 2, Lines: lines, Distance: .04, Changes: []event.IdentityChange{c}, By: "scripted-1", On: w.Now}, said...)
	w.record(event.Outbox, event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "shown", Subject: event.SubjectIdentity, About: seq}, said...)
	turntest.Golden(t, w.Mind, "identity-proposed", w.ask("identity"))
	w.record(event.Self, event.IdentityStarted{Proposal: seq}, seq)
	turntest.Golden(t, w.Mind, "identity-second", w.ask("identity"))
}
