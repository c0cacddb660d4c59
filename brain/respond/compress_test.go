package respond_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// talked is a conversation of n turns that models answered.
func talked(t testing.TB, n int) *turntest.World {
	w := turntest.New(t).At("2026-11-01 09:00")
	for i := range n {
		exchange(w, w.Say(said(i)), fmt.Sprintf("Noted, number %d. The mills quote in March, and Priya wants the figures before.", i))
	}
	return w
}

// said is the message of a turn: the same make-up over and over.
func said(i int) string {
	return []string{
		"Acme moved the price review to March, and Priya wants the mills to quote again.",
		"I decided to raise the day rate to 1,400 dollars.",
		"I'll send Henderson the contract on Friday.",
		"What would you do about the board, keep both mills or drop one?",
		"Ana says the bakery in Porto opens in May.",
	}[i%5]
}

func exchange(w *turntest.World, message event.Seq, answer string) {
	r := &turn.Reply{By: "model:large"}
	r.Text.Say("%s", answer)
	w.Apply(w.Turn(message), r)
}

// stages are the compressions that a reply records, by stage, and what each rests on.
func stages(r *turn.Reply) (map[string]event.Compressed, map[string][]event.Seq) {
	all, from := map[string]event.Compressed{}, map[string][]event.Seq{}
	for _, w := range r.Writes {
		if c, ok := w.Payload.(event.Compressed); ok {
			all[c.Stage], from[c.Stage] = c, w.From
		}
	}
	return all, from
}

// put has a desk answer a question, and gives what the model was shown.
func put(t testing.TB, w *turntest.World, d respond.Desk, tier string, seq event.Seq, s *script) (*turn.Reply, string) {
	t.Helper()
	s.asked = nil
	r, _, err := d.Answer(t.Context(), ready(w.Turn(seq), tier))
	if err != nil {
		t.Fatal(err)
	}
	return r, all(s)
}

// The old part of the conversation is a digest, the newest turns stand as they were said.
func TestTheOldPartIsADigest(t *testing.T) {
	w := talked(t, 30)
	large := says("Yes.")
	r, shown := put(t, w, desk(says(""), large), "standard", w.Say("And the board?"), large)
	all, from := stages(r)
	c := all[event.StageDigest]
	if c.Turns < 10 || len(c.Left) != c.Turns || c.After >= c.Before || len(from[event.StageDigest]) == 0 {
		t.Errorf("%+v, resting on %v", c, from)
	}
	for _, want := range []string{"Topics: ", "I decided to raise the day rate to 1,400 dollars.", "People: ", "Henderson", "Open:", "Tone: "} {
		if !strings.Contains(c.Text, want) {
			t.Errorf("not in the digest: %s\n%s", want, c.Text)
		}
	}
	if got := strings.Count(shown, "Noted, number "); got != 30-c.Turns {
		t.Errorf("%d turns are shown word for word, and %d are not", got, c.Turns)
	}
	if !strings.Contains(shown, "What was said before the messages below") {
		t.Error("the digest was not shown")
	}
}

