package procedure_test

import (
	"testing"

	"citadel/brain/classify"
	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// ask puts a message before the desk as the brain does, and gives the turn and the reply.
func ask(t *testing.T, w *turntest.World, text string) (*turn.Turn, *turn.Reply) {
	t.Helper()
	return answer(t, w, w.Say(text))
}

func answer(t *testing.T, w *turntest.World, seq event.Seq) (*turn.Turn, *turn.Reply) {
	t.Helper()
	one := w.Turn(seq)
	understand(one)
	r, err := procedure.Desk{}.Answer(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	if r == nil {
		t.Fatalf("%q has no reply at all", one.Text)
	}
	return one, r
}

// tell says something, answers it and writes the answer.
func tell(t *testing.T, w *turntest.World, text string) *turn.Reply {
	t.Helper()
	one, r := ask(t, w, text)
	w.Apply(one, r)
	return r
}

func understand(t *turn.Turn) {
	c := classify.Classify(t.Text, nil)
	t.Category, t.Tier, t.Question = string(c.Category), c.Tier.String(), c.Question
}
