package bot_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// A room that may get nothing now holds up no other.
func TestALimitedRoomHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.bot.Connectors = []connectors.Connector{&limited{w.chat}}
		q := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "a"})
		q2 := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "other"}, Text: "b"})
		if _, err := w.mind.Record(t.Context(), q, q2); err != nil {
			t.Fatal(err)
		}
		defer w.run()()
		time.Sleep(time.Minute)
		synctest.Wait()
		differ(t, "shown", []string{"b"}, w.chat.texts())
	})
}

// limited is a platform that takes nothing for the room at home now.
type limited struct{ *chat }

func (l limited) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if p.Place == room {
		return "", &connectors.Error{Op: "chat", Reason: connectors.RateLimited, After: time.Second}
	}
	return l.chat.Send(ctx, p)
}

// Where a platform names the very post that is replied to, that is meant.
func TestAnExplicitReplyInAThread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []event.Seq
		w := newWorld(t, func(ctx context.Context, tt *turn.Turn) (*turn.Reply, error) {
			got = append(got, tt.Last().ReplyTo)
			return echo(ctx, tt)
		})
		defer w.run()()
		topic := connectors.Place{Platform: "chat", Room: "home", Thread: "7"}
		say := func(text string, to connectors.MessageID) {
			w.must(connectors.Event{Kind: connectors.Message, Text: text, Place: topic, Direct: true, ReplyTo: to})
			synctest.Wait()
		}
		say("one", "")
		say("two", "")
		say("wrong", "p1")
		var posts []event.Seq
		for _, p := range w.payloads("post.sent") {
			posts = append(posts, p.(event.PostSent).Post)
		}
		differ(t, "replied to the first post", posts[0], got[2])
	})
}

// finding is a platform that can look back: the answer to the first send is lost, then the
// platform cannot be reached for some time.
type finding struct {
	*chat
	down atomic.Bool
	lose bool
}

func (f *finding) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if f.down.Load() {
		return "", errTemporary
	}
	id, err := f.chat.Send(ctx, p)
	if f.lose {
		f.lose = false
		f.down.Store(true)
		return "", &connectors.Error{Op: "chat: send", Reason: connectors.Unknown, Err: errors.New("the answer was lost")}
	}
	return id, err
}

func (f *finding) Find(ctx context.Context, p connectors.Post, since time.Time) (connectors.MessageID, bool, error) {
	if f.down.Load() {
		return "", false, errTemporary
	}
	for _, s := range f.shown {
		if s.Key == p.Key {
			return "p1", true, nil
		}
	}
	return "", false, nil
}

// What may have arrived is looked for, however long nobody could ask.
func TestFoundAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		f := &finding{chat: w.chat, lose: true}
		w.bot.Connectors = []connectors.Connector{f}
		defer w.run()()
		w.say("one")
		time.Sleep(8 * time.Minute)
		f.down.Store(false)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"heard one"}, w.chat.texts())
	})
}

// After an outage what is oldest leaves first.
func TestOrderAfterAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		f := &finding{chat: w.chat}
		f.down.Store(true)
		w.bot.Connectors = []connectors.Connector{f}
		defer w.run()()
		w.say("one")
		time.Sleep(2*time.Hour + 11*time.Minute)
		synctest.Wait()
		f.down.Store(false)
		w.say("two")
		at := time.Now()
		for len(w.chat.texts()) < 2 && time.Since(at) < 3*time.Hour {
			time.Sleep(time.Second)
			synctest.Wait()
		}
		t.Logf("both shown %s after the platform was back: %q", time.Since(at), w.chat.texts())
		differ(t, "order", []string{"heard one", "heard two"}, w.chat.texts())
	})
}

// What must not come twice is not given up for what never left.
func TestOnceIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		once := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "send it?", Once: true})
		first := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "first"})
		if _, err := w.mind.Record(t.Context(), first, once); err != nil {
			t.Fatal(err)
		}
		// first is not allowed for a moment, and the platform is away until it is tried again
		w.chat.fail = append(w.chat.fail, &connectors.Error{Op: "chat", Reason: connectors.Forbidden})
		for range 9 {
			w.chat.fail = append(w.chat.fail, errTemporary)
		}
		defer w.run()()
		time.Sleep(time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"first", "send it?"}, w.chat.texts())
		differ(t, "given up", 0, len(w.payloads("post.failed")))
		for _, p := range w.payloads("post.failed") {
			t.Logf("%+v", p)
		}
	})
}

// While the platform gives no sign of life nothing is given up.
func TestALongOutageLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		a := newAble(w)
		a.hears(time.Now())
		down := &connectors.Error{Op: "chat", Reason: connectors.Unknown}
		for range 30 {
			w.chat.fail = append(w.chat.fail, down)
		}
		defer w.run()()
		w.say("one")
		time.Sleep(36 * time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"heard one"}, w.chat.texts())
		differ(t, "given up", 0, len(w.payloads("post.failed")))
	})
}

// What is heard does not wait for a post that rests.
func TestARestingPostDoesNotSlowHearing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		for range 1000 {
			w.chat.fail = append(w.chat.fail, &connectors.Error{Op: "chat", Reason: connectors.Forbidden})
		}
		defer w.run()()
		w.say("one")
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		at := time.Now()
		w.must(connectors.Event{Kind: connectors.React, Message: "nobody-knows", Emoji: "👍"})
		w.must(connectors.Event{Kind: connectors.Message, Text: "stop", ReplyTo: "nobody-knows"})
		t.Logf("two events took %s", time.Since(at))
		differ(t, "at once", true, time.Since(at) < 5*time.Second)
	})
}

// A post that was queued long ago has its day, too.
func TestAnOldPostIsNotGivenUpAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		w.chat.fail = []error{&connectors.Error{Op: "chat", Reason: connectors.Forbidden}}
		q := w.pens.For(event.Outbox).Write(event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "old"})
		if _, err := w.mind.Record(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		time.Sleep(25 * time.Hour) // the process was off
		defer w.run()()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		differ(t, "shown", []string{"old"}, w.chat.texts())
	})
}
