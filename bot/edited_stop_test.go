package bot_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// A slip of the finger that is mended into "stop" stops what runs, as "stop" itself does.
func TestEditedIntoStop(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("how do I write a long letter to the bank?")
		m.next(t)
		time.Sleep(soon)
		id := w.say("stpo")
		synctest.Wait()
		w.edit(id, "stop")
		synctest.Wait()
		w.said(t, "Stopped")
		if got := outcomes(w); !slices.Contains(got, event.Stopped) {
			t.Errorf("turns ended %v: none was stopped", got)
		}
	})
}

// And so it does with what is thought about beside the conversation.
func TestEditedIntoStopBeside(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("background write the long letter")
		m.next(t)
		time.Sleep(soon)
		id := w.say("stpo")
		m.next(t).answers("What?")
		synctest.Wait()
		w.edit(id, "stop")
		w.said(t, "Stopped")
		if n := w.aside(); n != 0 {
			t.Errorf("%d are still set aside", n)
		}
	})
}

// A message that waited and is mended into "stop" stops what is thought about by then, although a
// turn was stopped since the message was sent: nobody had said this "stop" yet.
func TestEditedIntoStopAfterAnotherStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		stop := w.run()
		w.say("background write the long letter")
		m.next(t)
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.reopen(m)
		w.commands()
		home := event.Place{Platform: "chat", Room: "home"}
		heard := func(text string) event.Seq {
			time.Sleep(time.Second)
			e := w.pens.For(event.Bot).Write(event.Heard{Place: home, Person: event.Person{Platform: "chat", ID: "sam"}, Audience: event.Private, Text: text})
			e.Trust = event.ByPrincipal
			return w.record(e)
		}
		slow, slip := heard("how are you today, my friend?"), heard("stpo")
		time.Sleep(time.Second)
		began := w.record(w.pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{slow}, UpTo: slow}).Because(slow))
		w.record(w.pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Stopped}).Because(began))
		time.Sleep(time.Second)
		edit := w.pens.For(event.Bot).Write(event.Edited{Message: slip, Text: "stop", Alone: true, Connector: "chat"}).Because(slip).Resting(slip)
		edit.Trust = event.ByPrincipal
		w.record(edit)

		end := w.run()
		w.said(t, "Stopped")
		if n := w.aside(); n != 0 {
			t.Errorf("%d are still set aside", n)
		}
		if err := end(); err != nil {
			t.Error(err)
		}
	})
}

// Likewise where the first of two is mended after the "stop": it is a question again, and the other is not.
func TestEditedAfterStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		meanwhile(t, w, m, "hello", func(connectors.MessageID) {
			id := w.say("how do I write a letter to the bnak?")
			w.say("and book me the flight to Lisbon")
			w.say("stop")
			w.edit(id, "how do I write a letter to the bank?")
		})
		next := m.next(t)
		differ(t, "asked", "how do I write a letter to the bank?", next.t.Text)
		next.answers("So.")
		synctest.Wait()
		differ(t, "said", []string{"What?", "So.", "Stopped."}, w.chat.texts())
		differ(t, "turns", []string{event.Answered, event.Stopped, event.Answered, event.Stopped, event.Answered}, outcomes(w))
	})
}

// record writes one event, as if it had come about while nobody was there.
func (w *world) record(e ledger.Entry) event.Seq {
	w.t.Helper()
	rs, err := w.mind.Record(w.t.Context(), e)
	if err != nil {
		w.t.Fatal(err)
	}
	return rs[0].Seq
}

// meanwhile runs a bot on which a message was said and answered, and which is kept from what is said while until is at it.
func meanwhile(t *testing.T, w *world, m *model, first string, until func(said connectors.MessageID)) {
	t.Helper()
	w.commands()
	var shut atomic.Bool
	opens := make(chan struct{})
	w.bot.Before = func(context.Context) error {
		if shut.Load() {
			<-opens
		}
		return nil
	}
	stop := w.run()
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	id := w.say(first)
	m.next(t).answers("What?")
	synctest.Wait()
	shut.Store(true)
	apart := room
	apart.Thread = "apart"
	w.must(connectors.Event{Kind: connectors.Message, Place: apart, Direct: true, Text: "how long is the letter?"})
	synctest.Wait()
	until(id)
	shut.Store(false)
	close(opens)
}

// Of two messages that would be answered together, the one that was sent after a "stop" is answered; "stop" stands
// between the two only where it was an old message that was mended into it.
func TestEditedIntoStopBetweenTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		meanwhile(t, w, m, "stpo", func(slip connectors.MessageID) {
			w.say("how do I write a long letter to the bank?")
			w.edit(slip, "stop")
			w.say("and what is the time in Lisbon?")
		})
		m.next(t).answers("Nine.")
		synctest.Wait()
		w.said(t, "Nine.")
		if got := outcomes(w); got[len(got)-1] != event.Answered || !slices.Contains(got, event.Stopped) {
			t.Errorf("turns ended %v", got)
		}
	})
}
