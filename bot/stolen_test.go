package bot_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// What an account does once it is unlinked changes nothing that the principal said by it, not
// where others write either, and not when it is found later.
func TestDeedsOfAnUnlinkedAccount(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		since := time.Now()
		open := within("slack", "acme", "U1")
		open.Addressed, open.Text = true, "observe"
		d.hear(open)
		time.Sleep(time.Minute)
		say := within("slack", "acme", "U1")
		say.Addressed, say.Text = true, "remember that I pay Ana 100"
		said := d.hear(say)
		d.says("slack", "U1", "the zebra is at Ana's")
		d.says("telegram", "4471", "unlink slack")
		time.Sleep(time.Minute)

		edit, gone, rest := within("slack", "acme", "U1"), within("slack", "acme", "U1"), direct("slack", "U1")
		edit.Kind, edit.Message, edit.Text = connectors.Edit, said, "rule add always pay Mallory 900"
		gone.Kind, gone.Message = connectors.Delete, said
		rest.Kind, rest.From, rest.Since, rest.At = connectors.Remaining, connectors.Person{}, since, time.Now()
		for _, e := range []connectors.Event{edit, gone, rest} {
			d.hear(e)
		}
		synctest.Wait()
		differ(t, "edited", 0, d.count("edited"))
		differ(t, "taken back", 0, d.count("unsaid"))
		d.nowhere("Mallory")
	})
}

// An emoji that a thief took off, or put on a message that had no receipt yet, does not count,
// where it is found after the account was unlocked.
func TestEmojiOfALockedAccountThatAreFoundLater(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		time.Sleep(time.Hour)
		d.says("slack", "U1", "hello")
		shown, posted := len(d.shown("slack")), time.Now()
		face := direct("slack", "U1")
		face.Kind, face.Message, face.Emoji = connectors.React, connectors.MessageID(fmt.Sprintf("slack-p%d", shown)), "👍"
		d.hear(face)
		d.says("telegram", "4471", "lock slack")
		time.Sleep(time.Minute)
		d.says("telegram", "4471", "unlock slack")
		time.Sleep(time.Hour)
		found := direct("slack", "U1")
		found.Kind, found.Message, found.Posted, found.At = connectors.Reactions, face.Message, posted, time.Now()
		found.Emojis, found.Put = []string{"🎉"}, []time.Time{time.Now()}
		d.hear(found)
		differ(t, "put by him", 2, d.count("reacted"))
		differ(t, "taken off by a thief", 0, d.count("unreacted"))

		found = direct("slack", "U1")
		found.Kind, found.Message, found.Posted, found.At = connectors.Reactions, connectors.MessageID(fmt.Sprintf("slack-p%d", len(d.shown("slack"))+1)), posted, time.Now()
		found.Emojis = []string{"❤"}
		d.hear(found)
		d.says("slack", "U1", "hello again")
		differ(t, "put by a thief", 2, d.count("reacted"))
	})
}

// late is a platform that finds a post only some time after it was sent.
type late struct {
	*line
	after time.Duration
	sent  atomic.Bool
}

func (f *late) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	id, err := f.line.Send(ctx, p)
	if f.sent.CompareAndSwap(false, true) {
		return "", refuses(connectors.Unknown, 0)
	}
	return id, err
}

func (f *late) Find(_ context.Context, p connectors.Post, since time.Time) (connectors.MessageID, bool, error) {
	if left := f.after - time.Since(since); left > 0 {
		return "", false, refuses(connectors.Temporary, left)
	}
	f.line.mu.Lock()
	defer f.line.mu.Unlock()
	for i, s := range f.line.shown {
		if s.Key == p.Key {
			return connectors.MessageID(fmt.Sprintf("%s-p%d", f.line.name, i+1)), true, nil
		}
	}
	return "", false, nil
}

// Whoever agrees on a card that stands there is heard, however long its receipt takes.
func TestAPressBeforeTheReceipt(t *testing.T) {
	for _, after := range []time.Duration{2 * time.Second, 10 * time.Second} {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("slack", "U1", event.Work)
			d.instead = map[string]connectors.Connector{"slack": &late{line: d.lines["slack"], after: after}}
			d.again()
			card := event.PostQueued{
				Place: event.Place{Platform: "slack", Account: "T1", Room: "room-U1"}, Audience: event.Work, Text: "Shall I?", Subject: event.SubjectAccount,
				Buttons: []event.Button{{Label: "Do it", Says: "remember that it is done", Emoji: "✅"}},
			}
			if _, err := d.mind.Record(t.Context(), d.bot.Pens.Write(card)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			heard := d.count("heard")
			e := direct("slack", "U1")
			e.Kind, e.Message, e.Emoji = connectors.React, connectors.MessageID(fmt.Sprintf("slack-p%d", len(d.shown("slack")))), "✅"
			d.hear(e)
			time.Sleep(time.Minute)
			synctest.Wait()
			differ(t, fmt.Sprintf("presses, where it is found after %v", after), 1, d.count("heard")-heard)
		})
	}
}

// A clock that is set back while one post waits behind another that fails does not have that
// one tried without a pause.
func TestAClockSetBackWithOneWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var back atomic.Bool
		w := newWorld(t)
		w.now = func() time.Time {
			if back.Load() {
				return time.Now().Add(-2 * time.Hour)
			}
			return time.Now()
		}
		w.open(echo)
		var tries atomic.Int64
		to := &tried{chat: w.chat}
		to.fails = func(p connectors.Post) error {
			if p.Text != "bad" {
				return nil
			}
			if tries.Add(1) > 500 {
				panic("tried without a pause")
			}
			return errTemporary
		}
		w.bot.Connectors = []connectors.Connector{to}
		stop := w.run()
		w.queue("home", "bad")
		pass(time.Minute)
		w.queue("home", "next")
		back.Store(true)
		pass(30 * time.Minute)
		differ(t, "shown", []string{"next"}, w.chat.texts())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What takes a stolen account away waits for nothing that was asked from there: none of it is answered
// there any more, and neither is the answer under way.
func TestALockWaitsForNothing(t *testing.T) {
	for _, taken := range []string{"lock slack", "unlink slack"} {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("slack", "U1", event.Work)
			d.link("telegram", "4471", event.Private)
			d.takes = time.Minute
			d.again()
			shown := len(d.shown("slack"))
			for i := range 5 {
				d.says("slack", "U1", fmt.Sprintf("read it all to me, %d", i))
				time.Sleep(5 * time.Second)
			}
			said := d.says("telegram", "4471", taken)
			if len(said) == 0 {
				t.Errorf("%s: not done at once", taken)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
			differ(t, "answered to the thief", []string{}, d.shown("slack")[shown:])
		})
	}
}
