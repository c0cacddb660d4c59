package simulate

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/weights"
)

// tampered is a ledger in which somebody has changed a word.
type tampered struct {
	*inmem.Store
	event event.Seq // whose; 0 while nothing is changed
}

func (t *tampered) Read(ctx context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		for r, err := range t.Store.Read(ctx, q) {
			if r.Seq == t.event && len(r.Body) > 0 {
				r.Body = slices.Clone(r.Body)
				r.Body[0] ^= 1
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// Every invariant can fail: each of these lives spoils one thing on one day, or lacks what keeps it, and
// exactly that is found.
func TestWhatIsSpoiltIsFound(t *testing.T) {
	on := func(day int, spoil func(w *world)) func(w *world) {
		return func(w *world) {
			w.spoil = func() {
				if w.day == day {
					spoil(w)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		invariant string
		off       []string
		shape     func(w *world)
	}{
		"a word in the ledger is changed": {invariant: "chain", shape: func(w *world) {
			file := &tampered{Store: &inmem.Store{}}
			w.store = file
			w.spoil = func() {
				if file.event = 0; w.day == 9 {
					file.event = w.c.Mind.Head() - 1
				}
			}
		}},
		"an answer does not arrive": {invariant: "answers", shape: on(9, func(w *world) {
			w.person.posts = slices.DeleteFunc(w.person.posts, func(p post) bool { return p.answers != "" && slices.Contains(w.person.mine, p.answers) })
		})},
		"an answer arrives twice": {invariant: "answers", shape: on(9, func(w *world) {
			w.person.posts = append(w.person.posts, w.person.posts[len(w.person.posts)-1], w.person.posts[len(w.person.posts)-1])
		})},
		"a message is not taken up": {invariant: "answers", shape: on(9, func(w *world) { w.witness.waiting[7] = true })},
		"a slot runs twice":         {invariant: "slots", shape: on(9, func(w *world) { w.witness.run("retain", w.witness.night["retain"][0]) })},
		"a night is left out":       {invariant: "slots", shape: on(9, func(w *world) { w.witness.night["supervise"] = []string{"2026-03-07", "2026-03-10"} })},
		"a reminder never comes":    {invariant: "slots", shape: on(9, func(w *world) { w.witness.await("e1", w.midnight(9)) })},
		"the state in use drifts": {invariant: "replay", shape: on(14, func(w *world) {
			w.c.Mind.Read(func(v memory.View) { v.Warmth.Recalls[1]++ })
		})},
		"what was forgotten is still there": {invariant: "forgotten", shape: on(9, func(w *world) {
			w.secrets = append(w.secrets, &secret{word: "Bronwyn", gone: 1})
			w.witness.again = true
		})},
		"what is told at home is told to others": {invariant: "private", shape: func(w *world) {
			w.secrets = append(w.secrets, &secret{word: " stands in ", private: true})
		}},
		"he is written to at night": {invariant: "manners", shape: func(w *world) {
			w.settings.Quiet.From, w.settings.Quiet.To, w.settings.Briefing.At = 0, 0, 3*60
		}},
		"he is written to while away": {invariant: "manners", shape: func(w *world) { w.away = append(w.away, span{1, short}) }},
		"he is written to all day": {invariant: "manners", shape: on(9, func(w *world) {
			for _, key := range []string{"one", "two", "three", "four"} {
				w.person.posts = append(w.person.posts, post{key: key, on: w.midnight(9).Add(dawn), at: home, text: "By the way."})
			}
		})},
		"values are not looked at":   {invariant: "values", off: []string{"values"}},
		"an echo counts as evidence": {invariant: "echo", off: []string{"roots"}},
		"a weight changes while away": {invariant: "away", shape: func(w *world) {
			w.spoil = func() {
				switch w.day {
				case firstAway + 1:
					w.weight()
				case firstAway + 2:
					w.c.Mind.Read(func(v memory.View) { v.Weights.Observations = v.Weights.Observations[:len(v.Weights.Observations)-1] })
				}
			}
		}},
		"two messages greet his return": {invariant: "away", shape: on(firstAway+awayFor-1, func(w *world) {
			for _, key := range []string{"one", "two"} {
				w.person.posts = append(w.person.posts, post{key: key, on: w.midnight(w.day + 1).Add(quietTo * time.Hour), at: home, text: "You are back."})
			}
		})},
		"a complaint is not watched for": {invariant: "blind", shape: on(firstComplaint, func(w *world) { w.tally.complained = append(w.tally.complained, event.ErrDone) })},
		"a day with nothing new costs": {invariant: "spending", shape: on(firstAway+3, func(w *world) {
			w.witness.today = append(w.witness.today, told{payload: event.ModelCalled{In: 1}})
		})},
		"a ceiling is passed": {invariant: "spending", shape: on(9, func(w *world) { w.settings.Ceilings.Day = -1 })},
	} {
		t.Run(name, func(t *testing.T) {
			days := 16
			if c.invariant == "away" || c.invariant == "manners" || c.invariant == "private" || c.invariant == "spending" {
				days = short
			}
			r := live(t, Options{Days: days, Seed: 1, Off: c.off, shape: c.shape})
			if len(r.Broken) != 1 || r.Broken[0].Of != c.invariant {
				t.Errorf("broken: %+v, want %s alone: %+v", r.Broken, c.invariant, r.Breaches)
			}
		})
	}
}

// weight has a reaction counted that nobody made.
func (w *world) weight() {
	w.c.Mind.Read(func(v memory.View) {
		v.Weights.Observations = append(v.Weights.Observations, weights.Observation{Seq: 1, About: 2, On: w.midnight(2), Credits: []string{"made up"}})
	})
}
