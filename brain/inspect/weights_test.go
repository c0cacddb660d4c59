package inspect_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// reacted puts so many reactions on posts of its own, a minute apart.
func (w *life) reacted(n int, sense string, credits ...string) (last event.Seq) {
	w.t.Helper()
	for range n {
		w.Now = w.Now.Add(time.Minute)
		post := w.record(event.Outbox, event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "**Acme Foods: costs may rise.** Oil is up.", Subject: "alert"})
		last = w.react(post, sense, credits...)
	}
	return last
}

func (w *life) react(post event.Seq, sense string, credits ...string) event.Seq {
	emoji := map[string]string{event.Acknowledge: "👍", event.Dismiss: "👎"}[sense]
	return w.record(event.Bot, event.Reacted{
		About: post, Person: event.Person{Platform: "console", ID: "sam"}, Emoji: emoji, Sense: sense, On: w.Now, Credits: credits,
	})
}

// months is the past of MESSAGES 7: seven things, 92 reactions since 1 Oct 2026.
func (w *life) months() {
	w.At("2026-10-01 10:00")
	w.reacted(1, event.Acknowledge, "alert/cost")
	w.At("2026-10-18 10:00")
	for _, x := range []struct {
		of       string
		up, down int
	}{
		{"alert/cost", 21, 3}, {event.SignalDecision, 6, 1}, {event.SignalLoop, 14, 4}, {event.SignalRelationship, 9, 9},
		{event.SignalDream, 1, 6}, {event.SignalJoke, 2, 3},
	} {
		w.reacted(x.up, event.Acknowledge, x.of)
		w.reacted(x.down, event.Dismiss, x.of)
	}
	w.At("2026-10-21 10:00")
	w.reacted(8, event.Dismiss, event.SignalJoke)
	w.At("2026-11-18 10:00")
	w.reacted(3, event.Acknowledge, event.SignalPrediction)
	w.reacted(1, event.Dismiss, event.SignalPrediction)
	w.At("2026-11-20 08:30")
}

// The list of weights reads as MESSAGES 7 has it, which is longer than a message may be.
func TestWeights(t *testing.T) {
	w := live(t)
	w.golden("weights-none", w.ask("weights"))
	w.months()
	r := w.ask("weights")
	turntest.Text(t, "weights", r)
	turntest.Claims(t, w.Mind, &r.Text)
	if len(r.Charts) != 1 {
		t.Fatalf("%d pictures", len(r.Charts))
	}
	if got, want := r.Charts[0].Alt, "Bars: cost alerts, decisions and open loops above neutral; people and forecasts neutral; inside jokes and dreams below."; got != want {
		t.Errorf("it shows\n%s\nwant\n%s", got, want)
	}
	if said := r.Text.String(); !strings.Contains(said, "×1.36") {
		t.Errorf("halves are not rounded up in:\n%s", said)
	}
	w.golden("weights-jokes", w.ask("weights jokes"))
	w.golden("weights-loops", w.ask("weights open loops"))
	w.golden("weights-fixed", w.ask("weights boundaries"))
	w.golden("weights-unmoved", w.ask("weights theories"))
	w.golden("weights-unknown", w.ask("weights gravity"))
}

// What does not fit is behind "more".
func TestManyWeights(t *testing.T) {
	w := live(t)
	w.months()
	w.reacted(6, event.Acknowledge, event.SignalCalendar, event.SignalBelief, "topic/oil")
	says(t, w.ask("weights"), "`more` shows the next ones.", "oil", "!dreams  ")
	r := w.ask("more")
	says(t, r, "dreams  ", "inside jokes  ", "!Fixed")
	if len(r.Charts) > 0 {
		t.Error("the picture comes again")
	}
}

// In a place that others administer no message from elsewhere is quoted, and the list of weights,
// which names none, is the same.
func TestWeightsAtWork(t *testing.T) {
	w := live(t)
	w.months()
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	in := func(text string) *turn.Reply { return w.in(work, event.Work, 0, text) }
	says(t, in("weights"), "×1.38", "cost alerts")
	says(t, in("weights jokes"), "from 2 up and 11 down", "!Acme")
}
