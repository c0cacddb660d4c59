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

// What the principal foretold and was wrong about is told where it bears on the message, his words beside
// it or not, and to nobody else; no feedback makes it rarer. What is open or came true is not told.
func TestOwnForecastsThatWereWrong(t *testing.T) {
	w := newWorld(t)
	foretell := func(text, outcome string) event.Seq {
		said := w.say("I predict " + text)
		made := w.write(event.Decisions, event.PredictionMade{Text: text, P: 0.8, Message: said, On: w.now, Audience: event.Private}, said)
		if outcome != "" {
			w.write(event.Decisions, event.PredictionResolved{Prediction: made, Outcome: outcome, On: w.now}, w.say("so it was"))
		}
		return said
	}
	wrong := foretell("Acme signs the renewal in May", event.CameWrong)
	foretell("Acme signs the extension in June", event.CameTrue)
	foretell("Acme signs the annex in July", "")
	for _, shown := range []bool{false, true} {
		var told []signal.Signal
		for _, s := range w.gather(signal.Query{Text: "Will Acme sign the offer?", Shown: map[event.Seq]bool{wrong: shown}}) {
			if s.Kind == event.SignalPrediction {
				told = append(told, s)
			}
		}
		if len(told) != 1 || !told[0].Protective || told[0].Lines[0].Text != "Acme signs the renewal in May" || (len(told[0].Cites()) == 1) == shown {
			t.Errorf("his words shown %v: %+v", shown, told)
		}
	}
	for name, q := range map[string]signal.Query{
		"what it does not touch": {Text: "Is it raining?"},
		"a place of others":      {Text: "Will Acme sign the offer?", Sight: memory.Sight{Place: event.Place{Platform: "chat", Room: "acme"}, Audience: event.Shared}},
	} {
		if got := of(event.SignalPrediction, w.gather(q)); len(got) != 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
