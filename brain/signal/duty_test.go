package signal_test

import (
	"slices"
	"testing"
	"time"

	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/event"
)

// of gives the signals of a kind, by name.
func of(kind string, all []signal.Signal) (names []string) {
	for _, s := range all {
		if s.Kind == kind {
			names = append(names, s.Name)
		}
	}
	return names
}

// What was promised is told whatever the message is about, and no feedback makes it rarer.
func TestPromisesProtect(t *testing.T) {
	w := newWorld(t)
	said := w.say("compare the freight, and remind me to call")
	w.write(event.Loops, event.CommitmentMade{Text: "compare the freight", On: w.now}, said)
	w.write(event.Loops, event.ReminderSet{Text: "call", At: today.AddDate(0, 0, 1), On: w.now, Place: dm}, said)
	n := 0
	for _, s := range w.gather(signal.Query{Text: "Is it raining?"}) {
		if s.Kind != event.SignalCommitment {
			continue
		}
		if n++; !s.Protective {
			t.Errorf("%+v", s)
		}
	}
	if n != 2 {
		t.Errorf("%d promises are told, want 2", n)
	}
}

// A decision that is to be looked at again is told whatever the message is about; one that is not
// yet, or was reversed, is not.
func TestOverdueDecisionsAreTold(t *testing.T) {
	w := newWorld(t)
	decide := func(days int) event.Seq {
		return w.write(event.Decisions, event.DecisionRecorded{Text: "drop the Henderson retainer", Review: today.AddDate(0, 0, days), On: w.now}, w.say("done"))
	}
	due := decide(-1)
	decide(1)
	gone := decide(-1)
	w.write(event.Decisions, event.DecisionRevised{Decision: gone, How: event.Reverse, Review: today.AddDate(0, 0, -1), On: w.now}, gone)
	all := w.gather(signal.Query{Text: "Is it raining?"})
	if got := of(event.SignalDecision, all); len(got) != 1 || !slices.ContainsFunc(all, func(s signal.Signal) bool { return s.Kind == event.SignalDecision && s.Seqs[0] == due }) {
		t.Errorf("told are %q, want only d%d", got, due)
	}
}

// A feeling that was told where others read colours nothing there.
func TestMoodIsReadInPrivateAlone(t *testing.T) {
	w := newWorld(t)
	w.ask(w.say("read my mood"), event.Asked{What: event.AskSetting, Name: event.SettingMood, Text: "on"})
	room := memory.Sight{Place: event.Place{Platform: "chat", Room: "acme"}, Audience: event.Work}
	w.now = today.Add(-10 * time.Minute)
	e := w.pens.For(event.Bot).Write(event.Heard{Place: room.Place, Audience: room.Audience, Text: "I worry about the launch", On: w.now, Person: event.Person{Platform: "chat", ID: "sam"}})
	e.Trust = event.ByPrincipal
	said := w.record(e)[0].Seq
	w.write(event.Learning, event.Felt{Feeling: "worried", Valence: -0.7, Intensity: 0.95, Cause: "the launch", On: w.now}, said)
	if got := of(event.SignalResidue, w.gather(signal.Query{Tier: "deep", Text: "The launch?", Sight: room})); len(got) != 0 {
		t.Errorf("in a room of others: %q", got)
	}
	if got := of(event.SignalResidue, w.gather(signal.Query{Tier: "deep", Text: "The launch?"})); len(got) != 1 {
		t.Errorf("in private: %q", got)
	}
}

// What is no more than a guess is not told unasked; once it is confirmed it is.
func TestGuessesAreNotTold(t *testing.T) {
	w := newWorld(t)
	guess := w.learn("belief", "the mill in Geelong closes in winter")
	ask := func() []string {
		return of(event.SignalBelief, w.gather(signal.Query{Tier: "deep", Text: "Does the mill in Geelong close in winter?"}))
	}
	if got := ask(); len(got) != 0 {
		t.Errorf("a guess is told: %q", got)
	}
	w.judge(guess, event.Confirmed)
	if got := ask(); len(got) != 1 {
		t.Errorf("what was confirmed is not: %q", got)
	}
}
