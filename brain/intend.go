package brain

import (
	"context"
	"slices"

	"citadel/brain/phrase"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
)

// mostIntended is how much is brought up beside one answer: the oldest.
const mostIntended = 3

// intended says beside an answer what the agent meant to bring up by now, once, where no model is
// there to do so: a model is shown it, and what the answer takes up of it counts as brought up (package
// respond). What may not be told in the place waits for another.
func (w *undertaking) intended(ctx context.Context, r *turn.Reply, t *turn.Turn) *turn.Reply {
	silent := r.Text.Empty() || r.Quiet || r.Forget != nil || r.By == byCrisis || byModel(r)
	if silent || t.Audience == event.Shared || w.Respond != nil && t.Lack == turn.NoModel {
		return r
	}
	var due []agency.Intention
	t.Read(func(v memory.View) {
		last, spoke := v.Thread.Last()
		due = slices.DeleteFunc(v.Agency.Due(t.Now, !spoke || t.Messages[0].On.Sub(last.Began) >= respond.Pause), func(i agency.Intention) bool {
			return !v.Stands(i, t.Now)
		})
	})
	for _, i := range due[:min(mostIntended, len(due))] {
		if shown, err := t.Mind.Shown(ctx, t.Sight(), i.Seq); err != nil || !shown {
			continue // it is still there next time
		}
		r.Text.Break().Say("I meant to bring up: ").Claim([]event.Seq{i.Seq}, "%s (%s)", phrase.Quote(i.Text, longestIntention), phrase.Day(i.On, t.Now)).Say(".")
		r.Change(event.IntentionEnded{Intention: i.Seq, Outcome: "done"})
	}
	return r
}

// longestIntention is how many words of an intention are said.
const longestIntention = 15
