package inspect_test

import (
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// "why more" tells each stage in which less of the conversation was shown, with its sizes, and
// the digest as long as nothing in it was forgotten.
func TestWhyOfWhatWasCompressed(t *testing.T) {
	w := thinking(t, models)
	message := w.Say("when should I renew Acme?")
	brain := w.Pens.For(event.Brain)
	began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message))[0].Seq
	c := sonnet
	c.Message = message
	w.paid(began, c)
	w.Now = w.Now.Add(12 * time.Second)
	w.Record(
		brain.Write(event.Compressed{Stage: event.StageCalls, Calls: 3, Before: 90, After: 40}).Because(began),
		brain.Write(event.Compressed{
			Stage: event.StageDigest, Turns: 14, Left: []event.Seq{w.board}, Before: 2_100, After: 180,
			Text: "<earlier>\nWhat was said before.\nTopics: mills.\nOpen:\n- Renew Acme ([12 Aug 2026](src:m10))\nTone: short.\n</earlier>",
		}).Because(began).Resting(w.board),
		brain.Write(event.Compressed{Stage: event.StageMiddle, Turns: 6, Before: 40_000, After: 20_000}).Because(began),
		brain.Write(event.Compressed{Stage: event.StageMiddle, Rounds: 2, Before: 40_000, After: 20_000}).Because(began),
		brain.Write(event.Compressed{Stage: event.StageEnds, Turns: 15, Before: 40_000, After: 9_000}).Because(began),
		w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Text: "In January.", Answer: &event.Answer{Message: message, By: "model:claude-sonnet-5-5", Category: "strategic", Tier: "standard"},
		}).Because(began).Resting(message),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:claude-sonnet-5-5", Category: "strategic", Tier: "standard"}).Because(began),
	)
	post := w.lastPost()
	w.golden("why-compressed-more", w.ask("why more"))
	plan, err := w.Mind.Reach(t.Context(), w.board)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	says(t, w.ask("why more "+h('m', post)), "!mills", "!14 older turns")
}