// What was forgotten is in no digest, neither in the next one nor in those that were kept.
func TestForgettingWalksThroughADigest(t *testing.T) {
	w := turntest.New(t).At("2026-11-01 09:00")
	secret := w.Say("I decided to buy the lighthouse at Queenscliff.")
	exchange(w, secret, "Noted.")
	for i := range 29 {
		exchange(w, w.Say(said(i)), "Noted.")
	}
	large := says("Yes.")
	d := desk(says(""), large)
	q := w.Turn(w.Say("And the board?"))
	r, _, err := d.Answer(t.Context(), ready(q, "standard"))
	if err != nil {
		t.Fatal(err)
	}
	if c, _ := stages(r); !strings.Contains(c[event.StageDigest].Text, "lighthouse") {
		t.Fatalf("it was in no digest: %+v", c)
	}
	w.Apply(q, r)
	plan, err := w.Mind.Reach(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	for rec, err := range w.Mind.Events(t.Context(), ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if p, err := rec.Payload(); err != nil {
			t.Fatal(err)
		} else if c, ok := p.(event.Compressed); ok && strings.Contains(c.Text, "lighthouse") {
			t.Errorf("%d still tells of it", rec.Seq)
		}
	}
	_, shown := put(t, w, d, "standard", w.Say("And the mills?"), large)
	if strings.Contains(shown, "lighthouse") || !strings.Contains(shown, "<earlier>") && !strings.Contains(shown, `\u003cearlier\u003e`) {
		t.Error("what was forgotten is in a digest, or there is none")
	}
}

// A digest holds only what the place of the answer may show.
func TestADigestKeepsToItsPlace(t *testing.T) {
	w := turntest.New(t).At("2026-11-01 09:00")
	slack := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	for i := range 30 {
		private := w.Say("I decided to sell the lighthouse, and I'll tell Bianca about the lighthouse.")
		exchange(w, private, "Noted.")
		if i%2 == 0 {
			exchange(w, w.SayIn(slack, event.Work, 0, said(i)), "Noted.")
		}
	}
	small := says("Yes.")
	r, shown := put(t, w, desk(small, says("")), "reflex", w.SayIn(slack, event.Work, 0, "And the board?"), small)
	c, _ := stages(r)
	if strings.Contains(shown, "lighthouse") || strings.Contains(shown, "Bianca") || c[event.StageDigest].Turns == 0 {
		t.Errorf("%+v\n%s", c, shown)
	}
}

// A model with a small window is shown fewer turns; rules and primer are always whole.
func TestASmallWindow(t *testing.T) {
	w := turntest.New(t).At("2026-11-01 09:00")
	for i := range 38 {
		exchange(w, w.Say(said(i)), strings.Repeat("The mills quote in March, and the review follows. ", 20))
	}
	large := says("Yes.")
	d := desk(says(""), large)
	seq := w.Say("And the board?")
	_, _ = put(t, w, d, "deep", seq, large)
	whole := model.Bound(large.asked[0])
	head := large.asked[0].System
	for _, factor := range []float64{0, 1.5} {
		d.Pool.Roles[model.Primary][0].Card.Window = whole
		d.Pool.Factor = func(string, string) float64 { return factor }
		r, _ := put(t, w, d, "deep", seq, large)
		c, _ := stages(r)
		room := int(float64(whole) * 0.7 / max(1, factor))
		if got := model.Bound(large.asked[0]); got > room || c[event.StageMiddle].Turns == 0 || c[event.StageMiddle].Before <= room || c[event.StageMiddle].After > room {
			t.Errorf("factor %v: %d tokens in a room of %d: %+v", factor, got, room, c[event.StageMiddle])
		}
		if large.asked[0].System[0].Text != head[0].Text {
			t.Error("the instructions changed")
		}
	}
}

// A model that rejects the size is shown the ends, and that is recorded.
func TestTheEndsAreRecorded(t *testing.T) {
	w := talked(t, 20)
	large := &script{answer: func(n int, _ model.Request) (model.Response, error) {
		if n == 1 {
			return model.Response{}, &model.Error{Op: "script", Reason: model.TooLong}
		}
		return model.Response{Text: "Yes."}, nil
	}}
	r, _ := put(t, w, desk(says(""), large), "standard", w.Say("And the board?"), large)
	c, _ := stages(r)
	if e := c[event.StageEnds]; e.Turns != 15 || len(e.Left) != 15 || e.After >= e.Before {
		t.Errorf("%+v", c)
	}
	if large.asked[0].System[0].Text != large.asked[1].System[0].Text {
		t.Error("the instructions changed")
	}
}

// What a model looked up in an earlier turn is one line of the next, where all of that turn may
// be shown.
func TestToolsOfEarlierTurns(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 09:00")
	seq := w.Say("Which mill closed?")
	brain, models := w.Pens.For(event.Brain), w.Pens.For(event.Models)
	began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{seq}}).Because(seq))[0].Seq
	asked := w.Record(models.Write(event.ModelAsked{Role: "primary", Message: seq}).Because(began))[0].Seq
	called := w.Record(models.Write(event.ModelCalled{Role: "primary", Message: seq, Outcome: "ok"}).Because(asked))[0].Seq
	w.Record(
		models.Write(event.ModelExchanged{Calls: []event.ToolCall{{ID: "1", Tool: "memory_search", Args: `{"query":"mill closed"}`}}}).Because(called).Resting(seq),
		w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Text: "The one in Geelong.", Answer: &event.Answer{Message: seq, By: "model:large"},
		}).Because(began).Resting(seq),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:large"}).Because(began),
	)
	large := says("Yes.")
	r, shown := put(t, w, desk(says(""), large), "standard", w.Say("Are you sure?"), large)
	if !strings.Contains(shown, "Looked up for the answer: memory_search (mill closed)") {
		t.Error(shown)
	}
	if c, _ := stages(r); c[event.StageCalls].Calls != 1 {
		t.Errorf("%+v", c)
	}
}

// Tools that bring more than a model can read are summarised, but for what the last ones brought.
func TestATurnOutgrowsTheWindow(t *testing.T) {
	w := turntest.New(t)
	for i := range 12 {
		w.Say(fmt.Sprintf("The harbour of number %d: %s", i, strings.Repeat("slow ships ", 60)))
	}
	large := &script{answer: func(n int, _ model.Request) (model.Response, error) {
		if n == 6 {
			return model.Response{Text: "Slow."}, nil
		}
		call := model.Call{ID: fmt.Sprint(n), Tool: "memory_search", Args: json.RawMessage(fmt.Sprintf(`{"query":"harbour ships %d"}`, n))}
		return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
	}}
	d := desk(says(""), large)
	d.Pool.Roles[model.Primary][0].Card.Window = 26_000
	r, _ := put(t, w, d, "standard", w.Say("How is the harbour?"), large)
	c, _ := stages(r)
	if c[event.StageMiddle].Rounds == 0 || r.Text.String() != "Slow." {
		t.Errorf("%+v, %s", c, r.Text.String())
	}
	for i, q := range large.asked {
		if got := model.Bound(q); got > 26_000*7/10 {
			t.Errorf("request %d has %d tokens", i, got)
		}
	}
}
