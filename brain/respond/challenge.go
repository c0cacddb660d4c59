package respond

import (
	"context"
	"fmt"
	"strings"

	"citadel/brain/debate"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/tools"
)

// challenges says whether a position can be put to another provider's model, which argues against it (SPEC §10).
func (w *work) challenges() bool {
	_, there := w.Pool.Usual(model.Adversary, "")
	return there && w.mind.role == model.Primary
}

// challengeTool puts a position to that model, once an answer. It sees what this one tells it and nothing of the mind:
// names are taken out on the way, and put back into what it says.
func (w *work) challengeTool() tools.Tool {
	type in struct {
		Position string   `json:"position" jsonschema:"what is held, in one or two sentences"`
		Evidence []string `json:"evidence,omitempty" jsonschema:"what bears on it, a short sentence each, in your own words and never quoted; eight at most"`
		Question string   `json:"question" jsonschema:"what is to be decided, in one sentence"`
	}
	return tools.Typed(tools.Tool{
		Name: "challenge", Class: tools.Reads,
		Description: "Have a model of another provider argue against a position, before you recommend something of weight. Tell it as to a stranger who must not learn who is meant: \"a client\", \"the new finance lead\". What comes back is a debate to be challenged, not an authority to defer to: say in your answer what you keep of it and why, or that you keep nothing. Once an answer.",
	}, func(ctx context.Context, in in) (tools.Result, error) {
		switch {
		case strings.TrimSpace(in.Position) == "" || strings.TrimSpace(in.Question) == "":
			return tools.Result{}, &tools.Failure{Reason: tools.Invalid, Text: "There is no position, or no question."}
		case w.challenged:
			return tools.Result{}, &tools.Failure{Reason: tools.Forbidden, Text: "One position of an answer is argued against. Answer with what you have."}
		}
		w.challenged = true
		return w.challenge(ctx, debate.Packet{Position: in.Position, Evidence: in.Evidence, Question: in.Question})
	})
}

// challenge asks the other side.
func (w *work) challenge(ctx context.Context, told debate.Packet) (tools.Result, error) {
	began, err := w.t.Begin(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	about := debate.CaseOf(told, func(text string) []debate.Named { return persons(w.t, text) })
	answer, err := w.Pool.Complete(ctx, model.Ask{Role: model.Adversary, Request: about.Packet(told).Against(), Purpose: w.purpose(began)})
	if missing(err) {
		return tools.Result{}, &tools.Failure{Reason: tools.Unavailable, Text: "Nobody argues the other side just now. Answer without, and say so."}
	}
	if err != nil {
		return tools.Result{}, err
	}
	argued := about.Argument(answer.Text)
	if argued == "" {
		return tools.Result{}, &tools.Failure{Reason: tools.Garbled, Text: "The other side said nothing of use. Answer without, and say so."}
	}
	return tools.Result{Text: fmt.Sprintf("<debate from=%q standing=\"to be challenged\">\n%s\n</debate>", phrase.Bare(answer.Card.Name), argued)}, nil
}
