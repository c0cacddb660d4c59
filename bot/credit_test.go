package bot_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// noticing answers with what it cites of three things that were noticed, and asks for a verdict
// if it is told to.
func noticing(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	me := t.Last().Seq
	r := &turn.Reply{By: "procedure:noticing"}
	r.Change(event.Gated{Tier: "standard", Places: 9, Signals: []event.Noticed{
		{Kind: event.SignalLoop, Name: "l1", Seqs: []event.Seq{me}, Kept: true},
		{Kind: event.SignalJoke, Name: "m9", Seqs: []event.Seq{9999}, Kept: true},
		{Kind: event.SignalBelief, Name: "m8", Seqs: []event.Seq{me}},
	}})
	switch t.Text {
	case "silent":
		r.Text.Say("I have nothing to cite.")
	case "card":
		r.Text.Say("Shall I? ").Claim([]event.Seq{me}, "%s", t.Text)
		r.Buttons = []event.Button{{Label: "Send", Says: "send it", Emoji: "✅"}}
	default:
		r.Text.Claim([]event.Seq{me}, "%s", t.Text)
	}
	return r, nil
}

// A reaction on an answer credits what was noticed for it and cited in it, one on what nobody
// asked for the kind, section and topic of that; on a card it credits nothing, and neither does
// an emoji that says nothing.
func TestCredits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, noticing)
		w.chat.limits.Reactions = true
		w.bot.Sense = func(_, emoji string) string {
			return map[string]string{"👍": event.Acknowledge, "👎": event.Dismiss}[emoji]
		}
		defer w.run()()
		for _, said := range []string{"cited", "silent", "card"} {
			w.say(said)
			synctest.Wait()
		}
		for _, subject := range []string{"alert/cost/oil", ""} {
			if _, err := w.mind.Record(t.Context(), w.bot.Pens.Write(event.PostQueued{
				Place: event.Place{Platform: "chat", Room: "home"}, Audience: event.Private, Text: "Oil is up.", Subject: subject,
			})); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		for i, emoji := range []string{"👍", "👍", "👍", "👎", "👎"} {
			w.must(connectors.Event{Kind: connectors.React, Message: connectors.MessageID("p" + string(rune('1'+i))), Emoji: emoji})
		}
		w.must(connectors.Event{Kind: connectors.React, Message: "p1", Emoji: "🎉"})
		var got [][]string
		for _, p := range w.payloads("reacted") {
			got = append(got, p.(event.Reacted).Credits)
		}
		differ(t, "credited", [][]string{{event.SignalLoop}, nil, nil, {"alert", "alert/cost", "topic/oil"}, nil, nil}, got)
		w.mind.Read(func(v memory.View) {
			if n, _ := v.Weights.Counted(w.now()); n != 2 {
				t.Errorf("%d reactions count", n)
			}
		})
		w.must(connectors.Event{Kind: connectors.Unreact, Message: "p4", Emoji: "👎"})
		w.mind.Read(func(v memory.View) {
			if n, _ := v.Weights.Counted(w.now()); n != 1 {
				t.Errorf("taken off, %d reactions count", n)
			}
		})
	})
}

// An answer that rests on a decision credits what brought it, whichever of its numbers stands on
// the receipt: that of the proposal, that of the decision, or that of what it became. Taking the
// reaction off leaves the weights as they were, to the bit.
func TestADecisionIsCredited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var noticed, cited []event.Seq
		w := newWorld(t, func(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
			r := &turn.Reply{By: "procedure:noticing"}
			r.Change(event.Gated{Tier: "standard", Places: 9, Signals: []event.Noticed{
				{Kind: event.SignalDecision, Name: "d", Seqs: noticed, Kept: true},
				{Kind: event.SignalLoop, Name: "l1", Seqs: []event.Seq{9999}, Kept: true},
			}})
			r.Text.Claim(cited, "%s", t.Text)
			return r, nil
		})
		w.chat.limits.Reactions = true
		w.bot.Sense = func(string, string) string { return event.Acknowledge }
		defer w.run()()
		pen := w.pens.For(event.Decisions)
		record := func(e ledger.Entry) event.Seq {
			rs, err := w.mind.Record(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			return rs[0].Seq
		}
		proposal := record(pen.Write(event.DecisionProposed{Text: "drop the Henderson retainer", On: w.now()}))
		decision := record(pen.Write(event.DecisionRecorded{Proposal: proposal, Text: "drop the Henderson retainer", On: w.now()}))
		revision := record(pen.Write(event.DecisionRevised{Decision: decision, How: event.Hold, On: w.now()}))
		other := record(pen.Write(event.DecisionRecorded{Text: "hire a bookkeeper", On: w.now()}))
		weights := func() (saved string) {
			w.mind.Read(func(v memory.View) {
				n, _ := v.Weights.Counted(w.now())
				saved = fmt.Sprintf("%d of %+v", n, v.Weights.Weights(w.now()))
			})
			return saved
		}
		said := 0
		answered := func(n, c event.Seq) connectors.MessageID {
			noticed, cited = []event.Seq{n}, []event.Seq{c}
			w.say("what about Henderson")
			synctest.Wait()
			said++
			return connectors.MessageID(fmt.Sprintf("p%d", said))
		}
		before := weights()
		for _, c := range []struct {
			noticed, cited event.Seq
			credited       bool
		}{
			{proposal, decision, true}, {decision, proposal, true}, {proposal, revision, true}, {proposal, proposal, true}, {proposal, other, false},
		} {
			on := answered(c.noticed, c.cited)
			w.must(connectors.Event{Kind: connectors.React, Message: on, Emoji: "👍"})
			if moved := weights() != before; moved != c.credited {
				t.Errorf("noticed as %d, cited as %d of %d/%d/%d: moved %v", c.noticed, c.cited, proposal, decision, revision, moved)
			}
			w.must(connectors.Event{Kind: connectors.Unreact, Message: on, Emoji: "👍"})
			if after := weights(); after != before {
				t.Errorf("taken off, the weights are %v and were %v", after, before)
			}
		}
	})
}

// Silence is no feedback: answers that nobody reacts to move nothing.
func TestNineUnanswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, noticing)
		defer w.run()()
		for range 9 {
			w.say("cited")
			synctest.Wait()
		}
		w.mind.Read(func(v memory.View) {
			if all := v.Weights.Weights(w.now()); len(all) > 0 || v.Weights.Turns != 9 || len(v.Weights.Observations) > 0 {
				t.Errorf("after %d turns: %+v", v.Weights.Turns, all)
			}
		})
	})
}

// What is about another post of ours goes into its thread, and is shown as a reply to it.
func TestBeneath(t *testing.T) {
	for _, threads := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t, echo)
			w.chat.limits.Threads = threads
			defer w.run()()
			post := event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Audience: event.Private, Text: "Oil is up.", Subject: "alert"}
			first, err := w.mind.Record(t.Context(), w.bot.Pens.Write(post))
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			post.Text, post.Subject, post.ReplyTo = "What was off?", event.SubjectFault, first[0].Seq
			if _, err := w.mind.Record(t.Context(), w.bot.Pens.Write(post)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			shown := w.chat.shown[len(w.chat.shown)-1]
			thread := map[bool]string{true: "p1"}[threads]
			if shown.ReplyTo != "p1" || shown.Place.Thread != thread {
				t.Errorf("threads %v: a reply to %q in the thread %q", threads, shown.ReplyTo, shown.Place.Thread)
			}
		})
	}
}
