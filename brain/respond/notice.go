package respond

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/gate"
	"citadel/brain/prompt"
	"citadel/brain/recall"
	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/event"
)

// Pause is how long nobody spoke when a conversation begins (ours).
const Pause = 4 * time.Hour

// notice chooses what beside the memories comes to mind with the message. What was found of it was
// looked for together with them (see remember).
func (w *work) notice(ctx context.Context, found recall.Result) error {
	begins := w.past.newest.IsZero() || w.t.Messages[0].On.Sub(w.past.newest) >= Pause
	q := signal.Query{
		Begins: begins, Text: w.t.Text, Tail: w.past.tail(), Tier: w.t.Tier, Now: w.t.Now, Sight: w.t.Sight(), Shown: w.seen.best(prompt.Memories(w.t.Tier)), Kept: w.Kept,
	}
	if len(found.Beside) > 0 {
		q.Near = found.Beside[0].Hits
	}
	all, err := signal.Gather(ctx, w.t.Mind, q)
	if err != nil {
		return err
	}
	mood := false
	w.t.Read(func(v memory.View) { mood = v.Mood.Reads(q.Sight.Audience) })
	w.noticed = gate.Choose(gate.In{Tier: w.t.Tier, Signals: all, Feedback: w.feedback(all), Mood: mood, Open: w.Open})
	w.noticed.Late = found.Beside == nil // what is late is left out (SPEC §6)
	return nil
}

// feedback is what reactions made of the kinds of some signals, at the moment of the turn.
func (w *work) feedback(of []signal.Signal) func(kind string) gate.Feedback {
	by := map[string]gate.Feedback{}
	w.t.Read(func(v memory.View) {
		for _, s := range of {
			by[s.Kind] = gate.Feedback{Multiplier: v.Weights.Multiplier(s.Kind, w.t.Now), Due: v.Weights.Due(s.Kind, w.t.Now)}
		}
	})
	return func(kind string) gate.Feedback { return by[kind] }
}

// tail is what the principal said just before, for messages that lean on it.
func (p past) tail() string {
	if len(p.turns) == 0 {
		return ""
	}
	var said []string
	for _, m := range p.turns[len(p.turns)-1].Messages {
		if m.From == "" {
			said = append(said, m.Text)
		}
	}
	return strings.Join(said, "\n")
}

// best lists the n memories with the highest scores, under the numbers they are known by: those
// that package prompt shows.
func (e *evidence) best(n int) map[event.Seq]bool {
	items := make([]recall.Item, 0, len(e.of))
	for _, f := range e.found {
		items = append(items, e.of[f.Memory])
	}
	slices.SortStableFunc(items, func(a, b recall.Item) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Seq, a.Seq))
	})
	shown := map[event.Seq]bool{}
	for _, i := range items[:min(n, len(items))] {
		shown[i.Seq], shown[i.Memory] = true, true
	}
	return shown
}

// lenses are the mental models that entered the prompt.
func (w *work) lenses() (ids []string) {
	for _, s := range w.noticed.Kept {
		for _, l := range s.Lines {
			if l.ID != "" {
				ids = append(ids, l.ID)
			}
		}
	}
	return ids
}
