package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// What is being written while an event is looked at is not known to it: it is looked at again.

// An edit of the words beside a recording that is just being written down takes nothing away of what was said in it.
func TestAnEditWhileWhatWasSaidIsBeingWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		disk := &unhurried{Store: w.store}
		w.store = disk
		w.open(echo)
		w.holds(aloud)
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			disk.takes.Store(int64(10 * time.Second)) // from now on
			return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
		}
		stop := w.run()
		c := clip()
		id := w.send("old words", c)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if disk.takes.Load() == 0 {
			t.Fatal("nobody listens")
		}
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "new words", Files: []connectors.File{c}, Whole: true})
		disk.takes.Store(0)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if n := len(w.payloads("transcribed")); n != 1 {
			t.Errorf("written down %d times", n)
		}
		if now, _, err := w.bot.Brain.Message(t.Context(), 3); err != nil || now.Text != "new words\nAna lives in Porto" {
			t.Errorf("it reads %q, %v", now.Text, err)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// An answer that is being written goes on with what still stands in the message.
func TestAFileIsTakenOutWhileAnAnswerIsWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.holds(named(0))
		stop := w.run()
		id := w.send("What do they say?", passport, letter)
		time.Sleep(30 * time.Second)
		m.next(t).drafts("The passport ")
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "What do they say?", Files: []connectors.File{letter}, Whole: true})
		c := m.next(t) // the call before was given up
		if files := c.t.Last().Files; len(files) != 1 || files[0].Name != letter.Name {
			t.Errorf("asked about %+v", files)
		}
		c.answers("The letter says nothing.")
		time.Sleep(time.Minute)
		m.idle(t)
		if said := strings.Join(w.chat.texts(), "\n"); strings.Contains(said, "The passport") {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What others say to each other, and take out of it, is kept by nobody.
func TestOthersTakeAFileOut(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		e := within("slack", "acme", "U1")
		e.Text, e.Files = "the papers, Ben", []connectors.File{passport, letter}
		id := d.hear(e)
		e = within("slack", "acme", "U1")
		e.Kind, e.Message, e.Text, e.Files, e.Whole = connectors.Edit, id, "the letter, Ben", []connectors.File{letter}, true
		d.hear(e)
		kinds := map[event.Kind]int{}
		for _, r := range d.records() {
			kinds[r.Kind]++
		}
		if kinds[event.Edited{}.Kind()] != 1 || kinds[event.Attached{}.Kind()]+kinds[event.Unsaid{}.Kind()] != 0 {
			t.Errorf("kept are %v", kinds)
		}
	})
}

// A press that is delivered again after its answer, as by a platform that did not hear that it was taken, is the same press.
func TestTheSamePressAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, asks)
		defer w.run()()
		w.say("we go north")
		synctest.Wait()
		e := connectors.Event{Kind: connectors.Press, Key: "p", Message: "p1", Button: w.chat.shown[0].Buttons[0].Token}
		for range 2 {
			w.must(e)
			time.Sleep(10 * time.Minute)
			synctest.Wait()
		}
		if said := w.chat.texts(); len(said) != 2 || strings.Contains(said[1], "pressed before") {
			t.Errorf("said %q", said)
		}
	})
}

// A recording that is taken out from below "stop" leaves the words that stood there before: they stop nothing anew.
func TestStopStoodThereBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		c := w.speaks()
		stop := w.run()
		id := w.send("hello", c)
		time.Sleep(time.Minute)
		m.next(t).answers("Hello.")
		w.say("good morning to you")
		time.Sleep(time.Minute)
		m.next(t).answers("Good morning.")
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "stop", Files: []connectors.File{c}, Whole: true})
		time.Sleep(time.Minute)
		w.say("tell me of the weather")
		time.Sleep(time.Minute)
		next := m.next(t)
		w.must(connectors.Event{Kind: connectors.Edit, Message: id, Text: "stop", Whole: true})
		next.answers("It rains.")
		time.Sleep(time.Minute)
		synctest.Wait()
		if said := w.chat.texts(); !strings.HasSuffix(said[len(said)-1], "It rains.") {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
