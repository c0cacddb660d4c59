package respond_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// challenging is a model that has a position argued against, and then answers with what it was told.
func challenging(then string) *script {
	return &script{answer: func(n int, r model.Request) (model.Response, error) {
		if n > 1 {
			return model.Response{Text: then}, nil
		}
		args := json.RawMessage(`{"position":"Renew the lease with Henderson for three years","evidence":["Tom Weiss offers 5% off","The skipper of ours wants out"],"question":"Sign now or wait?"}`)
		return model.Response{Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "1", Tool: "challenge", Args: args}}}},
			Calls: []model.Call{{ID: "1", Tool: "challenge", Args: args}}}, nil
	}}
}

// A position is put to another provider's model without a name, and what that argues comes back as a debate (SPEC §10).
func TestAChallenge(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	ask(w, w.Say("May Porter is called the skipper"), event.Asked{What: event.AskGroup, Name: "May Porter", Text: event.Growth, On: w.Now})
	large, other := challenging("Wait. I keep that the discount is small."), says("Three years with party A bind you for little.")
	q := ready(w.Turn(w.Say("Should we renew the lease with Henderson for three years?")), "deep")
	r, _, err := adversarial(desk(says(""), large), other).Answer(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if len(other.asked) != 1 || !strings.HasPrefix(r.Text.String(), "Wait. I keep that") {
		t.Fatalf("asked %d times, said %q", len(other.asked), r.Text.String())
	}
	if shown := all(other); strings.Contains(shown, "Henderson") || strings.Contains(shown, "Weiss") || !strings.Contains(shown, "party A") || !strings.Contains(shown, "5% off") {
		t.Errorf("the other side was shown %s", shown)
	}
	if shown := all(large); !strings.Contains(shown, `standing=\"to be challenged\"`) && !strings.Contains(shown, `standing=\\\"to be challenged`) || !strings.Contains(shown, "Three years with Henderson bind you") {
		t.Errorf("the answer came back as %s", shown)
	}
}

// It is there where somebody can argue, the answer is not a small one, and nobody else reads along.
func TestWhereAChallengeCanBeMade(t *testing.T) {
	for name, c := range map[string]struct {
		tier     string
		audience event.Audience
		argues   bool
		there    bool
	}{
		"deep":              {"deep", event.Private, true, true},
		"standard":          {"standard", event.Private, true, true},
		"routine":           {"routine", event.Private, true, false},
		"nobody argues":     {"deep", event.Private, false, false},
		"others read along": {"deep", event.Shared, true, false},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		large := says("Wait.")
		d := desk(large, large)
		if c.argues {
			d = adversarial(d, says("No."))
		}
		if _, _, err := d.Answer(t.Context(), ready(w.Turn(w.SayIn(turntest.Console, c.audience, 0, "Should we renew the lease?")), c.tier)); err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(large.asked[0].Tools, func(t model.Tool) bool { return t.Name == "challenge" }); got != c.there {
			t.Errorf("%s: it is there: %v", name, got)
		}
	}
}

// Where the other side does not answer, the model is told, and answers without.
func TestAChallengeWithoutAnAnswer(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	large := challenging("Wait.")
	r, _, err := adversarial(desk(says(""), large), fails(model.Overloaded)).Answer(t.Context(), ready(w.Turn(w.Say("Should we renew the lease with Henderson?")), "deep"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(r.Text.String(), "Wait.") || !strings.Contains(all(large), "Nobody argues the other side") {
		t.Errorf("said %q", r.Text.String())
	}
}
