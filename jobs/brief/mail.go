package brief

import (
	"context"
	_ "embed"
	"encoding/json"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory/event"
)

//go:embed mail.md
var sorting string

var sorted = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["notes"],"properties":{"notes":{"type":"array","items":{"type":"integer"}}}}`)

// Bounds of what a model is shown of mails and says of them.
const (
	mostMails  = 20
	mostPress  = 3
	sortTokens = 100
)

// presses has a model say which mails press: it chooses, and writes nothing. Where none answers, or one that is none of
// them is named, none does; nil where there is no model.
func (t Terms) presses(in jobs.In) func(ctx context.Context, mails []string, rests []event.Seq) []int {
	if t.Ask == nil {
		return nil
	}
	return func(ctx context.Context, mails []string, rests []event.Seq) (press []int) {
		m := ponder.Matter{Job: Name, Slot: in.Slot.Name, Instructions: sorting, Schema: sorted, MaxTokens: sortTokens}
		for _, mail := range mails[:min(len(mails), mostMails)] {
			m.Notes = append(m.Notes, ponder.Note{Seq: rests[len(rests)-1], How: "waits for an answer", Text: mail})
		}
		var a struct{ Notes []int }
		if _, err := m.Put(ctx, ponder.Asking(t.Ask), &a); err != nil {
			return nil
		}
		seen := map[int]bool{}
		for _, n := range a.Notes {
			if n < 1 || n > len(m.Notes) {
				return nil
			}
			if !seen[n] && len(press) < mostPress {
				seen[n] = true
				press = append(press, n-1)
			}
		}
		return press
	}
}
