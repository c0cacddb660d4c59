package inspect_test

import (
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "why more" tells every signal with what it scored, those that were dropped too; "why" counts
// them with the rest.
func TestWhyOfWhatWasNoticed(t *testing.T) {
	w := thinking(t, models)
	message := w.Say("when should I renew Acme?")
	brain := w.Pens.For(event.Brain)
	began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message))[0].Seq
	c := sonnet
	c.Message = message
	w.paid(began, c)
	w.Now = w.Now.Add(12 * time.Second)
	var said phrase.Text
	said.Say("Renew in January: ").Claim([]event.Seq{w.boardFact}, "two mills ([12 Aug 2026](src:m%d))", w.boardFact).Say(".")
	gated := event.Gated{Tier: "standard", Places: 9, Late: true, Signals: []event.Noticed{
		{Kind: event.SignalResidue, Name: "residue", Base: 0.9, Weight: 0.9, Kept: true, How: event.Bypassed},
		{Kind: event.SignalBelief, Name: "m7", Seqs: []event.Seq{w.boardFact}, Base: 0.5, Weight: 0.5, Relevance: 0.61, Score: 0.305, Kept: true},
		{Kind: event.SignalDream, Name: "dream", Base: 0.25, Weight: 0.125, Relevance: 0.2, Score: 0.025, Kept: true, How: event.Explored},
		{Kind: event.SignalModel, Name: "inversion", Base: 0.5, Weight: 0.5, Relevance: 0.1, Score: 0.05, How: "score"},
		{Kind: event.SignalThread, Name: "dispute", Seqs: []event.Seq{w.portoFact, w.boardFact}, Base: 0.6, Weight: 0.6, Relevance: 0, Score: 0, How: "score"},
	}}
	w.Record(
		brain.Write(gated).Because(began),
		w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Text: said.String(), Cites: said.Cites(), Answer: &event.Answer{Message: message, By: "model:claude-sonnet-5-5", Category: "strategic", Tier: "standard"},
		}).Because(began).Resting(said.Rests()...),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:claude-sonnet-5-5", Category: "strategic", Tier: "standard"}).Because(began),
	)
	w.golden("why-noticed", w.ask("why"))
	w.golden("why-noticed-more", w.ask("more"))
	w.golden("why-noticed-more-2", w.ask("more"))
}
