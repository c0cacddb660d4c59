package memory_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// attention is a mind on which somebody reacts, with a clock of its own.
type attention struct {
	*testing.T
	*memory.Mind
	pens  ledger.Pens
	store *inmem.Store
	now   time.Time
}

func attend(t *testing.T) *attention {
	a := &attention{T: t, store: &inmem.Store{}, now: base}
	a.Mind, a.pens = a.open()
	return a
}

func (a *attention) open() (*memory.Mind, ledger.Pens) {
	a.Helper()
	m, pens, err := memory.Open(context.Background(), memory.Options{
		Store: a.store, Principal: "me", Now: func() time.Time { return a.now }, CheckpointEvery: 50,
	})
	if err != nil {
		a.Fatal(err)
	}
	return m, pens
}

func (a *attention) write(es ...ledger.Entry) event.Seq {
	a.Helper()
	rs, err := a.Record(context.Background(), es...)
	if err != nil {
		a.Fatal(err)
	}
	return rs[0].Seq
}

// react puts so many emoji on as many posts, one each so many days.
func (a *attention) react(n int, days float64, sense string, credits ...string) (last event.Seq) {
	a.Helper()
	for range n {
		a.now = a.now.Add(time.Duration(days * 24 * float64(time.Hour)))
		last = a.write(a.pens.For(event.Outbox).Write(event.PostQueued{Text: "Oil is up.", Subject: "alert"}))
		a.write(a.pens.For(event.Bot).Write(event.Reacted{About: last, Emoji: sense, Sense: sense, On: a.now, Credits: credits}).Because(last))
	}
	return last
}

func (a *attention) weight(of string) (m float64) {
	a.Mind.Read(func(v memory.View) { m = v.Weights.Multiplier(of, a.now) })
	return m
}

// ask has the principal ask for something in his own words.
func (a *attention) ask(what event.Asked) {
	a.Helper()
	heard := a.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: "weights", On: a.now})
	heard.Trust = event.ByPrincipal
	said := a.write(heard)
	asked := a.pens.For(event.Brain).Write(what).Because(said)
	asked.Trust = event.ByPrincipal
	a.write(asked)
}

func (a *attention) saved(m *memory.Mind) (b []byte) {
	a.Helper()
	m.Read(func(v memory.View) {
		var err error
		if b, err = v.Weights.Save(); err != nil {
			a.Fatal(err)
		}
	})
	return b
}

// same checks that live, replayed and taken up from a checkpoint are one, to the bit.
func (a *attention) same() {
	a.Helper()
	live := a.saved(a.Mind)
	if diffs, err := a.Rebuild(context.Background(), nil); err != nil || len(diffs) > 0 {
		a.Errorf("a replay differs from live: %v, %v", err, diffs)
	}
	again, _ := a.open()
	if b := a.saved(again); !bytes.Equal(live, b) {
		a.Errorf("checkpoint and tail:\n%s\nlive:\n%s", b, live)
	}
}

// A warning survives a hundred thumbs down; a joke does not.
func TestAWarningSurvivesAHundredThumbs(t *testing.T) {
	a := attend(t)
	a.react(100, 0.2, event.Dismiss, event.SignalPrediction, event.SignalJoke)
	if m := a.weight(event.SignalPrediction); m < 1 {
		t.Errorf("a wrong prediction weighs %v", m)
	}
	if m := a.weight(event.SignalJoke); m != 0.5 {
		t.Errorf("a joke weighs %v", m)
	}
	a.same()
}

// What was liked for a year turns within a quarter, and one reaction taken off is as if it had
// never been.
func TestAWeightTurnsInAQuarter(t *testing.T) {
	a := attend(t)
	a.react(200, 365.0/200, event.Acknowledge, event.SignalDream)
	if m := a.weight(event.SignalDream); m != 1.5 {
		t.Errorf("liked, it weighs %v", m)
	}
	a.react(30, 3, event.Dismiss, event.SignalDream)
	if m := a.weight(event.SignalDream); m >= 1 {
		t.Errorf("after a quarter it weighs %v", m)
	}
	before, was := a.saved(a.Mind), a.weight(event.SignalDream)
	post := a.react(1, 0, event.Dismiss, event.SignalDream)
	a.write(a.pens.For(event.Bot).Write(event.Unreacted{About: post, Emoji: event.Dismiss, On: a.now}).Because(post))
	if after := a.saved(a.Mind); !bytes.Equal(before, after) || a.weight(event.SignalDream) != was {
		t.Errorf("put and taken off:\n%s\nbefore:\n%s", after, before)
	}
	a.same()
}

// A reset is the principal's to ask for, alone, and to take back, exactly.
func TestWeightsAreReset(t *testing.T) {
	a := attend(t)
	a.react(8, 1, event.Dismiss, event.SignalJoke)
	before := a.saved(a.Mind)
	a.ask(event.Asked{What: event.AskWeightsReset, Name: event.SignalJoke})
	if m := a.weight(event.SignalJoke); m != 1 {
		t.Errorf("reset, it weighs %v", m)
	}
	a.same()
	var reset event.Seq
	a.Mind.Read(func(v memory.View) { reset = v.Weights.Resets[0].Seq })
	a.ask(event.Asked{What: event.AskWeightsRestore, Ref: reset})
	resets := 0
	a.Mind.Read(func(v memory.View) { resets = len(v.Weights.Resets) })
	if after := a.saved(a.Mind); resets != 0 || !bytes.Equal(before, after) {
		t.Errorf("taken back, with %d resets:\n%s\nbefore:\n%s", resets, after, before)
	}
	a.same()
	if _, err := a.Record(context.Background(), a.pens.For(event.Principal).Write(event.WeightsReset{})); err == nil {
		t.Error("weights were reset without having been asked to")
	}
}
