package respond_test

import (
	"strings"
	"testing"

	"citadel/brain/model"
	"citadel/brain/turn/turntest"
)

// A deep answer with a fault is written anew once, by who wrote it and behind the same
// instructions; a shallower one is not, and a rewrite that is no better is not said.
func TestReviewedBeforeItIsSent(t *testing.T) {
	const bad, good = "Great question! I'd sign for one year.", "I'd sign for one year."
	for name, c := range map[string]struct {
		tier    string
		answers []string // the last one is an outage where empty
		said    string
		asked   int
	}{
		"nothing wrong":             {"deep", []string{good}, good, 1},
		"written anew":              {"deep", []string{bad, good}, good, 2},
		"once only":                 {"deep", []string{bad + " Let me know if you agree. This is the sunk cost fallacy.", bad, good}, bad, 2},
		"no better":                 {"deep", []string{bad, "Certainly. I'd sign."}, bad, 2},
		"nobody writes it anew":     {"deep", []string{bad, ""}, bad, 2},
		"a standard turn":           {"standard", []string{bad, good}, bad, 1},
		"a method is not named":     {"deep", []string{"By Occam's razor it's the printer.", "It's the printer: begin there."}, "It's the printer: begin there.", 2},
		"a method named again":      {"deep", []string{"By Occam's razor, it's the printer.", "By Occam's razor, it's the ink."}, "It's the printer.", 2},
		"a method in a shallow one": {"standard", []string{"Using Occam's razor and second-order thinking, buy it."}, "Buy it.", 1},
		"an invented quotation":     {"standard", []string{`You said "three years would be fine". Sign.`}, `You said "three years would be fine" (I find these words nowhere). Sign.`, 1},
		"his own words":             {"standard", []string{`You said "for one year or for three". Sign.`}, `You said "for one year or for three". Sign.`, 1},
		"one that is written anew":  {"deep", []string{`You said "three years would be fine". Sign.`, "Sign for one year."}, "Sign for one year.", 2},
		"a deed that was not done":  {"deep", []string{"I've sent it to Lena. Wait.", "Send it to Lena, then wait."}, "Send it to Lena, then wait.", 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t)
			q := ready(w.Turn(w.Say("Should we sign the lease for one year or for three?")), c.tier)
			q.Category = "decision"
			var drafts []string
			q.Draft = func(text string) { drafts = append(drafts, text) }
			large := &script{answer: func(n int, r model.Request) (model.Response, error) {
				if c.answers[n-1] == "" {
					return model.Response{}, &model.Error{Op: "script", Reason: model.Refused}
				}
				return model.Response{Text: c.answers[n-1]}, nil
			}}
			reply, _, err := desk(says(""), large).Answer(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if got := reply.Text.String(); got != c.said {
				t.Errorf("said %q, wanted %q", got, c.said)
			}
			if len(large.asked) != c.asked {
				t.Fatalf("asked %d times, wanted %d", len(large.asked), c.asked)
			}
			for _, d := range drafts {
				if !strings.HasPrefix(c.answers[0], d) {
					t.Errorf("shown meanwhile: %q", d)
				}
			}
			if c.asked == 2 {
				first, again := large.asked[0], large.asked[1]
				if len(again.Tools) > 0 || again.System[0].Text != first.System[0].Text || len(again.Messages) != len(first.Messages)+2 {
					t.Error("it was not asked behind the same instructions, once more, without tools")
				}
			}
		})
	}
}
